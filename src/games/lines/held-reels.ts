// Held reels: when every reel but one is full of the same symbol, they stay and the other one spins
// again until the board wins. Must never depend on how the first board came about.

import type { Recorder } from '../engine/recorder.ts'
import type { ReelStrips } from '../engine/reels.ts'
import type { Draws } from '../engine/rng.ts'
import { type LineSpin, spinStops } from './line-spin.ts'

export interface HeldReelsRules {
  /** Of the win that ends the respins. */
  multiplier: number
  /** Bounds the events of a round: the respins end here without a win. */
  mostRespins: number
}

/** The feature in play on the reels of a spin. */
export interface HeldReels {
  readonly spin: LineSpin
  readonly rules: HeldReelsRules
  /** The symbol that fills each window, by its place in `reels.symbols`; else `NOT_FULL`. */
  readonly fullAt: Uint8Array
}

/** Windows of more than one symbol; no symbol has this id. */
export const NOT_FULL = 255
/** No reel is free: the feature does not begin. */
export const NO_REEL = -1

export function buildHeldReels(spin: LineSpin, rules: HeldReelsRules): HeldReels {
  return { spin, rules, fullAt: findFull(spin.reels) }
}

export function findFull({ symbols, rows }: ReelStrips): Uint8Array {
  return symbols.map((symbol, at) => {
    const window = symbols.subarray(at, at + rows)
    return window.every(each => each === symbol) ? symbol : NOT_FULL
  })
}

/** The only reel of the last spin that is not full of the symbol of all others, or `NO_REEL`. */
export function findFreeReel(held: HeldReels): number {
  // At most one reel differs: when the first two do, the third has the symbol of the others.
  const first = fullOf(held, 0)
  const symbol = first === fullOf(held, 1) ? first : fullOf(held, 2)
  if (symbol === NOT_FULL) return NO_REEL
  let free = NO_REEL
  for (let column = 0; column < held.spin.reels.columns; column++) {
    if (fullOf(held, column) === symbol) continue
    if (free !== NO_REEL) return NO_REEL
    free = column
  }
  return free
}

function fullOf({ spin, fullAt }: HeldReels, column: number): number {
  return fullAt[spin.reels.starts[column]! + spin.stops[column]!]!
}

/** Spins the free reel until the board wins. Returns the units won. */
export function playHeldReels(
  held: HeldReels,
  free: number,
  draws: Draws,
  recorder: Recorder | null,
): number {
  const { spin, rules } = held
  const { multiplier, mostRespins } = rules
  const symbol = fullOf(held, free === 0 ? 1 : 0)
  if (recorder !== null) recorder.reelsHeld(symbol, free, multiplier)
  let winUnits = 0
  let respins = 0
  while (winUnits === 0 && respins < mostRespins) {
    respins++
    spin.stops[free] = draws.below(spin.reels.lengths[free]!)
    winUnits = spinStops(spin, 'respin', multiplier, recorder)
  }
  if (recorder !== null) recorder.respinsEnded(respins, winUnits)
  return winUnits
}
