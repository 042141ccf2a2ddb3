// Opens the sockets of wallet calls: guarded addresses, TLS that is always verified, one deadline.
// Never sends a byte to an address that the guard has not let through.

import { connect as connectTcp, isIP, type NetConnectOpts, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'
import type { AddressPolicy } from '../core/callback-address.ts'
import { assertReachable, guardedLookup, type Resolve } from './address-guard.ts'

export interface ConnectorOptions {
  /** `trusted` is the built-in wallet's configured origin: our address, not checked. */
  readonly policy: AddressPolicy | 'trusted'
  readonly resolve: Resolve
  readonly deadlineMs: number
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

/** A connector for one undici origin; TLS sessions are resumed within it. */
export function createConnector(options: ConnectorOptions): Connector {
  const opening = new Set<Socket>()
  let tlsSession: Buffer | undefined

  function open(to: buildConnector.Options): Socket {
    const target = { ...addressOf(to), ...lookupOf(options), noDelay: true, keepAlive: true }
    if (to.protocol !== 'https:') return (options.dial ?? connectTcp)(target)
    const socket: TLSSocket = connectTls({
      ...target,
      ...(options.dial === undefined ? {} : { socket: options.dial(target) }),
      ...(options.certificateAuthority === undefined ? {} : { ca: options.certificateAuthority }),
      // The server name must be a host name: for an address none is sent, but the certificate is
      // still checked for it.
      servername: isIP(target.host) === 0 ? target.host : '',
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
      const socket = open(to)
      opening.add(socket)
      let settled = false
      const settle = (error: Error | null) => {
        if (settled) return
        settled = true
        clearTimeout(timer)
        opening.delete(socket)
        if (error === null) callback(null, socket)
        else callback(error, null)
      }
      const timer = setTimeout(() => {
        socket.destroy(new Error('connecting took too long'))
      }, options.deadlineMs)
      socket.prependOnceListener('connect', () => checkPeer(socket, options.policy))
      socket.once(to.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        if (!socket.destroyed) settle(null)
      })
      socket.on('error', settle)
      socket.once('close', () => settle(new Error('closed while connecting')))
    },
    close() {
      for (const socket of opening) socket.destroy(new Error('closed'))
    },
  }
}

/** The second check: the address that the kernel connected to, before TLS or HTTP send a byte. */
function checkPeer(socket: Socket, policy: AddressPolicy | 'trusted'): void {
  if (policy === 'trusted') return
  try {
    assertReachable(socket.remoteAddress ?? '', policy)
  } catch (error) {
    socket.destroy(error as Error)
  }
}

function addressOf(to: buildConnector.Options): { host: string; port: number } {
  const port = to.port !== '' ? Number(to.port) : to.protocol === 'https:' ? 443 : 80
  return { host: to.hostname.replace(/\.$/, ''), port }
}

function lookupOf({ policy, resolve }: ConnectorOptions) {
  return policy === 'trusted' ? {} : { lookup: guardedLookup(policy, resolve) }
}
