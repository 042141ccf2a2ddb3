// Clusters on boards that no game would have, against a plain walk from cell to cell: all sizes of
// boards, pays, refills, the growing multiplier and the cap.

import fc from 'fast-check'
import t from 'tap'
import { buildClusters, type Clusters, playClusters } from '../../src/games/cascades/cluster.ts'
import type { ClusterRules } from '../../src/games/cascades/cluster-table.ts'
import { crystalCluster } from '../../src/games/catalogue/crystal-cluster/game.ts'
import { EventRecorder } from '../../src/games/engine/recorder.ts'
import { readReels } from '../../src/games/engine/reels.ts'
import { seedOf } from '../support/outcomes.ts'
import { sized } from '../support/size.ts'
import { findClusters, payOf } from './cluster-checks.ts'
import { everyStops } from './every-draw.ts'
import { addUpEvents, checkBoards } from './round-checks.ts'

const LETTERS = 'abcdefgh'
const SYMBOLS = [...LETTERS].map((id, symbol) => ({
  id,
  role: 'regular' as const,
  pays: [
    [5, symbol + 1],
    [6, symbol + 3],
    [9, 40 - symbol],
    [20, 200],
  ] as const,
}))
const MULTIPLIERS = [1, 2, 5]
const CAP = 1_000

function rulesFor(strips: readonly string[], rows: number, more: Partial<ClusterRules> = {}) {
  const reels = readReels(strips, LETTERS, rows)
  return { reels, symbols: SYMBOLS, multipliers: MULTIPLIERS, capUnits: CAP, ...more }
}

function gameOf({ reels: { columns, rows } }: ClusterRules) {
  const layout = { columns, rows }
  const winsBy = 'cluster' as const
  return { symbols: SYMBOLS, lines: [], layout, winsBy, maxWinBets: CAP, unitsPerBet: 1 }
}

function playAt(clusters: Clusters, stops: readonly number[], recorder: EventRecorder | null) {
  clusters.stops.set(stops)
  return playClusters(clusters, recorder)
}

/** Strips for boards of any size, of few symbols so that clusters are large, or of many. */
const machine = fc
  .record({
    columns: fc.integer({ min: 1, max: 8 }),
    rows: fc.integer({ min: 1, max: 7 }),
    letters: fc.integer({ min: 2, max: 8 }),
  })
  .chain(({ columns, rows, letters }) =>
    fc.record({
      rows: fc.constant(rows),
      strips: fc.array(
        fc.string({
          unit: fc.constantFrom(...LETTERS.slice(0, letters)),
          minLength: rows,
          maxLength: 30,
        }),
        { minLength: columns, maxLength: columns },
      ),
      stops: fc.array(fc.nat(1_000), { minLength: columns, maxLength: columns }),
    }),
  )

t.test('any board pays and removes the clusters that a plain walk finds', async t => {
  fc.assert(
    fc.property(machine, ({ strips, rows, stops }) => {
      const rules = rulesFor(strips, rows)
      const game = gameOf(rules)
      const clusters = buildClusters(rules)
      const at = stops.map((stop, column) => stop % strips[column]!.length)
      const recorder = new EventRecorder(game)
      const winUnits = playAt(clusters, at, recorder)
      const { events } = recorder
      checkBoards(game, { events, winUnits, awaiting: null })
      return addUpEvents(events) === winUnits && playAt(clusters, at, null) === winUnits
    }),
    { seed: 23, numRuns: sized(1_000, 4_000) },
  )
  t.pass()
})

/** The units that a round wins, by lists of letters and the plain walk only. */
function playNaively(strips: readonly string[], rows: number, stops: readonly number[]): number {
  const tops = [...stops]
  const letterAt = (column: number, place: number) => {
    const strip = strips[column]!
    return LETTERS.indexOf(strip[(place + strip.length) % strip.length]!)
  }
  const grid = stops.map((stop, column) =>
    Array.from({ length: rows }, (_, row) => letterAt(column, stop + row)),
  )
  let winUnits = 0
  for (let step = 0; ; step++) {
    const found = findClusters(grid)
    const multiplier = MULTIPLIERS[Math.min(step, MULTIPLIERS.length - 1)]!
    for (const cluster of found) winUnits += payOf({ symbols: SYMBOLS }, cluster) * multiplier
    if (found.length === 0 || winUnits >= CAP) return Math.min(winUnits, CAP)
    grid.forEach((symbols, column) => {
      const gone = found.flatMap(({ cells }) => cells).filter(([at]) => at === column)
      const left = symbols.filter((_, row) => !gone.some(([, at]) => at === row))
      while (left.length < rows) {
        tops[column] = tops[column]! - 1 + strips[column]!.length
        left.unshift(letterAt(column, tops[column]!))
      }
      grid[column] = left
    })
  }
}

t.test(
  'over all combinations of stops a small machine returns what plain play returns',
  async t => {
    for (const [rows, strips] of [
      [3, ['ababba', 'aabab', 'bbabaa']],
      [4, ['abcabbc', 'bacca', 'ccabab', 'aabcb']],
      [3, ['abcba', 'bbca', 'cabca', 'abac', 'ccab', 'abbc']],
      [1, ['aba', 'aab', 'bab', 'baa', 'aab', 'ab']],
    ] as const) {
      const clusters = buildClusters(rulesFor(strips, rows))
      const sums = { units: 0, naiveUnits: 0, hits: 0, differing: 0 }
      for (const stops of everyStops(strips)) {
        const units = playAt(clusters, stops, null)
        const naiveUnits = playNaively(strips, rows, stops)
        sums.units += units
        sums.naiveUnits += naiveUnits
        if (units > 0) sums.hits++
        if (units !== naiveUnits) sums.differing++
      }
      t.equal(sums.units, sums.naiveUnits, `${strips.length}x${rows}`)
      t.equal(sums.differing, 0, 'combination by combination')
      t.ok(sums.hits > 0, `${sums.hits} of them win`)
    }
  },
)

t.test(
  'the multiplier grows after each cascade and stays at its last step, and the cap ends it',
  async t => {
    const rules = rulesFor(['aaa', 'aaa'], 3)
    const recorder = new EventRecorder(gameOf(rules))
    t.equal(playAt(buildClusters(rules), [0, 0], recorder), CAP)
    const { events } = recorder
    const wins = events.flatMap(event => (event.type === 'clusterWin' ? [event.multiplier] : []))
    t.same(wins.slice(0, 5), [1, 2, 5, 5, 5])
    const grown = events.flatMap(event =>
      event.type === 'multiplierGrew' ? [event.multiplier] : [],
    )
    t.same(grown, [2, 5], 'reported only when it grows')
    t.same(events.at(-1), { type: 'winCapped', winUnits: CAP })
    t.equal(events.at(-2)?.type, 'clusterWin', 'no cascade after the cap')
  },
)

t.test('a full board of the last symbol whose win equals the cap ends the round', async t => {
  const rules = rulesFor(['hhh', 'hhh'], 3, { capUnits: 10 })
  t.equal(playAt(buildClusters(rules), [0, 0], null), 10)
  const recorder = new EventRecorder(gameOf(rules))
  t.equal(playAt(buildClusters(rules), [0, 0], recorder), 10)
  t.same(
    recorder.events.map(({ type }) => type),
    ['reels', 'clusterWin', 'winCapped'],
  )
})

t.test('squares of four and longer pieces without a fifth neighbour do not pay', async t => {
  for (const strips of [
    ['aabb', 'aacc', 'ddee', 'ddff'],
    ['aaaa', 'bbbb', 'aaaa', 'bbbb'],
    ['baaa', 'cbac', 'dcbd', 'edce'],
  ]) {
    t.equal(playAt(buildClusters(rulesFor(strips, 4)), [0, 0, 0, 0], null), 0)
  }
})

t.test('boards that two integers cannot hold are refused', async t => {
  const strips = (columns: number) => Array.from({ length: columns }, () => 'abcdefgh')
  t.doesNotThrow(() => buildClusters(rulesFor(strips(8), 7)))
  t.throws(() => buildClusters(rulesFor(strips(9), 7)), RangeError)
  t.throws(() => buildClusters(rulesFor(strips(8), 8)), RangeError)
  const symbols = [...SYMBOLS, SYMBOLS[0]!]
  t.throws(() => buildClusters(rulesFor(strips(7), 7, { symbols })), RangeError)
})

t.test('a symbol that leaves clusters of five unpaid is refused', async t => {
  for (const pays of [[[6, 1]], []] as const) {
    const symbols = SYMBOLS.map(symbol => ({ ...symbol, pays }))
    t.throws(() => buildClusters(rulesFor(['abcdefgh'], 7, { symbols })), RangeError)
  }
})

t.test(
  'crystal-cluster multiplies by 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, step by step',
  async t => {
    const published = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20]
    let longest = 0
    for (let i = 0; i < 6_000; i++) {
      const { events } = crystalCluster.play({
        mode: 'base',
        levelBps: null,
        seed: seedOf(i),
        choices: [],
      })
      const grown = events.flatMap(event =>
        event.type === 'multiplierGrew' ? [event.multiplier] : [],
      )
      const cascades = events.filter(({ type }) => type === 'cascade').length
      const expected = published.slice(1, cascades + 1)
      if (JSON.stringify(grown) !== JSON.stringify(expected)) t.fail(`seed ${i}: ${grown}`)
      longest = Math.max(longest, cascades)
    }
    t.ok(longest >= published.length - 1, `${longest} cascades reach the last step`)
  },
)
