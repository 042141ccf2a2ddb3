// The answers to questions as schemas: that the line is alive, rules, history. They contain only
// the player's and the game's data, and no result that may still be undone.

import { type Static, Type } from 'typebox'
import { CURRENCIES } from '../core/money.ts'
import { GameRulesView } from './game-rules.ts'
import { amount, text } from './play-fields.ts'

const requestId = text('The id of the question.')
const percent = (description: string) =>
  Type.String({ pattern: '^[0-9]+\\.[0-9]{2}$', description })
const moment = (description: string) =>
  Type.Integer({ description: `Milliseconds since 1970: ${description}` })

export const Pong = Type.Object(
  { type: Type.Literal('pong'), requestId },
  { title: 'pong', description: 'The line is alive.' },
)

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

export const RulesMessage = Type.Object(
  {
    type: Type.Literal('rules'),
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
    rules: GameRulesView,
    decisionDeadlineMinutes: Type.Union([Type.Integer({ minimum: 5 }), Type.Null()], {
      description:
        'After this many minutes the platform makes an open decision for the player: a gamble ' +
        'is collected, a choice takes `game.defaultOption`. The time counts from when the ' +
        'decision became open. Null: there is no deadline.',
    }),
  },
  { title: 'rules', description: 'The figures of the game.' },
)

const STATES = ['settled', 'open', 'refunding', 'refunded', 'refused', 'held'] as const

export const HistoryRound = Type.Object(
  {
    roundId: Type.String({ format: 'uuid' }),
    at: moment('when it began.'),
    gameId: Type.String(),
    gameName: Type.String(),
    mode: Type.Enum(['base', 'ante', 'buy']),
    currency: Type.Enum([...CURRENCIES]),
    stake: amount('What it cost; for a free spin, the nominal bet.'),
    isFreeSpin: Type.Boolean(),
    win: Type.Union([amount('What was paid.'), Type.Null()], {
      description: 'Null unless it is settled.',
    }),
    state: Type.Enum([...STATES], {
      description:
        '`settled`: over, all money moved; `open`: not over; `refunding`, `refunded`: ' +
        'cancelled, the stake is being given back or has been; `refused`: the bet was refused, ' +
        'nothing was taken; `held`: the operator is checking it.',
    }),
    decidedForPlayer: Type.Boolean({
      description: 'The platform made its last decision, after its deadline.',
    }),
    canReplay: Type.Boolean({
      description: 'A settled round of this game, in the version that runs.',
    }),
  },
  { title: 'HistoryRound' },
)

export const HistoryMessage = Type.Object(
  {
    type: Type.Literal('history'),
    requestId,
    rounds: Type.Array(HistoryRound, { description: 'Newest first.' }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: '`before` of the next page; null: this is the last page.',
    }),
  },
  { title: 'history', description: "A page of the player's last rounds." },
)

export type RulesAnswer = Static<typeof RulesMessage>
export type HistoryAnswer = Static<typeof HistoryMessage>
export type HistoryRow = Static<typeof HistoryRound>
export type Told = Static<typeof Pong> | RulesAnswer | HistoryAnswer
