// Owns what the show of a game's mechanic must offer the presenter: the parts beside the reels that
// come alive with a board's beats. It must never hold a figure that the beats do not contain.

import type { BeatOf } from '../../round/beats.ts'
import type { Striker } from '../../round/multiplied-win.ts'
import type { MeterStep } from '../../round/win-meter.ts'

export interface GameShow {
  /** The wins of a board wait in a sum over the reels, and reach the meter at the board's end. */
  readonly gathers: boolean
  /** A board comes, or another round: what belongs to the last board goes. */
  clear?(): void
  /** Nothing of the round is to be seen any longer. */
  leave?(): void
  /** The growing multiplier is this now; a lower one begins anew. */
  setMultiplier?(multiplier: number): void
  /** Null: no multiplier is shown now. */
  readonly striker?: Striker | null
  /** Resolves when the meter may count these wins. */
  wins?(beat: BeatOf<'wins'>, step: MeterStep): Promise<void>
  /** Multipliers of the board apply to its sum. */
  multiply?(beat: BeatOf<'multiplier'>, step: MeterStep): Promise<void>
  /** Everything of a board has been shown; then the meter or a banner counts it. */
  endBoard?(step: MeterStep): Promise<void>
  /** These reels are held from now on. */
  hold?(columns: readonly number[], multiplier: number): void
}
