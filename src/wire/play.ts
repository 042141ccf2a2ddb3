// The play protocol: JSON messages between the game client and the platform over one WebSocket.
// Amounts are decimal text, minor-unit quantities are digit strings; nothing here is a float.
// docs/game-protocol.md explains it for people; docs/asyncapi.json is generated from these schemas.

import { type Static, Type } from 'typebox'
import type { Currency } from '../core/money.ts'
import type { PlayRules } from '../core/play-rules.ts'
import type { Decision, GameDefinition, GameEvent } from '../games/engine/contract.ts'
import { command, RequestId, RoundId } from './play-command.ts'
import type { PlayErrorCode } from './play-errors.ts'
import { AskHistory, AskReplay, AskRules, Ping, type Question } from './play-questions.ts'
import type { Told } from './play-told.ts'

const MinorUnits = Type.String({
  pattern: '^[1-9][0-9]{0,14}$',
  description: 'Minor units, digits.',
})

/**
 * The level of the largest stake of an extended bet, 100 000 000 000.00, at a base stake of 0.01.
 */
const LEVEL_MAX = 10_000_000_000_000

export const Bet = Type.Union(
  [
    Type.Object(
      { denominationMinor: MinorUnits, credits: Type.Integer({ minimum: 1, maximum: 100_000 }) },
      { additionalProperties: false, title: 'provider_a: denomination x credits' },
    ),
    Type.Object(
      { coinMinor: MinorUnits, lines: Type.Integer({ minimum: 1, maximum: 1_000 }) },
      { additionalProperties: false, title: 'provider_b: coin x lines' },
    ),
    Type.Object(
      { level: Type.Integer({ minimum: 1, maximum: LEVEL_MAX }) },
      { additionalProperties: false, title: 'provider_c: level x base stake' },
    ),
  ],
  { title: 'Bet' },
)
export type Bet = Static<typeof Bet>

const GrantId = Type.String({ format: 'uuid', minLength: 36, maxLength: 36 })
const Option = Type.String({ minLength: 1, maxLength: 32, pattern: '^[a-z0-9-]+$' })

export const Hello = command(
  'hello',
  { token: Type.String({ minLength: 1, maxLength: 512, pattern: '^[A-Za-z0-9_-]+$' }) },
  'First message on every connection. Answered by `welcome` with the exact state.',
)
export const Spin = Type.Object(
  {
    type: Type.Literal('spin'),
    requestId: RequestId,
    bet: Bet,
    mode: Type.String({ minLength: 1, maxLength: 32, pattern: '^[a-z0-9-]+$' }),
  },
  { additionalProperties: false, title: 'spin', description: 'Starts a round.' },
)
export const FreeSpin = command(
  'free-spin',
  { grantId: GrantId },
  "Plays one spin of the grant that is due: `freeSpins` of the last answer. It has the grant's " +
    'bet and the base mode.',
)
export const Choose = command(
  'choose',
  { roundId: RoundId, option: Option },
  'Answers a choice of the game.',
)
export const Gamble = command(
  'gamble',
  { roundId: RoundId, option: Option },
  'Risks the current win on one of the offered options.',
)
export const Collect = command(
  'collect',
  { roundId: RoundId },
  'Takes the current win and ends the gamble.',
)
export const RefreshBalance = command(
  'refresh-balance',
  {},
  'Asks the wallet for the balance (`session_info`), which may have changed elsewhere: at most ' +
    'once in ten seconds per session, never while a round of its game is open. Answered by ' +
    '`balance`.',
)

export const ClientMessage = Type.Union([
  Hello,
  Spin,
  FreeSpin,
  Choose,
  Gamble,
  Collect,
  RefreshBalance,
  Ping,
  AskRules,
  AskHistory,
  AskReplay,
])
export type ClientMessage = Static<typeof ClientMessage>
/** The messages that are passed to the player's lane. */
export type LaneMessage = Exclude<ClientMessage, Question | Static<typeof Ping>>
export type SessionCommand = Exclude<LaneMessage, { type: 'hello' }>
/** The commands that move a round. */
export type PlayCommand = Exclude<SessionCommand, { type: 'refresh-balance' }>

/**
 * A round as its player may see it. `events` and `winUnits` are shown only once the bet is
 * confirmed.
 * - `pending`: the wallet has not confirmed the bet yet; a `round` message is pushed later.
 * - `awaiting`: the player owes a decision (`awaiting` has the decision).
 * - `crediting`: the result is final, the wallet has not confirmed the win yet.
 * - `settled`, `rejected` (bet refused or cancelled): the round is over.
 */
export interface RoundView {
  roundId: string
  status: 'pending' | 'awaiting' | 'crediting' | 'settled' | 'rejected'
  gameMode: string
  /**
   * The currency of the round's amounts: a continued round of another session may have another one.
   */
  currency: Currency
  bet: Bet
  /**
   * The cost of the round and its base bet, decimal text. They differ for ante bets and buys. A
   * free spin has the nominal bet in both: the operator pays it.
   */
  stake: string
  baseStake: string
  /** The grant that this round is a spin of, in its present state; null for a paid round. */
  freeSpin: FreeSpinView | null
  events: readonly GameEvent[]
  winUnits: number
  win: string
  choices: readonly string[]
  awaiting: Decision | null
  /** The platform made the last of the choices, after its deadline. */
  decidedForPlayer: boolean
}

/**
 * A round that the platform decided past the deadline, as shown to its player on the player's
 * return.
 */
export interface DecidedView {
  roundId: string
  /** The chosen option; "collect" for a gamble. */
  option: string
  win: string
  currency: Currency
}

/** Its sums include settled rounds only; `played` = `total` makes it the summary of the grant. */
export interface FreeSpinView {
  grantId: string
  played: number
  total: number
  totalWin: string
}

/**
 * The grant of operator free spins that pays for the player's next spin in this game. While there
 * is one, only its spins can be played.
 */
export interface FreeSpinsView {
  grantId: string
  bet: Bet
  /** The nominal bet of one spin, decimal text. */
  stake: string
  total: number
  /** Spins not started yet. */
  remaining: number
  /** Won by the settled rounds of the grant, decimal text. */
  totalWin: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** What has been played since the launch; a client itself adds what comes after the welcome. */
export interface SessionPlayView {
  /** Milliseconds. */
  playedMs: number
  /** The net of the session's settled rounds, decimal text; below zero it begins with "-". */
  net: string
}

/** The game as the client needs it; a copy of the catalogue's public part. */
export interface GameView
  extends Pick<
    GameDefinition,
    | 'id'
    | 'name'
    | 'provider'
    | 'version'
    | 'layout'
    | 'symbols'
    | 'winsBy'
    | 'lines'
    | 'unitsPerBet'
    | 'maxWinBets'
    | 'modes'
    | 'mechanics'
  > {
  /**
   * What a full board of hold and win pays in addition to the cash on it, in base bets; null: no
   * such prize.
   */
  fullBoardBets: number | null
  /** How many scatters start the free games of the base game; null: it has no free games. */
  scattersForFreeGames: number | null
  /** The option that a choice takes past its deadline; null: the game has no choices. */
  defaultOption: string | null
  bets: BetView
}

/** The bet ladder in the session's currency, minor units as digit strings. */
export type BetView =
  | { kind: 'denomination'; denominationsMinor: readonly string[]; credits: readonly number[] }
  | { kind: 'coin'; coinsMinor: readonly string[]; lines: number }
  | { kind: 'level'; baseStakeMinor: string; levels: readonly number[] }

/**
 * Each `balance` has its `balanceAt`, milliseconds since 1970: when the wallet reported it. The
 * player's balance is the one with the later time, in whatever order they came.
 */
export type ServerMessage =
  | {
      type: 'welcome'
      requestId: string
      mode: 'TEST_ONLY'
      sessionId: string
      /** Milliseconds since 1970, when the session stops starting new rounds. */
      expiresAt: number
      currency: string
      /** Standard language code, and the client's code in this game. */
      language: string
      clientLanguage: string
      balance: string
      balanceAt: number
      game: GameView
      /** The open round of this game, or null. */
      round: RoundView | null
      /** The last round of this game, if it is over and the platform made its last decision. */
      decided: DecidedView | null
      /** The grant that pays for the next spin; null: the player pays. */
      freeSpins: FreeSpinsView | null
      /** No new round of the game may start now; an open one continues. */
      paused: boolean
      /** What the player may do and what is shown; constant until the next welcome. */
      playRules: PlayRules
      /** Null if the rules show none of it. */
      sessionPlay: SessionPlayView | null
    }
  /**
   * The result of a command, as soon as it can't be undone: the balance is the one after the bet.
   * The answer to the command follows: `settled`, or `round` if the win is not confirmed yet, or
   * `error`.
   */
  | {
      type: 'outcome'
      requestId: string
      balance: string | null
      balanceAt: number | null
      round: RoundView
      freeSpins: FreeSpinsView | null
    }
  /** The answer to a command whose outcome was sent: the round is over, all money has moved. */
  | {
      type: 'settled'
      requestId: string
      roundId: string
      balance: string | null
      balanceAt: number | null
      /** The grant that this round is a spin of, in its present state. */
      freeSpin: FreeSpinView | null
      freeSpins: FreeSpinsView | null
    }
  /** The answer to a command, or (without requestId) a push of a round that was pending. */
  | {
      type: 'round'
      requestId?: string
      balance: string | null
      balanceAt: number | null
      round: RoundView
      freeSpins: FreeSpinsView | null
    }
  /**
   * Answers `refresh-balance`; or (without requestId) pushes the balance after something on another
   * page of the player, in any game: it is the same account.
   */
  | { type: 'balance'; requestId?: string; balance: string; balanceAt: number }
  | {
      type: 'error'
      requestId: string | null
      code: PlayErrorCode
      message: string
      retry: boolean
      /** Set if the refusal changes or explains which grant pays for the next spin. */
      freeSpins?: FreeSpinsView | null
    }

/** How many other connections have this session open; 0: no others any more. Answers no command. */
export interface Elsewhere {
  type: 'elsewhere'
  pages: number
}

/** One of the player's settled rounds again; null: this game has no last round. */
export interface ReplayAnswer {
  type: 'replay'
  requestId: string
  round: RoundView | null
  /** Milliseconds since 1970, when it began. */
  at: number | null
  /** The questions to the player, in order; `round.choices` are the answers. */
  asked: readonly Decision[]
}

/** The answers to questions besides play. */
export type SideMessage = Told | ReplayAnswer
