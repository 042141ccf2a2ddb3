// The client's reading of a round: for rounds of every game, mode and answer, the win it shows at
// the end is the outcome's, and every board in the events is shown.

import t from 'tap'
import { GAMES } from '../../src/games/catalogue/games.ts'
import type { GameDefinition, GameEvent, Outcome } from '../../src/games/engine/contract.ts'
import { beatsOf, finalGrid } from '../../web/play/round/beats.ts'
import { seedOf } from '../support/outcomes.ts'

const ROUNDS = 300

/**
 * One round with every choice answered by the same pick, and a gamble tried once, then collected.
 */
function playOut(game: GameDefinition, mode: string, round: number): Outcome {
  const choices: string[] = []
  for (;;) {
    const outcome = game.play({ mode, levelBps: null, seed: seedOf(round), choices })
    const { awaiting, events } = outcome
    if (awaiting === null) return outcome
    const gambled = events.some(({ type }) => type === 'gambled')
    const take = awaiting.kind === 'gamble' && (gambled || round % 2 === 0)
    choices.push(take ? 'collect' : awaiting.options[round % awaiting.options.length]!)
  }
}

for (const game of GAMES) {
  for (const { id } of game.modes) {
    t.test(`${game.id} ${id}: the last beat has the win of the round`, async t => {
      const kinds = new Set<string>()
      for (let round = 0; round < ROUNDS; round++) {
        const { events, winUnits } = playOut(game, id, round)
        const beats = beatsOf(events)
        for (const { type } of events) kinds.add(type)
        if (beats.at(-1)!.wonUnits !== winUnits) t.fail(`round ${round}`)
        const boardsShown = beats.flatMap(beat => ('grid' in beat ? [beat.grid] : []))
        const boards = events.flatMap(event => ('grid' in event ? [event.grid] : []))
        if (
          boardsShown.length !== boards.length ||
          boardsShown.some((grid, at) => grid !== boards[at])
        ) {
          t.fail(`boards of round ${round}`)
        }
        if (finalGrid(beats) !== boards.at(-1)) t.fail(`final board of round ${round}`)
      }
      t.ok(kinds.has('reels'), [...kinds].join(' '))
    })

    t.test(`${game.id} ${id}: earlier beats stay when the round continues`, async t => {
      for (let round = 0; round < ROUNDS; round++) {
        const open = game.play({ mode: id, levelBps: null, seed: seedOf(round), choices: [] })
        if (open.awaiting === null) continue
        const whole = beatsOf(playOut(game, id, round).events)
        t.same(whole.slice(0, beatsOf(open.events).length), beatsOf(open.events))
      }
    })
  }
}

const BOARD = [[0], [1]]
const CELLS = [[0, 0]] as const

const HOLD_AND_WIN: GameEvent[] = [
  { type: 'reels', cause: 'spin', grid: BOARD },
  {
    type: 'lineWin',
    line: 0,
    symbol: 0,
    count: 3,
    multiplier: 1,
    cells: CELLS,
    winUnits: 5,
  },
  { type: 'respinsAwarded', count: 3, cells: CELLS, grid: [[0], [2]] },
  { type: 'respin', left: 2, landed: [], grid: [[0], [2]] },
  { type: 'potWon', pot: 'grand', winUnits: 1_000 },
  { type: 'cashCollected', cells: CELLS, values: [20], winUnits: 20 },
]

t.test('hold and win: pots and cash add to the lines, and are shown together', async t => {
  const beats = beatsOf(HOLD_AND_WIN)
  t.same(
    beats.map(({ kind, wonUnits }) => [kind, wonUnits]),
    [
      ['reels', 0],
      ['wins', 5],
      ['respins', 5],
      ['respin', 5],
      ['pot', 1_005],
      ['cash', 1_025],
    ],
  )
  t.match(beats.at(-1), { kind: 'cash', featureUnits: 1_020 })
})

t.test('a grown multiplier ends with the spin, and in free games with them', async t => {
  const spin: GameEvent = { type: 'reels', cause: 'spin', grid: BOARD }
  const free: GameEvent = { type: 'reels', cause: 'freeGame', grid: BOARD }
  const grew = (multiplier: number): GameEvent => ({ type: 'multiplierGrew', multiplier })
  const awarded = (retrigger: boolean): GameEvent => {
    return { type: 'freeGamesAwarded', count: 8, multiplier: 1, retrigger, cells: CELLS }
  }
  const events: GameEvent[] = [
    spin,
    grew(2),
    awarded(false),
    free,
    grew(3),
    free,
    awarded(true),
    grew(4),
    { type: 'freeGamesEnded', count: 8, winUnits: 0 },
    grew(5),
    spin,
  ]
  t.same(
    beatsOf(events).map(({ growing }) => growing),
    [1, 2, 1, 1, 3, 3, 3, 4, 1, 5, 1],
  )
})

t.test('the multipliers of a cascade replace its win, those of earlier cascades stay', async t => {
  const events: GameEvent[] = [
    { type: 'reels', cause: 'spin', grid: BOARD },
    { type: 'anywhereWin', symbol: 0, count: 8, cells: CELLS, winUnits: 4 },
    { type: 'reels', cause: 'freeGame', grid: BOARD },
    { type: 'anywhereWin', symbol: 0, count: 8, cells: CELLS, winUnits: 10 },
    { type: 'multiplierApplied', cells: CELLS, values: [3], multiplier: 3, winUnits: 30 },
  ]
  t.same(
    beatsOf(events).map(({ wonUnits }) => wonUnits),
    [0, 4, 4, 14, 34],
  )
})

t.test('unknown events of a later platform are left out without an error', async t => {
  const later = { type: 'fireworks', grid: [[9]], winUnits: 7 } as unknown as GameEvent
  const beats = beatsOf([...HOLD_AND_WIN.slice(0, 2), later])
  t.same(beats, beatsOf(HOLD_AND_WIN.slice(0, 2)))
  t.same(finalGrid(beats), BOARD)
})
