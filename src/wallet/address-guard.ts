// Which addresses a wallet callback may reach: every address of a host is resolved and checked at
// the moment of connecting. Never opens a connection itself, and lets no private address through
// but those of the networks that the node's settings name.

import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import {
  type AddressPolicy,
  bareHost,
  classifyAddress,
  isLocalName,
  isNamed,
} from '../core/callback-address.ts'
import type { StoreAddresses } from './store-addresses.ts'

export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED'
}

export interface GuardPolicy extends AddressPolicy {
  /** Never reached, also in a named network; absent: none is known. */
  readonly stores?: StoreAddresses | undefined
}

/**
 * Throws AddressRefused unless the address is public, of a named private network, or loopback where
 * that is allowed.
 */
export function assertReachable(address: string, policy: GuardPolicy): void {
  const kind = classifyAddress(address)
  if (kind === 'public' || (kind === 'loopback' && policy.allowLoopback)) return
  if (!isNamed(address, policy)) throw new AddressRefused(`callback address is ${kind}`)
  if (policy.stores?.has(address)) throw new AddressRefused('callback address is a store')
}

export type Resolve = (hostname: string) => Promise<readonly string[]>

/**
 * Every A and AAAA of a name, straight from DNS. Not getaddrinfo: it would block one of libuv's
 * four threads for as long as a slow name server takes, and would use the hosts file.
 */
export const resolveWithDns: Resolve = async hostname => {
  const resolver = new Resolver({ timeout: 600, tries: 2 })
  const answers = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ])
  const addresses = answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length === 0) throw (answers[0] as PromiseRejectedResult).reason
  return addresses
}

/** All addresses of a host; throws AddressRefused if any of them may not be reached. */
export async function resolveReachable(
  hostname: string,
  policy: GuardPolicy,
  resolve: Resolve = resolveWithDns,
): Promise<readonly string[]> {
  const host = bareHost(hostname)
  const addresses = isLocalName(host)
    ? ['127.0.0.1', '::1']
    : isIP(host) !== 0
      ? [host]
      : await resolve(host)
  if (addresses.some(address => isNamed(address, policy))) await policy.stores?.refresh()
  for (const address of addresses) assertReachable(address, policy)
  return addresses
}

/** A `lookup` for net.connect that hands out checked addresses only. */
export function guardedLookup(policy: GuardPolicy, resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolveReachable(hostname, policy, resolve).then(
      addresses => {
        const found = addresses.map(address => ({ address, family: isIP(address) }))
        if (options.all === true) callback(null, found)
        else callback(null, found[0]!.address, found[0]!.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
}
