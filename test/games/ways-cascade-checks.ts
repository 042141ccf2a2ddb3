// The independent reading of ways wins that cascade: what is removed, that every win cascades, and
// how the multiplier grows. Must never call the evaluator it checks.

import assert from 'node:assert/strict'
import type { Cell, GameDefinition, GameEvent } from '../../src/games/engine/contract.ts'
import { findWays, multiplierBefore, waysWinsOf } from './ways-checks.ts'

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
