// Cascades on boards that no game would have: packed counts, refills, multipliers and the cap.

import fc from 'fast-check'
import t from 'tap'
import { buildCascade, type Cascade, playCascade } from '../../src/games/cascades/cascade.ts'
import type { CascadeRules } from '../../src/games/cascades/cascade-table.ts'
import { EventRecorder } from '../../src/games/engine/recorder.ts'
import { drawStops, readReels } from '../../src/games/engine/reels.ts'
import { Draws } from '../../src/games/engine/rng.ts'
import { seedOf } from '../support/outcomes.ts'
import { addUpEvents, checkBoards } from './round-checks.ts'

const layout = { columns: 6, rows: 5 }
const pays = [
  [4, 5],
  [6, 15],
  [9, 60],
] as const
const regular = (id: string) => ({ id, role: 'regular' as const, pays })
const SYMBOLS = [
  ...[...'abcdefgh'].map(regular),
  { id: 'star', role: 'scatter' as const, pays: [] },
  { id: 'times-2', role: 'multiplier' as const, pays: [] },
  { id: 'times-7', role: 'multiplier' as const, pays: [] },
]
const CAP = 2_000
const GAME = { symbols: SYMBOLS, lines: [], layout, maxWinBets: CAP, unitsPerBet: 1 }

function rulesFor(strips: readonly string[], rows = layout.rows): CascadeRules {
  return {
    reels: readReels(strips, 'abcdefghS*', rows),
    symbols: SYMBOLS,
    scatter: 8,
    scattersWanted: 3,
    placeholder: 9,
    multipliers: [
      { symbol: 9, value: 2, weight: 3 },
      { symbol: 10, value: 7, weight: 1 },
    ],
    capUnits: CAP,
  }
}

function play(cascade: Cascade, seed: Uint8Array, recorder: EventRecorder | null) {
  const draws = new Draws(seed)
  drawStops(cascade.table.reels, draws, cascade.stops)
  const winUnits = playCascade(cascade, 'spin', draws, recorder)
  return { winUnits, scatters: cascade.scatters, next: draws.word() }
}

const strip = fc.string({
  unit: fc.constantFrom(...'aabbccddefghS*'),
  minLength: 6,
  maxLength: 40,
})

/** Six strips of five rows or five strips of six: as many cells as two integers count. */
const fullMachine = fc.constantFrom(5, 6).chain(rows =>
  fc.record({
    rows: fc.constant(rows),
    strips: fc.array(strip, { minLength: 30 / rows, maxLength: 30 / rows }),
  }),
)

t.test('any strips pay what a plain count of their boards pays', async t => {
  fc.assert(
    fc.property(fullMachine, fc.nat({ max: 1_000 }), ({ rows, strips }, number) => {
      const cascade = buildCascade(rulesFor(strips, rows))
      const game = { ...GAME, layout: { columns: strips.length, rows } }
      const recorder = new EventRecorder(game)
      const { winUnits, scatters, next } = play(cascade, seedOf(number), recorder)
      const { events } = recorder
      if (winUnits < CAP) checkBoards(game, { events, winUnits, awaiting: null })
      const silent = play(cascade, seedOf(number), null)
      return (
        addUpEvents(events) === winUnits &&
        silent.winUnits === winUnits &&
        silent.scatters === scatters &&
        silent.next === next
      )
    }),
    { seed: 11, numRuns: 1_500 },
  )
  t.pass()
})

t.test('scatters are counted on the final board, and none are reported below three', async t => {
  for (const [stars, reported] of [
    [2, 0],
    [3, 3],
    [6, 6],
  ] as const) {
    const quiet = ['Sabcd', 'Sefgh', 'Sabcd', 'Sefgh', 'Sabcd', 'Sefgh']
    const strips = quiet.map((text, column) => (column < stars ? text : text.replace('S', '*')))
    const cascade = buildCascade(rulesFor(strips))
    t.equal(play(cascade, seedOf(1), null).scatters, reported)
    t.equal(play(cascade, seedOf(1), new EventRecorder(GAME)).scatters, reported)
  }
})

/** Two scatters and every symbol twice: at any stops, nothing pays. */
const QUIET = ['Sab', 'Scd', 'efg', 'hab', 'cde', 'fgh']

t.test('without a recorder a board that pays nothing is never laid out', async t => {
  const cascade = buildCascade(rulesFor(QUIET, 3))
  cascade.board.fill(99)
  t.equal(play(cascade, seedOf(1), null).winUnits, 0)
  t.ok(cascade.board.every(cell => cell === 99))
})

t.test(
  'a multiplier on a board that wins nothing is drawn with and without a recorder',
  async t => {
    const cascade = buildCascade(rulesFor(['*ab', ...QUIET.slice(1)], 3))
    for (let number = 0; number < 20; number++) {
      const recorded = play(cascade, seedOf(number), new EventRecorder(GAME))
      t.same(play(cascade, seedOf(number), null), recorded)
      t.equal(recorded.winUnits, 0)
    }
  },
)

t.test('of multipliers that drop into one reel at once the lowest is drawn first', async t => {
  const cascade = buildCascade(rulesFor(['aaaaa***', 'bcdef', 'cdefg', 'defgh', 'efghb', 'fghbc']))
  const shown = new Set<string>()
  for (let number = 0; number < 20; number++) {
    const next = new Draws(seedOf(number))
    const drawn = [1, 2, 3].map(() => (next.below(4) < 3 ? 9 : 10))
    const recorder = new EventRecorder(GAME)
    cascade.stops.fill(0)
    playCascade(cascade, 'spin', new Draws(seedOf(number)), recorder)
    const refilled = recorder.events.find(({ type }) => type === 'cascade')
    t.same(refilled?.type === 'cascade' && refilled.grid[0]!.slice(2).reverse(), drawn)
    shown.add(String(drawn))
  }
  t.ok(shown.size > 3, `${shown.size} different columns`)
})

t.test('a game with fewer symbols than two integers count pays the same', async t => {
  const strips = Array.from({ length: 6 }, () => 'fffff')
  const cascade = buildCascade({
    ...rulesFor(strips),
    reels: readReels(strips, 'abcdefS*', layout.rows),
    symbols: [...SYMBOLS.slice(0, 6), ...SYMBOLS.slice(8, 10)],
    scatter: 6,
    placeholder: 7,
    multipliers: [{ symbol: 7, value: 2, weight: 1 }],
    capUnits: 60,
  })
  t.equal(play(cascade, seedOf(1), null).winUnits, 60)
})

t.test('a full board of the last symbol whose win equals the cap ends the round', async t => {
  const full = rulesFor(Array.from({ length: 6 }, () => 'hhhhh'))
  const cascade = buildCascade({ ...full, capUnits: 60 })
  t.equal(play(cascade, seedOf(1), null).winUnits, 60)
  const recorder = new EventRecorder(GAME)
  t.equal(play(cascade, seedOf(1), recorder).winUnits, 60)
  t.same(
    recorder.events.map(({ type }) => type),
    ['reels', 'anywhereWin'],
  )
})

t.test('strips that always win end at the cap', async t => {
  const cascade = buildCascade(rulesFor(Array.from({ length: 6 }, () => 'aaaaaaa')))
  const { winUnits } = play(cascade, seedOf(1), null)
  t.ok(winUnits >= CAP && winUnits < CAP + 60, `${winUnits}`)
})

t.test('boards and symbols that two integers cannot count are refused', async t => {
  const rules = rulesFor(Array.from({ length: 6 }, () => 'abcdefgh'))
  t.throws(() => buildCascade({ ...rules, placeholder: 10 }), RangeError)
  const wide = readReels(
    Array.from({ length: 7 }, () => 'abcdefgh'),
    'abcdefghS*',
    5,
  )
  t.throws(() => buildCascade({ ...rules, reels: wide }), RangeError)
  const tall = readReels(['abcdefgh'], 'abcdefghS*', 7)
  t.throws(() => buildCascade({ ...rules, reels: tall }), RangeError)
})

t.test('a strip with an unknown letter or shorter than its window is refused', async t => {
  t.throws(() => readReels(['abcx'], 'abc', 3), RangeError)
  t.throws(() => readReels(['ab'], 'abc', 3), RangeError)
})

t.test('at most as many symbols as an integer has bits are laid out', async t => {
  const rules = rulesFor(Array.from({ length: 6 }, () => 'abcdefgh'))
  const many = (count: number) => Array.from({ length: count }, (_, id) => SYMBOLS[id] ?? { pays })
  t.doesNotThrow(() => buildCascade({ ...rules, symbols: many(32) }))
  t.throws(() => buildCascade({ ...rules, symbols: many(33) }), RangeError)
})
