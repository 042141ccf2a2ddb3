// Owns the reading of a round's events: it turns the protocol's ordered list into the beats that
// the stage shows, with the win so far at each. Pure; it must never draw or hold an amount of
// money.

import type { Cell, GameEvent, Grid } from '../../../src/games/engine/contract.ts'

/** One group of cells that wins together. */
export interface Win {
  kind: 'line' | 'ways' | 'cluster' | 'scatter' | 'anywhere' | 'expanded' | 'cash'
  /** Index into the game's lines, for a line win. */
  line: number | null
  /** The number of ways, for a ways win. */
  ways: number | null
  count: number
  multiplier: number
  cells: readonly Cell[]
  winUnits: number
}

type ReelsCause = Extract<GameEvent, { type: 'reels' }>['cause']

export type Beat = {
  /** Win of the round after this beat. */
  wonUnits: number
  /** The growing multiplier so far; 1 when it has not grown. */
  growing: number
} & (
  | { kind: 'reels'; grid: Grid; cause: ReelsCause }
  | { kind: 'wins'; wins: readonly Win[] }
  | { kind: 'cascade'; removed: readonly Cell[]; grid: Grid }
  | {
      kind: 'multiplier'
      cells: readonly Cell[]
      values: readonly number[]
      multiplier: number
      winUnits: number
    }
  | { kind: 'grew' }
  | { kind: 'chosen'; option: string }
  | { kind: 'special'; symbol: number }
  | { kind: 'expanded'; symbol: number; columns: readonly number[]; grid: Grid }
  | { kind: 'respins'; count: number; cells: readonly Cell[]; grid: Grid }
  | { kind: 'respin'; left: number; landed: readonly Cell[]; grid: Grid }
  | { kind: 'held'; symbol: number; columns: readonly number[]; multiplier: number }
  | { kind: 'respinsEnded'; count: number; winUnits: number }
  | { kind: 'pot'; pot: string; winUnits: number }
  | {
      kind: 'cash'
      cells: readonly Cell[]
      values: readonly number[]
      winUnits: number
      /** What hold and win won in all, pots included. */
      featureUnits: number
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

export type BeatOf<K extends Beat['kind']> = Extract<Beat, { kind: K }>

type Untotalled<B> = B extends unknown ? Omit<B, 'wonUnits' | 'growing'> : never

/** Running totals over the events so far. */
interface Totals {
  wonUnits: number
  growing: number
  wonBeforeReels: number
  wonBeforeRespins: number
}

/**
 * Turns all events of a round into beats. Adjacent wins become one beat; unknown events are left
 * out.
 */
export function beatsOf(events: readonly GameEvent[]): Beat[] {
  const beats: Beat[] = []
  let totals: Totals = { wonUnits: 0, growing: 1, wonBeforeReels: 0, wonBeforeRespins: 0 }
  for (const event of events) {
    totals = totalsAfter(event, totals)
    const { wonUnits, growing } = totals
    const win = readWin(event)
    const last = beats[beats.length - 1]
    if (win !== null && last?.kind === 'wins') {
      beats[beats.length - 1] = { ...last, wins: [...last.wins, win], wonUnits }
      continue
    }
    const beat = win === null ? readBeat(event, totals) : { kind: 'wins' as const, wins: [win] }
    if (beat !== null) beats.push({ ...beat, wonUnits, growing })
  }
  return beats
}

/** What the wins pay before their multiplier, if it is one and the same; null: it is not. */
export function beforeMultiplier(wins: readonly Win[]): { units: number; factor: number } | null {
  const factor = wins[0]?.multiplier ?? 1
  if (factor <= 1 || wins.some(({ multiplier }) => multiplier !== factor)) return null
  const units = wins.reduce((sum, { winUnits }) => sum + winUnits, 0) / factor
  return Number.isInteger(units) ? { units, factor } : null
}

/** The board after the last beat, or null before the first reels. */
export function finalGrid(beats: readonly Beat[]): Grid | null {
  const last = beats.findLast(beat => 'grid' in beat)
  return last === undefined || !('grid' in last) ? null : last.grid
}

function totalsAfter(event: GameEvent, before: Totals): Totals {
  const wonUnits = wonAfter(event, before)
  const growing = growingAfter(event, before.growing)
  const { wonBeforeReels, wonBeforeRespins } = before
  return {
    wonUnits,
    growing,
    wonBeforeReels: event.type === 'reels' ? wonUnits : wonBeforeReels,
    wonBeforeRespins: event.type === 'respinsAwarded' ? wonUnits : wonBeforeRespins,
  }
}

/** Multiplier and gamble events contain the new win; cap and collect events the whole round's. */
function wonAfter(event: GameEvent, { wonUnits, wonBeforeReels }: Totals): number {
  if (isWin(event)) return wonUnits + event.winUnits
  switch (event.type) {
    case 'potWon':
    case 'cashCollected':
      return wonUnits + event.winUnits
    case 'multiplierApplied':
      return wonBeforeReels + event.winUnits
    case 'gambled':
    case 'collected':
    case 'winCapped':
      return event.winUnits
    default:
      return wonUnits
  }
}

/** It lasts for the spin, or for all free games; they start without the spin's multiplier. */
function growingAfter(event: GameEvent, growing: number): number {
  if (event.type === 'multiplierGrew') return event.multiplier
  const over =
    (event.type === 'reels' && event.cause === 'spin') ||
    (event.type === 'freeGamesAwarded' && !event.retrigger) ||
    event.type === 'freeGamesEnded'
  return over ? 1 : growing
}

const WIN_KINDS = {
  lineWin: 'line',
  waysWin: 'ways',
  clusterWin: 'cluster',
  scatterWin: 'scatter',
  anywhereWin: 'anywhere',
  expandedWin: 'expanded',
} as const
type WinEvent = Extract<GameEvent, { type: keyof typeof WIN_KINDS }>

const isWin = (event: GameEvent): event is WinEvent => event.type in WIN_KINDS

function readWin(event: GameEvent): Win | null {
  if (!isWin(event)) return null
  const { count, cells, winUnits } = event
  const line = event.type === 'lineWin' ? event.line : null
  const ways = event.type === 'waysWin' ? event.ways : null
  const multiplier = 'multiplier' in event ? event.multiplier : 1
  return { kind: WIN_KINDS[event.type], line, ways, count, multiplier, cells, winUnits }
}

function readBeat(
  event: GameEvent,
  { wonUnits, wonBeforeRespins }: Totals,
): Untotalled<Beat> | null {
  switch (event.type) {
    case 'reels':
      return { kind: 'reels', grid: event.grid, cause: event.cause }
    case 'cascade':
      return { kind: 'cascade', removed: event.removed, grid: event.grid }
    case 'multiplierApplied': {
      const { cells, values, multiplier, winUnits } = event
      return { kind: 'multiplier', cells, values, multiplier, winUnits }
    }
    case 'multiplierGrew':
      return { kind: 'grew' }
    case 'chosen':
      return { kind: 'chosen', option: event.option }
    case 'specialSymbol':
      return { kind: 'special', symbol: event.symbol }
    case 'symbolExpanded': {
      const { symbol, columns, grid } = event
      return { kind: 'expanded', symbol, columns, grid }
    }
    case 'respinsAwarded':
      return { kind: 'respins', count: event.count, cells: event.cells, grid: event.grid }
    case 'respin':
      return { kind: 'respin', left: event.left, landed: event.landed, grid: event.grid }
    case 'reelsHeld': {
      const { symbol, columns, multiplier } = event
      return { kind: 'held', symbol, columns, multiplier }
    }
    case 'respinsEnded':
      return { kind: 'respinsEnded', count: event.count, winUnits: event.winUnits }
    case 'potWon':
      return { kind: 'pot', pot: event.pot, winUnits: event.winUnits }
    case 'cashCollected': {
      const { cells, values, winUnits } = event
      return { kind: 'cash', cells, values, winUnits, featureUnits: wonUnits - wonBeforeRespins }
    }
    case 'freeGamesAwarded': {
      const { count, multiplier, retrigger, cells } = event
      return { kind: 'awarded', count, multiplier, retrigger, cells }
    }
    case 'freeGameStarted':
      return { kind: 'freeGame', number: event.number, of: event.of }
    case 'freeGamesEnded':
      return { kind: 'freeGamesEnded', count: event.count, winUnits: event.winUnits }
    case 'gambled': {
      const { option, card, won, winUnits } = event
      return { kind: 'gambled', option, card, won, winUnits }
    }
    case 'collected':
      return { kind: 'collected' }
    case 'winCapped':
      return { kind: 'capped' }
    default:
      return null
  }
}
