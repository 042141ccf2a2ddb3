// The independent reading of an outcome: the sum of its events, and the pays of its boards. Must
// never call the evaluators it checks.

import type {
  Cell,
  GameDefinition,
  GameEvent,
  Grid,
  Outcome,
} from '../../src/games/engine/contract.ts'
import { checkClusters } from './cluster-checks.ts'
import { checkExpansions } from './expanding-checks.ts'
import { checkHeldReels } from './held-reels-checks.ts'
import { checkHoldAndWin } from './hold-and-win-checks.ts'
import { checkWays, checkWaysCascade } from './ways-checks.ts'

type Checked = Pick<GameDefinition, 'symbols' | 'lines' | 'layout' | 'maxWinBets' | 'unitsPerBet'> &
  Partial<Pick<GameDefinition, 'winsBy' | 'mechanics'>>

/** Such symbols do not pay on lines; a wild scatter substitutes there nevertheless. */
const OFF_THE_LINES = ['scatter', 'wildScatter', 'multiplier', 'cash']
const WILD = ['wild', 'wildScatter']

/** The win that a client would show after replaying the events. */
export function addUpEvents(events: readonly GameEvent[]): number {
  let settled = 0
  let cascade = 0
  let beforeFreeGames = 0
  let beforeRespins = 0
  let freeGames = 0
  for (const event of events) {
    switch (event.type) {
      case 'reels':
        settled += cascade
        cascade = 0
        break
      case 'lineWin':
      case 'waysWin':
      case 'clusterWin':
      case 'expandedWin':
      case 'potWon':
      case 'cashCollected':
      case 'scatterWin':
        settled += event.winUnits
        break
      case 'anywhereWin':
        cascade += event.winUnits
        break
      case 'multiplierApplied':
        if (event.winUnits !== cascade * event.multiplier) throw new Error('wrong product')
        cascade = event.winUnits
        break
      case 'freeGamesAwarded':
        settled += cascade
        cascade = 0
        if (!event.retrigger) {
          beforeFreeGames = settled
          freeGames = 0
        }
        break
      case 'freeGameStarted':
        if (event.number !== ++freeGames) throw new Error('a free game out of turn')
        break
      case 'freeGamesEnded':
        if (event.count !== freeGames) throw new Error('free games that were not played')
        settled += cascade
        cascade = 0
        if (event.winUnits !== settled - beforeFreeGames) throw new Error('wrong feature win')
        break
      case 'reelsHeld':
        beforeRespins = settled
        break
      case 'respinsEnded':
        if (event.winUnits !== settled - beforeRespins) throw new Error('wrong feature win')
        break
      case 'winCapped':
      case 'gambled':
        settled = event.winUnits
        cascade = 0
        break
      case 'collected':
        if (event.winUnits !== settled + cascade) throw new Error('collected another win')
        break
    }
  }
  return settled + cascade
}

/** Throws when a board paid something else than its paytable says, or cascaded in another way. */
export function checkBoards(game: Checked, { events }: Outcome): void {
  if (game.symbols.some(({ role }) => role === 'cash')) checkHoldAndWin(game, events)
  if (game.mechanics?.includes('expanding-symbol')) checkExpansions(game, events)
  if (game.mechanics?.includes('held-reels')) checkHeldReels(game, events)
  let grid: Grid = []
  let multiplier = 1
  let index = 0
  while (index < events.length) {
    const event = events[index]!
    index++
    if (event.type === 'freeGamesAwarded' && !event.retrigger) multiplier = event.multiplier
    if (event.type === 'reelsHeld') multiplier = event.multiplier
    if (event.type === 'scatterWin') checkScatters(game, grid, multiplier, event)
    if (event.type === 'chosen') checkChosen(event.option, events[index])
    if (event.type !== 'reels' && event.type !== 'cascade') continue
    if (event.type === 'cascade') checkFall(grid, event.removed, event.grid)
    grid = event.grid
    if (event.type === 'reels' && event.cause === 'freeGame' && growsByWilds(game)) {
      const before = multiplier
      multiplier += countWilds(game, grid)
      if (multiplier > before) same(events[index++], { type: 'multiplierGrew', multiplier })
    }
    const wins = winsFrom(events, index)
    if (game.winsBy === 'cluster') checkClusters(game, events, index - 1)
    else if (game.winsBy === 'ways') checkWays(game, events, index - 1)
    else if (game.lines.length > 0) checkLines(game, grid, multiplier, wins)
    else checkAnywhere(game, grid, wins, events[index + wins.length])
    if (game.winsBy === 'ways' && game.mechanics?.includes('cascades')) {
      checkWaysCascade(game, events, index - 1)
    }
  }
}

/** Every wild that lands in a free game adds one to its multiplier, before the board pays. */
function growsByWilds({ mechanics }: Checked): boolean {
  return mechanics?.includes('wild-multiplier') === true
}

function countWilds({ symbols }: Checked, grid: Grid): number {
  return grid.flat().filter(symbol => symbols[symbol]!.role === 'wild').length
}

/** "24x2" is the promise to the player: 24 free games at twice the win. */
function checkChosen(option: string, next: GameEvent | undefined): void {
  if (next?.type !== 'freeGamesAwarded' || option !== `${next.count}x${next.multiplier}`) {
    throw new Error(`${option} brings ${JSON.stringify(next)}`)
  }
}

function winsFrom(events: readonly GameEvent[], index: number): GameEvent[] {
  const wins: GameEvent[] = []
  for (let at = index; at < events.length; at++) {
    const event = events[at]!
    if (event.type !== 'lineWin' && event.type !== 'anywhereWin') break
    wins.push(event)
  }
  return wins
}

function checkLines(
  game: Checked,
  grid: Grid,
  multiplier: number,
  wins: readonly GameEvent[],
): void {
  const expected: string[] = []
  game.lines.forEach((rows, line) => {
    const shown = rows.map((row, column) => grid[column]![row]!)
    const { symbol, count, winUnits } = bestOfLine(game, shown)
    if (winUnits > 0) expected.push(`${line}:${symbol}x${count}=${winUnits * multiplier}`)
  })
  const reported = wins.map(win => {
    if (win.type !== 'lineWin') throw new Error('a line game has line wins only')
    for (const [column, row] of win.cells) {
      if (game.lines[win.line]![column] !== row) throw new Error('a cell off the line')
    }
    if (win.cells.length !== win.count) throw new Error('as many cells as symbols')
    return `${win.line}:${win.symbol}x${win.count}=${win.winUnits}`
  })
  same(reported.sort(), expected.sort())
}

/** Tries every symbol as that of the line and keeps the best pay, among equals the longest. */
export function bestOfLine(
  { symbols }: Pick<Checked, 'symbols'>,
  shown: readonly number[],
): { symbol: number; count: number; winUnits: number } {
  let best = { symbol: -1, count: 0, winUnits: 0 }
  symbols.forEach(({ role, pays }, symbol) => {
    if (OFF_THE_LINES.includes(role)) return
    const fits = (found: number) => found === symbol || WILD.includes(symbols[found]!.role)
    const broken = shown.findIndex(found => !fits(found))
    const count = broken < 0 ? shown.length : broken
    const pay = pays.find(([number]) => number === count)
    if (pay === undefined) return
    const equal = pay[1] === best.winUnits && count > best.count
    if (equal || pay[1] > best.winUnits) best = { symbol, count, winUnits: pay[1] }
  })
  return best
}

function checkScatters(
  game: Checked,
  grid: Grid,
  multiplier: number,
  { symbol, count, cells, winUnits }: Extract<GameEvent, { type: 'scatterWin' }>,
): void {
  const pay = game.symbols[symbol]!.pays.findLast(([number]) => count >= number)![1]
  const onBoard = grid.flat().filter(found => found === symbol).length
  const pointedAt = cells.filter(([column, row]) => grid[column]![row] === symbol).length
  same([winUnits, count, pointedAt], [pay * multiplier, onBoard, onBoard])
}

function checkAnywhere(
  game: Checked,
  grid: Grid,
  wins: readonly GameEvent[],
  next: GameEvent | undefined,
): void {
  const board = grid.flat()
  const expected = game.symbols.flatMap(({ role, pays }, symbol) => {
    const count = board.filter(found => found === symbol).length
    const pay = pays.findLast(([number]) => count >= number)
    return role === 'regular' && pay !== undefined ? [`${symbol}x${count}=${pay[1]}`] : []
  })
  const reported = wins.map(win => {
    if (win.type !== 'anywhereWin') throw new Error('a cascade game has anywhere wins only')
    return `${win.symbol}x${win.count}=${win.winUnits}`
  })
  same(reported, expected)
  // A win at the cap ends the cascade, after the multipliers on the board.
  const ends = next?.type === 'multiplierApplied' || next?.type === 'winCapped'
  if (wins.length > 0 && next?.type !== 'cascade' && !ends) throw new Error('wins must cascade')
}

/**
 * Cells that were not removed keep their order and rest at the bottom of their column, whose length
 * stays.
 */
function checkFall(before: Grid, removed: readonly Cell[], after: Grid): void {
  same(
    removed.filter(([column, row]) => before[column]?.[row] === undefined),
    [],
  )
  before.forEach((symbols, column) => {
    same(after[column]!.length, symbols.length)
    const gone = new Set(removed.filter(([at]) => at === column).map(([, row]) => row))
    const left = symbols.filter((_, row) => !gone.has(row))
    same(after[column]!.slice(gone.size), left)
  })
}

function same(reported: unknown, expected: unknown): void {
  if (JSON.stringify(reported) !== JSON.stringify(expected)) {
    throw new Error(`reported ${JSON.stringify(reported)}, expected ${JSON.stringify(expected)}`)
  }
}
