// Which pages may frame a project's games: only pages of one owner. Reads settings only; launch
// links are made elsewhere.

import { parse } from 'tldts'
import { refuse } from './settings-reader.ts'

/**
 * For settings that a person enters; stored settings from before this rule are read, but not
 * signed.
 */
export function refusePublicSuffixes(frameAncestors: readonly string[]): void {
  const index = frameAncestors.findIndex(origin => !isOfOneOwner(origin))
  if (index < 0) return
  const reason = 'an origin of one owner, not a public suffix like "https://*.co.uk"'
  refuse(`frameAncestors[${index}]`, reason)
}

/**
 * False for a public suffix: anyone who registers a name below it could frame the games. A name of
 * a local network that is in no list counts as one host, but the hosts below it can belong to
 * anyone.
 */
export function isOfOneOwner(origin: string): boolean {
  const [, below = '', host = ''] = /^https?:\/\/(\*\.)?([^:]+)/.exec(origin) ?? []
  const { publicSuffix, isIcann, isPrivate } = parse(host, { allowPrivateDomains: true })
  if (publicSuffix !== host) return true
  return below === '' && isIcann !== true && isPrivate !== true
}
