// Which addresses a wallet callback may reach: public ones only, every address of a host, checked at
// the moment of connecting. Never opens a connection itself and never lets a private range through.

import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { CALLBACK_URL_MAX_CHARS } from '../limits.ts'

export interface AddressPolicy {
  /** Development only: loopback addresses, and on them plain http and any port. */
  readonly allowLoopback: boolean
}

/** `public`, or the reason an address is refused: the name of its special range. */
type AddressKind = string

export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED'
}

/** Hosts that look public but answer from inside a cloud: its metadata or control service. */
const CLOUD_INTERNAL: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * The kind of a textual IP address. IPv6 is public only inside 2000::/3 and outside its special
 * ranges; whatever carries an IPv4 address inside (mapped, compatible, NAT64, 6to4, Teredo, ISATAP)
 * is refused whichever address that is, because the far end of the translation can't be checked.
 */
export function classifyAddress(address: string): AddressKind {
  const bare = address.replace(/%.*$/, '')
  const family = isIP(bare)
  if (family === 0) return 'invalid'
  if (family === 6) return classifyIPv6(ipaddr.IPv6.parse(bare))
  if (CLOUD_INTERNAL.has(bare)) return 'cloudInternal'
  const range = ipaddr.IPv4.parse(bare).range()
  return range === 'unicast' ? 'public' : range
}

function classifyIPv6(address: ipaddr.IPv6): AddressKind {
  const range = address.range() as string
  if (range === 'rfc6052') return 'nat64'
  if (range !== 'unicast') return range
  const { parts } = address
  if (parts.slice(0, 6).every(part => part === 0)) return 'ipv4Compatible'
  if ((parts[0]! & 0xe000) !== 0x2000) return 'unallocated'
  const isIsatap = (parts[4]! & 0xfdff) === 0 && parts[5] === 0x5efe
  return isIsatap ? 'isatap' : 'public'
}

/** Throws AddressRefused unless the address is public, or loopback where that is allowed. */
export function assertReachable(address: string, policy: AddressPolicy): void {
  const kind = classifyAddress(address)
  if (kind === 'public' || (kind === 'loopback' && policy.allowLoopback)) return
  throw new AddressRefused(`callback address is ${kind}`)
}

type CallbackUrlCheck =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly reason: string }

/**
 * The rules on a callback address that need no resolver. Source: operator API, "Transport" 2.
 * Whether its host resolves to public addresses is `resolveReachable`'s question.
 */
export function checkCallbackUrl(text: string, policy: AddressPolicy): CallbackUrlCheck {
  const no = (reason: string): CallbackUrlCheck => ({ ok: false, reason })
  if (text.length > CALLBACK_URL_MAX_CHARS) return no('too long')
  // The URL parser repairs spaces, backslashes and tabs; an address that needs it is refused.
  if (!/^https?:\/\/[!-.0-~][!-~]*$/.test(text) || text.includes('\\'))
    return no('not an http(s) address')
  if (/[?#]/.test(text)) return no('query or fragment')
  if (text.endsWith('/')) return no('trailing slash')
  if (text.split('/')[2]!.includes('@')) return no('user info')
  let url: URL
  try {
    url = new URL(text)
  } catch {
    return no('not an http(s) address')
  }
  const host = bareHost(url)
  const onLoopback = isLocalName(host) || classifyAddress(host) === 'loopback'
  if (onLoopback) return policy.allowLoopback ? { ok: true, url } : no('address is loopback')
  if (isIP(host) !== 0 && classifyAddress(host) !== 'public') {
    return no(`address is ${classifyAddress(host)}`)
  }
  if (url.protocol !== 'https:') return no('not https')
  if (url.port !== '') return no('port is not 443')
  return { ok: true, url }
}

/** Without brackets and without the root dot; WHATWG has already normalised 0x7f.1, 2130706433 … */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

export type Resolve = (hostname: string) => Promise<readonly string[]>

/**
 * Every A and AAAA of a name, straight from DNS. Not getaddrinfo: that would hold one of libuv's four
 * threads for as long as somebody's name server is slow, and would believe the hosts file.
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

/** All addresses of a host; throws AddressRefused when any one of them may not be reached. */
export async function resolveReachable(
  hostname: string,
  policy: AddressPolicy,
  resolve: Resolve = resolveWithDns,
): Promise<readonly string[]> {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const addresses = isLocalName(host)
    ? ['127.0.0.1', '::1']
    : isIP(host) !== 0
      ? [host]
      : await resolve(host)
  for (const address of addresses) assertReachable(address, policy)
  return addresses
}

/** A `lookup` for net.connect that hands out checked addresses only. */
export function guardedLookup(policy: AddressPolicy, resolve: Resolve): LookupFunction {
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
