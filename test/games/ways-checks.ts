// The independent reading of ways wins, on columns of any length: what a board must pay, how its
// events report it, and what cascades. Must never call an evaluator.

import assert from 'node:assert/strict'
import type { Cell, GameDefinition, GameEvent, Grid } from '../../src/games/engine/contract.ts'

type Symbols = Pick<GameDefinition, 'symbols'>

export interface WaysFound {
  symbol: number
  /** Reels in a row. */
  count: number
  ways: number
  /** Cells of the symbol and of wilds on those reels. */
  cells: Cell[]
  /** Pay of all ways, before any multiplier. */
  units: number
}

/** Follows every regular symbol from the left as far as it shows, wilds substituting for it. */
export function findWays({ symbols }: Symbols, grid: Grid): WaysFound[] {
  return symbols.flatMap(({ role, pays }, symbol) => {
    if (role !== 'regular') return []
    const onReels = grid.map((shown, column) =>
      shown.flatMap((found, row): Cell[] =>
        found === symbol || symbols[found]!.role === 'wild' ? [[column, row]] : [],
      ),
    )
    const broken = onReels.findIndex(cells => cells.length === 0)
    const reels = broken < 0 ? onReels : onReels.slice(0, broken)
    const pay = pays.find(([count]) => count === reels.length)
    if (pay === undefined) return []
    const ways = reels.reduce((product, cells) => product * cells.length, 1)
    return [{ symbol, count: reels.length, ways, cells: reels.flat(), units: pay[1] * ways }]
  })
}

type WaysWin = Extract<GameEvent, { type: 'waysWin' }>

/**
 * Checks the reported wins of the board of event number `at`, in any order, at the last reported
 * multiplier. Throws when they differ from the board.
 */
export function checkWays(game: Symbols, events: readonly GameEvent[], at: number): void {
  const landed = events[at]!
  assert(landed.type === 'reels' || landed.type === 'cascade')
  const multiplier = multiplierFor(events, at)
  const reported = waysWinsOf(events, at).map(win => describe(win, win.multiplier, win.winUnits))
  const expected = findWays(game, landed.grid).map(found =>
    describe(found, multiplier, found.units * multiplier),
  )
  assert.deepEqual(reported.sort(), expected.sort())
}

function multiplierFor(events: readonly GameEvent[], at: number): number {
  const grew = events[at + 1]
  return grew?.type === 'multiplierGrew' ? grew.multiplier : multiplierBefore(events, at)
}

/** The last multiplier in the events before number `at`. */
function multiplierBefore(events: readonly GameEvent[], at: number): number {
  for (const event of events.slice(0, at).reverse()) {
    if (event.type === 'multiplierGrew' || event.type === 'freeGamesAwarded')
      return event.multiplier
  }
  return 1
}

/** The reported ways wins of the board of event number `at`. */
function waysWinsOf(events: readonly GameEvent[], at: number): readonly WaysWin[] {
  const first = events[at + 1]?.type === 'multiplierGrew' ? at + 2 : at + 1
  const wins: WaysWin[] = []
  for (const event of events.slice(first)) {
    if (event.type !== 'waysWin') break
    wins.push(event)
  }
  return wins
}

function describe(
  { symbol, count, ways, cells }: Pick<WaysWin, 'symbol' | 'count' | 'ways' | 'cells'>,
  multiplier: number,
  winUnits: number,
): string {
  const at = cells.map(([column, row]) => `${column},${row}`).sort()
  return `${symbol} on ${count} in ${ways} ways by ${multiplier} is ${winUnits}: ${at.join(' ')}`
}

/**
 * Checks the events around the board of event number `at`: only its winning cells are removed, wins
 * are followed by their cascade or by the cap, and the multiplier grows by one after every cascade
 * of a free game and never otherwise.
 */
export function checkWaysCascade(
  game: Pick<GameDefinition, 'symbols'>,
  events: readonly GameEvent[],
  at: number,
): void {
  const landed = events[at]!
  assert(landed.type === 'reels' || landed.type === 'cascade')
  const inFreeGames = events.slice(0, at).some(({ type }) => type === 'freeGameStarted')
  const grown = events[at + 1]
  const grows = inFreeGames && landed.type === 'cascade'
  assert.equal(grown?.type === 'multiplierGrew', grows, 'it grows in free games')
  if (grown?.type === 'multiplierGrew') {
    assert.equal(grown.multiplier, multiplierBefore(events, at) + 1)
  }
  const wins = waysWinsOf(events, at)
  const next = events[at + (grows ? 2 : 1) + wins.length]
  if (wins.length === 0) assert.notEqual(next?.type, 'cascade', 'only wins cascade')
  else if (next?.type !== 'winCapped') {
    assert(next?.type === 'cascade', 'wins must cascade')
    const winning = findWays(game, landed.grid).flatMap(({ cells }) => cells)
    assert.deepEqual(cellNames(next.removed), cellNames(winning))
  }
}

/** Every cell once, in any order: a wild is part of the wins of several symbols. */
function cellNames(cells: readonly Cell[]): string[] {
  return [...new Set(cells.map(([column, row]) => `${column},${row}`))].sort()
}
