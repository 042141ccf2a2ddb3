// Rounds in the admin API: searches, one round with its timeline, its replay, and what an owner may do with it.

import { type Static, Type } from 'typebox'
import { CURRENCIES } from '../../core/money.ts'
import { PLAYER_ID_MAX_CHARS } from '../../limits.ts'
import { ROUND_STATES } from '../../round/round.ts'
import { Choose, Collect, FreeSpin, Gamble, Spin } from '../../wire/play.ts'
import { OutcomeMessage, RoundMessage, SettledMessage, Welcome } from '../../wire/play-answers.ts'
import { cursorText, limitText, nextCursor, reasonText, uuid } from '../common-schema.ts'
import { PACK_LANGUAGES } from './pack-languages.ts'

type Schema = Parameters<typeof Type.Union>[0][number]

const nullable = <Of extends Schema>(schema: Of) => Type.Union([schema, Type.Null()])
const minor = (description: string) =>
  Type.String({ pattern: '^-?[0-9]+$', description: `${description} Minor units.` })
const time = (description: string) =>
  Type.String({ format: 'date-time', description: `${description} ISO 8601, UTC.` })
const text = (description: string) => Type.String({ description })

const State = Type.Enum([...ROUND_STATES], {
  description: '`reconciliation_required` also where the wallet has been owed a call for a day.',
})
const OperationStatus = Type.Enum(['planned', 'sent', 'unknown', 'confirmed', 'rejected'])

/** As they come in an address: every field is a text. */
export const RoundSearchQuery = Type.Object({
  roundId: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Only this round; the id of one of its wallet transactions will do.',
    }),
  ),
  projectId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  playerId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: PLAYER_ID_MAX_CHARS,
      description: 'Only this player of `projectId`, which is then needed.',
    }),
  ),
  sessionId: Type.Optional(
    Type.String({
      maxLength: 36,
      description: 'Only this session of `playerId`, which is then needed.',
    }),
  ),
  state: Type.Optional(
    Type.Enum([...ROUND_STATES, 'unfinished', 'playing', 'awaiting', 'refund_owed'], {
      description:
        'A state, or what the overview counts: `unfinished` (all that are), and of them `playing`, `awaiting` (the ' +
        'player) and `refund_owed`.',
    }),
  ),
  from: Type.Optional(
    Type.String({ maxLength: 64, description: 'Inclusive. ISO date or date-time.' }),
  ),
  to: Type.Optional(Type.String({ maxLength: 64, description: 'Exclusive. The same forms.' })),
  cursor: Type.Optional(cursorText),
  limit: Type.Optional(limitText),
})
export type RoundSearchQuery = Static<typeof RoundSearchQuery>

const RoundRow = Type.Object({
  roundId: uuid,
  projectId: Type.String(),
  playerId: Type.String(),
  gameId: Type.String(),
  currency: Type.Enum([...CURRENCIES]),
  state: State,
  isFreeSpin: Type.Boolean(),
  betMinor: minor('What was or is to be debited; 0 of a free spin.'),
  winMinor: nullable(
    minor('As drawn: paid once `winStatus` is `confirmed`. Null until the bet is decided.'),
  ),
  betStatus: OperationStatus,
  winStatus: nullable(OperationStatus),
  refundStatus: nullable(OperationStatus),
  createdAt: time('When it was opened.'),
  settledAt: nullable(time('When all money had moved.')),
})
export type RoundRow = Static<typeof RoundRow>

export const RoundSearchAnswer = Type.Object({
  rows: Type.Array(RoundRow, { description: 'Newest first.' }),
  nextCursor,
})
export type RoundSearchAnswer = Static<typeof RoundSearchAnswer>

const OperationKind = Type.Enum(['bet', 'win', 'refund'])

const RoundOperation = Type.Object({
  kind: OperationKind,
  transaction: text('`meta.transaction` of its wallet calls.'),
  amountMinor: minor('What is moved.'),
  status: OperationStatus,
  plannedAt: nullable(time('When it was written down, before the first call.')),
  confirmedAt: nullable(time('When the wallet said yes.')),
  unclear: Type.Integer({
    minimum: 0,
    description: 'Calls that the wallet left without a clear answer, as far as they are kept.',
  }),
})
export type RoundOperation = Static<typeof RoundOperation>

export const TIMELINE_KINDS = [
  'opened',
  'planned',
  'call',
  'unclear',
  'confirmed',
  'refused',
  'chosen',
  'collected',
  'decided',
  'cancelled',
  'set-aside',
  'settled',
  'notification-owed',
  'owner',
] as const

const TimelineEntry = Type.Object({
  at: nullable(time('Null: the ledger keeps the order of it, and no time.')),
  kind: Type.Enum([...TIMELINE_KINDS]),
  operation: nullable(
    Type.Enum(['bet', 'win', 'refund', 'start', 'finish'], {
      description: '`start` and `finish` are the two round_info.',
    }),
  ),
  attempt: nullable(Type.Integer({ description: 'Of the operation, from 1.' })),
  callId: nullable(text('Of a call in the callback log.')),
  latencyMs: nullable(
    Type.Integer({ description: 'Of a call; of `confirmed`: since it was planned.' }),
  ),
  code: nullable(text('A cause, a status, an action or an option.')),
  text: nullable(text('What was said, masked.')),
  by: nullable(text('Who did it, or the node that answered.')),
  amountMinor: nullable(minor('That was moved.')),
  balanceMinor: nullable(minor('As the wallet said with it.')),
})
export type TimelineEntry = Static<typeof TimelineEntry>

const Verdict = Type.Object(
  {
    isAllowed: Type.Boolean(),
    code: nullable(text('The code that the action would be refused with.')),
  },
  { description: 'By the state of the round; who asks decides the rest.' },
)

export const RoundDetail = Type.Object({
  roundId: uuid,
  projectId: Type.String(),
  playerId: Type.String(),
  gameId: Type.String(),
  gameName: text('The id where the game is not here any more.'),
  gameVersion: text('That drew it.'),
  gameMode: Type.String(),
  currency: Type.Enum([...CURRENCIES]),
  state: Type.Enum([...ROUND_STATES]),
  shown: Type.Enum(['yes', 'no', 'unknown'], {
    description: 'Whether the player was told the result. `unknown`: the ledger has not been told.',
  }),
  createdAt: time('When it was opened.'),
  touchedAt: time('Of the last write.'),
  settledAt: nullable(time('When all money had moved.')),
  stakeMinor: minor('What it costs; of a free spin the nominal bet.'),
  baseStakeMinor: minor('The base bet.'),
  betMinor: minor('What is debited.'),
  winMinor: nullable(minor('As drawn. Null until the bet is decided.')),
  balanceBeforeMinor: nullable(minor('Follows from the one after the bet.')),
  balanceAfterBetMinor: nullable(minor('As the wallet said.')),
  balanceAfterMinor: nullable(minor('As the wallet said last with this round.')),
  betTerms: text('The bet in the terms of its provider, JSON.'),
  level: nullable(text('Percent; null: the natural mathematics.')),
  levelSource: nullable(Type.String()),
  sequence: text('Of the player’s rounds.'),
  requestId: Type.String(),
  sessionId: Type.String(),
  grantId: nullable(Type.String()),
  targetOutcomeId: nullable(Type.String()),
  reelSet: nullable(text('Of a target outcome: what its seed was found on.')),
  choices: Type.Array(Type.String()),
  deciders: Type.Array(Type.Enum(['player', 'spin', 'deadline']), {
    description:
      'Who made each choice. `spin`: the platform, which collected with the spin; `deadline`: the platform, for a ' +
      'player who had not decided in time.',
  }),
  attempts: Type.Integer({ description: 'Of what is owed now, without a clear answer.' }),
  version: Type.Integer({ description: 'Writes of its row.' }),
  cancelReason: nullable(Type.String()),
  refusalCode: nullable(Type.String()),
  orphaned: nullable(text('What is known of a round that the ledger lost in a failover.')),
  failure: nullable(text('Of our own, that its driving met last.')),
  failures: Type.Integer({ description: 'So often in a row.' }),
  operations: Type.Array(RoundOperation),
  owes: Type.Array(Type.String(), { description: 'What is owed, in its order.' }),
  next: Type.Object({
    driver: nullable(
      Type.Enum(['node', 'nobody'], { description: '`nobody`: the recovery job takes it up.' }),
    ),
    at: nullable(time('Of the next attempt.')),
  }),
  timeline: Type.Array(TimelineEntry, { description: 'Oldest first.' }),
  replay: Type.Object({
    isPossible: Type.Boolean(),
    reason: nullable(text('Why not.')),
  }),
  actions: Type.Object({ push: Verdict, putBack: Verdict, cancel: Verdict }),
})
export type RoundDetail = Static<typeof RoundDetail>

export const DriverAnswer = Type.Object({
  driver: nullable(
    Type.Object({
      node: Type.String(),
      work: Type.Enum(['driving', 'waiting']),
      dueInMs: nullable(Type.Integer({ description: 'Until its next attempt.' })),
    }),
  ),
})
export type DriverAnswer = Static<typeof DriverAnswer>

export const ReplayFeed = Type.Object({
  roundId: uuid,
  gameId: Type.String(),
  gameVersion: Type.String(),
  gameMode: Type.String(),
  createdAt: time('When it was opened.'),
  currency: Type.Enum([...CURRENCIES]),
  stakeMinor: minor('What it costs.'),
  winMinor: minor('As recorded.'),
  balanceBeforeMinor: nullable(minor('Before the bet.')),
  balanceAfterMinor: nullable(minor('As the wallet said last with this round.')),
  shown: Type.Enum(['yes', 'no', 'unknown'], {
    description: 'Whether the player was told the result.',
  }),
  matches: Type.Boolean({ description: 'The mathematics gives the recorded win again.' }),
  welcome: Welcome,
  steps: Type.Array(
    Type.Object({
      command: Type.Union([Spin, FreeSpin, Choose, Gamble, Collect]),
      answers: Type.Array(Type.Union([RoundMessage, OutcomeMessage, SettledMessage])),
    }),
    { description: 'The player’s commands, each with the messages of the play protocol.' },
  ),
})
export type ReplayFeed = Static<typeof ReplayFeed>

export const PushedAnswer = Type.Object({
  answer: nullable(
    Type.Enum(
      [
        'tried',
        'taken-up',
        'driving',
        'notification',
        'held-back',
        'no-budget',
        'not-waiting',
        'busy',
      ],
      { description: 'Null: no node answered in time.' },
    ),
  ),
  isMade: Type.Boolean({ description: 'An attempt was made, or is just now.' }),
  node: nullable(Type.String()),
  state: Type.Enum([...ROUND_STATES]),
  owes: Type.Array(Type.String()),
  failure: nullable(
    Type.Object({ operation: Type.String(), cause: Type.String(), text: Type.String() }),
  ),
})
export type PushedAnswer = Static<typeof PushedAnswer>

export const PutBackAnswer = Type.Object({ state: Type.Enum([...ROUND_STATES]) })
export type PutBackAnswer = Static<typeof PutBackAnswer>

export const CancelledAnswer = Type.Object({
  result: Type.Enum(['cancelled', 'already_cancelled']),
  refundStatus: Type.Enum(['pending', 'confirmed']),
})
export type CancelledAnswer = Static<typeof CancelledAnswer>

/** Typed by the person who asks for it; kept in the audit log. */
export const WithReason = Type.Object({ reason: { ...reasonText, minLength: 1 } })

export const PackRequest = Type.Object({ language: Type.Optional(Type.Enum([...PACK_LANGUAGES])) })
