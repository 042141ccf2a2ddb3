// Held reels: every draw of a small machine against what its respins must pay, the bound, and the
// checks of a round against rounds that break the rules.

import t from 'tap'
import { cherryClassic } from '../../src/games/catalogue/cherry-classic/game.ts'
import { computePar } from '../../src/games/catalogue/cherry-classic/par.ts'
import type { GameEvent } from '../../src/games/engine/contract.ts'
import { EventRecorder } from '../../src/games/engine/recorder.ts'
import { readReels } from '../../src/games/engine/reels.ts'
import type { Draws } from '../../src/games/engine/rng.ts'
import {
  buildHeldReels,
  findFreeReel,
  NO_REEL,
  playHeldReels,
} from '../../src/games/lines/held-reels.ts'
import { buildLineSpin, NO_SCATTER } from '../../src/games/lines/line-spin.ts'
import { buildLineTable } from '../../src/games/lines/lines.ts'
import { everyStops } from './every-draw.ts'
import { checkHeldReels } from './held-reels-checks.ts'
import { addUpEvents } from './round-checks.ts'

const STRIPS = ['AAABB', 'AABAB', 'AAABC']
const LINES = [
  [0, 0, 0],
  [1, 1, 1],
]
const LAYOUT = { columns: 3, rows: 2 }
const pays = (units: number) => ({ role: 'regular', pays: [[3, units] as const] })
const TABLE = buildLineTable({ rows: 2, lines: LINES, symbols: [pays(4), pays(9), pays(1)] })
const CELLS = [0, 1]

function build(mostRespins: number) {
  const spin = buildLineSpin(readReels(STRIPS, 'ABC', 2), TABLE, NO_SCATTER)
  return buildHeldReels(spin, { multiplier: 3, mostRespins })
}

const windowOf = (column: number, stop: number) =>
  CELLS.map(row => STRIPS[column]![(stop + row) % STRIPS[column]!.length]!)

t.test('the free reel is the one beside two that are full of one symbol', async t => {
  const held = build(1)
  let found = 0
  for (const stops of everyStops(STRIPS)) {
    held.spin.stops.set(stops)
    const shown = stops.map((stop, column) => windowOf(column, stop).join(''))
    const free = [0, 1, 2].filter(column => {
      const [one, other] = shown.filter((_, each) => each !== column)
      return one === other && one![0] === one![1] && shown[column] !== one
    })
    const expected = free.length === 1 ? free[0] : NO_REEL
    if (findFreeReel(held) !== expected) t.fail(`${shown}: ${findFreeReel(held)}`)
    if (expected !== NO_REEL) found++
  }
  t.ok(found > 20, `${found} boards hold two reels`)
})

/** Draws the stops of the list, one after another. */
const scripted = (stops: readonly number[]) => {
  let next = 0
  return { below: () => stops[next++]! } as unknown as Draws
}

t.test('the free reel spins until it wins, and the win is multiplied', async t => {
  const held = build(10)
  held.spin.stops.set([0, 0, 3])
  const recorder = new EventRecorder({ layout: LAYOUT, lines: LINES })
  t.equal(findFreeReel(held), 2)
  t.equal(playHeldReels(held, 2, scripted([3, 3, 2]), recorder), 4 * 3)
  const { events } = recorder
  t.same(events[0], { type: 'reelsHeld', symbol: 0, columns: [0, 1], multiplier: 3 })
  t.same(
    events.map(({ type }) => type),
    ['reelsHeld', 'reels', 'reels', 'reels', 'lineWin', 'respinsEnded'],
  )
  t.same(events.at(-1), { type: 'respinsEnded', count: 3, winUnits: 12 })
  t.equal(addUpEvents(events), 12)
  held.spin.stops.set([0, 0, 3])
  t.equal(playHeldReels(held, 2, scripted([3, 3, 2]), null), 12, 'unseen it wins the same')
})

t.test('the symbol of the held reels is shown, with each of the reels free', async t => {
  const held = build(10)
  const starts: [free: number, stops: number[]][] = [
    [0, [2, 0, 0]],
    [1, [0, 2, 0]],
    [2, [0, 0, 3]],
  ]
  for (const [free, stops] of starts) {
    held.spin.stops.set(stops)
    const recorder = new EventRecorder({ layout: LAYOUT, lines: LINES })
    t.equal(findFreeReel(held), free)
    playHeldReels(held, free, scripted([0]), recorder)
    const columns = [0, 1, 2].filter(column => column !== free)
    t.match(recorder.events[0], { type: 'reelsHeld', symbol: 0, columns })
  }
})

t.test('the respins end at their bound without a win', async t => {
  const held = build(2)
  held.spin.stops.set([0, 0, 3])
  const recorder = new EventRecorder({ layout: LAYOUT, lines: LINES })
  t.equal(playHeldReels(held, 2, scripted([3, 3]), recorder), 0)
  t.same(recorder.events.at(-1), { type: 'respinsEnded', count: 2, winUnits: 0 })
})

const grid = (...columns: readonly string[]) =>
  columns.map(column => [...column].map(letter => 'ABC'.indexOf(letter)))
const FIRST: GameEvent = { type: 'reels', cause: 'spin', grid: grid('AAA', 'AAA', 'BCB') }
const HELD: GameEvent = { type: 'reelsHeld', symbol: 0, columns: [0, 1], multiplier: 2 }
const LOST: GameEvent = { type: 'reels', cause: 'respin', grid: grid('AAA', 'AAA', 'CCB') }
const WON: GameEvent = { type: 'reels', cause: 'respin', grid: grid('AAA', 'AAA', 'ACB') }
const WIN: GameEvent = {
  type: 'lineWin',
  line: 1,
  symbol: 0,
  count: 3,
  multiplier: 2,
  cells: [],
  winUnits: 50,
}
const ended = (count: number, winUnits: number): GameEvent => ({
  type: 'respinsEnded',
  count,
  winUnits,
})

t.test('the reading of a round accepts the rules and nothing else', async t => {
  const game = { maxWinBets: 500, unitsPerBet: 5 }
  const check = (...events: GameEvent[]) => checkHeldReels(game, events)
  const whole = [FIRST, HELD, LOST, WON, WIN, ended(2, 50)]
  t.doesNotThrow(() => check(...whole))
  t.doesNotThrow(() => check({ ...FIRST, grid: grid('AAA', 'ABA', 'AAB') } as GameEvent))
  t.throws(() => check(FIRST), 'no respins')
  t.throws(() => check({ ...FIRST, grid: grid('AAA', 'AAA', 'AAA') } as GameEvent, HELD))
  t.throws(() => check(FIRST, { ...HELD, multiplier: 3 } as GameEvent, WON, WIN, ended(1, 50)))
  t.throws(() => check(FIRST, HELD, LOST, ended(1, 0)), 'an end without a win')
  t.throws(() => check(FIRST, HELD, WON, WIN, LOST, ended(2, 0)), 'a respin after the win')
  t.throws(() => check(FIRST, HELD, WON, WIN, ended(1, 49)), 'another sum')
  const moved = { ...WON, grid: grid('AAA', 'ABA', 'ACB') } as GameEvent
  t.throws(() => check(FIRST, HELD, moved, WIN, ended(1, 50)), 'a held reel that moves')
})

t.test(
  'every respin of Cherry Classic wins often enough for the bound never to matter',
  async t => {
    const { parts, rtp, capCost, featureEvery } = computePar('base', 'natural')
    t.ok(Math.abs(parts.lines + parts.respins - rtp) < 1e-12, 'its parts add up')
    t.equal(capCost, 0, 'no round reaches the cap')
    t.ok(featureEvery! > 100 && featureEvery! < 200)
    t.equal(cherryClassic.rules.heldReels?.mostRespins, 100)
  },
)
