// Cascading ways on reels of changing height, on strips that no game would have, against plain
// lists of letters: pays, refills, the growing multiplier, scatters and the cap; then Thunder Reels
// itself.

import fc from 'fast-check'
import t from 'tap'
import { REEL_SETS } from '../../src/core/reel-set.ts'
import {
  buildWaysCascade,
  drawReels,
  playWaysCascade,
  type WaysCascade,
} from '../../src/games/cascades/ways-cascade.ts'
import type { WaysCascadeRules } from '../../src/games/cascades/ways-cascade-table.ts'
import { SCATTER, thunderReels } from '../../src/games/catalogue/thunder-reels/game.ts'
import type { GameEvent } from '../../src/games/engine/contract.ts'
import { EventRecorder, type Recorder } from '../../src/games/engine/recorder.ts'
import { readReels } from '../../src/games/engine/reels.ts'
import type { Draws } from '../../src/games/engine/rng.ts'
import { simulate } from '../../src/games/rtp/simulate.ts'
import { seedOf } from '../support/outcomes.ts'
import { sized } from '../support/size.ts'
import { everyCombination } from './every-draw.ts'
import { addUpEvents, checkBoards } from './round-checks.ts'
import { findWays } from './ways-checks.ts'

/** Wild, scatter, one symbol that pays from two reels on, eight that pay from three on. */
const LETTERS = '*Sabcdefghi'
const MOST_COLUMNS = 6
const CAP = 3_000

/** For every number of reels up to the last column. */
function paysFrom(fewest: number, columns: number, symbol: number) {
  return Array.from(
    { length: columns + 1 - fewest },
    (_, more) => [fewest + more, symbol + more * more] as const,
  )
}

function symbolsFor(columns: number) {
  return [...LETTERS].map((id, symbol) => {
    if (id === '*') return { id, role: 'wild' as const, pays: [] }
    if (id === 'S') return { id, role: 'scatter' as const, pays: [] }
    return { id, role: 'regular' as const, pays: paysFrom(id === 'a' ? 2 : 3, columns, symbol) }
  })
}

function rulesFor(
  strips: readonly string[],
  more: Partial<WaysCascadeRules> = {},
): WaysCascadeRules {
  return {
    reels: readReels(strips, LETTERS, 7),
    shortest: 2,
    heightWeights: [3, 1, 0, 2, 1, 1],
    symbols: symbolsFor(strips.length),
    scattersWanted: 3,
    multiplierGrowth: 1,
    capUnits: CAP,
    ...more,
  }
}

function gameOf({ reels: { columns, rows } }: WaysCascadeRules) {
  const symbols = symbolsFor(columns)
  const common = { symbols, lines: [], maxWinBets: CAP, unitsPerBet: 1, winsBy: 'ways' as const }
  return { ...common, layout: { columns, rows } }
}

interface Landing {
  heights: readonly number[]
  stops: readonly number[]
}

function playAt(cascade: WaysCascade, { heights, stops }: Landing, recorder: Recorder | null) {
  cascade.heights.set(heights)
  cascade.stops.set(stops)
  const winUnits = playWaysCascade(cascade, 'freeGame', recorder)
  return { winUnits, scatters: cascade.scatters, multiplier: cascade.multiplier }
}

/** The same by lists of letters and the plain count of ways only, with the boards it shows. */
function playNaively(strips: readonly string[], { heights, stops }: Landing, from: number) {
  const symbols = symbolsFor(strips.length)
  const tops = [...stops]
  const letterAt = (column: number, place: number) => {
    const strip = strips[column]!
    return LETTERS.indexOf(strip[(place + strip.length) % strip.length]!)
  }
  let grid = heights.map((height, column) =>
    Array.from({ length: height }, (_, row) => letterAt(column, stops[column]! + row)),
  )
  const grids = [grid]
  let winUnits = 0
  let multiplier = from
  for (;;) {
    const found = findWays({ symbols }, grid)
    for (const { units } of found) winUnits += units * multiplier
    if (found.length === 0 || winUnits >= CAP) break
    multiplier++
    const gone = new Set(found.flatMap(({ cells }) => cells.map(String)))
    grid = grid.map((shown, column) => {
      const left = shown.filter((_, row) => !gone.has(String([column, row])))
      while (left.length < shown.length) {
        tops[column] = (tops[column]! + strips[column]!.length - 1) % strips[column]!.length
        left.unshift(letterAt(column, tops[column]!))
      }
      return left
    })
    grids.push(grid)
  }
  const scatters = grid.flat().filter(symbol => LETTERS[symbol] === 'S').length
  return { winUnits, multiplier, scatters: scatters >= 3 ? scatters : 0, grids }
}

/** Strips of few letters, so that wins are many and long, or of all letters. */
const machine = fc
  .record({
    columns: fc.integer({ min: 3, max: MOST_COLUMNS }),
    letters: fc.integer({ min: 4, max: LETTERS.length }),
  })
  .chain(({ columns, letters }) => {
    const unit = fc.constantFrom(...LETTERS.slice(0, letters))
    const perColumn = <T>(one: fc.Arbitrary<T>) =>
      fc.array(one, { minLength: columns, maxLength: columns })
    return fc.record({
      strips: perColumn(fc.string({ unit, minLength: 7, maxLength: 30 })),
      heights: perColumn(fc.integer({ min: 2, max: 7 })),
      stops: perColumn(fc.nat(1_000)),
      multiplier: fc.integer({ min: 1, max: 40 }),
    })
  })

t.test('any board pays, falls and refills as lists of letters do', async t => {
  const numRuns = sized(500, 2_000)
  let cascades = 0
  fc.assert(
    fc.property(machine, ({ strips, heights, stops, multiplier }) => {
      const rules = rulesFor(strips)
      const cascade = buildWaysCascade(rules)
      const at = { heights, stops: stops.map((stop, i) => stop % strips[i]!.length) }
      const { grids, ...naive } = playNaively(strips, at, multiplier)
      const recorder = new EventRecorder(gameOf(rules))
      cascade.multiplier = multiplier
      const recorded = playAt(cascade, at, recorder)
      cascade.multiplier = multiplier
      const silent = playAt(cascade, at, null)
      const { events } = recorder
      const award = { type: 'freeGamesAwarded', count: 1, multiplier, retrigger: false, cells: [] }
      checkBoards(gameOf(rules), {
        events: [award as GameEvent, ...events],
        winUnits: recorded.winUnits,
        awaiting: null,
      })
      cascades += grids.length - 1
      const shown = events.flatMap(event => ('grid' in event ? [event.grid] : []))
      return (
        JSON.stringify([recorded, shown]) === JSON.stringify([ordered(naive), grids]) &&
        JSON.stringify(silent) === JSON.stringify(recorded) &&
        addUpEvents(events) === recorded.winUnits
      )
    }),
    { seed: 31, numRuns },
  )
  t.ok(cascades > numRuns, `${cascades} cascades`)
})

function ordered({ winUnits, scatters, multiplier }: ReturnType<typeof playAt>) {
  return { winUnits, scatters, multiplier }
}

t.test('over all its draws a small machine returns what lists of letters return', async t => {
  const strips = ['abSbacb', 'b*aacbSb', 'acb*bca']
  const heightWeights = [2, 0, 0, 0, 1, 0]
  const cascade = buildWaysCascade(rulesFor(strips, { heightWeights }))
  const tickets = [2, 2, 6]
  const ranges = strips.flatMap(({ length }) => [tickets.length, length])
  const sums = { units: 0, naiveUnits: 0, hits: 0, differing: 0, triggers: 0 }
  for (const draw of everyCombination(ranges)) {
    let next = 0
    const below = (range: number) => {
      if (range !== ranges[next]) t.fail(`draw ${next} is below ${range}`)
      return draw[next++]!
    }
    drawReels(cascade, { below } as unknown as Draws)
    cascade.multiplier = 1
    const winUnits = playWaysCascade(cascade, 'spin', null)
    const heights = draw.filter((_, i) => i % 2 === 0).map(ticket => tickets[ticket]!)
    const stops = draw.filter((_, i) => i % 2 === 1)
    const naive = playNaively(strips, { heights, stops }, 1)
    sums.units += winUnits
    sums.naiveUnits += naive.winUnits
    if (winUnits > 0) sums.hits++
    if (cascade.scatters > 0) sums.triggers++
    if (winUnits !== naive.winUnits || cascade.scatters !== naive.scatters) sums.differing++
  }
  t.equal(sums.units, sums.naiveUnits)
  t.equal(sums.differing, 0, 'combination by combination')
  t.ok(sums.hits > 1_000 && sums.triggers > 100, `${sums.hits} win, ${sums.triggers} trigger`)
})

t.test('a full board of six reels of seven pays its 117,649 ways at once', async t => {
  const strips = ['aaaaaaa', 'aaaaaaa', '*******', 'aaaaaaa', 'aaaaaaa', 'a******']
  const rules = rulesFor(strips)
  const recorder = new EventRecorder(gameOf(rules))
  const landing = { heights: [7, 7, 7, 7, 7, 7], stops: [0, 0, 0, 0, 0, 0] }
  const { winUnits } = playAt(buildWaysCascade(rules), landing, recorder)
  const win = recorder.events.find(({ type }) => type === 'waysWin')
  t.match(win, { symbol: 2, count: 6, ways: 117_649, multiplier: 1 })
  // Every regular symbol is on the board through wilds from the third reel on, but not on the
  // first.
  t.equal(winUnits, 117_649 * rules.symbols[2]!.pays.at(-1)![1])
  t.equal(recorder.events.at(-1)?.type, 'waysWin', 'nothing falls past the cap')
})

t.test('without a recorder a board that wins nothing is never laid out', async t => {
  const cascade = buildWaysCascade(rulesFor(['abcSabc', 'defSdef', 'ghiSghi']))
  cascade.board.fill(99)
  const played = playAt(cascade, { heights: [4, 4, 4], stops: [0, 0, 0] }, null)
  t.same(played, { winUnits: 0, scatters: 3, multiplier: 1 })
  t.ok(cascade.board.every(cell => cell === 99))
})

/** As many symbols as asked for, the ones after the letters all wild. */
function manySymbols(count: number) {
  const wild = { role: 'wild' as const, pays: [] }
  return Array.from({ length: count }, (_, id) => symbolsFor(3)[id] ?? wild)
}

t.test('cells that a reel does not have are in no win, with any symbols as wilds', async t => {
  const strips = ['adefghi', 'adefghi', 'adefghi']
  const recorder = new EventRecorder(gameOf(rulesFor(strips)))
  const cascade = buildWaysCascade(rulesFor(strips, { symbols: manySymbols(32) }))
  playAt(cascade, { heights: [2, 3, 4], stops: [0, 0, 0] }, recorder)
  const cells = recorder.events.flatMap(event => {
    if (event.type === 'waysWin') return [event.cells]
    return event.type === 'cascade' ? [event.removed] : []
  })
  const row = (number: number) => [0, 1, 2].map(column => [column, number])
  t.same(cells.slice(0, 2), [row(0), row(1)])
  t.same(
    cells[2],
    [0, 1, 2].flatMap(column => [0, 1].map(number => [column, number])),
  )
})

t.test('a multiplier that does not grow is never reported', async t => {
  const strips = ['aabbccd', 'aabbccd', 'ddaabbc', 'gghhiid']
  const rules = rulesFor(strips, { multiplierGrowth: 0 })
  const recorder = new EventRecorder(gameOf(rules))
  const landing = { heights: [4, 4, 5, 2], stops: [0, 0, 0, 0] }
  t.equal(playAt(buildWaysCascade(rules), landing, recorder).multiplier, 1)
  const types = recorder.events.map(({ type }) => type)
  t.ok(types.includes('cascade') && !types.includes('multiplierGrew'))
})

t.test('numbers past one integer, and pays with a gap, are refused', async t => {
  const strips = ['abcdefghi', 'abcdefghi', 'abcdefghi']
  const symbols = symbolsFor(3)
  t.doesNotThrow(() => buildWaysCascade(rulesFor(strips)))
  t.throws(() => buildWaysCascade(rulesFor(strips, { symbols: [...symbols, symbols[5]!] })))
  t.doesNotThrow(() => buildWaysCascade(rulesFor(strips, { symbols: manySymbols(32) })))
  t.throws(() => buildWaysCascade(rulesFor(strips, { symbols: manySymbols(33) })), RangeError)
  const tall = { reels: readReels(strips, LETTERS, 8), heightWeights: [1, 1, 1, 1, 1, 1, 1] }
  t.throws(() => buildWaysCascade(rulesFor(strips, tall)), RangeError)
  t.throws(() => buildWaysCascade(rulesFor(strips, { heightWeights: [1, 1] })), RangeError)
  const complete = [paysFrom(1, 6, 1), paysFrom(4, 6, 1)]
  for (const pays of [[[3, 1]], [[1, 1]], [[4, 2]], [], ...complete] as const) {
    const six = symbolsFor(6).map(symbol => (symbol.id === 'i' ? { ...symbol, pays } : symbol))
    const machine = rulesFor([...strips, ...strips], { symbols: six })
    t.throws(() => buildWaysCascade(machine), RangeError, JSON.stringify(pays))
  }
})

function playThunder(mode: string, number: number) {
  return thunderReels.play({ mode, levelBps: null, seed: seedOf(number), choices: [] })
}

t.test(
  'every spin of Thunder Reels lands six reels of 2 to 7, and keeps their heights',
  async t => {
    const seen = new Set<string>()
    for (let i = 0; i < 600; i++) {
      const { events } = playThunder(i % 2 === 0 ? 'base' : 'buy', i)
      let heights: number[] = []
      for (const event of events) {
        if (event.type !== 'reels' && event.type !== 'cascade') continue
        const shown = event.grid.map(({ length }) => length)
        if (event.type === 'reels') heights = shown
        if (String(shown) !== String(heights)) t.fail(`seed ${i}: heights change in a spin`)
        heights.forEach((height, column) => {
          seen.add(`${column}:${height}`)
        })
      }
    }
    const all = [...everyCombination([6, 6])].map(([column, more]) => `${column}:${more! + 2}`)
    t.same([...seen].sort(), all.sort())
  },
)

t.test('its multiplier is 1 before free games, then grows by one with each cascade', async t => {
  let highest = 0
  for (let i = 0; i < 300; i++) {
    const { events } = playThunder('buy', i)
    const start = events.findIndex(({ type }) => type === 'freeGameStarted')
    let expected = 1
    events.forEach((event, at) => {
      if (event.type === 'waysWin' && event.multiplier !== expected) t.fail(`seed ${i}: win ${at}`)
      if (event.type === 'freeGamesAwarded' && event.multiplier !== expected) {
        t.fail(`seed ${i}: award ${at}`)
      }
      if (event.type === 'cascade' && at > start) expected++
    })
    highest = Math.max(highest, expected)
  }
  t.ok(highest > 20, `it reaches ${highest}`)
})

t.test('a bought round has at least four hammers, which set its number of games', async t => {
  const counts = new Set<number>()
  let retriggers = 0
  for (let i = 0; i < 400; i++) {
    const awards = playThunder('buy', i).events.flatMap(event =>
      event.type === 'freeGamesAwarded' ? [event] : [],
    )
    const [first, ...more] = awards
    if (first === undefined) return t.fail(`seed ${i} has no feature`)
    counts.add(first.cells.length)
    t.equal(first.count, 10 + 4 * (first.cells.length - 4))
    for (const { count, cells } of more) {
      t.equal(count, 4)
      t.ok(cells.length >= 3)
    }
    retriggers += more.length
  }
  t.ok(counts.has(4) && counts.has(5) && Math.min(...counts) === 4)
  t.ok(retriggers > 5, `${retriggers} retriggers`)
})

t.test('of a thousand bought rounds 62 land five or six hammers, the others four', async t => {
  const landed = new Map<number, number>()
  for (let i = 0; i < 1_000; i++) {
    const first = playThunder('buy', i).events[0]!
    if (first.type !== 'reels') return t.fail(`seed ${i} begins with something else`)
    const hammers = first.grid.flat().filter(symbol => symbol === SCATTER).length
    landed.set(hammers, (landed.get(hammers) ?? 0) + 1)
  }
  const more = (landed.get(5) ?? 0) + (landed.get(6) ?? 0)
  t.equal((landed.get(4) ?? 0) + more, 1_000)
  t.ok(more > 40 && more < 85, `${more} with more than four`)
})

t.test('every bought round of every reel set has the feature', async t => {
  for (const set of REEL_SETS) {
    const { features } = simulate({ game: thunderReels, mode: 'buy', set }, seedOf(3), 3_000)
    t.equal(features, 3_000, set)
  }
})
