// Rounds in the admin API: searches, one round with its timeline, its replay, and what an owner may
// do with it.

import { type Static, Type } from 'typebox'
import { CURRENCIES } from '../../core/money.ts'
import { PLAYER_ID_MAX_CHARS } from '../../limits.ts'
import { ROUND_STATES } from '../../round/round.ts'
import { OutcomeMessage, RoundMessage, SettledMessage, Welcome } from '../../wire/play-answers.ts'
import { Choose, Collect, FreeSpin, Gamble, Spin } from '../../wire/play-commands.ts'
import { cursorText, limitText, nextCursor, reasonText, uuid } from '../common-schema.ts'

type Schema = Parameters<typeof Type.Union>[0][number]

const nullable = <Of extends Schema>(schema: Of) => Type.Union([schema, Type.Null()])
const minor = (description: string) =>
  Type.String({ pattern: '^-?[0-9]+$', description: `${description} Minor units.` })
const time = (description: string) =>
  Type.String({ format: 'date-time', description: `${description} ISO 8601, UTC.` })
const text = (description: string) => Type.String({ description })

const State = Type.Enum([...ROUND_STATES], {
  description:
    '`reconciliation_required` is also shown where the wallet has been owed a call for a day.',
})
const OperationStatus = Type.Enum(['planned', 'sent', 'unknown', 'confirmed', 'rejected'])

/** As they come in an address: every field is a text. */
export const RoundSearchQuery = Type.Object({
  roundId: Type.Optional(
    Type.String({
      maxLength: 64,
      description:
        'Only this round, of `projectId` if that is given; the id of one of its wallet ' +
        'transactions works too.',
    }),
  ),
  projectId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  playerId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: PLAYER_ID_MAX_CHARS,
      description: 'Only this player; needs `projectId`.',
    }),
  ),
  sessionId: Type.Optional(
    Type.String({
      maxLength: 36,
      description: 'Only this session; needs `playerId`.',
    }),
  ),
  state: Type.Optional(
    Type.Enum([...ROUND_STATES, 'unfinished', 'playing', 'awaiting', 'refund_owed'], {
      description:
        'A state, or a group that the overview counts: `unfinished` (all unfinished rounds), ' +
        'and within it `playing`, `awaiting` (the player) and `refund_owed`.',
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

export const RoundRow = Type.Object({
  roundId: uuid,
  projectId: Type.String(),
  playerId: Type.String(),
  gameId: Type.String(),
  currency: Type.Enum([...CURRENCIES]),
  state: State,
  isFreeSpin: Type.Boolean(),
  betMinor: minor('What was or will be debited; 0 for a free spin.'),
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
  amountMinor: minor('The amount that is moved.'),
  status: OperationStatus,
  plannedAt: nullable(time('When it was recorded, before the first call.')),
  confirmedAt: nullable(time('When the wallet confirmed it.')),
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
  at: nullable(time('Null: the ledger keeps its order but no time.')),
  kind: Type.Enum([...TIMELINE_KINDS]),
  operation: nullable(
    Type.Enum(['bet', 'win', 'refund', 'start', 'finish'], {
      description: '`start` and `finish` are the two `round_info` notifications.',
    }),
  ),
  attempt: nullable(Type.Integer({ description: 'Attempt of the operation, from 1.' })),
  callId: nullable(text('The call in the callback log.')),
  latencyMs: nullable(
    Type.Integer({
      description: 'Duration of a call; with `confirmed`: the time since it was planned.',
    }),
  ),
  code: nullable(text('A cause, a status, an action or an option.')),
  text: nullable(text('What was answered or noted, masked.')),
  by: nullable(text('Who did it, or the node that answered.')),
  amountMinor: nullable(minor('The amount that was moved.')),
  balanceMinor: nullable(minor('The balance that the wallet reported with it.')),
})
export type TimelineEntry = Static<typeof TimelineEntry>

const Verdict = Type.Object(
  {
    isAllowed: Type.Boolean(),
    code: nullable(text('The code that the action would be refused with.')),
  },
  {
    description:
      "Decided from the round's state only; the role of the reader is checked separately.",
  },
)

export const RoundDetail = Type.Object({
  roundId: uuid,
  projectId: Type.String(),
  playerId: Type.String(),
  gameId: Type.String(),
  gameName: text('The id if this node does not have the game any more.'),
  gameVersion: text('The version that drew it.'),
  gameMode: Type.String(),
  currency: Type.Enum([...CURRENCIES]),
  state: Type.Enum([...ROUND_STATES]),
  shown: Type.Enum(['yes', 'no', 'unknown'], {
    description:
      'Whether the result was shown to the player. `unknown`: the ledger does not have that yet.',
  }),
  createdAt: time('When it was opened.'),
  touchedAt: time('The time of the last write.'),
  settledAt: nullable(time('When all money had moved.')),
  stakeMinor: minor('What it costs; for a free spin, the nominal bet.'),
  baseStakeMinor: minor('The base bet.'),
  betMinor: minor('The amount that is debited.'),
  winMinor: nullable(minor('As drawn. Null until the bet is decided.')),
  balanceBeforeMinor: nullable(minor('Computed from the balance after the bet.')),
  balanceAfterBetMinor: nullable(minor('As the wallet reported it.')),
  balanceAfterMinor: nullable(minor('The last balance that the wallet reported with this round.')),
  betTerms: text('The bet in the fields of its provider, JSON.'),
  level: nullable(text('Percent; null: the natural mathematics.')),
  levelSource: nullable(Type.String()),
  sequence: text('Among the player’s rounds.'),
  requestId: Type.String(),
  sessionId: Type.String(),
  grantId: nullable(Type.String()),
  targetOutcomeId: nullable(Type.String()),
  reelSet: nullable(text('Of a target outcome: the reel set that its seed was found on.')),
  choices: Type.Array(Type.String()),
  deciders: Type.Array(Type.Enum(['player', 'spin', 'deadline']), {
    description:
      'Who made each choice. `spin`: the platform, which collected with the spin; `deadline`: ' +
      'the platform, because the player had not decided in time.',
  }),
  attempts: Type.Integer({ description: 'Attempts without a clear answer, for what is owed now.' }),
  version: Type.Integer({ description: 'How often its row was written.' }),
  cancelReason: nullable(Type.String()),
  refusalCode: nullable(Type.String()),
  orphaned: nullable(text('What is known about a round that the ledger lost in a failover.')),
  failure: nullable(text('The last internal failure while the round was driven.')),
  failures: Type.Integer({ description: 'How often that happened in a row.' }),
  operations: Type.Array(RoundOperation),
  owes: Type.Array(Type.String(), { description: 'What is owed, in order.' }),
  next: Type.Object({
    driver: nullable(
      Type.Enum(['node', 'nobody'], { description: '`nobody`: the recovery job takes it up.' }),
    ),
    at: nullable(time('The time of the next attempt.')),
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
  stakeMinor: minor('The stake of the round.'),
  winMinor: minor('The win as recorded.'),
  balanceBeforeMinor: nullable(minor('Before the bet.')),
  balanceAfterMinor: nullable(minor('The last balance that the wallet reported with this round.')),
  shown: Type.Enum(['yes', 'no', 'unknown'], {
    description: 'Whether the result was shown to the player.',
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

/**
 * `tried`: the attempt was made. `taken-up`: no node drove the round, and now one does. `driving`:
 * an attempt is running. `notification`: it was made due at once. The others: no attempt was made,
 * and nothing changed.
 */
export const PUSH_ANSWERS = [
  'tried',
  'taken-up',
  'driving',
  'notification',
  'held-back',
  'no-budget',
  'not-waiting',
  'busy',
] as const
export const PushedAnswer = Type.Object({
  answer: nullable(
    Type.Enum([...PUSH_ANSWERS], { description: 'Null: no node answered in time.' }),
  ),
  isMade: Type.Boolean({ description: 'An attempt was made or is being made.' }),
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

/** Typed by the person who asks; kept in the audit log. */
export const WithReason = Type.Object({ reason: { ...reasonText, minLength: 1 } })

/** The languages that a dispute pack can be made in: those of the panel. */
export const PACK_LANGUAGES = ['en', 'uk'] as const
export type PackLanguage = (typeof PACK_LANGUAGES)[number]
export const PackRequest = Type.Object({ language: Type.Optional(Type.Enum([...PACK_LANGUAGES])) })
