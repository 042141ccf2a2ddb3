// A round, the decision that it waits for and the free spins around it, as schemas of what its
// player may see. Holds nothing that is still hidden from the player.

import { Type } from 'typebox'
import { CURRENCIES } from '../core/money.ts'
import { Bet } from './play.ts'
import { PlayEvent } from './play-event.ts'
import { amount, count, text, Units, Uuid } from './play-fields.ts'

const Options = Type.Array(Type.String(), { description: 'The exact texts that may be answered.' })

export const AwaitedDecision = Type.Union(
  [
    Type.Object(
      { kind: Type.Literal('choice'), options: Options },
      { title: 'Answer with `choose`' },
    ),
    Type.Object(
      {
        kind: Type.Literal('gamble'),
        options: Options,
        stepsLeft: count('Gamble steps left, this one included.'),
      },
      { title: 'Answer with `gamble` or `collect`' },
    ),
  ],
  { title: 'Decision' },
)

const STATUS = {
  pending: 'the wallet has not confirmed the bet yet; a `round` message is pushed later',
  awaiting: 'the player owes a decision, see `awaiting`',
  crediting: 'the result is final, the wallet has not confirmed the win yet',
  settled: 'over, all money moved',
  rejected: 'over, the bet was refused or cancelled',
} as const
const STATUSES = Object.keys(STATUS) as (keyof typeof STATUS)[]

export const PlayFreeSpin = Type.Object(
  {
    grantId: Uuid,
    played: count('Settled rounds of the grant; with `total` of them it is over.'),
    total: count('Spins granted.'),
    totalWin: amount('Won by the settled rounds of the grant.'),
  },
  { title: 'FreeSpin', description: 'A grant of free spins in its state after one of its rounds.' },
)

export const PlayFreeSpins = Type.Object(
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

export const NextFreeSpins = Type.Union([PlayFreeSpins, Type.Null()], {
  description: 'The grant that pays for the next spin; null: the player pays.',
})

export const PlayRound = Type.Object(
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
    freeSpin: Type.Union([PlayFreeSpin, Type.Null()], {
      description:
        'The grant that this round is a spin of, in its present state; null for a paid round.',
    }),
    events: Type.Array(PlayEvent, { description: 'Empty until the bet is confirmed.' }),
    winUnits: Units,
    win: amount('The win so far; it is paid when the round is settled.'),
    choices: Type.Array(Type.String(), { description: "The player's answers so far, in order." }),
    awaiting: Type.Union([AwaitedDecision, Type.Null()]),
    decidedForPlayer: Type.Boolean({
      description: 'The platform made the last of the choices, after its deadline.',
    }),
  },
  { title: 'Round' },
)

export const DecidedRound = Type.Object(
  {
    roundId: Uuid,
    option: text('The chosen option; `collect` for a gamble.'),
    win: amount('What was paid.'),
    currency: Type.Enum([...CURRENCIES], { description: 'The currency of `win`.' }),
  },
  { title: 'DecidedRound', description: 'A round that the platform decided past the deadline.' },
)
