// The independent reading of held reels: when they begin, which reels stay, when the respins end
// and what they pay. Must never call the evaluator it checks.

import assert from 'node:assert/strict'
import type { GameDefinition, GameEvent, Grid } from '../../src/games/engine/contract.ts'

type Checked = Pick<GameDefinition, 'maxWinBets' | 'unitsPerBet'>

const MULTIPLIER = 2
const MOST_RESPINS = 100

/** Throws when a round's respins are not those that its first board and the rules require. */
export function checkHeldReels(game: Checked, events: readonly GameEvent[]): void {
  const landed = events[0]
  assert(landed?.type === 'reels' && landed.cause === 'spin', 'a round begins with a spin')
  const begin = events.findIndex(({ type }) => type !== 'reels' && type !== 'lineWin')
  const first = begin < 0 || events[begin]!.type !== 'reelsHeld' ? events : events.slice(0, begin)
  const lineUnits = sumOfLines(first)
  const held = heldOf(landed.grid)
  if (held === null || lineUnits >= game.maxWinBets * game.unitsPerBet) {
    assert.equal(first, events, 'respins without two full reels')
    assert(!events.some(e => e.type === 'respinsEnded' || isRespin(e)), 'respins without a start')
    return
  }
  assert.deepEqual(events[begin], { type: 'reelsHeld', ...held, multiplier: MULTIPLIER })
  followRespins(landed.grid, held.columns, events.slice(begin + 1))
}

/** The symbol of two full reels and their columns; null: no two are, or all three. */
function heldOf(grid: Grid): { symbol: number; columns: number[] } | null {
  const full = grid.map(column => (new Set(column).size === 1 ? column[0]! : null))
  for (const symbol of full) {
    const columns = full.flatMap((each, column) => (each === symbol ? [column] : []))
    if (symbol !== null && columns.length === 2) return { symbol, columns }
  }
  return null
}

/** Every respin but the last wins nothing, and the last one wins. */
function followRespins(first: Grid, columns: readonly number[], events: readonly GameEvent[]) {
  let count = 0
  let winUnits = 0
  let at = 0
  while (isRespin(events[at])) {
    assert.equal(winUnits, 0, 'a respin after the win')
    count++
    const { grid } = events[at] as Extract<GameEvent, { type: 'reels' }>
    for (const column of columns) assert.deepEqual(grid[column], first[column], 'a held reel')
    const end = events.findIndex((e, index) => index > at && e.type !== 'lineWin')
    winUnits = sumOfLines(events.slice(at + 1, end))
    at = end
  }
  assert(winUnits > 0 || count === MOST_RESPINS, 'the respins end with a win')
  assert.deepEqual(events[at], { type: 'respinsEnded', count, winUnits })
}

function isRespin(event: GameEvent | undefined): boolean {
  return event?.type === 'reels' && event.cause === 'respin'
}

function sumOfLines(events: readonly GameEvent[]): number {
  return events.reduce((sum, event) => sum + (event.type === 'lineWin' ? event.winUnits : 0), 0)
}
