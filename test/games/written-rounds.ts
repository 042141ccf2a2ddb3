// A game whose rounds are written in a table, by the number of their seed: for tests of code that
// uses a game's rounds. Must never draw a win.

import { GAMES } from '../../src/games/catalogue/games.ts'
import type { Seed } from '../../src/games/engine/contract.ts'
import { type Game, newLastRound, type SpinEngine } from '../../src/games/engine/mathematics.ts'
import { Draws } from '../../src/games/engine/rng.ts'
import { numberedSeed, type TargetSource } from '../../src/games/targets/target-outcomes.ts'

export interface WrittenRound {
  /** One win in units; for a round with a choice, one for each option. */
  wins: readonly number[]
  /** Default: false. */
  featured?: boolean
}

/** The options of a choice in a written game. */
const OPTIONS = ['few', 'some', 'many']
const PATTERN: Game = GAMES[0]!

/** Round number `n` of `source` is `rounds[n]`, drawn from `numberedSeed(root, n)`. */
export function gameOf(source: TargetSource, root: Seed, rounds: readonly WrittenRound[]): Game {
  const engine = writtenEngine(root, rounds)
  const spinEngines = { [source.mode]: { [source.reelSet]: engine } } as Game['spinEngines']
  return { ...PATTERN, options: OPTIONS, spinEngines }
}

function writtenEngine(root: Seed, rounds: readonly WrittenRound[]): SpinEngine {
  const numbers = new Map(rounds.map((_, number) => [secondWord(root, number), number]))
  const last = newLastRound()
  return {
    last,
    spin(draws, recorder, option) {
      const { wins, featured = false } = rounds[numbers.get(draws.word())!]!
      const win = wins[option]
      if (win === undefined) throw new RangeError(`the round has no option ${option}`)
      if (recorder !== null) throw new RangeError('a search records nothing')
      Object.assign(last, { featured, asked: wins.length > 1 })
      return win
    },
  }
}

/** The first word of a seed chooses the reel set; a round begins with the second. */
function secondWord(root: Seed, number: number): number {
  const draws = new Draws(numberedSeed(root, number))
  draws.word()
  return draws.word()
}
