// How an actual return is compared with the theoretical one: the confidence band of the mean, and
// whether the theoretical return lies in it. Pure; must never depend on whose rounds they were.

import { describeLevel } from '../engine/levels.ts'
import type { Game } from '../engine/mathematics.ts'
import { Z_99 } from './simulate.ts'

/** Settled rounds: their number, their wins in units, and the squares of these. */
export interface PlayedRounds {
  rounds: number
  units: bigint
  squareUnits: bigint
}

/** Returns are shares of the mode's price. */
export interface ReturnBand {
  /** The mean of the rounds' returns, each round counted the same whatever its stake. */
  actual: number
  /** Half the width of the 99 % band around it. */
  halfWidth99: number
  /** Which standard deviation the band uses. */
  deviationOf: 'mathematics' | 'rounds'
  theoretical: number
  /** The theoretical return lies outside the band; one band in a hundred does so by chance. */
  isOutside: boolean
  /**
   * The number of rounds from which a theoretical return inside the band is evidence: with fewer, a
   * return that is wrong by DETECTED_SHARE would mostly lie in it too.
   */
  roundsNeeded: number
}

/**
 * How wrong a return must be, as a share of the price, to be found with the probability of Z_90.
 */
const DETECTED_SHARE = 0.1
/** One-sided: nine of ten. */
const Z_90 = 1.2816

/**
 * From this many rounds on their own deviation is used. With fewer, the rare large wins, which make
 * up most of the deviation, may not have come yet: the band would be too narrow, and give false
 * alarms.
 */
export const OWN_DEVIATION_ROUNDS = 1_000_000

/**
 * Null: the game, its mode or this version of it is not in the catalogue, or nothing was played.
 */
export function compareReturn(
  game: Pick<Game, 'modes' | 'figures' | 'unitsPerBet'>,
  modeId: string,
  levelBps: number | null,
  played: PlayedRounds,
): ReturnBand | null {
  const mode = game.modes.find(({ id }) => id === modeId)
  const figures = game.figures[modeId]
  if (mode === undefined || figures === undefined || played.rounds === 0) return null
  const { rtp, deviationBets } =
    levelBps === null ? figures.natural : describeLevel(levelBps, figures, mode.priceBets)
  const price = Number(mode.priceBets)
  const own = describePlayed(played, game.unitsPerBet * price)
  const theoretical = deviationBets / price
  const isOwn = played.rounds >= OWN_DEVIATION_ROUNDS || own.deviation > theoretical
  const deviation = isOwn ? own.deviation : theoretical
  const halfWidth99 = (Z_99 * deviation) / Math.sqrt(played.rounds)
  return {
    actual: own.mean,
    halfWidth99,
    deviationOf: isOwn ? 'rounds' : 'mathematics',
    theoretical: rtp,
    roundsNeeded: Math.ceil((((Z_99 + Z_90) * deviation) / DETECTED_SHARE) ** 2),
    isOutside: Math.abs(own.mean - rtp) > halfWidth99,
  }
}

/** @param unitsPaid what one round costs, in units */
function describePlayed({ rounds, units, squareUnits }: PlayedRounds, unitsPaid: number) {
  const mean = Number(units) / rounds / unitsPaid
  const square = Number(squareUnits) / rounds / unitsPaid ** 2
  return { mean, deviation: Math.sqrt(Math.max(0, square - mean ** 2)) }
}
