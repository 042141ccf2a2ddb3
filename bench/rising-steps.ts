// A load that rises step by step until more is offered than is settled. Pure: the measurement of a
// step is passed in.

import type { Latency, Slice } from './suite/row.ts'

export interface RisingRule {
  /** Rounds a second that players settle when each waits for the answer. */
  peak: number
  /** As shares of the peak: where it begins, and the size of a step. */
  fromShare: number
  stepShare: number
  /** The bound of the p99, in milliseconds. */
  boundMs: number
}

/**
 * Why a step is beyond saturation: the settled rate no longer follows, or the p99 passed its bound.
 */
type Verdict = 'follows' | 'falls behind' | 'too late'

export interface Step {
  offered: number
  settled: number
  refused: number
  latencyMs: Latency
  verdict: Verdict
}

export interface Rising {
  steps: readonly Step[]
  /**
   * The highest rate offered that was settled with the p99 under its bound; null: there was none.
   */
  highest: Step | null
  /** The first rate that was too much, twice; null: none up to MOST_SHARE of the peak. */
  saturation: Step | null
}

/**
 * The share of the offered rounds that must be settled; less is falling behind. The last ones are
 * still under way at the end of a step.
 */
const FOLLOWS_SHARE = 0.95
const MOST_SHARE = 2

/**
 * A step that is too much is offered once more, because other work on the machine may have been the
 * reason.
 */
export async function riseUntilSaturated(
  { peak, fromShare, stepShare, boundMs }: RisingRule,
  offer: (aSecond: number) => Promise<Slice>,
  onStep: (step: Step) => void,
): Promise<Rising> {
  const steps: Step[] = []
  let highest: Step | null = null
  async function take(aSecond: number): Promise<Step> {
    const step = judge(aSecond, await offer(aSecond), boundMs)
    steps.push(step)
    onStep(step)
    if (step.verdict === 'follows') highest = step
    return step
  }
  for (let i = 0; fromShare + i * stepShare <= MOST_SHARE; i++) {
    const aSecond = Math.max(1, Math.round(peak * (fromShare + i * stepShare)))
    const step = await take(aSecond)
    if (step.verdict === 'follows') continue
    const again = await take(aSecond)
    if (again.verdict !== 'follows') return { steps, highest, saturation: again }
  }
  return { steps, highest, saturation: null }
}

function judge(offered: number, { value, latencyMs, refused = {} }: Slice, boundMs: number): Step {
  const verdict =
    value < offered * FOLLOWS_SHARE
      ? 'falls behind'
      : latencyMs!.p99 > boundMs
        ? 'too late'
        : 'follows'
  const causes = Object.values(refused).reduce((sum, count) => sum + count, 0)
  return { offered, settled: value, refused: causes, latencyMs: latencyMs!, verdict }
}
