// A game that takes no time: the first byte of the seed decides the kind of round. It pays, loses,
// asks for a choice, or offers a gamble, so that a simulated setup has every kind of round.

import {
  COLLECT,
  type GameDefinition,
  type Outcome,
  type PlayRequest,
} from '../../src/games/engine/contract.ts'
import { PLAIN_RULES } from '../../src/games/engine/game-rules.ts'

/** First byte of the seed. */
export const SHAPES = { pays: 0, loses: 1, choice: 2, gamble: 3 } as const
export type Shape = keyof typeof SHAPES

/** Fourth byte of the seed: paying its win always throws. */
export const isUnpayable = (seed: Uint8Array) => seed[3] === 1

const GAMBLE_STEPS = 3

export function createFakeGame(id: string): GameDefinition {
  return {
    id,
    name: id,
    provider: 'provider_c',
    version: '1',
    layout: { columns: 1, rows: 1 },
    winsBy: 'lines',
    symbols: [],
    lines: [],
    unitsPerBet: 20,
    maxWinBets: 100,
    modes: [{ id: 'base', kind: 'base', priceBets: '1' }],
    bets: {
      kind: 'level',
      baseStakeMinor: { UAH: 500, USD: 20, EUR: 20, RUB: 1_000 },
      levels: [1, 5, 50],
    },
    mechanics: [],
    rules: PLAIN_RULES,
    defaultOption: 'left',
    hasFeature: false,
    freeSpins: true,
    targetOutcomes: true,
    languages: { en: 'en' },
    play,
  }
}

function play({ seed, choices }: PlayRequest): Outcome {
  switch (seed[0]) {
    case SHAPES.pays:
      return ended(seed, 50)
    case SHAPES.choice:
      return choose(seed, choices)
    case SHAPES.gamble:
      return gamble(seed, choices)
    default:
      return ended(seed, 0)
  }
}

const ended = (seed: Uint8Array, winUnits: number): Outcome => ({
  events: [{ type: 'collected', winUnits: winUnits + seed[1]! }],
  winUnits,
  awaiting: null,
})

function choose(seed: Uint8Array, [option]: readonly string[]): Outcome {
  if (option === undefined) {
    const awaiting = { kind: 'choice', options: ['left', 'right'] } as const
    return { ...ended(seed, 0), awaiting }
  }
  if (option !== 'left' && option !== 'right') throw new RangeError(`no option ${option}`)
  return ended(seed, option === 'left' ? 10 : 0)
}

function gamble(seed: Uint8Array, choices: readonly string[]): Outcome {
  let winUnits = 20
  for (const [step, option] of choices.entries()) {
    if (option === COLLECT) return ended(seed, winUnits)
    const won = ((seed[2]! >> step) & 1) === (option === 'red' ? 0 : 1)
    if (!won) return ended(seed, 0)
    winUnits *= 2
  }
  const stepsLeft = GAMBLE_STEPS - choices.length
  if (stepsLeft === 0) return ended(seed, winUnits)
  const options = ['red', 'black']
  return { ...ended(seed, winUnits), awaiting: { kind: 'gamble', options, stepsLeft } }
}
