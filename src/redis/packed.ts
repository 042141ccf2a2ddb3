// The packed strings of the player state, as TypeScript prints them. lua/include/player-state.lua
// documents their contents, and parses and prints them for the scripts; a test keeps the two equal.

import type { WindowRound } from '../core/adaptive-rule.ts'
import { isUuid } from '../core/identifiers.ts'
import type { CountedTarget } from '../core/target-outcome.ts'

/** Not decided according to the ledger: an earlier decision may be lost. */
export const REBUILT = 'rebuilt'

const NO_UUID = '='
/** The bytes of the UUID that is being packed: three texts less for each id. */
const bytes = Buffer.alloc(16)
const HYPHEN = 45
/** The value of a hexadecimal digit, by its code. */
const hexValue = (code: number) => (code < 58 ? code - 48 : code - 87)

/** An id of a round or a session in the form that Redis stores: 22 characters of a UUID's 36. */
export function packId(id: string): string {
  if (!isUuid(id)) return `${NO_UUID}${id}`
  let at = 0
  for (let byte = 0; byte < bytes.length; byte++) {
    if (id.charCodeAt(at) === HYPHEN) at++
    bytes[byte] = 16 * hexValue(id.charCodeAt(at)) + hexValue(id.charCodeAt(at + 1))
    at += 2
  }
  return bytes.toString('base64url')
}

export function unpackId(packed: string): string {
  if (packed.startsWith(NO_UUID)) return packed.slice(1)
  const hex = Buffer.from(packed, 'base64url').toString('hex')
  const groups = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20)]
  return [...groups, hex.slice(20)].join('-')
}

/**
 * @param decision `revealed`, `cancelled`, REBUILT, or the run of Redis on which the round was
 * opened
 */
export function printOpenRound(
  round: { roundId: string; sequence: bigint; isPaid: boolean; targetOutcomeId: string | null },
  decision: string,
): string {
  const { roundId, sequence, isPaid, targetOutcomeId } = round
  const spin = isPaid ? 'paid' : 'free'
  return [packId(roundId), sequence, spin, targetOutcomeId ?? '', decision].join(':')
}

export function printSession(expiresAtMs: number, tokenVersion: number): string {
  return `${expiresAtMs}:${tokenVersion}`
}

/** The targets of one game, in the given order. */
export function printTargets(targets: readonly CountedTarget[]): string {
  return targets.map(printTarget).join('')
}

function printTarget(target: CountedTarget): string {
  const { targetOutcomeId, kind, spinNumber, paidSpinsSince, expiresAtMs, modes } = target
  const fields = [targetOutcomeId, kind, spinNumber, paidSpinsSince, expiresAtMs, modes.join('|')]
  return `${fields.join(',')};`
}

export function printWindowRound({ stakeMinor, winMinor }: WindowRound): string {
  return `${stakeMinor}:${winMinor}`
}
