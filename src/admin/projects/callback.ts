// Whether a callback address may be set: by its form, and by where its name resolves to now. Calls
// check the address again at every connection.

import { checkCallbackUrl } from '../../core/callback-address.ts'
import { parseNetwork } from '../../core/network.ts'
import { AddressRefused, type Resolve, resolveReachable } from '../../wallet/address-guard.ts'
import { type AdminRefused, refuse } from '../errors.ts'

interface CallbackDeps {
  allowLoopback: boolean
  resolve: Resolve
}

/** Null: it may be set, even a name that does not resolve yet; the connection test reports that. */
export async function checkCallback(
  deps: CallbackDeps,
  callbackUrl: string,
): Promise<AdminRefused | null> {
  const checked = checkCallbackUrl(callbackUrl, deps)
  if (!checked.ok) return refuseCallback(checked.reason)
  try {
    await resolveReachable(checked.url.hostname, deps, deps.resolve)
    return null
  } catch (error) {
    return error instanceof AddressRefused ? refuseCallback(NOT_PUBLIC) : null
  }
}

const NOT_PUBLIC = 'its host leads to an address that is not public'

function refuseCallback(reason: string): AdminRefused {
  const sentence = `The callback address is refused: ${reason}.`
  return refuse('INVALID_CALLBACK_URL', sentence, 'callbackUrl')
}

/** Null: every entry is a network. */
export function checkNetworks(networks: readonly string[]): AdminRefused | null {
  const at = networks.findIndex(text => parseNetwork(text) === null)
  if (at < 0) return null
  const reason = `"${networks[at]}" is no network: CIDR, like 203.0.113.0/24 or 2001:db8::/32.`
  return refuse('INVALID_REQUEST', reason, `allowedNetworks[${at}]`)
}
