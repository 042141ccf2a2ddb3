// What the platform sends to a game client, as schemas: for the AsyncAPI document, for clients that
// check what they receive, and for the types. Open: an answer may gain fields.

import { Type } from 'typebox'
import { amount, count, moment, text, Uuid, type ValueOf, variant } from '../core/fields.ts'
import { Decision, GameRules } from '../games/engine/schemas.ts'
import { GameView, PlayRulesView } from './play-game.ts'
import { DecidedView, FreeSpinView, HistoryRow, NextFreeSpins, RoundView } from './play-round.ts'

const BalanceAt = Type.Integer({
  description:
    'Milliseconds since 1970: when the wallet reported `balance`. Of two balances the later ' +
    'one is valid.',
})

const SessionPlay = Type.Union(
  [
    Type.Object(
      {
        playedMs: count('Milliseconds since the launch.'),
        net: Type.String({
          pattern: '^-?(0|[1-9][0-9]*)\\.[0-9]{2}$',
          description:
            "The net of the session's settled rounds since its launch (wins minus stakes); the " +
            "open round in `round` is not included, and the operator's free spins cost nothing.",
        }),
      },
      { title: 'SessionPlay' },
    ),
    Type.Null(),
  ],
  { description: 'Null if the rules show none of it.' },
)
export type SessionPlayView = Exclude<ValueOf<typeof SessionPlay>, null>

export const Welcome = variant('welcome', 'Answers `hello` with the exact state.', {
  requestId: Type.String(),
  mode: Type.Literal('TEST_ONLY'),
  sessionId: Uuid,
  expiresAt: Type.Integer({
    description: 'Milliseconds since 1970, when the session stops starting new rounds.',
  }),
  currency: Type.String(),
  language: text('Standard language code.'),
  clientLanguage: text("The client's code in this game."),
  balance: amount("The wallet's balance."),
  balanceAt: BalanceAt,
  game: GameView,
  round: Type.Union([RoundView, Type.Null()], {
    description: 'The open round of this game, or null.',
  }),
  decided: Type.Union([DecidedView, Type.Null()], {
    description:
      'The last round of this game, if it is over and the platform made its last decision, ' +
      'until the next round of the game is started; only while the project has a deadline.',
  }),
  freeSpins: NextFreeSpins,
  paused: Type.Boolean({
    description: 'No new round of the game may start now; an open one continues.',
  }),
  playRules: PlayRulesView,
  sessionPlay: SessionPlay,
})

export const RoundMessage = variant(
  'round',
  'Answers a command, or pushes the new state of a round that was not over.',
  {
    requestId: Type.Optional(text('The id of the command that it answers; missing in a push.')),
    balance: Type.Union([amount('The wallet has reported it with this round.'), Type.Null()]),
    balanceAt: Type.Union([BalanceAt, Type.Null()]),
    round: RoundView,
    freeSpins: NextFreeSpins,
  },
)

export const OutcomeMessage = variant(
  'outcome',
  "The result of a command, as soon as it can't be undone. The answer follows: settled, " +
    'round or error.',
  {
    requestId: text('The id of the command.'),
    balance: Type.Union([amount("The wallet's balance after the bet."), Type.Null()]),
    balanceAt: Type.Union([BalanceAt, Type.Null()]),
    round: RoundView,
    freeSpins: NextFreeSpins,
  },
)

export const SettledMessage = variant('settled', 'The round is over, and all money has moved.', {
  requestId: text('The id of the command whose outcome was sent.'),
  roundId: Uuid,
  balance: Type.Union([amount('The wallet has reported it with this round.'), Type.Null()]),
  balanceAt: Type.Union([BalanceAt, Type.Null()]),
  freeSpin: Type.Union([FreeSpinView, Type.Null()], {
    description: 'The grant that this round is a spin of, in its present state.',
  }),
  freeSpins: NextFreeSpins,
})

export const BalanceMessage = variant(
  'balance',
  "Answers `refresh-balance`; without `requestId` it pushes the player's balance in the " +
    "session's currency.",
  {
    requestId: Type.Optional(
      text(
        'The id of the command that it answers; missing in a push, which another page of the ' +
          'player caused.',
      ),
    ),
    balance: amount("The wallet's balance."),
    balanceAt: BalanceAt,
  },
)

export const ElsewhereMessage = variant(
  'elsewhere',
  'How many other pages have the same session open. Sent when that changes.',
  { pages: count('Other connections that have this session open; 0: none any more.') },
)

/**
 * Codes that a game client can receive. `retry: true` in the message: repeat with the same
 * requestId. The text is for a person who reads the message, since the client translates by code;
 * null: the code serves as the text.
 */
export const PLAY_ERRORS = {
  INVALID_REQUEST: null,
  UNAUTHORIZED: 'The link is no longer valid. Launch the game again.',
  SESSION_REPLACED: 'The game was opened elsewhere. Go on there, or open it again.',
  SESSION_EXPIRED: 'The session has ended. Launch the game again.',
  BUSY: 'Too many commands at once. Wait for the answers.',
  ROUND_OPEN: 'A round of this game is not finished. Finish it first.',
  ROUND_NOT_FOUND: 'There is no such open round.',
  NOT_AWAITING: 'The round does not wait for this decision.',
  INVALID_OPTION: 'The game does not offer this option.',
  INVALID_BET: 'The game does not offer this bet.',
  INVALID_MODE: 'The game does not offer this mode.',
  PROJECT_BET_LIMIT: 'The stake is outside the limits. Nothing was debited.',
  FREE_SPINS_ACTIVE: 'Free spins come first in this game.',
  FREE_SPINS_OVER: 'These free spins are not the ones that are due.',
  GAME_MODE_DISABLED: 'This way of playing is switched off.',
  PROJECT_GAME_DISABLED: 'The game is switched off.',
  GAME_PAUSED: 'No new round of this game is started just now. Nothing was debited.',
  CURRENCY_REQUIRED: null,
  INSUFFICIENT_FUNDS: 'The balance is too low for this stake. Nothing was debited.',
  PLAYER_BLOCKED: 'The casino does not let this player play. Nothing was debited.',
  LIMIT_REACHED: 'The player has reached a limit of the casino. Nothing was debited.',
  SESSION_CLOSED: "The casino has closed the player's session. Nothing was debited.",
  BET_NOT_ALLOWED: 'The casino does not allow this bet. Nothing was debited.',
  BET_REFUSED: 'The round was cancelled. The stake is returned.',
  RECONCILIATION_REQUIRED: 'The round could not be finished. It is being looked at.',
  SPIN_TOO_SOON: 'The last spin has only just begun. Nothing was started; try again in a moment.',
  WALLET_BUSY: 'The wallet is busy. Nothing was started; try again in a moment.',
  BALANCE_UNAVAILABLE: 'The balance cannot be read at the moment.',
  BALANCE_TOO_SOON: 'The balance was read less than ten seconds ago. Ask again in a moment.',
  SHUTTING_DOWN: 'This server is going down. Reconnect in a moment.',
  REQUEST_FAILED: 'Something went wrong. Repeat the command with the same requestId.',
} as const
export type PlayErrorCode = keyof typeof PLAY_ERRORS
export const PLAY_ERROR_CODES = Object.keys(PLAY_ERRORS) as PlayErrorCode[]

export const ErrorMessage = variant('error', 'The command was refused.', {
  requestId: Type.Union([Type.String(), Type.Null()], {
    description: 'Null if the message could not be read up to the id.',
  }),
  code: Type.Enum(PLAY_ERROR_CODES),
  message: text('For a person; branch on `code`.'),
  retry: Type.Boolean({ description: 'True: repeat the command with the same requestId.' }),
  freeSpins: Type.Optional(NextFreeSpins),
})

const requestId = text('The id of the question.')
const percent = (description: string) =>
  Type.String({ pattern: '^[0-9]+\\.[0-9]{2}$', description })

export const Pong = variant('pong', 'The line is alive.', { requestId })

const ModeReturn = Type.Object({
  id: text('A mode of `game.modes`.'),
  kind: Type.Enum(['base', 'ante', 'buy']),
  priceBets: text('Price of one round in base bets, decimal text.'),
  rtpPercent: percent('Theoretical return at the level in use, percent of the price.'),
  hitFrequencyPercent: percent('Share of rounds that win anything.'),
  deviationBets: percent('Standard deviation of the win of one round, in base bets.'),
  volatility: Type.Enum(['low', 'medium', 'high', 'very-high']),
  marginPercent: Type.Union(
    [percent('Half-width of the 95 % interval of a simulation.'), Type.Null()],
    {
      description: 'Null: the return is calculated exactly.',
    },
  ),
})

export const RulesMessage = variant('rules', 'The figures of the game.', {
  requestId,
  gameId: Type.String(),
  version: text('The version of the mathematics.'),
  at: moment('when the level was looked up.'),
  level: Type.Object(
    {
      source: Type.Enum(['natural', 'provider', 'personal']),
      percent: Type.Union([percent('The level.'), Type.Null()]),
    },
    {
      description:
        "What the next round's return depends on. `natural`: the game's mathematics; " +
        '`provider`: one level for all players; `personal`: a level of this player, which ' +
        'may change between rounds.',
    },
  ),
  returns: Type.Array(ModeReturn),
  rules: GameRules,
  decisionDeadlineMinutes: Type.Union([Type.Integer({ minimum: 5 }), Type.Null()], {
    description:
      'After this many minutes the platform makes an open decision for the player: a gamble ' +
      'is collected, a choice takes `game.defaultOption`. The time counts from when the ' +
      'decision became open. Null: there is no deadline.',
  }),
})

export const HistoryMessage = variant('history', "A page of the player's last rounds.", {
  requestId,
  rounds: Type.Array(HistoryRow, { description: 'Newest first.' }),
  next: Type.Union([Type.String(), Type.Null()], {
    description: '`before` of the next page; null: this is the last page.',
  }),
})

export const ReplayMessage = variant('replay', 'A round again, drawn from its record.', {
  requestId,
  round: Type.Union([RoundView, Type.Null()], {
    description: 'As it was settled; null: this game has no last round.',
  }),
  at: Type.Union([moment('when it began.'), Type.Null()]),
  asked: Type.Array(Decision, {
    description: 'What the player was asked, in order; `round.choices` are the answers.',
  }),
})

/** Answers and pushes about play. */
export const ServerMessage = Type.Union([
  Welcome,
  OutcomeMessage,
  SettledMessage,
  RoundMessage,
  BalanceMessage,
  ErrorMessage,
])
export type ServerMessage = ValueOf<typeof ServerMessage>
/** The answers to questions besides play. */
export const SideMessage = Type.Union([Pong, RulesMessage, HistoryMessage, ReplayMessage])
export type SideMessage = ValueOf<typeof SideMessage>
export type Elsewhere = ValueOf<typeof ElsewhereMessage>
export type RulesAnswer = ValueOf<typeof RulesMessage>
export type HistoryAnswer = ValueOf<typeof HistoryMessage>
export type ReplayAnswer = ValueOf<typeof ReplayMessage>
