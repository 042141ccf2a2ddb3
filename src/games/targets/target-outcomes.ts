// Which rounds fit a target outcome, and how such rounds are found among numbered seeds. Must never
// construct a round: a round is drawn from one seed by the game's own mathematics, or it does not
// exist. (Operator API, "Target-outcome methods".)

import type { ReelSet } from '../../core/reel-set.ts'
import { type PlayRequest, SEED_BYTES, type Seed } from '../engine/contract.ts'
import type { Game } from '../engine/mathematics.ts'
import { Draws } from '../engine/rng.ts'

/** `spin`: a win without the feature. `bonus`: a win with the feature, triggered or bought. */
export type TargetKind = 'spin' | 'bonus'

/** A win in units from `fromUnits` to `toUnits`, both included. */
export interface TargetWindow {
  fromUnits: number
  toUnits: number
}

/** Where a round for a target may come from: one mode, one reel set. */
export interface TargetSource {
  mode: string
  reelSet: ReelSet
}

/** A round that fits, with everything needed to draw it again, whatever the level is by then. */
export interface TargetRound extends TargetSource {
  seed: Seed
  /** The win; for a game that asks for a choice, the smallest and the largest of its options. */
  minUnits: number
  maxUnits: number
}

/** How far a win may be from the multiplier, in percent. */
const TOLERANCE_PERCENT = 2

/** The wins that hit a multiplier, given in hundredths of a base bet, within 2 %. */
export function windowOf(
  { unitsPerBet }: Pick<Game, 'unitsPerBet'>,
  multiplierHundredths: number,
): TargetWindow {
  const scaled = multiplierHundredths * unitsPerBet
  return {
    fromUnits: Math.ceil((scaled * (100 - TOLERANCE_PERCENT)) / 10_000),
    toUnits: Math.floor((scaled * (100 + TOLERANCE_PERCENT)) / 10_000),
  }
}

/**
 * Where to search for a target, best first. An ante bet is left out, because it postpones the
 * target; a low set is left out, because it has few large wins.
 */
export function listSources(game: Game, kind: TargetKind): TargetSource[] {
  if (kind === 'bonus' && !game.hasFeature) return []
  const modes = game.modes.filter(
    mode => mode.kind === 'base' || (kind === 'bonus' && mode.kind === 'buy'),
  )
  return modes.flatMap(({ id }) => [
    { mode: id, reelSet: 'natural' as const },
    { mode: id, reelSet: 'high' as const },
  ])
}

/** Seed number `number` of a family of seeds that differ in their last four bytes. */
export function numberedSeed(root: Seed, number: number): Seed {
  const seed = Uint8Array.from(root)
  new DataView(seed.buffer).setUint32(SEED_BYTES - 4, number)
  return seed
}

/** Plays numbered seeds of one source, one after another, and holds the facts of the last one. */
export interface Probe {
  /**
   * Plays seed number `number`. False when the round is useless: it is of another kind, or the
   * options of a choice differ too much for any target.
   */
  play(number: number): boolean
  minUnits: number
  maxUnits: number
}

/**
 * `window` null accepts every win. A round that asks for a choice is played once for each option;
 * the first option that misses ends it.
 */
export function createProbe(
  game: Game,
  { mode, reelSet }: TargetSource,
  kind: TargetKind,
  root: Seed,
  window: TargetWindow | null,
): Probe {
  const { spin, last } = game.spinEngines[mode]![reelSet]
  const seed = Uint8Array.from(root)
  const view = new DataView(seed.buffer)
  const draws = new Draws(seed)
  const featured = kind === 'bonus'
  const from = window?.fromUnits ?? 1
  const to = window?.toUnits ?? Number.POSITIVE_INFINITY
  const options = game.options.length

  function playOption(option: number): number {
    draws.reseed(seed)
    // The word that chooses the reel set in play.
    draws.word()
    return spin(draws, null, option)
  }

  const probe: Probe = {
    minUnits: 0,
    maxUnits: 0,
    play(number) {
      view.setUint32(SEED_BYTES - 4, number)
      const win = playOption(0)
      if (last.featured !== featured || win < from || win > to) return false
      probe.minUnits = win
      probe.maxUnits = win
      if (!last.asked) return true
      for (let option = 1; option < options; option++) {
        const other = playOption(option)
        if (other < from || other > to) return false
        probe.minUnits = Math.min(probe.minUnits, other)
        probe.maxUnits = Math.max(probe.maxUnits, other)
        if (!fitOneWindow(probe)) return false
      }
      return true
    },
  }
  return probe
}

/** True when both wins lie within the tolerance of one multiplier. */
function fitOneWindow({ minUnits, maxUnits }: Probe): boolean {
  return maxUnits * (100 - TOLERANCE_PERCENT) <= minUnits * (100 + TOLERANCE_PERCENT)
}

/** The first fitting round among `rounds` numbers from `from` on; null when there is none. */
export function searchTarget(
  game: Game,
  source: TargetSource,
  kind: TargetKind,
  window: TargetWindow,
  root: Seed,
  from: number,
  rounds: number,
): TargetRound | null {
  const probe = createProbe(game, source, kind, root, window)
  for (let number = from; number < from + rounds; number++) {
    if (!probe.play(number)) continue
    const { minUnits, maxUnits } = probe
    return { ...source, seed: numberedSeed(root, number), minUnits, maxUnits }
  }
  return null
}

/** Plays the round of a target: from its own reel set, whatever the player's level is. */
export function playTarget(
  { mode, reelSet, seed }: TargetRound,
  choices: readonly string[],
): PlayRequest {
  return { mode, reelSet, seed, levelBps: null, choices }
}
