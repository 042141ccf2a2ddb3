// The independent reading of cluster games: which clusters a board has, what they pay, what is
// removed and how the multiplier grows. Must never call the evaluator it checks.

import assert from 'node:assert/strict'
import type { Cell, GameDefinition, GameEvent, Grid } from '../../src/games/engine/contract.ts'

const SMALLEST_CLUSTER = 5

export interface Cluster {
  symbol: number
  cells: Cell[]
}

/** Every group of five or more equal symbols that touch by their sides, by walking cell to cell. */
export function findClusters(grid: Grid): Cluster[] {
  const visited = new Set<string>()
  const walk = ([column, row]: Cell, symbol: number): Cell[] => {
    const name = `${column},${row}`
    if (grid[column]?.[row] !== symbol || visited.has(name)) return []
    visited.add(name)
    const neighbours: Cell[] = [
      [column - 1, row],
      [column + 1, row],
      [column, row - 1],
      [column, row + 1],
    ]
    return [[column, row], ...neighbours.flatMap(cell => walk(cell, symbol))]
  }
  const groups = grid.flatMap((symbols, column) =>
    symbols.map((symbol, row) => ({ symbol, cells: walk([column, row], symbol) })),
  )
  return groups.filter(({ cells }) => cells.length >= SMALLEST_CLUSTER)
}

/** What a cluster pays before the multiplier. */
export function payOf({ symbols }: Pick<GameDefinition, 'symbols'>, cluster: Cluster): number {
  const { pays } = symbols[cluster.symbol]!
  return pays.findLast(([count]) => cluster.cells.length >= count)![1]
}

/**
 * Checks the board of event number `at`, and the events that follow from it. Throws when they pay
 * something else than its clusters, when other cells are removed, or when the multiplier grows
 * without a cascade or does not stay.
 */
export function checkClusters(
  game: Pick<GameDefinition, 'symbols'>,
  events: readonly GameEvent[],
  at: number,
): void {
  const landed = events[at]!
  assert(landed.type === 'reels' || landed.type === 'cascade')
  const before = multiplierBefore(events, at)
  const grew = events[at + 1]
  const multiplier = grew?.type === 'multiplierGrew' ? grew.multiplier : before
  if (grew?.type === 'multiplierGrew') {
    assert(landed.type === 'cascade' && multiplier > before, 'it grows only after a cascade')
  }
  const rest = events.slice(multiplier === before ? at + 1 : at + 2)
  const wins = clusterWinsAtStart(rest)
  const reported = wins.map(({ symbol, count, multiplier, cells, winUnits }) =>
    describe(symbol, count, multiplier, cells, winUnits),
  )
  const clusters = findClusters(landed.grid)
  const expected = clusters.map(cluster => {
    const { symbol, cells } = cluster
    return describe(symbol, cells.length, multiplier, cells, payOf(game, cluster) * multiplier)
  })
  assert.deepEqual(reported.sort(), expected.sort())
  checkNext(rest[wins.length], clusters)
}

/** Wins are followed by their cascade or by the cap, a board without a win by nothing. */
function checkNext(next: GameEvent | undefined, clusters: readonly Cluster[]): void {
  if (clusters.length === 0) assert.equal(next, undefined)
  else if (next?.type !== 'winCapped') {
    assert(next?.type === 'cascade', 'wins must cascade')
    assert.deepEqual(sortCells(next.removed), sortCells(clusters.flatMap(({ cells }) => cells)))
  }
}

function multiplierBefore(events: readonly GameEvent[], at: number): number {
  const grown = events.slice(0, at).findLast(({ type }) => type === 'multiplierGrew')
  return grown?.type === 'multiplierGrew' ? grown.multiplier : 1
}

type ClusterWin = Extract<GameEvent, { type: 'clusterWin' }>

function clusterWinsAtStart(events: readonly GameEvent[]): ClusterWin[] {
  const wins: ClusterWin[] = []
  for (const event of events) {
    if (event.type !== 'clusterWin') break
    wins.push(event)
  }
  return wins
}

function describe(
  symbol: number,
  count: number,
  multiplier: number,
  cells: readonly Cell[],
  winUnits: number,
): string {
  return `${symbol}x${count} by ${multiplier} is ${winUnits}: ${sortCells(cells).join(' ')}`
}

function sortCells(cells: readonly Cell[]): string[] {
  return cells.map(([column, row]) => `${column},${row}`).sort()
}
