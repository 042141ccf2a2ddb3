// Addresses and networks: which address a text denotes, and whether it lies inside one of the
// networks. An IPv4-mapped IPv6 address is treated as its IPv4 form everywhere. Source: operator
// API, "Authentication" 4.

import ipaddr from 'ipaddr.js'

/**
 * ipaddr.js reads the retired form ::203.0.113.7 as a mapped address, but it is a different
 * address.
 */
const COMPATIBLE = /^::[0-9]+[.]/

/**
 * An address in canonical text; null when it is invalid. Zones and short or octal IPv4 forms are
 * invalid.
 */
export function readAddress(text: string): string | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text
  if (text.includes('%') || !ipaddr.IPv6.isValid(text)) return null
  if (COMPATIBLE.test(text)) return null
  const address = ipaddr.IPv6.parse(text)
  return address.isIPv4MappedAddress() ? address.toIPv4Address().toString() : address.toString()
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
  // Callers' mapped addresses are read as IPv4, so a mapped network must be converted as well.
  return bits < 96 ? null : canonicalIpv4(`${address.toIPv4Address()}/${bits - 96}`)
}

/**
 * A network in canonical CIDR ("203.0.113.0/24", "2001:db8::/32"); null when it is invalid. Bits
 * below the prefix are cleared.
 */
export function parseNetwork(text: string): string | null {
  return canonicalIpv4(text) ?? canonicalIpv6(text)
}

/**
 * The key under which a caller is counted wherever callers are limited: an IPv4 address itself, or
 * the /64 of an IPv6 address, because a caller with one address of a /64 can use all of them. A
 * text that is not an address is its own key.
 */
export function countedAddress(text: string): string {
  const address = readAddress(text)
  if (address === null) return text
  if (!address.includes(':')) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`
}

/** @param networks in the form that parseNetwork returns */
export function isInside(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return false
  const canonical = readAddress(address)
  if (canonical === null) return false
  const parsed = ipaddr.parse(canonical)
  return networks.some(text => {
    const network = ipaddr.parseCIDR(text)
    return network[0].kind() === parsed.kind() && parsed.match(network)
  })
}
