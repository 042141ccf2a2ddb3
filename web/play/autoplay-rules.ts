// Owns the rules of autoplay: what may be chosen, and when it ends. Pure; it must never start a
// round, draw, or read a clock.

/** How many rounds a player may order at once. */
export const AUTOPLAY_ROUNDS = [10, 20, 30, 50, 75, 100] as const
/** Limits of the loss, in prices of a round; one of them is always set. */
export const LOSS_LIMIT_PRICES = [5, 10, 20, 50, 100] as const
/** Limits of a single win, in prices of a round. */
export const SINGLE_WIN_PRICES = [5, 10, 25, 50, 100] as const
export const FIRST_ROUNDS = 20
export const FIRST_LOSS_PRICES = 20

export interface AutoplayPlan {
  rounds: number
  /** Stakes less wins since the start; no round starts that could take it past this. */
  lossLimitMinor: bigint
  /** A win of one round of at least this ends it; null: none does. */
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
  /** What the player paid: nothing for a free spin. */
  paidMinor: bigint
  winMinor: bigint
  hadFeature: boolean
}

export type AutoplayEnd = 'played' | 'loss' | 'win' | 'feature'

export function beginRun(plan: AutoplayPlan): AutoplayRun {
  return { plan, left: plan.rounds, lostMinor: 0n }
}

/** A round of it starts. */
export function startRound(run: AutoplayRun): AutoplayRun {
  return { ...run, left: run.left - 1 }
}

export function addRound(run: AutoplayRun, { paidMinor, winMinor }: PlayedRound): AutoplayRun {
  return { ...run, lostMinor: run.lostMinor + paidMinor - winMinor }
}

/** Why a round that was just played ends it, whatever is left; null: it does not. */
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
