// The replay of a round on paper: every event as a sentence, every board as a table whose winning cells are marked.
// Draws nothing itself: it is given the events.

import { formatAmount, unitsToMinor } from '../../core/money.ts'
import type { Cell, GameDefinition, GameEvent, Grid } from '../../games/engine/contract.ts'
import { type Html, html } from './html.ts'

export interface StepsOf {
  game: GameDefinition
  baseStakeMinor: bigint
  currency: string
}

/** One block an event, in order. */
export function printEvents(of: StepsOf, events: readonly GameEvent[]): Html[] {
  let board: Grid | null = null
  return events.map((event, index) => {
    if ('grid' in event) board = event.grid
    const marked = cellsOf(event)
    const shows = 'grid' in event || marked.length > 0
    const drawn = shows && board !== null ? printBoard(of.game, board, marked) : null
    return html`<div class="event"><p><b>${index + 1}.</b> ${tell(of, event)}</p>${drawn}</div>\n`
  })
}

function cellsOf(event: GameEvent): readonly Cell[] {
  if (event.type === 'respin') return event.landed
  // Those of a cascade are cells of the board before it.
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

function tell({ game, baseStakeMinor, currency }: StepsOf, event: GameEvent): string {
  const money = (units: number) =>
    `${formatAmount(unitsToMinor(units, baseStakeMinor, game.unitsPerBet))} ${currency}`
  const name = (symbol: number) => game.symbols[symbol]?.id ?? `symbol ${symbol}`
  const times = (multiplier: number) => (multiplier > 1 ? `, times ${multiplier}` : '')
  switch (event.type) {
    case 'reels':
      return event.cause === 'spin' ? 'The reels land.' : 'The reels of a free game land.'
    case 'lineWin':
      return `Line ${event.line + 1}: ${event.count} ${name(event.symbol)}${times(event.multiplier)} win ${money(event.winUnits)}.`
    case 'waysWin':
      return `${event.ways} ways: ${event.count} reels of ${name(event.symbol)}${times(event.multiplier)} win ${money(event.winUnits)}.`
    case 'clusterWin':
      return `A cluster of ${event.count} ${name(event.symbol)}${times(event.multiplier)} wins ${money(event.winUnits)}.`
    case 'scatterWin':
    case 'anywhereWin':
      return `${event.count} ${name(event.symbol)} anywhere win ${money(event.winUnits)}.`
    case 'cascade':
      return `${event.removed.length} symbols vanish, others fall.`
    case 'multiplierApplied':
      return `Multipliers ${event.values.join(' + ')} = ${event.multiplier} make the win ${money(event.winUnits)}.`
    case 'multiplierGrew':
      return `The multiplier grows to ${event.multiplier}.`
    case 'chosen':
      return `The player chose "${event.option}".`
    case 'specialSymbol':
      return `${name(event.symbol)} expands in the free games that follow.`
    case 'symbolExpanded':
      return `${name(event.symbol)} fills ${event.columns.length} columns.`
    case 'expandedWin':
      return `${event.count} columns of ${name(event.symbol)} win ${money(event.winUnits)} on every line together.`
    case 'respinsAwarded':
      return `Hold and win: ${event.count} respins.`
    case 'respin':
      return `A respin: ${event.landed.length} land, ${event.left} respins left.`
    case 'potWon':
      return `The pot "${event.pot}" wins ${money(event.winUnits)}.`
    case 'cashCollected':
      return `The cash symbols pay ${money(event.winUnits)}.`
    case 'freeGamesAwarded':
      return `${event.count} ${event.retrigger ? 'more ' : ''}free games${times(event.multiplier)}.`
    case 'freeGameStarted':
      return `Free game ${event.number} of ${event.of}.`
    case 'freeGamesEnded':
      return `${event.count} free games won ${money(event.winUnits)} together.`
    case 'gambled':
      return `Gamble: the player said "${event.option}", the card was ${event.card.replaceAll('-', ' ')}: ${event.won ? 'won' : 'lost'}. The win is ${money(event.winUnits)}.`
    case 'collected':
      return `The player takes ${money(event.winUnits)}.`
    case 'winCapped':
      return `The win reaches the cap of the game: ${money(event.winUnits)}.`
  }
}
