// Which callback addresses an operator may give, and which addresses the platform may reach at all.
// Pure: wallet/address-guard checks what a name resolves to when a connection is made.

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { isInside, parseNetwork } from './network.ts'

/**
 * Characters. Declared here and not in src/limits, because core imports nothing. Source:
 * "Transport" 2.
 */
const CALLBACK_URL_MAX_CHARS = 512

export interface AddressPolicy {
  /** Development only: allows loopback addresses, and for them plain http and any port. */
  readonly allowLoopback: boolean
  /** Private networks that wallets may be in, as `readWalletNetwork` gives them; absent: none. */
  readonly networks?: readonly string[] | undefined
}

export type CallbackUrlCheck =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly reason: string }

/** `public`, or the reason why an address is refused: the name of its special range. */
type AddressKind = string

/**
 * Addresses that a cloud answers from inside, its metadata or control service, in ranges that look
 * public or may be named as a private network. The best known, 169.254.169.254, is link-local.
 */
const CLOUD_INTERNAL: ReadonlySet<string> = new Set([
  '168.63.129.16',
  '100.100.100.200',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fd00:42::42',
])

/**
 * The kind of a textual IP address. IPv6 is public only inside 2000::/3 and outside its special
 * ranges. An address with an embedded IPv4 address (mapped, compatible, NAT64, 6to4, Teredo,
 * ISATAP) is always refused, because the far end of the translation can't be checked.
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

/** Ranges that a wallet's network may lie in: private, carrier-grade NAT, unique local. */
const PRIVATE_RANGES = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  'fc00::/7',
]
const PRIVATE_KINDS: ReadonlySet<AddressKind> = new Set([
  'private',
  'carrierGradeNat',
  'uniqueLocal',
])

/**
 * A private network in canonical CIDR; null when it is no network, or not completely private.
 */
export function readWalletNetwork(text: string): string | null {
  const network = parseNetwork(text)
  if (network === null) return null
  const [first, bits] = ipaddr.parseCIDR(network)
  const isPrivate = PRIVATE_RANGES.some(
    range => isInside(first.toString(), [range]) && bits >= ipaddr.parseCIDR(range)[1],
  )
  return isPrivate ? network : null
}

/** True for an address of a named private network; never for a cloud's own services. */
export function isNamed(address: string, { networks = [] }: AddressPolicy): boolean {
  return PRIVATE_KINDS.has(classifyAddress(address)) && isInside(address, networks)
}

function classifyIPv6(address: ipaddr.IPv6): AddressKind {
  if (CLOUD_INTERNAL.has(address.toString())) return 'cloudInternal'
  const range = address.range() as string
  if (range === 'rfc6052') return 'nat64'
  if (range !== 'unicast') return range
  const { parts } = address
  if (parts.slice(0, 6).every(part => part === 0)) return 'ipv4Compatible'
  if ((parts[0]! & 0xe000) !== 0x2000) return 'unallocated'
  const isIsatap = (parts[4]! & 0xfdff) === 0 && parts[5] === 0x5efe
  return isIsatap ? 'isatap' : 'public'
}

/** A name that always means this machine, whatever a name server answers. */
export function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

/**
 * Without brackets and without the root dot; URL has already normalised 0x7f.1, 2130706433 and the
 * like.
 */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

const refuse = (reason: string): CallbackUrlCheck => ({ ok: false, reason })

/** Rules for every address; the currency is appended to it as one more path segment. */
function checkText(text: string): CallbackUrlCheck {
  if (text.length > CALLBACK_URL_MAX_CHARS) return refuse('longer than 512 characters')
  // The URL parser repairs spaces, backslashes and tabs; an address that needs repair is refused.
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\')) {
    return refuse('only printable ASCII characters without spaces and backslashes')
  }
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) || !URL.canParse(text)) {
    return refuse('not an absolute address like https://wallet.example.com/api')
  }
  if (text.includes('?')) return refuse('no query')
  if (text.includes('#')) return refuse('no fragment')
  if (text.endsWith('/')) return refuse('no trailing slash')
  if (text.split('/')[2]!.includes('@')) return refuse('no user info')
  return { ok: true, url: new URL(text) }
}

/**
 * Whether an operator's callback address has the right shape. Source: operator API, "Transport" 2.
 */
export function checkCallbackUrl(text: string, policy: AddressPolicy): CallbackUrlCheck {
  const shape = checkText(text)
  if (!shape.ok) return shape
  const { url } = shape
  const host = bareHost(url.hostname)
  const kind = isLocalName(host) ? 'loopback' : isIP(host) === 0 ? 'name' : classifyAddress(host)
  if (kind === 'loopback' && policy.allowLoopback) {
    return ['http:', 'https:'].includes(url.protocol) ? shape : refuse('only http:// or https://')
  }
  if (url.protocol !== 'https:') return refuse('only https://')
  if (url.port !== '') return refuse('only port 443')
  const isAllowed = kind === 'name' || kind === 'public' || isNamed(host, policy)
  return isAllowed ? shape : refuse(`only a public host, not ${kind}`)
}
