// The independent reading of the special symbol: when it is drawn, which reels it fills and what it
// pays. Must never call the evaluator it checks.

import assert from 'node:assert/strict'
import type { Cell, GameDefinition, GameEvent, Grid } from '../../src/games/engine/contract.ts'

type Checked = Pick<GameDefinition, 'symbols' | 'lines'>

/** Events that end the events of one board. */
const BOARD_ENDS = ['reels', 'freeGameStarted', 'freeGamesEnded', 'winCapped']

/** Throws when a special symbol was not drawn, filled or paid as the boards require. */
export function checkExpansions(game: Checked, events: readonly GameEvent[]): void {
  let special = -1
  events.forEach((event, index) => {
    const before = events[index - 1]
    const drawn = before?.type === 'freeGamesAwarded' && !before.retrigger
    assert.equal(event.type === 'specialSymbol', drawn, 'drawn once, with the first award')
    if (event.type === 'specialSymbol') {
      special = event.symbol
      assert.equal(game.symbols[special]?.role, 'regular')
    }
    if (event.type === 'reels') {
      const end = events.findIndex((next, at) => at > index && BOARD_ENDS.includes(next.type))
      const brought = events.slice(index + 1, end < 0 ? events.length : end)
      const capped = end >= 0 && events[end]!.type === 'winCapped'
      if (event.cause === 'freeGame') checkFreeGame(game, special, event.grid, brought, capped)
      else assert.equal(brought.filter(isExpansion).length, 0, 'only free games expand')
    }
  })
}

function isExpansion({ type }: GameEvent): boolean {
  return type === 'symbolExpanded' || type === 'expandedWin'
}

/** The expansion is the last event of a board, unless the cap was reached before it. */
function checkFreeGame(
  game: Checked,
  special: number,
  grid: Grid,
  brought: readonly GameEvent[],
  capped: boolean,
): void {
  const reported = brought.filter(isExpansion)
  const columns = grid.flatMap((shown, column) => (shown.includes(special) ? [column] : []))
  const pay = game.symbols[special]!.pays.find(([count]) => count === columns.length)
  if (pay === undefined || (capped && reported.length === 0)) {
    assert.equal(reported.length, 0, 'filled without a pay')
    return
  }
  const filled = grid.map((shown, column) =>
    columns.includes(column) ? shown.map(() => special) : shown,
  )
  const cells = columns.flatMap(column => grid[column]!.map((_, row): Cell => [column, row]))
  const winUnits = pay[1] * game.lines.length
  assert.deepEqual(brought.slice(-2), [
    { type: 'symbolExpanded', symbol: special, columns, grid: filled },
    { type: 'expandedWin', symbol: special, count: columns.length, cells, winUnits },
  ])
}
