// The course of free games: award, retrigger, end, and the round's win cap. Must never depend on
// how one free game is spun.

import type { Board, Recorder } from './recorder.ts'
import type { Draws } from './rng.ts'

/** One game's free games. `spin` plays one and leaves the board from which retriggers are read. */
export interface FreeGames {
  /** Recorded with the award, for the player to see; `spin` has already applied it. */
  multiplier: number
  scatter: number
  board: Board
  /**
   * Bounds the events of a round. So few features reach it that the return is unaffected
   * (docs/games.md).
   */
  maxGames: number
  /** Units won. */
  spin(draws: Draws, recorder: Recorder | null): number
  /** Free games awarded during free games for the board just played. */
  retriggered(): number
  /**
   * Further wins of the game just played, after a retrigger has been recorded; most games have
   * none.
   */
  finish?(recorder: Recorder | null): number
}

/** Plays `awarded` free games and their retriggers. Returns the round's win, at most `capUnits`. */
export function playFreeGames(
  games: FreeGames,
  awarded: number,
  winBefore: number,
  capUnits: number,
  draws: Draws,
  recorder: Recorder | null,
): number {
  let total = awarded
  let winUnits = winBefore
  for (let number = 1; number <= total; number++) {
    if (recorder !== null) recorder.freeGameStarted(number, total)
    winUnits += games.spin(draws, recorder)
    if (winUnits >= capUnits) return capWin(winUnits, capUnits, recorder)
    const more = Math.min(games.retriggered(), games.maxGames - total)
    total += more
    if (more > 0 && recorder !== null) {
      recorder.freeGamesAwarded(more, games.multiplier, true, games.scatter, games.board)
    }
    if (games.finish === undefined) continue
    winUnits += games.finish(recorder)
    if (winUnits >= capUnits) return capWin(winUnits, capUnits, recorder)
  }
  if (recorder !== null) recorder.freeGamesEnded(total, winUnits - winBefore)
  return winUnits
}

/** The win, or the cap with its event when the win has reached it. */
export function capWin(winUnits: number, capUnits: number, recorder: Recorder | null): number {
  if (winUnits < capUnits) return winUnits
  if (recorder !== null) recorder.winCapped(capUnits)
  return capUnits
}
