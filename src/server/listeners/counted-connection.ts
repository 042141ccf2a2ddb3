// The name under which a connection of a node's listeners is counted.

import { countedAddress, isInside, readAddress } from '../../core/network.ts'
import type { Config } from '../settings/config.ts'

type Proxies = Pick<Config, 'trustedProxies'>

export function isOfTrustedProxy({ trustedProxies }: Proxies, text: string): boolean {
  const address = readAddress(text)
  return address !== null && isInside(address, trustedProxies)
}

/** Null: a trusted proxy's, limited only by the total. */
export function countConnection(proxies: Proxies, address: string): string | null {
  return isOfTrustedProxy(proxies, address) ? null : countedAddress(address)
}
