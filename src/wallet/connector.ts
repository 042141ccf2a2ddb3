// Opens the sockets of wallet calls: guarded addresses, TLS that is always verified, the client
// certificate that an operator asks for, one deadline. Never sends a byte to an address that the
// guard has not let through.

import { connect as connectTcp, isIP, type NetConnectOpts, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import { isNamed } from '../core/callback-address.ts'
import { assertReachable, type GuardPolicy, guardedLookup, type Resolve } from './address-guard.ts'

/** What a wallet asks the platform to show: both in PEM. */
export interface ClientCertificate {
  readonly certificate: string
  readonly key: string
}

export interface ConnectorOptions {
  /** `trusted` is the built-in wallet's configured origin: our address, not checked. */
  readonly policy: GuardPolicy | 'trusted'
  readonly resolve: Resolve
  readonly deadlineMs: number
  /** Verifies wallets in the named private networks, and no others; PEM. */
  readonly networksAuthority?: string | null | undefined
  /** Shown to a wallet that asks for one. */
  readonly clientCertificate?: ClientCertificate | null | undefined
  /** Another certificate authority, PEM; for tests with a real TLS server. */
  readonly certificateAuthority?: string | undefined
  /** Opens the TCP connection; replaced in a test where the network lies about the address. */
  readonly dial?: ((options: NetConnectOpts) => Socket) | undefined
}

export interface Connector {
  readonly connect: buildConnector.connector
  /** Gives up the connections still being made. */
  close(): void
}

/** No connection in time. */
export class ConnectTimeout extends Error {}

/**
 * A TLS handshake may take several deadlines of a call, and serves the calls after it. If it ended
 * with its call, a wallet that many nodes connect to at once (after its restart) would work on
 * handshakes that are given up before it answers them, and never get through.
 */
const HANDSHAKE_DEADLINES = 5

/** A connector for one undici origin; TLS sessions are resumed within it. */
export function createConnector(options: ConnectorOptions): Connector {
  const opening = new Set<(error: Error) => void>()
  let tlsSession: Buffer | undefined

  /** TLS begins once the peer's address is known: it decides who may vouch for the wallet. */
  function secure(tcp: Socket, host: string): TLSSocket {
    const socket = connectTls({
      socket: tcp,
      host,
      ...authorityFor(tcp, options),
      ...certificateOf(options),
      // The server name must be a host name: for an address none is sent, but the certificate is
      // still checked for it.
      servername: isIP(host) === 0 ? host : '',
      ALPNProtocols: ['http/1.1'],
      // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED=0 can't switch it off.
      rejectUnauthorized: true,
      session: tlsSession,
    })
    socket.on('session', session => {
      tlsSession = session
    })
    return socket
  }

  return {
    connect(to, callback) {
      const target = addressOf(to)
      const tcp = (options.dial ?? connectTcp)({
        ...target,
        ...lookupOf(options),
        noDelay: true,
        keepAlive: true,
      })
      let socket: Socket = tcp
      let settled = false
      const settle = (error: Error | null) => {
        if (settled) return
        settled = true
        clearTimeout(timer)
        opening.delete(giveUp)
        if (error === null) return callback(null, socket)
        socket.destroy()
        tcp.destroy()
        callback(error, null)
      }
      const giveUp = (error: Error) => settle(error)
      opening.add(giveUp)
      let timer = setTimeout(giveUp, options.deadlineMs, new ConnectTimeout())
      const watch = (watched: Socket) => {
        watched.on('error', giveUp)
        watched.once('close', () => giveUp(new Error('closed while connecting')))
      }
      const goOn = () => {
        const refused = findRefusal(tcp, options.policy)
        if (refused !== null) giveUp(refused)
        else if (to.protocol !== 'https:') settle(null)
        else if (!settled) {
          clearTimeout(timer)
          const handshakeMs = HANDSHAKE_DEADLINES * options.deadlineMs
          timer = setTimeout(giveUp, handshakeMs, new ConnectTimeout())
          socket = secure(tcp, target.host)
          watch(socket)
          socket.once('secureConnect', () => settle(null))
        }
      }
      watch(tcp)
      tcp.once('connect', () => {
        const stores = storesToAsk(tcp, options.policy)
        if (stores === undefined) goOn()
        else stores.refresh().then(goOn, giveUp)
      })
    },
    close() {
      for (const giveUp of opening) giveUp(new Error('closed'))
    },
  }
}

/** The second check: the address that the kernel connected to, before TLS or HTTP send a byte. */
function findRefusal({ remoteAddress = '' }: Socket, policy: GuardPolicy | 'trusted') {
  if (policy === 'trusted') return null
  try {
    assertReachable(remoteAddress, policy)
    return null
  } catch (error) {
    return error as Error
  }
}

/** Only an address of a named private network may be a store's. */
function storesToAsk({ remoteAddress = '' }: Socket, policy: GuardPolicy | 'trusted') {
  return policy !== 'trusted' && isNamed(remoteAddress, policy) ? policy.stores : undefined
}

/**
 * An authority of a private network vouches for no public address: a wallet there could otherwise
 * be impersonated by anyone who holds that authority's key.
 */
function authorityFor(
  { remoteAddress = '' }: Socket,
  { policy, networksAuthority, certificateAuthority }: ConnectorOptions,
) {
  const isPrivate = policy !== 'trusted' && isNamed(remoteAddress, policy)
  const authority = certificateAuthority ?? (isPrivate ? networksAuthority : null)
  return authority === null || authority === undefined ? {} : { ca: authority }
}

function certificateOf({ clientCertificate }: ConnectorOptions) {
  if (clientCertificate === null || clientCertificate === undefined) return {}
  const { certificate: cert, key } = clientCertificate
  return { cert, key }
}

function addressOf(to: buildConnector.Options): { host: string; port: number } {
  const port = to.port !== '' ? Number(to.port) : to.protocol === 'https:' ? 443 : 80
  return { host: to.hostname.replace(/\.$/, ''), port }
}

function lookupOf({ policy, resolve }: ConnectorOptions) {
  return policy === 'trusted' ? {} : { lookup: guardedLookup(policy, resolve) }
}
