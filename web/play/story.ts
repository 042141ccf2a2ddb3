// Owns the reading of a round's events: it turns the protocol's ordered list into the beats the
// stage shows, with the win so far at each. Pure; it must never draw or know an amount of money.

import type { Cell, GameEvent, Grid } from '../../src/games/contract.ts'

/** One group of cells that wins together. */
export interface Win {
  kind: 'line' | 'scatter' | 'anywhere'
  /** Index into the game's lines, for a line win. */
  line: number | null
  symbol: number
  count: number
  multiplier: number
  cells: readonly Cell[]
  winUnits: number
}

export type Beat = { /** Win of the round after this beat. */ wonUnits: number } & (
  | { kind: 'reels'; grid: Grid; freeGame: boolean }
  | { kind: 'wins'; wins: readonly Win[] }
  | { kind: 'cascade'; removed: readonly Cell[]; grid: Grid }
  | {
      kind: 'multiplier'
      cells: readonly Cell[]
      values: readonly number[]
      multiplier: number
      winUnits: number
    }
  | {
      kind: 'awarded'
      count: number
      multiplier: number
      retrigger: boolean
      cells: readonly Cell[]
    }
  | { kind: 'freeGame'; number: number; of: number }
  | { kind: 'freeGamesEnded'; count: number; winUnits: number }
  | { kind: 'gambled'; option: string; card: string; won: boolean; winUnits: number }
  | { kind: 'collected' }
  | { kind: 'capped' }
)

/** Tells all events of a round. Neighbouring wins become one beat; unknown events are left out. */
export function tellStory(events: readonly GameEvent[]): Beat[] {
  const beats: Beat[] = []
  let wonUnits = 0
  let wonBeforeReels = 0
  for (const event of events) {
    const win = readWin(event)
    if (win !== null) {
      wonUnits += win.winUnits
      addWin(beats, win, wonUnits)
      continue
    }
    if (event.type === 'reels') wonBeforeReels = wonUnits
    wonUnits = wonAfter(event, wonUnits, wonBeforeReels)
    const beat = readBeat(event, wonUnits)
    if (beat !== null) beats.push(beat)
  }
  return beats
}

/** The board as the last event leaves it, or null before the first reels. */
export function finalGrid(events: readonly GameEvent[]): Grid | null {
  let grid: Grid | null = null
  for (const event of events) {
    if (event.type === 'reels' || event.type === 'cascade') grid = event.grid
  }
  return grid
}

function addWin(beats: Beat[], win: Win, wonUnits: number): void {
  const last = beats[beats.length - 1]
  if (last?.kind === 'wins') {
    beats[beats.length - 1] = { ...last, wins: [...last.wins, win], wonUnits }
  } else {
    beats.push({ kind: 'wins', wins: [win], wonUnits })
  }
}

function readWin(event: GameEvent): Win | null {
  const { type } = event
  if (type === 'lineWin') {
    const { line, symbol, count, multiplier, cells, winUnits } = event
    return { kind: 'line', line, symbol, count, multiplier, cells, winUnits }
  }
  if (type === 'scatterWin' || type === 'anywhereWin') {
    const { symbol, count, cells, winUnits } = event
    const kind = type === 'scatterWin' ? 'scatter' : 'anywhere'
    return { kind, line: null, symbol, count, multiplier: 1, cells, winUnits }
  }
  return null
}

/** A multiplier and a gamble say the new win; a cap and a collect say the whole round's. */
function wonAfter(event: GameEvent, wonUnits: number, wonBeforeReels: number): number {
  if (event.type === 'multiplierApplied') return wonBeforeReels + event.winUnits
  if (event.type === 'gambled' || event.type === 'collected') return event.winUnits
  if (event.type === 'winCapped') return event.winUnits
  return wonUnits
}

function readBeat(event: GameEvent, wonUnits: number): Beat | null {
  switch (event.type) {
    case 'reels':
      return { kind: 'reels', grid: event.grid, freeGame: event.cause === 'freeGame', wonUnits }
    case 'cascade':
      return { kind: 'cascade', removed: event.removed, grid: event.grid, wonUnits }
    case 'multiplierApplied': {
      const { cells, values, multiplier, winUnits } = event
      return { kind: 'multiplier', cells, values, multiplier, winUnits, wonUnits }
    }
    case 'freeGamesAwarded': {
      const { count, multiplier, retrigger, cells } = event
      return { kind: 'awarded', count, multiplier, retrigger, cells, wonUnits }
    }
    case 'freeGameStarted':
      return { kind: 'freeGame', number: event.number, of: event.of, wonUnits }
    case 'freeGamesEnded':
      return { kind: 'freeGamesEnded', count: event.count, winUnits: event.winUnits, wonUnits }
    case 'gambled': {
      const { option, card, won, winUnits } = event
      return { kind: 'gambled', option, card, won, winUnits, wonUnits }
    }
    case 'collected':
      return { kind: 'collected', wonUnits }
    case 'winCapped':
      return { kind: 'capped', wonUnits }
    default:
      return null
  }
}
