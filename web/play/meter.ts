// Owns the order of the meter: which wins it counts as they light up, and which wait for a banner
// that counts them. Pure; it must never draw, and a win is counted once.

import type { Beat } from './story.ts'

/** What the meter does at a beat, in units of the base bet. */
export interface MeterStep {
  /** What it shows after the beat; less than what is won while a banner is still to come. */
  shownUnits: number
  /** A banner after the beat counts the meter from `fromUnits` up to `toUnits`. */
  banner: { fromUnits: number; toUnits: number } | null
}

/**
 * A step for each beat from `told` on. Wins of one board (with its cascades) that are a moment
 * together stay out of the meter until the banner at the end of them has counted them.
 */
export function planMeter(
  beats: readonly Beat[],
  told: number,
  isMoment: (units: number) => boolean,
): MeterStep[] {
  const steps: MeterStep[] = []
  let at = told
  while (at < beats.length) {
    const end = endOfBoard(beats, at)
    const fromUnits = at === 0 ? 0 : beats[at - 1]!.wonUnits
    const toUnits = beats[end - 1]!.wonUnits
    const waits = isMoment(toUnits - fromUnits) && beats[at]!.kind === 'reels'
    // A cap is told by its own beat, with its own banner.
    const isCapped = beats[end]?.kind === 'capped'
    for (let index = at; index < end; index++) {
      const { wonUnits } = beats[index]!
      const shownUnits = waits || isCapped ? fromUnits : wonUnits
      const counts = waits && !isCapped && index === end - 1
      steps.push({
        shownUnits: counts ? toUnits : shownUnits,
        banner: counts ? { fromUnits, toUnits } : null,
      })
    }
    at = end
  }
  return steps
}

const OF_A_BOARD: ReadonlySet<Beat['kind']> = new Set([
  'reels',
  'wins',
  'cascade',
  'multiplier',
  'grew',
  'expanded',
])

/** Where the beats of the board end that begins at `start`; any other beat stands alone. */
function endOfBoard(beats: readonly Beat[], start: number): number {
  let end = start + 1
  if (!OF_A_BOARD.has(beats[start]!.kind)) return end
  while (end < beats.length) {
    const { kind } = beats[end]!
    if (kind === 'reels' || !OF_A_BOARD.has(kind)) break
    end += 1
  }
  return end
}
