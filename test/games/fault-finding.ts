// Finds faults in a copy of the mathematics: the checks of the tests, on one game, as a list of
// errors. Must never use pinned seeds.

import { GAMBLE_OPTIONS } from '../../src/games/engine/gamble.ts'
import type { ComputePar, Game } from '../../src/games/engine/mathematics.ts'
import type { EventRecorder } from '../../src/games/engine/recorder.ts'
import type { Draws } from '../../src/games/engine/rng.ts'
import type { describeSimulation, Simulated, simulate } from '../../src/games/rtp/simulate.ts'
import { seedOf } from '../support/outcomes.ts'
import { addUpEvents, checkBoards } from './round-checks.ts'

/** The parts of a copy that are called. */
export interface Mathematics {
  game: Game
  /** Null where it is not asked: an exact calculation takes a second. */
  computePar: ComputePar | null
  simulate: typeof simulate
  describeSimulation: typeof describeSimulation
  EventRecorder: typeof EventRecorder
  Draws: typeof Draws
}

/** A fraction of a second each: cascades take longer than lines and ways. */
const ROUNDS = { lines: 1_000_000, ways: 300_000, anywhere: 200_000, cluster: 200_000 }
const BUY_ROUNDS = 8_000
const READ_ROUNDS = 1_200
/** Standard errors: true chance goes past it once in 30,000 simulations. */
const BEYOND_CHANCE = 4.2

export function findFaults(mathematics: Mathematics): string[] {
  const { game } = mathematics
  try {
    return [
      ...checkExact(mathematics),
      ...checkReturns(mathematics),
      ...readRounds(game),
      ...compareSilent(mathematics),
      ...checkGambles(game),
    ]
  } catch (error) {
    return [`it throws: ${(error as Error).message}`]
  }
}

function checkExact({ game, computePar }: Mathematics): string[] {
  if (computePar === null) return []
  return game.modes.flatMap(({ id }) => {
    const { rtp } = computePar(id, 'natural')
    const published = game.figures[id]!.natural.rtp
    return Math.abs(rtp - published) < 1e-9 ? [] : [`${id} returns ${rtp}, not ${published}`]
  })
}

function checkReturns({ game, simulate, describeSimulation }: Mathematics): string[] {
  const found: string[] = []
  for (const { id: mode, kind, priceBets } of game.modes) {
    for (const set of ['natural', { levelBps: 6_000 }] as Simulated['set'][]) {
      const rounds = kind === 'buy' ? BUY_ROUNDS : ROUNDS[game.winsBy]
      const simulation = simulate({ game, mode, set }, seedOf(2), rounds)
      const { rtp, basis } = describeSimulation(simulation, game, priceBets)
      const expected = set === 'natural' ? game.figures[mode]!.natural.rtp : 0.6
      const error = basis === 'exact' ? 0 : basis.halfWidth95 / 1.96
      const off = (rtp - expected) / error
      if (Math.abs(off) > BEYOND_CHANCE)
        found.push(`${mode} returns ${rtp}: ${off.toFixed(1)} errors off`)
    }
  }
  return found
}

/** The objections of the independent reading to the events, without duplicates. */
function readRounds(game: Game): string[] {
  const capUnits = game.maxWinBets * game.unitsPerBet
  for (const { id: mode } of game.modes) {
    for (let i = 0; i < READ_ROUNDS; i++) {
      const request = { mode, levelBps: null, seed: seedOf(i), choices: [] as string[] }
      let outcome = game.play(request)
      if (outcome.awaiting?.kind === 'choice') {
        const option = game.options[i % game.options.length]!
        outcome = game.play({ ...request, choices: [option] })
      }
      try {
        checkBoards(game, outcome)
        const reported = addUpEvents(outcome.events)
        if (reported !== outcome.winUnits)
          throw new Error(`events report ${reported}, not ${outcome.winUnits}`)
        if (outcome.winUnits > capUnits) throw new Error('above the cap')
      } catch (error) {
        return [`${mode} seed ${i}: ${(error as Error).message}`]
      }
    }
  }
  return []
}

/** A round must win the same with and without a recorder. */
function compareSilent({ game, Draws, EventRecorder }: Mathematics): string[] {
  for (const { id } of game.modes) {
    const { spin } = game.spinEngines[id]!.natural
    for (let i = 0; i < READ_ROUNDS; i++) {
      const silent = new Draws(seedOf(i))
      const reported = new Draws(seedOf(i))
      const same = spin(silent, null, 0) === spin(reported, new EventRecorder(game), 0)
      if (!same || silent.word() !== reported.word())
        return [`${id} seed ${i} differs when recorded`]
    }
  }
  return []
}

/** Guesses return what they risk, within chance. */
function checkGambles(game: Game): string[] {
  if (!game.mechanics.includes('gamble')) return []
  for (const option of GAMBLE_OPTIONS) {
    let risked = 0
    let returned = 0
    let won = 0
    for (let i = 0; i < 4 * READ_ROUNDS; i++) {
      const request = { mode: 'base', levelBps: null, seed: seedOf(i), choices: [] }
      const first = game.play(request)
      if (first.awaiting?.kind !== 'gamble') continue
      const { winUnits } = game.play({ ...request, choices: [option] })
      risked++
      returned += winUnits / first.winUnits
      if (winUnits > 0) won++
    }
    const share = won / risked
    const error = Math.sqrt((share * (1 - share)) / risked) * (returned / won)
    if (Math.abs(returned / risked - 1) > BEYOND_CHANCE * error) {
      return [`a guess of ${option} returns ${returned / risked} of its risk`]
    }
  }
  return []
}
