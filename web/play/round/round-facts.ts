// Owns what the page derives from a round: its figures, whether a question is the same as before,
// the command that answers it, and the refusals that mean it is not the round shown. Shows nothing.

import type { PlayErrorCode } from '../../../src/wire/play-answers.ts'
import type { RoundView } from '../../../src/wire/play-round.ts'
import { minorOf } from '../../amounts.ts'
import type { PlayedRound } from '../autoplay/rules.ts'
import type { Order } from '../net/exchange.ts'
import { paidMinor } from '../profile/play-rules.ts'
import type { RoundAmounts } from './scene.ts'

/** Refusals that mean the platform's round is not the one this page shows (another tab played). */
export const OTHER_ROUND: ReadonlySet<PlayErrorCode> = new Set([
  'RECONCILIATION_REQUIRED',
  'ROUND_OPEN',
  'ROUND_NOT_FOUND',
  'NOT_AWAITING',
])
/** Refusals of a spin of the wrong kind; they contain the kind of the next one. */
export const WRONG_KIND: ReadonlySet<PlayErrorCode> = new Set([
  'FREE_SPINS_ACTIVE',
  'FREE_SPINS_OVER',
])

/** Events that start a feature. */
const FEATURES: ReadonlySet<string> = new Set(['freeGamesAwarded', 'respinsAwarded', 'reelsHeld'])

export function orderFor(roundId: string, kind: 'choice' | 'gamble', option: string): Order {
  if (kind === 'choice') return { type: 'choose', roundId, option }
  if (option === 'collect') return { type: 'collect', roundId }
  return { type: 'gamble', roundId, option }
}

export function isSameDecision(owed: RoundView | null, found: RoundView | null): boolean {
  if (owed === null || found === null || owed.roundId !== found.roundId) return false
  return owed.choices.length === found.choices.length
}

export function decidedOf({ choices, win, currency }: RoundView) {
  return { option: choices.at(-1)!, win, currency }
}

/** The figures of a round for autoplay. */
export function playedRound(round: RoundView): PlayedRound {
  return {
    paidMinor: round.freeSpin === null ? minorOf(round.stake) : 0n,
    winMinor: minorOf(round.win),
    hadFeature: round.events.some(({ type }) => FEATURES.has(type)),
  }
}

export function roundAmountsOf(round: RoundView): RoundAmounts {
  const [baseStakeMinor, priceMinor] = [minorOf(round.baseStake), minorOf(round.stake)]
  return { baseStakeMinor, priceMinor, paidMinor: paidMinor(round), currency: round.currency }
}
