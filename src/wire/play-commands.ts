// What a game client sends over its WebSocket: commands, and questions besides play. JSON messages;
// amounts are decimal text, minor-unit quantities are digit strings; nothing here is a float.
// docs/game-protocol.md explains the play protocol for people; docs/asyncapi.json is generated from
// these schemas.

import { type TProperties, Type } from 'typebox'
import type { ValueOf } from '../core/fields.ts'
import { DAY_MS } from '../core/time.ts'
import { REQUESTS_REMEMBERED_MS } from '../limits.ts'

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
export type Bet = ValueOf<typeof Bet>

export const RequestId = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[!-~]+$',
  description:
    'Chosen by the client, unique per player. A command repeated with the same id is the same ' +
    'command: it is answered from the record. Request ids are remembered for ' +
    `${REQUESTS_REMEMBERED_MS / DAY_MS} days.`,
})
const RoundId = Type.String({ format: 'uuid', minLength: 36, maxLength: 36 })

const command = <Name extends string, Fields extends TProperties>(
  type: Name,
  description: string,
  fields: Fields,
) =>
  Type.Object(
    { type: Type.Literal(type), requestId: RequestId, ...fields },
    { additionalProperties: false, description, title: type },
  )

const GrantId = Type.String({ format: 'uuid', minLength: 36, maxLength: 36 })
const Option = Type.String({ minLength: 1, maxLength: 32, pattern: '^[a-z0-9-]+$' })

export const Hello = command(
  'hello',
  'First message on every connection. Answered by `welcome` with the exact state.',
  { token: Type.String({ minLength: 1, maxLength: 512, pattern: '^[A-Za-z0-9_-]+$' }) },
)
export const Spin = command('spin', 'Starts a round.', {
  bet: Bet,
  mode: Type.String({ minLength: 1, maxLength: 32, pattern: '^[a-z0-9-]+$' }),
})
export const FreeSpin = command(
  'free-spin',
  "Plays one spin of the grant that is due: `freeSpins` of the last answer. It has the grant's " +
    'bet and the base mode.',
  { grantId: GrantId },
)
export const Choose = command('choose', 'Answers a choice of the game.', {
  roundId: RoundId,
  option: Option,
})
export const Gamble = command('gamble', 'Risks the current win on one of the offered options.', {
  roundId: RoundId,
  option: Option,
})
export const Collect = command('collect', 'Takes the current win and ends the gamble.', {
  roundId: RoundId,
})
export const RefreshBalance = command(
  'refresh-balance',
  'Asks the wallet for the balance (`session_info`), which may have changed elsewhere: at most ' +
    'once in ten seconds per session, never while a round of its game is open. Answered by ' +
    '`balance`.',
  {},
)

// Questions move nothing: they are answered beside play, and a repeat is asked again.

export const Ping = command(
  'ping',
  'Asks whether the line is alive; answered at once, even before `hello`. For a client that ' +
    'receives nothing.',
  {},
)
export const AskRules = command(
  'rules',
  'Asks for the figures of the game: its features, and the return of each mode at the level ' +
    'in use.',
  {},
)
export const AskHistory = command(
  'history',
  "Asks for a page of the player's last rounds, in any game, newest first.",
  {
    before: Type.Optional(
      Type.String({
        pattern: '^[1-9][0-9]{0,17}$',
        description: '`next` of the page before; absent: the newest rounds.',
      }),
    ),
  },
)
export const AskReplay = command(
  'replay',
  "Asks for one of the player's settled rounds of this game with its events; without " +
    '`roundId` the last one.',
  { roundId: Type.Optional(RoundId) },
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
export type ClientMessage = ValueOf<typeof ClientMessage>
/** Questions about the player, who has sent hello. */
export type Question = ValueOf<typeof AskRules | typeof AskHistory | typeof AskReplay>
/** The messages that are passed to the player's lane. */
export type LaneMessage = Exclude<ClientMessage, Question | ValueOf<typeof Ping>>
export type SessionCommand = Exclude<LaneMessage, { type: 'hello' }>
/** The commands that move a round. */
export type PlayCommand = Exclude<SessionCommand, { type: 'refresh-balance' }>
