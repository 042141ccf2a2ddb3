// The rate that players reach when they spin again as soon as they have an answer: rising loads and
// soaks are shares of it.

import type { LoadQuestion } from './load.ts'
import type { Slice } from './row.ts'

/** Warmed up: the rate improves by no more than this share. */
const WARM_SHARE = 0.1
const MOST_SLICES = 8

export async function measurePeak(
  generator: { ask(question: LoadQuestion): Promise<Slice> },
  forMs: number,
): Promise<number> {
  let best = 0
  for (let slices = 0; slices < MOST_SLICES; slices++) {
    const { value } = await generator.ask({ forMs, aSecond: null })
    const isWarm = value <= best * (1 + WARM_SHARE)
    best = Math.max(best, value)
    if (isWarm) break
  }
  if (best === 0) throw new Error('no round was settled')
  return best
}
