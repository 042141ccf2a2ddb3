// What a project may look like: its id, its callback address, its allowed networks. Shape only:
// where a name resolves to is decided when a connection is made, never here.

import ipaddr from 'ipaddr.js'

/** The wire limit of a callback address, in characters. Source: operator API, "Transport" 2. */
const CALLBACK_URL_MAX_CHARS = 512
const PROJECT_ID = /^[a-z0-9][a-z0-9_-]{0,63}$/

export type Check = { ok: true } | { ok: false; reason: string }

const OK: Check = { ok: true }

function refuse(reason: string): Check {
  return { ok: false, reason }
}

export function checkProjectId(id: string): Check {
  if (PROJECT_ID.test(id)) return OK
  return refuse(
    'a project id has 1 to 64 of a-z, 0-9, "_" and "-", starting with a letter or digit',
  )
}

type HostKind = 'name' | 'public' | 'loopback' | 'private'

/** `hostname` as URL prints it: numbers in any notation have become dotted decimals. */
function classifyHost(hostname: string): HostKind {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (bare === 'localhost' || bare.endsWith('.localhost')) return 'loopback'
  if (!ipaddr.isValid(bare)) return 'name'
  // A mapped address is what it maps to; anything but plain unicast is not reachable from outside.
  const range = ipaddr.process(bare).range()
  if (range === 'loopback') return 'loopback'
  return range === 'unicast' ? 'public' : 'private'
}

/** Rules that hold for every address: the currency is appended to it as one more path segment. */
function checkUrlText(text: string): Check {
  if (text.length > CALLBACK_URL_MAX_CHARS) return refuse('longer than 512 characters')
  if (!/^[\x21-\x7e]+$/.test(text) || text.includes('\\')) {
    return refuse('only printable ASCII characters without spaces and backslashes')
  }
  if (!URL.canParse(text))
    return refuse('not an absolute address like https://wallet.example.com/api')
  if (text.includes('?')) return refuse('no query')
  if (text.includes('#')) return refuse('no fragment')
  if (text.endsWith('/')) return refuse('no trailing slash')
  const authority = text.slice(text.indexOf('//') + 2).split('/')[0] ?? ''
  if (authority.includes('@')) return refuse('no user info')
  return OK
}

/**
 * Whether an operator's callback address has the right shape. `allowLoopback` is the development
 * switch: it lets http and any port through, to loopback only.
 * Source: operator API, "Transport" 2.
 */
export function checkCallbackUrl(text: string, options: { allowLoopback: boolean }): Check {
  const shape = checkUrlText(text)
  if (!shape.ok) return shape
  const url = new URL(text)
  const host = classifyHost(url.hostname)
  if (host === 'loopback' && options.allowLoopback) {
    return ['http:', 'https:'].includes(url.protocol) ? OK : refuse('only http:// or https://')
  }
  if (url.protocol !== 'https:') return refuse('only https://')
  if (url.port !== '') return refuse('only port 443')
  if (host === 'loopback' || host === 'private') return refuse('only a public host')
  return OK
}

function canonicalIpv4(text: string): string | null {
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return null
  const [, bits] = ipaddr.IPv4.parseCIDR(text)
  return `${ipaddr.IPv4.networkAddressFromCIDR(text)}/${bits}`
}

function canonicalIpv6(text: string): string | null {
  if (text.includes('%') || !ipaddr.IPv6.isValidCIDR(text)) return null
  const [address, bits] = ipaddr.IPv6.parseCIDR(text)
  if (!address.isIPv4MappedAddress()) return `${ipaddr.IPv6.networkAddressFromCIDR(text)}/${bits}`
  // Callers' mapped addresses are read as IPv4, so a mapped network must be one too.
  return bits < 96 ? null : canonicalIpv4(`${address.toIPv4Address()}/${bits - 96}`)
}

/**
 * An allowed network in canonical CIDR ("203.0.113.0/24", "2001:db8::/32"); null when it is not one.
 * Bits below the prefix are cleared. Source: operator API, "Authentication" 4.
 */
export function parseNetwork(text: string): string | null {
  return canonicalIpv4(text) ?? canonicalIpv6(text)
}
