// The adaptive rule: how a window of a player's settled rounds changes the player's level. Integers
// only: it uses no comparison rounds, and a window moves the level by at most one step. Source:
// operator API, "RTP management". Off by default, and not certifiable in regulated play.
//
// A window is kept as its sums. Its rounds are a queue in storage (a Redis list, or rows of the
// ledger): one enters, the oldest leave, and the sums are updated by additions alone, which Redis
// does in 64-bit integers. Percentages are compared here, because bigint products cannot overflow.

import type { Currency } from './money.ts'
import { formatPercent, MIN_LEVEL_BPS } from './rtp-level.ts'

/** Its ranges are in the schema of the settings. */
export interface AdaptiveRule {
  readonly windowRounds: number
  readonly lowerAboveBps: number
  readonly restoreBelowBps: number
  readonly stepBps: number
  readonly floorBelowStartBps: number
  /** A window with a smaller turnover is ignored; a currency without an entry has no minimum. */
  readonly minTurnoverMinor: Readonly<Partial<Record<Currency, bigint>>>
}

export const ADAPTIVE_DEFAULTS: AdaptiveRule = {
  windowRounds: 1_000,
  lowerAboveBps: 15_000,
  restoreBelowBps: 9_000,
  stepBps: 200,
  floorBelowStartBps: 600,
  minTurnoverMinor: {},
}

/** One settled round: its stake (a free spin's nominal bet) and everything it won. */
export interface WindowRound {
  readonly stakeMinor: bigint
  readonly winMinor: bigint
}

export interface WindowSums extends WindowRound {
  readonly rounds: number
}

export const EMPTY_WINDOW: WindowSums = { rounds: 0, stakeMinor: 0n, winMinor: 0n }

/**
 * How many of the oldest rounds leave when one enters; more than one after the window was
 * shortened.
 */
export function countLeaving(window: WindowSums, windowRounds: number): number {
  return Math.max(0, window.rounds + 1 - windowRounds)
}

/** The sums after one round has entered and the oldest have left. */
export function slideWindow(
  window: WindowSums,
  entering: WindowRound,
  leaving: readonly WindowRound[],
): WindowSums {
  if (entering.stakeMinor <= 0n || entering.winMinor < 0n) {
    throw new RangeError('a settled round has a positive stake and no negative win')
  }
  const left = sumRounds(leaving)
  return {
    rounds: window.rounds + 1 - left.rounds,
    stakeMinor: window.stakeMinor + entering.stakeMinor - left.stakeMinor,
    winMinor: window.winMinor + entering.winMinor - left.winMinor,
  }
}

/** The sums of rounds read from the ledger: how a lost window is rebuilt. */
export function sumRounds(rounds: readonly WindowRound[]): WindowSums {
  let { stakeMinor, winMinor } = EMPTY_WINDOW
  for (const round of rounds) {
    stakeMinor += round.stakeMinor
    winMinor += round.winMinor
  }
  return { rounds: rounds.length, stakeMinor, winMinor }
}

export interface AdaptiveStep {
  readonly change: 'lower' | 'restore'
  readonly toBps: number
  readonly reason: string
}

/**
 * The step that a window calls for, or null. Only a full window with enough turnover is judged. A
 * level already at its bound does not move, and a level below the floor (because the floor was
 * raised) is not raised by a lucky window.
 */
export function judgeWindow(
  level: { readonly startBps: number; readonly currentBps: number },
  rule: AdaptiveRule,
  currency: Currency,
  window: WindowSums,
): AdaptiveStep | null {
  if (window.rounds < rule.windowRounds) return null
  if (window.stakeMinor < (rule.minTurnoverMinor[currency] ?? 0n)) return null
  if (compareReturn(window, rule.lowerAboveBps) > 0n) {
    const floorBps = Math.max(MIN_LEVEL_BPS, level.startBps - rule.floorBelowStartBps)
    const toBps = Math.max(floorBps, level.currentBps - rule.stepBps)
    const reason = explain(window, currency, `above ${formatPercent(BigInt(rule.lowerAboveBps))}`)
    return toBps < level.currentBps ? { change: 'lower', toBps, reason } : null
  }
  if (compareReturn(window, rule.restoreBelowBps) < 0n) {
    const toBps = Math.min(level.startBps, level.currentBps + rule.stepBps)
    const reason = explain(window, currency, `below ${formatPercent(BigInt(rule.restoreBelowBps))}`)
    return toBps > level.currentBps ? { change: 'restore', toBps, reason } : null
  }
  return null
}

/**
 * Positive when the window returned more than the threshold, zero when it returned exactly the
 * threshold.
 */
function compareReturn({ stakeMinor, winMinor }: WindowSums, thresholdBps: number): bigint {
  return winMinor * 10_000n - stakeMinor * BigInt(thresholdBps)
}

/** For the journal; the percentage is cut to two decimals, but the comparison was exact. */
function explain(window: WindowSums, currency: Currency, verdict: string): string {
  const returned = formatPercent((window.winMinor * 10_000n) / window.stakeMinor)
  return `${window.rounds} rounds in ${currency} returned ${returned}, ${verdict}`
}
