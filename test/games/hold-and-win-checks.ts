// The independent reading of hold and win: when it starts, what may land, when it must end and what
// it pays. Must never call the evaluator it checks.

import assert from 'node:assert/strict'
import type { Cell, GameDefinition, GameEvent, Grid } from '../../src/games/engine/contract.ts'

type Checked = Pick<GameDefinition, 'symbols' | 'maxWinBets' | 'unitsPerBet'>
type Respin = Extract<GameEvent, { type: 'respin' }>

const CASH_WANTED = 6
const RESPINS = 3
const GRAND_BETS = 1_000
const FEATURE = ['respinsAwarded', 'respin', 'potWon', 'cashCollected']

/** Throws when a round's respins are not those that its board and the rules require. */
export function checkHoldAndWin(game: Checked, events: readonly GameEvent[]): void {
  const [landed, ...later] = events
  assert(landed?.type === 'reels' && later.every(({ type }) => type !== 'reels'), 'one board')
  const lineUnits = later.reduce((sum, e) => sum + (e.type === 'lineWin' ? e.winUnits : 0), 0)
  const capUnits = game.maxWinBets * game.unitsPerBet
  const feature = later.slice(later.filter(({ type }) => type === 'lineWin').length)
  const [awarded, ...rest] = feature
  if (cashOf(game, landed.grid).length < CASH_WANTED || lineUnits >= capUnits) {
    assert(!feature.some(({ type }) => FEATURE.includes(type)), 'respins without a trigger')
    return
  }
  assert(awarded?.type === 'respinsAwarded', 'respins follow the lines of a board with enough cash')
  const held = landed.grid.map(symbols =>
    symbols.map(symbol => (isCash(game, symbol) ? symbol : blankOf(game))),
  )
  assert.deepEqual(awarded.grid, held)
  assert.deepEqual(awarded.cells, cashOf(game, held))
  assert.equal(awarded.count, RESPINS)
  const { final, paid } = followRespins(game, held, rest)
  const featureUnits = checkPayment(game, final, paid)
  const capped = paid.at(-1)?.type === 'winCapped'
  assert.equal(capped, lineUnits + featureUnits >= capUnits, 'capped when the cap is reached')
}

/** Respins continue while any are left and a cell is free, and no longer. */
function followRespins(game: Checked, held: Grid, events: readonly GameEvent[]) {
  let final = held
  let left = RESPINS
  let at = 0
  while (left > 0 && final.flat().includes(blankOf(game))) {
    const respin = events[at]
    at++
    assert(respin?.type === 'respin', 'respins end too early')
    checkLanding(game, final, respin)
    left = respin.landed.length > 0 ? RESPINS : left - 1
    assert.equal(respin.left, left)
    final = respin.grid
  }
  return { final, paid: events.slice(at) }
}

/** Blank cells turn into cash exactly where it lands; every other cell stays. */
function checkLanding(game: Checked, before: Grid, { landed, grid }: Respin): void {
  const lands = new Set(landed.map(String))
  assert.equal(lands.size, landed.length, 'a cell lands twice')
  assert.deepEqual(
    grid.map(symbols => symbols.length),
    before.map(symbols => symbols.length),
  )
  before.forEach((symbols, column) => {
    symbols.forEach((symbol, row) => {
      const now = grid[column]![row]!
      const here = lands.has(String([column, row]))
      assert(here ? symbol === blankOf(game) && isCash(game, now) : now === symbol, 'a held cell')
    })
  })
}

/** The grand is won with a full board only; every cash symbol pays what the paytable says. */
function checkPayment(game: Checked, final: Grid, paid: readonly GameEvent[]): number {
  const winUnits = GRAND_BETS * game.unitsPerBet
  const full = !final.flat().includes(blankOf(game))
  const pots: GameEvent[] = full ? [{ type: 'potWon', pot: 'grand', winUnits }] : []
  const cells = cashOf(game, final)
  const values = cells.map(([column, row]) => game.symbols[final[column]![row]!]!.pays[0]![1])
  const sum = values.reduce((units, value) => units + value, 0)
  const expected = [...pots, { type: 'cashCollected', cells, values, winUnits: sum }]
  assert.deepEqual(
    paid.filter(({ type }) => type !== 'winCapped'),
    expected,
  )
  return sum + (full ? winUnits : 0)
}

function isCash({ symbols }: Checked, symbol: number): boolean {
  return symbols[symbol]!.role === 'cash'
}

function blankOf({ symbols }: Checked): number {
  return symbols.findIndex(({ role }) => role === 'blank')
}

function cashOf(game: Checked, grid: Grid): Cell[] {
  return grid.flatMap((symbols, column) =>
    symbols.flatMap((symbol, row): Cell[] => (isCash(game, symbol) ? [[column, row]] : [])),
  )
}
