// The replay of a round on paper: every event as a sentence, every board as a table with its
// winning cells marked. Draws no outcome itself: it is given the events.

import { formatAmount, unitsToMinor } from '../../core/money.ts'
import type { Cell, GameDefinition, GameEvent, Grid } from '../../games/engine/contract.ts'
import type { DescribeStep, StepWords } from './dispute-texts.ts'
import { type Html, html } from './html.ts'

export interface StepsOf {
  game: GameDefinition
  baseStakeMinor: bigint
  currency: string
  describe: DescribeStep
}

/** One block per event, in order. */
export function printEvents(of: StepsOf, events: readonly GameEvent[]): Html[] {
  const words = wordsOf(of)
  let board: Grid | null = null
  return events.map((event, index) => {
    if ('grid' in event) board = event.grid
    const marked = cellsOf(event)
    const shows = 'grid' in event || marked.length > 0
    const drawn = shows && board !== null ? printBoard(of.game, board, marked) : null
    return html`<div class="event"><p><b>${index + 1}.</b> ${of.describe(words, event)}</p>${drawn}</div>\n`
  })
}

function cellsOf(event: GameEvent): readonly Cell[] {
  if (event.type === 'respin') return event.landed
  // A cascade's cells are cells of the board before it.
  return 'cells' in event ? event.cells : []
}

function printBoard({ symbols }: GameDefinition, grid: Grid, marked: readonly Cell[]): Html {
  const rows = Math.max(...grid.map(column => column.length))
  const isMarked = (column: number, row: number) =>
    marked.some(([c, r]) => c === column && r === row)
  const cell = (column: number, row: number) => {
    const symbol = grid[column]![row]
    if (symbol === undefined) return html`<td class="none"></td>`
    const name = symbols[symbol]?.id ?? `symbol ${symbol}`
    return isMarked(column, row)
      ? html`<td class="won"><b>${name}</b></td>`
      : html`<td>${name}</td>`
  }
  const line = (row: number) => html`<tr>${grid.map((_, column) => cell(column, row))}</tr>\n`
  return html`<table class="board"><tbody>${Array.from({ length: rows }, (_, row) => line(row))}</tbody></table>`
}

function wordsOf({ game, baseStakeMinor, currency }: StepsOf): StepWords {
  return {
    money: units =>
      `${formatAmount(unitsToMinor(units, baseStakeMinor, game.unitsPerBet))} ${currency}`,
    name: symbol => game.symbols[symbol]?.id ?? `symbol ${symbol}`,
  }
}
