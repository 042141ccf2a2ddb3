// Addresses and networks: which address a text means, and whether it lies inside one of the networks.
// An IPv4-mapped IPv6 address is its IPv4 form everywhere. Source: operator API, "Authentication" 4.

import ipaddr from 'ipaddr.js'

/** ipaddr.js takes the retired form ::203.0.113.7 for a mapped address; it is another one. */
const COMPATIBLE = /^::[0-9]+[.]/

/** An address in canonical text; null when it is none. Zones and short or octal IPv4 are none. */
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
  // Callers' mapped addresses are read as IPv4, so a mapped network must be one too.
  return bits < 96 ? null : canonicalIpv4(`${address.toIPv4Address()}/${bits - 96}`)
}

/**
 * A network in canonical CIDR ("203.0.113.0/24", "2001:db8::/32"); null when it is not one. Bits below
 * the prefix are cleared.
 */
export function parseNetwork(text: string): string | null {
  return canonicalIpv4(text) ?? canonicalIpv6(text)
}

/**
 * The caller address to count by, wherever callers are bounded: an IPv4 address itself, an IPv6 address
 * its /64, since whoever has one address of it has all. A text that is no address counts as itself.
 */
export function countedAddress(text: string): string {
  const address = readAddress(text)
  if (address === null) return text
  if (!address.includes(':')) return address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`)}/64`
}

/** @param networks as parseNetwork gives them */
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
