// What a game is. Mathematics is pure: a mode, a level, a seed and the player's choices go in;
// ordered typed events and a win in units of the base bet come out. It never gets a stake, a
// balance, a player or a clock. Play, replay, simulation and proof share this one function.

import type { ValueOf } from '../../core/fields.ts'
import type { Language } from '../../core/language.ts'
import type { Currency } from '../../core/money.ts'
import type { ReelSet } from '../../core/reel-set.ts'
import type { GameRules } from './game-rules.ts'
import type * as schemas from './schemas.ts'

export type ProviderId = 'provider_a' | 'provider_b' | 'provider_c'

/** 32 bytes from the operating system's CSPRNG; everything a round draws is expanded from it. */
export type Seed = Uint8Array
export const SEED_BYTES = 32

/** [column, row], both from 0, row 0 at the top. */
export type Cell = ValueOf<typeof schemas.Cell>

/**
 * Columns left to right, each a list of symbol ids (index into `GameDefinition.symbols`) top to
 * bottom. Columns may differ in length in games whose reels do.
 */
export type Grid = ValueOf<typeof schemas.Grid>

/**
 * One thing that happened, in order. The client replays the list and nothing else.
 * `winUnits` counts units of the base bet (see `unitsPerBet`) and already includes multipliers.
 */
export type GameEvent = ValueOf<typeof schemas.GameEvent>

/**
 * The decision that the round waits for. `options` are the exact texts that the player may answer
 * with.
 */
export type Decision = ValueOf<typeof schemas.Decision>

/** The answer that ends a gamble and takes the win. Always legal while a gamble is offered. */
export const COLLECT = 'collect'

export interface PlayRequest {
  mode: string
  /** RTP in basis points, 6000-10000; null plays the natural mathematics. */
  levelBps: number | null
  seed: Seed
  /** Every answer so far, in order; the same prefix always gives the same events. */
  choices: readonly string[]
  /** Draws from this reel set whatever the level is; absent: the level decides. */
  reelSet?: ReelSet
}

export interface Outcome {
  events: readonly GameEvent[]
  /** Total win in units of the base bet, paid by `collect` or at the end of the round. */
  winUnits: number
  awaiting: Decision | null
}

export interface GameMode {
  id: string
  kind: 'base' | 'ante' | 'buy'
  /** Price of one round in base bets, decimal text: "1", "1.25", "100". */
  priceBets: string
}

export type PerCurrency<T> = Readonly<Record<Currency, T>>

/** The bets a game offers, in its provider's own terms. All amounts in minor units. */
export type BetLadder =
  /** provider_a: base stake = denomination x credits. */
  | {
      kind: 'denomination'
      denominationsMinor: PerCurrency<readonly number[]>
      credits: readonly number[]
    }
  /** provider_b: base stake = coin x lines. */
  | { kind: 'coin'; coinsMinor: PerCurrency<readonly number[]>; lines: number }
  /** provider_c: base stake = level x base stake. */
  | { kind: 'level'; baseStakeMinor: PerCurrency<number>; levels: readonly number[] }

/** `wildScatter` is both; `blank` is shown in cells where nothing landed in a respin. */
export type SymbolRole =
  | 'regular'
  | 'wild'
  | 'scatter'
  | 'wildScatter'
  | 'multiplier'
  | 'cash'
  | 'blank'

/** What makes symbols on the board a win. */
export type WinsBy = 'lines' | 'ways' | 'anywhere' | 'cluster'

/** A symbol as the client names and draws it. */
export interface GameSymbol {
  id: string
  role: SymbolRole
  /**
   * Win in units by number of symbols, for the client's paytable: [[3, 5], [4, 20], [5, 100]]. In
   * pay-anywhere and cluster games and for scatters a pay also applies to larger numbers, up to the
   * next one. In ways games a pay is that of one way; for a cash symbol it is what one cell pays.
   */
  pays: readonly (readonly [count: number, winUnits: number])[]
}

export interface GameDefinition {
  id: string
  name: string
  provider: ProviderId
  /** Changes whenever the mathematics changes; stored with every round. */
  version: string
  /** `rows` is the height of the tallest column. */
  layout: { columns: number; rows: number }
  winsBy: WinsBy
  symbols: readonly GameSymbol[]
  /** Row index per column for each line, in the order of `lineWin.line`; empty without lines. */
  lines: readonly (readonly number[])[]
  /** Wins are whole numbers of (base bet / unitsPerBet). Every base stake is a multiple of it. */
  unitsPerBet: number
  /** Cap of one round in base bets. */
  maxWinBets: number
  modes: readonly GameMode[]
  bets: BetLadder
  mechanics: readonly string[]
  /** The figures of its features, for the rules that a player reads. */
  rules: GameRules
  /**
   * The option that is chosen when the player does not answer in time; null: the game never asks.
   */
  defaultOption: string | null
  hasFeature: boolean
  freeSpins: boolean
  targetOutcomes: boolean
  /**
   * Standard language code -> the client's own code. Only languages that the client can really
   * show.
   */
  languages: Readonly<Partial<Record<Language, string>>>
  /** Throws RangeError for an unknown mode or level, or a choice that was not offered. */
  play(request: PlayRequest): Outcome
}

/** How much the wins of a game vary, in one word for players. */
export type Volatility = 'low' | 'medium' | 'high' | 'very-high'
