// Hold and win: the exact distribution against every sequence of draws of a small machine, and the
// checks of a round against rounds that break the rules.

import t from 'tap'
import { vaultKeeper } from '../../src/games/catalogue/vault-keeper/game.ts'
import type { GameEvent } from '../../src/games/engine/contract.ts'
import { EventRecorder } from '../../src/games/engine/recorder.ts'
import { Draws } from '../../src/games/engine/rng.ts'
import {
  buildHoldAndWin,
  type HoldAndWinRules,
  landCash,
  landUnseen,
  playRespins,
} from '../../src/games/hold-and-win/hold-and-win.ts'
import { distributeFeature, distributeHeld } from '../../src/games/hold-and-win/hold-and-win-par.ts'
import { seedOf } from '../support/outcomes.ts'
import { forEveryDraw } from './every-draw.ts'
import { checkHoldAndWin } from './hold-and-win-checks.ts'
import { addUpEvents } from './round-checks.ts'

const BLANK = 3
/** Cash is 1 or 2; symbol 0 is anything else. */
const SMALL: HoldAndWinRules = {
  cells: 3,
  placeholder: 1,
  blank: BLANK,
  cash: [
    { symbol: 1, winUnits: 2, weight: 2 },
    { symbol: 2, winUnits: 7, weight: 1 },
  ],
  respins: 2,
  landingWeights: [0, 1, 2],
  landingRange: 4,
  grand: { pot: 'grand', winUnits: 100 },
}
const LAYOUT = { columns: 1, rows: SMALL.cells }

/**
 * The sum that a client would make: every cell of the last board, and the pot when no cell is
 * blank.
 */
function payOf(events: readonly GameEvent[]): number {
  const boards = events.flatMap(event => ('grid' in event ? [event.grid] : []))
  const shown = boards.at(-1)![0]!
  const cash = shown.reduce((sum, symbol) => sum + [0, 2, 7, 0][symbol]!, 0)
  return cash + (shown.includes(BLANK) ? 0 : 100)
}

t.test('every sequence of draws together pays what the exact distribution says', async t => {
  const feature = buildHoldAndWin(SMALL)
  for (const strip of [
    [0, 1, 0],
    [1, 0, 1],
    [1, 1, 1],
  ]) {
    const found = new Map<number, number>()
    const board = new Uint8Array(SMALL.cells)
    let won = 0
    let events: readonly GameEvent[] = []
    forEveryDraw(
      draws => {
        const recorder = new EventRecorder({ layout: LAYOUT, lines: [] })
        board.set(strip)
        landCash(feature, board, draws)
        won = playRespins(feature, board, draws, recorder)
        events = recorder.events
      },
      chance => {
        if (won !== payOf(events) || won !== addUpEvents(events)) t.fail(`pays ${won}`)
        found.set(won, (found.get(won) ?? 0) + chance)
      },
    )
    const held = strip.filter(symbol => symbol === SMALL.placeholder).length
    const exact = distributeFeature(SMALL)[held]!
    t.same([...found.keys()].sort(), [...exact.keys()].sort(), `${held} held: the same wins`)
    for (const [units, chance] of exact) {
      t.ok(Math.abs(chance - found.get(units)!) < 1e-14, `${held} held: ${units} units`)
    }
  }
})

t.test('a board on which nothing can land stays as it is', async t => {
  const [, one] = distributeHeld({ ...SMALL, landingWeights: [0, 0, 0] })
  t.same([...one!], [0, 1, 0, 0])
  const [none] = distributeHeld(SMALL)
  t.same([...none!], [1, 0, 0, 0])
  const [, full] = distributeHeld({ ...SMALL, landingWeights: [0, 4, 4] })
  t.same([...full!], [0, 0, 0, 1], 'a board on which everything lands is full')
})

t.test('a landing weight that is missing or out of range is refused', async t => {
  t.throws(() => buildHoldAndWin({ ...SMALL, landingWeights: [0, 1] }), RangeError)
  t.throws(() => buildHoldAndWin({ ...SMALL, landingWeights: [0, 1, 5] }), RangeError)
  t.throws(() => buildHoldAndWin({ ...SMALL, landingWeights: [0, -1, 4] }), RangeError)
  t.doesNotThrow(() => buildHoldAndWin({ ...SMALL, landingWeights: [0, 1, 4] }))
})

t.test('a feature without a recorder pays the same', async t => {
  const play = (recorder: EventRecorder | null) => {
    const board = Uint8Array.of(2, 0, 0)
    const won = playRespins(buildHoldAndWin(SMALL), board, new Draws(seedOf(3)), recorder)
    return [won, ...board]
  }
  t.same(play(null), play(new EventRecorder({ layout: LAYOUT, lines: [] })))
})

t.test('cash without a recorder takes the same draws as cash on the board', async t => {
  const feature = buildHoldAndWin(SMALL)
  const seen = new Draws(seedOf(1))
  const unseen = new Draws(seedOf(1))
  landCash(feature, Uint8Array.of(1, 0, 1), seen)
  landUnseen(feature, 2, unseen)
  t.equal(seen.word(), unseen.word())
})

t.test('a round of the feature that breaks a rule does not pass the checks', async t => {
  const { events } = vaultKeeper.play({
    mode: 'buy',
    levelBps: null,
    seed: seedOf(1),
    choices: [],
  })
  t.doesNotThrow(() => checkHoldAndWin(vaultKeeper, events))
  const awarded = events.findIndex(({ type }) => type === 'respinsAwarded')
  const landing = events.findIndex(event => event.type === 'respin' && event.landed.length > 0)
  const blank = vaultKeeper.symbols.length - 1
  const cash = blank - 1
  const change = (at: number, part: object) => events.with(at, { ...events[at]!, ...part } as never)
  const respin = events[landing]
  if (respin?.type !== 'respin') return t.fail('a feature in which nothing lands')
  const paint = (symbol: number) => respin.grid.map(cells => cells.map(() => symbol))
  const broken: Record<string, readonly GameEvent[]> = {
    'no award': events.toSpliced(awarded, 1),
    'a respin is missing': events.toSpliced(awarded + 1, 1),
    'a respin too many': events.toSpliced(events.length - 1, 0, events.at(-2)!),
    'a wrong count': change(awarded, { count: 4 }),
    'a cell that is not held': change(awarded, { cells: [] }),
    'left does not go back': change(landing, { left: 1 }),
    'a landing that is not reported': change(landing, { landed: [] }),
    'a held cell vanishes': change(landing, { grid: paint(blank) }),
    'held cells change': change(landing, { grid: paint(cash) }),
    'the grand without a full board': events.toSpliced(events.length - 1, 0, {
      type: 'potWon',
      pot: 'grand',
      winUnits: 20_000,
    }),
    'a wrong value': change(events.length - 1, { values: [] }),
    'nothing collected': events.slice(0, -1),
    'a cap that is not reached': [...events, { type: 'winCapped', winUnits: 50_000 }],
  }
  for (const [name, changed] of Object.entries(broken)) {
    t.throws(() => checkHoldAndWin(vaultKeeper, changed), name)
  }
})
