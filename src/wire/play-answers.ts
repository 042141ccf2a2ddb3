// The platform's play messages as schemas, for the AsyncAPI document and for clients that check
// what they receive. Open: an answer may gain fields. They describe the interfaces of wire/play.ts
// and must match them: the last lines do not compile otherwise.

import { type Static, Type } from 'typebox'
import type { Elsewhere, ServerMessage, SideMessage } from './play.ts'
import { PLAY_ERROR_CODES } from './play-errors.ts'
import { amount, count, text, Uuid } from './play-fields.ts'
import { PlayGame } from './play-game.ts'
import {
  AwaitedDecision,
  DecidedRound,
  NextFreeSpins,
  PlayFreeSpin,
  PlayRound,
} from './play-round.ts'
import { PlayRulesView, SessionPlay } from './play-rules.ts'
import { HistoryMessage, Pong, RulesMessage } from './play-told.ts'

const BalanceAt = Type.Integer({
  description:
    'Milliseconds since 1970: when the wallet reported `balance`. Of two balances the later ' +
    'one is valid.',
})

export const Welcome = Type.Object(
  {
    type: Type.Literal('welcome'),
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
    game: PlayGame,
    round: Type.Union([PlayRound, Type.Null()], {
      description: 'The open round of this game, or null.',
    }),
    decided: Type.Union([DecidedRound, Type.Null()], {
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
  },
  { title: 'welcome', description: 'Answers `hello` with the exact state.' },
)

export const RoundMessage = Type.Object(
  {
    type: Type.Literal('round'),
    requestId: Type.Optional(text('The id of the command that it answers; missing in a push.')),
    balance: Type.Union([amount('The wallet has reported it with this round.'), Type.Null()]),
    balanceAt: Type.Union([BalanceAt, Type.Null()]),
    round: PlayRound,
    freeSpins: NextFreeSpins,
  },
  {
    title: 'round',
    description: 'Answers a command, or pushes the new state of a round that was not over.',
  },
)

export const OutcomeMessage = Type.Object(
  {
    type: Type.Literal('outcome'),
    requestId: text('The id of the command.'),
    balance: Type.Union([amount("The wallet's balance after the bet."), Type.Null()]),
    balanceAt: Type.Union([BalanceAt, Type.Null()]),
    round: PlayRound,
    freeSpins: NextFreeSpins,
  },
  {
    title: 'outcome',
    description:
      "The result of a command, as soon as it can't be undone. The answer follows: settled, " +
      'round or error.',
  },
)

export const SettledMessage = Type.Object(
  {
    type: Type.Literal('settled'),
    requestId: text('The id of the command whose outcome was sent.'),
    roundId: Uuid,
    balance: Type.Union([amount('The wallet has reported it with this round.'), Type.Null()]),
    balanceAt: Type.Union([BalanceAt, Type.Null()]),
    freeSpin: Type.Union([PlayFreeSpin, Type.Null()], {
      description: 'The grant that this round is a spin of, in its present state.',
    }),
    freeSpins: NextFreeSpins,
  },
  { title: 'settled', description: 'The round is over, and all money has moved.' },
)

export const BalanceMessage = Type.Object(
  {
    type: Type.Literal('balance'),
    requestId: Type.Optional(
      text(
        'The id of the command that it answers; missing in a push, which another page of the ' +
          'player caused.',
      ),
    ),
    balance: amount("The wallet's balance."),
    balanceAt: BalanceAt,
  },
  {
    title: 'balance',
    description:
      "Answers `refresh-balance`; without `requestId` it pushes the player's balance in the " +
      "session's currency.",
  },
)

export const ElsewhereMessage = Type.Object(
  {
    type: Type.Literal('elsewhere'),
    pages: count('Other connections that have this session open; 0: none any more.'),
  },
  {
    title: 'elsewhere',
    description: 'How many other pages have the same session open. Sent when that changes.',
  },
)

export const ErrorMessage = Type.Object(
  {
    type: Type.Literal('error'),
    requestId: Type.Union([Type.String(), Type.Null()], {
      description: 'Null if the message could not be read up to the id.',
    }),
    code: Type.Enum([...PLAY_ERROR_CODES]),
    message: text('For a person; branch on `code`.'),
    retry: Type.Boolean({ description: 'True: repeat the command with the same requestId.' }),
    freeSpins: Type.Optional(NextFreeSpins),
  },
  { title: 'error', description: 'The command was refused.' },
)

export const ReplayMessage = Type.Object(
  {
    type: Type.Literal('replay'),
    requestId: text('The id of the question.'),
    round: Type.Union([PlayRound, Type.Null()], {
      description: 'As it was settled; null: this game has no last round.',
    }),
    at: Type.Union([
      Type.Integer({ description: 'Milliseconds since 1970: when it began.' }),
      Type.Null(),
    ]),
    asked: Type.Array(AwaitedDecision, {
      description: 'What the player was asked, in order; `round.choices` are the answers.',
    }),
  },
  { title: 'replay', description: 'A round again, drawn from its record.' },
)

export const PlayAnswer = Type.Union([
  Welcome,
  OutcomeMessage,
  SettledMessage,
  RoundMessage,
  BalanceMessage,
  ElsewhereMessage,
  ErrorMessage,
  Pong,
  RulesMessage,
  HistoryMessage,
  ReplayMessage,
])

type Fixed<T> = T extends object ? { readonly [K in keyof T]: Fixed<T[K]> } : T
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same: Same<
  Fixed<Static<typeof PlayAnswer>>,
  Fixed<ServerMessage | SideMessage | Elsewhere>
> = true
void same
