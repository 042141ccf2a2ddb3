// Owns the order of the win meter: which wins it counts as they light up, and which wait for a
// banner that counts them. Pure; it must never draw, and counts each win once.

import type { Beat } from './beats.ts'

/** What the meter does at a beat, in win units. */
export interface MeterStep {
  /** What it shows after the beat; less than the win so far while a banner is still to come. */
  shownUnits: number
  /** After the beat a banner counts the meter from `fromUnits` up to `toUnits`. */
  banner: { fromUnits: number; toUnits: number } | null
  /** The win of this beat's board so far, with its cascades. */
  boardUnits: number
  /** It is the last beat of its board. */
  endsBoard: boolean
}

/**
 * One step per beat from `shownBeats` on. If the wins of one board (with its cascades) together
 * make a big win, they stay out of the meter until the banner at their end has counted them.
 * @param gathers a sum over the reels has the wins of a board until its end
 */
export function planMeter(
  beats: readonly Beat[],
  shownBeats: number,
  isMoment: (units: number) => boolean,
  gathers = false,
): MeterStep[] {
  const steps: MeterStep[] = []
  let at = shownBeats
  while (at < beats.length) {
    const end = endOfBoard(beats, at)
    const fromUnits = at === 0 ? 0 : beats[at - 1]!.wonUnits
    const toUnits = beats[end - 1]!.wonUnits
    const waits = isMoment(toUnits - fromUnits) && beats[at]!.kind === 'reels'
    // The max win cap is a separate beat, with its own banner.
    const isCapped = beats[end]?.kind === 'capped'
    const isBoard = OF_A_BOARD.has(beats[at]!.kind)
    const beforeUnits = unitsBeforeBoard(beats, at)
    for (let index = at; index < end; index++) {
      const { wonUnits } = beats[index]!
      const isLast = index === end - 1
      const isLater = waits || isCapped || (gathers && isBoard && !isLast)
      const counts = waits && !isCapped && isLast
      steps.push({
        shownUnits: counts || !isLater ? wonUnits : fromUnits,
        banner: counts ? { fromUnits, toUnits } : null,
        boardUnits: isBoard ? wonUnits - beforeUnits : 0,
        endsBoard: isBoard && isLast,
      })
    }
    at = end
  }
  return steps
}

/** The win before the board of this beat came to rest: also if the beat is not its first. */
function unitsBeforeBoard(beats: readonly Beat[], at: number): number {
  const reels = beats.findLastIndex(({ kind }, index) => index <= at && kind === 'reels')
  return beats[reels]?.wonUnits ?? 0
}

const OF_A_BOARD: ReadonlySet<Beat['kind']> = new Set([
  'reels',
  'wins',
  'cascade',
  'multiplier',
  'grew',
  'expanded',
])

/**
 * The index after the last beat of the board that begins at `start`; any other beat is a group by
 * itself.
 */
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
