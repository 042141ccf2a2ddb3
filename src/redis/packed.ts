// The packed strings of the player state as TypeScript prints them. lua/include/player-state.lua says
// what they hold, and parses and prints them for the scripts; a test holds the two together.

import type { WindowRound } from '../core/adaptive-rule.ts'
import type { CountedTarget } from '../core/target-outcome.ts'

/** Not decided as far as the ledger knows: whatever was decided before may be lost. */
export const REBUILT = 'rebuilt'

/** @param decision `revealed`, `cancelled`, REBUILT, or the run of Redis the round was opened on */
export function printOpenRound(
  round: { roundId: string; sequence: bigint; isPaid: boolean; targetOutcomeId: string | null },
  decision: string,
): string {
  const { roundId, sequence, isPaid, targetOutcomeId } = round
  const spin = isPaid ? 'paid' : 'free'
  return [roundId, sequence, spin, targetOutcomeId ?? '', decision].join(':')
}

export function printSession(expiresAtMs: number, tokenVersion: number): string {
  return `${expiresAtMs}:${tokenVersion}`
}

/** Of one game, in the order they come. */
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
