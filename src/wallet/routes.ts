// The routes to operators' wallets: where a project's calls may go, each route with separate
// connections. The number is limited: the route that was idle longest is closed for a new one.
// Never sends anything.

import { checkCallbackUrl } from '../core/callback-address.ts'
import type { WalletAnswer } from '../core/wallet-operation.ts'
import { type GuardPolicy, type Resolve, resolveWithDns } from './address-guard.ts'
import { unknown } from './answer.ts'
import { type ConnectionPool, createConnectionPool } from './connection-pool.ts'
import type { ClientCertificate, ConnectorOptions } from './connector.ts'
import { createStoreAddresses } from './store-addresses.ts'

/** Connection pools that one lane keeps open; the one that has been idle longest makes room. */
export const WALLET_ORIGINS = 256

export interface WalletAddress {
  readonly projectId: string
  readonly callbackUrl: string
  /** An internal project: it calls only the built-in wallet. */
  readonly internal: boolean
  /** Shown to the wallet; absent: none. `sha256` is of the certificate's text. */
  readonly clientCertificate?: (ClientCertificate & { readonly sha256: string }) | null | undefined
}

/** Private networks that wallets may be in; in none of them may a callback reach a store. */
export interface WalletNetworks {
  /** Canonical CIDR; empty: none. */
  readonly networks: readonly string[]
  /** Verifies the wallets in them, PEM; null: the public authorities do. */
  readonly authority: string | null
  /** Names and addresses of the platform's own stores. */
  readonly storeHosts: readonly string[]
}

export interface RouteOptions {
  readonly allowLoopbackWallets: boolean
  /** Absent: wallets are on public addresses only. */
  readonly walletNetworks?: WalletNetworks | undefined
  /** Origin of the built-in wallet; null: this node has none. */
  readonly builtInWalletUrl: string | null
  /** This and the following: for tests. */
  readonly resolve?: Resolve | undefined
  readonly dial?: ConnectorOptions['dial']
  readonly certificateAuthority?: string | undefined
  readonly keepAliveMs?: number | undefined
}

export interface Route extends WalletAddress {
  readonly pool: ConnectionPool
  /** The callback address without its origin and without a trailing slash. */
  readonly path: string
  callsInFlight: number
  lastUsedMs: number
}

export interface Routes {
  /**
   * The route to a wallet, or why there is none. One pool per project, so that a slow one affects
   * no other.
   */
  to(address: WalletAddress): Route | WalletAnswer
  /** Closes all routes for good. */
  close(): Promise<void>
}

/** @param deadlineMs for opening a connection */
export function createRoutes(options: RouteOptions, deadlineMs: number): Routes {
  const routes = new Map<string, Route[]>()
  const policy = policyOf(options)
  let count = 0
  let isClosed = false

  function open(address: WalletAddress): Route | WalletAnswer {
    if (isClosed) return unknown('network', 'closing, nothing was sent')
    const checked = checkAddress(address, options, policy)
    if ('kind' in checked) return checked
    if (count >= WALLET_ORIGINS && evictLongestIdle() === 'none-idle') {
      return unknown('too-many-calls', 'every wallet connection is in use, nothing was sent')
    }
    const route = openRoute(address, checked.url, { ...options, policy, deadlineMs })
    routes.set(address.projectId, [...(routes.get(address.projectId) ?? []), route])
    count++
    return route
  }

  /** Makes room for one more route. `none-idle`: every route has calls in progress. */
  function evictLongestIdle(): 'evicted' | 'none-idle' {
    let longest: Route | null = null
    for (const route of [...routes.values()].flat()) {
      const isOlder = longest === null || route.lastUsedMs < longest.lastUsedMs
      if (route.callsInFlight === 0 && isOlder) longest = route
    }
    if (longest === null) return 'none-idle'
    forget(longest)
    void longest.pool.close()
    return 'evicted'
  }

  function forget(route: Route): void {
    const others = routes.get(route.projectId)!.filter(other => other !== route)
    if (others.length > 0) routes.set(route.projectId, others)
    else routes.delete(route.projectId)
    count--
  }

  return {
    to: address => findRoute(routes.get(address.projectId), address) ?? open(address),
    async close() {
      isClosed = true
      const all = [...routes.values()].flat()
      routes.clear()
      await Promise.all(all.map(({ pool }) => pool.close()))
    },
  }
}

function policyOf({ allowLoopbackWallets, walletNetworks }: RouteOptions): GuardPolicy {
  const { networks = [], storeHosts = [] } = walletNetworks ?? {}
  const stores = networks.length === 0 ? undefined : createStoreAddresses(storeHosts)
  return { allowLoopback: allowLoopbackWallets, networks, stores }
}

/**
 * Compared field by field: building a key for each call took longer than the rest of the search.
 */
function findRoute(own: readonly Route[] | undefined, address: WalletAddress) {
  const { callbackUrl, internal, clientCertificate: shown } = address
  return own?.find(
    route =>
      route.callbackUrl === callbackUrl &&
      route.internal === internal &&
      route.clientCertificate?.sha256 === shown?.sha256,
  )
}

function openRoute(
  { projectId, callbackUrl, internal, clientCertificate }: WalletAddress,
  { origin, pathname }: URL,
  options: RouteOptions & { readonly policy: GuardPolicy; readonly deadlineMs: number },
): Route {
  const { policy, deadlineMs, dial, certificateAuthority, keepAliveMs } = options
  const pool = createConnectionPool(origin, {
    policy: internal ? 'trusted' : policy,
    resolve: options.resolve ?? resolveWithDns,
    deadlineMs,
    networksAuthority: options.walletNetworks?.authority,
    clientCertificate,
    dial,
    certificateAuthority,
    keepAliveMs,
  })
  const path = pathname === '/' ? '' : pathname
  const address = { projectId, callbackUrl, internal, clientCertificate }
  return { ...address, pool, path, callsInFlight: 0, lastUsedMs: 0 }
}

function checkAddress(
  address: WalletAddress,
  options: RouteOptions,
  policy: GuardPolicy,
): { url: URL } | WalletAnswer {
  if (address.internal) {
    if (options.builtInWalletUrl === null)
      return unknown('address-refused', 'this node has no built-in wallet')
    // Every node calls its own built-in wallet.
    return { url: new URL(new URL(address.callbackUrl).pathname, options.builtInWalletUrl) }
  }
  const checked = checkCallbackUrl(address.callbackUrl, policy)
  return checked.ok ? checked : unknown('address-refused', checked.reason)
}
