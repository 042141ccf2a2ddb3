// What a project may look like: its id and its allowed networks. Its callback address is checked by
// callback-address.

import ipaddr from 'ipaddr.js'

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
