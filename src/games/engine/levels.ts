// How a level in basis points becomes a reel set: an exact mixture of low and high, drawn from the
// round's own seed. Must never change a paytable or use anything but the level and the draw.

import type { PerReelSet, ReelSet } from '../../core/reel-set.ts'
import type { Figures } from './mathematics.ts'

const MIN_LEVEL_BPS = 6_000
const MAX_LEVEL_BPS = 10_000

const WORD_RANGE = 2 ** 32

/**
 * The reel set of one round. `word` is the round's first 32 random bits, drawn whatever the level
 * is, so that a seed spins the same under every level that leads to the same reel set. The
 * mixture's return differs from the level by less than 2^-32 of the distance from low to high.
 */
export function chooseReelSet(
  levelBps: number | null,
  word: number,
  figures: PerReelSet<Figures>,
): ReelSet {
  if (levelBps === null) return 'natural'
  if (!Number.isInteger(levelBps) || levelBps < MIN_LEVEL_BPS || levelBps > MAX_LEVEL_BPS) {
    throw new RangeError(`no level of ${levelBps} basis points`)
  }
  const highShare = shareOfHigh(levelBps, figures.low.rtp, figures.high.rtp)
  return word < Math.round(highShare * WORD_RANGE) ? 'high' : 'low'
}

/** The share p of rounds on the high set with (1 - p) low + p high = level. */
export function shareOfHigh(levelBps: number, lowRtp: number, highRtp: number): number {
  return (levelBps / 10_000 - lowRtp) / (highRtp - lowRtp)
}

/** The hit frequency and the deviation of a level's mixture. */
export function describeLevel(
  levelBps: number,
  { low, high }: Readonly<Record<'low' | 'high', Figures>>,
  priceBets: string,
): Pick<Figures, 'rtp' | 'hitFrequency' | 'deviationBets'> {
  const highShare = shareOfHigh(levelBps, low.rtp, high.rtp)
  const mix = (of: (figures: Figures) => number) => highShare * of(high) + (1 - highShare) * of(low)
  const meanBets = ({ rtp }: Figures) => rtp * Number(priceBets)
  const squares = mix(figures => figures.deviationBets ** 2 + meanBets(figures) ** 2)
  return {
    rtp: mix(({ rtp }) => rtp),
    hitFrequency: mix(({ hitFrequency }) => hitFrequency),
    deviationBets: Math.sqrt(squares - mix(meanBets) ** 2),
  }
}
