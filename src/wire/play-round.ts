// A round, the free spins around it and its line in the history, as schemas of what its player may
// see. Holds nothing that is still hidden from the player.

import { Type } from 'typebox'
import { amount, count, moment, text, Uuid, type ValueOf } from '../core/fields.ts'
import { CURRENCIES } from '../core/money.ts'
import { Decision, GameEvent, Units } from '../games/engine/schemas.ts'
import { Bet } from './play-commands.ts'

const STATUS = {
  pending: 'the wallet has not confirmed the bet yet; a `round` message is pushed later',
  awaiting: 'the player owes a decision, see `awaiting`',
  crediting: 'the result is final, the wallet has not confirmed the win yet',
  settled: 'over, all money moved',
  rejected: 'over, the bet was refused or cancelled',
} as const
const STATUSES = Object.keys(STATUS) as (keyof typeof STATUS)[]

export const FreeSpinView = Type.Object(
  {
    grantId: Uuid,
    played: count('Settled rounds of the grant; with `total` of them it is over.'),
    total: count('Spins granted.'),
    totalWin: amount('Won by the settled rounds of the grant.'),
  },
  { title: 'FreeSpin', description: 'A grant of free spins in its state after one of its rounds.' },
)
export type FreeSpinView = ValueOf<typeof FreeSpinView>

export const FreeSpinsView = Type.Object(
  {
    grantId: Uuid,
    bet: Bet,
    stake: amount('The nominal bet of one spin; the operator pays it.'),
    total: count('Spins granted.'),
    remaining: count('Spins not started yet.'),
    totalWin: amount('Won by the settled rounds of the grant.'),
    expiresAt: Type.Integer({ description: 'Milliseconds since 1970.' }),
  },
  {
    title: 'FreeSpins',
    description:
      "The grant that pays for the player's next spin in this game; while there is one, only " +
      'its spins can be played.',
  },
)
export type FreeSpinsView = ValueOf<typeof FreeSpinsView>

export const NextFreeSpins = Type.Union([FreeSpinsView, Type.Null()], {
  description: 'The grant that pays for the next spin; null: the player pays.',
})

export const RoundView = Type.Object(
  {
    roundId: Uuid,
    status: Type.Enum(STATUSES, {
      description: STATUSES.map(status => `\`${status}\`: ${STATUS[status]}`).join('; '),
    }),
    gameMode: text('A mode of `game.modes`, or one that has been switched off since.'),
    currency: Type.Enum([...CURRENCIES], {
      description:
        "The currency of the round's amounts; differs from the session's only for a round of " +
        'another session.',
    }),
    bet: Bet,
    stake: amount('What the round costs; for a free spin, the nominal bet.'),
    baseStake: amount('The base bet; differs from `stake` for ante bets and buys.'),
    freeSpin: Type.Union([FreeSpinView, Type.Null()], {
      description:
        'The grant that this round is a spin of, in its present state; null for a paid round.',
    }),
    events: Type.Array(GameEvent, { description: 'Empty until the bet is confirmed.' }),
    winUnits: Units,
    win: amount('The win so far; it is paid when the round is settled.'),
    choices: Type.Array(Type.String(), { description: "The player's answers so far, in order." }),
    awaiting: Type.Union([Decision, Type.Null()]),
    decidedForPlayer: Type.Boolean({
      description: 'The platform made the last of the choices, after its deadline.',
    }),
  },
  { title: 'Round' },
)
export type RoundView = ValueOf<typeof RoundView>

export const DecidedView = Type.Object(
  {
    roundId: Uuid,
    option: text('The chosen option; `collect` for a gamble.'),
    win: amount('What was paid.'),
    currency: Type.Enum([...CURRENCIES], { description: 'The currency of `win`.' }),
  },
  { title: 'DecidedRound', description: 'A round that the platform decided past the deadline.' },
)
export type DecidedView = ValueOf<typeof DecidedView>

const STATES = ['settled', 'open', 'refunding', 'refunded', 'refused', 'held'] as const

export const HistoryRow = Type.Object(
  {
    roundId: Uuid,
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
export type HistoryRow = ValueOf<typeof HistoryRow>
