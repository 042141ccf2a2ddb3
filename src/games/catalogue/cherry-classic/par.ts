// The exact figures of Cherry Classic: all its combinations of stops, and for each of them with two
// full reels every stop of the third. Must never sample.

import type { ReelSet } from '../../../core/reel-set.ts'
import type { ExactPar } from '../../engine/mathematics.ts'
import { type ReelStrips, showStop } from '../../engine/reels.ts'
import { buildHeldReels, findFreeReel, NO_REEL } from '../../lines/held-reels.ts'
import { buildLineSpin, NO_SCATTER, showStops } from '../../lines/line-spin.ts'
import { evaluateLines } from '../../lines/lines.ts'
import { CAP_UNITS, cherryClassic, HELD_REELS, reelsOf, TABLE } from './game.ts'

interface CherryPar extends ExactPar {
  parts: { lines: number; respins: number }
  /** What the cap takes from the return; the figures are after the cap. */
  capCost: number
}

/** Sums over all combinations of stops, each weighted with the chance of its respins. */
interface Sums {
  combinations: number
  units: number
  squares: number
  hits: number
  features: number
  lineUnits: number
  cutUnits: number
}

export function computePar(_mode: string, reelSet: ReelSet): CherryPar {
  const sums = addUpRounds(reelsOf(reelSet))
  const { combinations, units, squares, hits, features, lineUnits, cutUnits } = sums
  const { unitsPerBet } = cherryClassic
  const mean = units / combinations
  const rtp = mean / unitsPerBet
  const lines = lineUnits / combinations / unitsPerBet
  return {
    rtp,
    hitFrequency: hits / combinations,
    deviationBets: Math.sqrt(squares / combinations - mean ** 2) / unitsPerBet,
    basis: 'exact',
    parts: { lines, respins: rtp - lines },
    featureEvery: combinations / features,
    capCostAtMost: 0,
    capCost: cutUnits / combinations / unitsPerBet,
  }
}

function addUpRounds(reels: ReelStrips): Sums {
  const spin = buildLineSpin(reels, TABLE, NO_SCATTER)
  const held = buildHeldReels(spin, HELD_REELS)
  const sums: Sums = {
    combinations: 0,
    units: 0,
    squares: 0,
    hits: 0,
    features: 0,
    lineUnits: 0,
    cutUnits: 0,
  }
  const visit = (column: number): void => {
    if (column < reels.columns) {
      for (let stop = 0; stop < reels.lengths[column]!; stop++) {
        spin.stops[column] = stop
        visit(column + 1)
      }
      return
    }
    showStops(spin)
    const lineUnits = evaluateLines(TABLE, spin.board, 1, null)
    const free = findFreeReel(held)
    sums.combinations++
    sums.lineUnits += lineUnits
    if (free === NO_REEL) {
      addRound(sums, lineUnits, 0, 1)
      return
    }
    sums.features++
    for (const [units, chance] of listRespins(reels, spin.board, free)) {
      addRound(sums, lineUnits, units, chance)
    }
  }
  visit(0)
  return sums
}

function addRound(sums: Sums, lineUnits: number, featureUnits: number, chance: number): void {
  const uncapped = lineUnits + featureUnits
  const units = Math.min(uncapped, CAP_UNITS)
  sums.units += chance * units
  sums.squares += chance * units ** 2
  sums.cutUnits += chance * (uncapped - units)
  if (units > 0) sums.hits += chance
}

/**
 * What the respins of a reel win, with the chance of each win: the first stop that wins ends them,
 * and every winning stop is equally likely to be it.
 */
function listRespins(
  reels: ReelStrips,
  board: Uint8Array,
  free: number,
): readonly (readonly [units: number, chance: number])[] {
  const { multiplier, mostRespins } = HELD_REELS
  const stops = reels.lengths[free]!
  const wins: number[] = []
  for (let stop = 0; stop < stops; stop++) {
    showStop(reels, free, stop, board)
    const units = evaluateLines(TABLE, board, multiplier, null)
    if (units > 0) wins.push(units)
  }
  const withoutWin = (1 - wins.length / stops) ** mostRespins
  return [[0, withoutWin], ...wins.map(units => [units, (1 - withoutWin) / wins.length] as const)]
}
