// Owns the rules of autoplay: its options, and when it ends. Pure; it must never start a round,
// draw, or read a clock.

/** The numbers of rounds that a player can choose. */
export const AUTOPLAY_ROUNDS = [10, 20, 30, 50, 75, 100] as const
/** Loss limits, in multiples of a round's price; one of them is always set. */
export const LOSS_LIMIT_PRICES = [5, 10, 20, 50, 100] as const
/** Single-win limits, in multiples of a round's price. */
export const SINGLE_WIN_PRICES = [5, 10, 25, 50, 100] as const
export const FIRST_ROUNDS = 20
export const FIRST_LOSS_PRICES = 20

export interface AutoplayPlan {
  rounds: number
  /** Limit of stakes minus wins since the start; no round starts that could exceed it. */
  lossLimitMinor: bigint
  /** A win of one round of at least this ends autoplay; null: no limit. */
  winLimitMinor: bigint | null
  stopsAtFeature: boolean
}

export interface AutoplayRun {
  readonly plan: AutoplayPlan
  /** Rounds that have not started yet. */
  readonly left: number
  /** Negative while the player is ahead. */
  readonly lostMinor: bigint
}

export interface PlayedRound {
  /** What the player paid; 0 for a free spin. */
  paidMinor: bigint
  winMinor: bigint
  hadFeature: boolean
}

export type AutoplayEnd = 'played' | 'loss' | 'win' | 'feature'

export function beginRun(plan: AutoplayPlan): AutoplayRun {
  return { plan, left: plan.rounds, lostMinor: 0n }
}

/** Counts the start of a round. */
export function startRound(run: AutoplayRun): AutoplayRun {
  return { ...run, left: run.left - 1 }
}

export function addRound(run: AutoplayRun, { paidMinor, winMinor }: PlayedRound): AutoplayRun {
  return { ...run, lostMinor: run.lostMinor + paidMinor - winMinor }
}

/** Why the round just played ends autoplay, regardless of the rounds left; null: it does not. */
export function endAfter(plan: AutoplayPlan, round: PlayedRound): AutoplayEnd | null {
  const { winLimitMinor, stopsAtFeature } = plan
  if (stopsAtFeature && round.hadFeature) return 'feature'
  return winLimitMinor !== null && round.winMinor >= winLimitMinor ? 'win' : null
}

/** Why no further round of this price may start; null: one may. */
export function endBefore(run: AutoplayRun, priceMinor: bigint): AutoplayEnd | null {
  if (run.left === 0) return 'played'
  return run.lostMinor + priceMinor > run.plan.lossLimitMinor ? 'loss' : null
}
