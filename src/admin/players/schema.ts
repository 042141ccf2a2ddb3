// Players as JSON: search, one player's page, and what an owner may change for a player.

import { type Static, Type } from 'typebox'
import { GRANT_STATUSES } from '../../core/grant.ts'
import { CURRENCIES } from '../../core/money.ts'
import { NOTE_MAX_CHARS, TAG_MAX_CHARS } from '../../core/player-notes.ts'
import { TARGET_KINDS, TARGET_STATUSES } from '../../core/target-outcome.ts'
import { PROVIDERS } from '../../operator/common-schema.ts'
import {
  cursorText,
  limitText,
  minor,
  nextCursor,
  reasonText,
  textOrNull,
  time,
  timeOrNull,
  uuid,
} from '../common-schema.ts'

const currency = Type.Enum([...CURRENCIES])
const provider = Type.Enum([...PROVIDERS])
const percent = Type.String({ description: 'Percent: "94.50".' })
const percentOrNull = Type.Union([percent, Type.Null()])
const reason = Type.Optional(reasonText)
const minorOrNull = Type.Union([minor, Type.Null()])
const expiresAt = Type.Optional(
  Type.String({ maxLength: 40, description: 'ISO 8601 with a zone. Missing: in seven days.' }),
)

export const PlayerQuery = Type.Object({
  player: Type.Optional(Type.String({ maxLength: 256, description: 'The beginning of the id.' })),
  project: Type.Optional(Type.String({ maxLength: 64 })),
  tag: Type.Optional(Type.String({ maxLength: 64, description: 'Only players with this tag.' })),
  limit: Type.Optional(limitText),
  cursor: Type.Optional(cursorText),
})

export const FoundPlayer = Type.Object({
  projectId: Type.String(),
  playerId: Type.String(),
  createdAt: { ...time, description: 'When the player was first seen.' },
  sessionUntil: { ...timeOrNull, description: "When the last of the player's sessions ends." },
  openRounds: Type.Integer(),
  isBlocked: Type.Boolean(),
  tags: Type.Array(Type.String()),
})
export type FoundPlayer = Static<typeof FoundPlayer>

export const PlayerPage = Type.Object({ rows: Type.Array(FoundPlayer), nextCursor })
export type PlayerPage = Static<typeof PlayerPage>

export const PlayerSession = Type.Object({
  sessionId: uuid,
  gameId: Type.String(),
  currency: Type.String(),
  language: Type.String(),
  createdAt: time,
  expiresAt: time,
  isOver: Type.Boolean(),
  isConnectedHere: Type.Boolean({
    description: 'To the node that answers; other nodes are not asked.',
  }),
})
export type PlayerSession = Static<typeof PlayerSession>

export const OpenRound = Type.Object({
  roundId: uuid,
  gameId: Type.String(),
  gameMode: Type.String(),
  state: Type.String(),
  currency: Type.String(),
  stakeMinor: minor,
  awaiting: Type.Boolean({ description: 'The player owes a decision.' }),
  createdAt: time,
})
export type OpenRound = Static<typeof OpenRound>

const Block = Type.Object({
  at: time,
  by: Type.String({ description: '`<role>:<name>`, as in the audit log.' }),
  reason: textOrNull,
})

const LastRound = Type.Object({ roundId: uuid, gameId: Type.String(), createdAt: time })

export const Player = Type.Object({
  projectId: Type.String(),
  playerId: Type.String(),
  createdAt: time,
  node: Type.String({ description: 'The node that answers.' }),
  block: Type.Union([Block, Type.Null()], { description: 'Null: the player is not blocked.' }),
  tags: Type.Array(Type.String()),
  lastRound: Type.Union([LastRound, Type.Null()]),
  sessions: Type.Array(PlayerSession),
  openRounds: Type.Array(OpenRound),
})
export type Player = Static<typeof Player>

const MoneyInCurrency = Type.Object({
  currency,
  balanceMinor: minorOrNull,
  balanceAt: { ...timeOrNull, description: 'When the wallet reported it.' },
  betCount: Type.Integer({ description: 'Confirmed bets, those of free spins included.' }),
  betsMinor: minor,
  winsMinor: minor,
  refundsMinor: minor,
  ggrMinor: minor,
  pendingOperations: Type.Integer({ description: 'Not in the sums yet.' }),
})
export type MoneyInCurrency = Static<typeof MoneyInCurrency>
export const PlayerMoney = Type.Object({ byCurrency: Type.Array(MoneyInCurrency) })
export type PlayerMoney = Static<typeof PlayerMoney>

const Note = Type.Object({
  noteId: uuid,
  at: time,
  author: Type.String({ description: '`<role>:<name>`, as in the audit log.' }),
  body: Type.String(),
})
export type Note = Static<typeof Note>
export const Notes = Type.Object({ notes: Type.Array(Note, { description: 'Newest first.' }) })
export type Notes = Static<typeof Notes>
export const NewNote = Type.Object({ body: Type.String({ maxLength: 2 * NOTE_MAX_CHARS }) })
export type NewNote = Static<typeof NewNote>
export const TagChange = Type.Object({ tag: Type.String({ maxLength: 2 * TAG_MAX_CHARS }) })
export type TagChange = Static<typeof TagChange>
export const BlockChange = Type.Object({ reason: reasonText })
export type BlockChange = Static<typeof BlockChange>

export const EndedSessions = Type.Object({ ended: Type.Array(uuid) })
export type EndedSessions = Static<typeof EndedSessions>

export const PlayerLevel = Type.Object({
  provider,
  isBound: Type.Boolean(),
  mode: Type.Enum(['auto', 'manual']),
  startLevel: percentOrNull,
  currentLevel: percentOrNull,
  providerLevel: percentOrNull,
  effectiveLevel: { ...percentOrNull, description: 'Null: natural mathematics.' },
  effectiveSource: textOrNull,
  roundsSinceAdjust: Type.Integer(),
})
export type PlayerLevel = Static<typeof PlayerLevel>

export const PlayerLimit = Type.Object({
  provider,
  currency,
  minMinor: minor,
  maxMinor: minor,
  updatedAt: time,
})
export type PlayerLimit = Static<typeof PlayerLimit>

export const JournalEntry = Type.Object({
  provider,
  at: time,
  change: Type.String(),
  fromLevel: percentOrNull,
  toLevel: percentOrNull,
  reason: textOrNull,
  by: Type.String(),
})
export type JournalEntry = Static<typeof JournalEntry>

export const PlayerRtp = Type.Object({
  levels: Type.Array(PlayerLevel),
  limits: Type.Array(PlayerLimit),
  journal: Type.Array(JournalEntry, { description: 'Newest first.' }),
})
export type PlayerRtp = Static<typeof PlayerRtp>

export const ManualLevel = Type.Object({
  provider,
  level: Type.String({ maxLength: 10, description: 'Percent, 60-100: "94.5".' }),
  reason,
})
export type ManualLevel = Static<typeof ManualLevel>
export const AutomaticLevel = Type.Object({ provider, reason })
export type AutomaticLevel = Static<typeof AutomaticLevel>

export const LimitChange = Type.Object({
  provider,
  currency,
  minMinor: { ...minorOrNull, description: 'Null together with `maxMinor`: no limit.' },
  maxMinor: minorOrNull,
})
export type LimitChange = Static<typeof LimitChange>

export const Grant = Type.Object({
  grantId: uuid,
  externalId: textOrNull,
  gameId: Type.String(),
  currency,
  total: Type.Integer(),
  remaining: Type.Integer(),
  played: Type.Integer(),
  betMinor: minor,
  totalWinMinor: minor,
  status: Type.Enum([...GRANT_STATUSES]),
  createdAt: time,
  expiresAt: time,
  finishedAt: timeOrNull,
})
export type Grant = Static<typeof Grant>
export const Grants = Type.Object({ grants: Type.Array(Grant) })
export type Grants = Static<typeof Grants>
export const OneGrant = Type.Object({ grant: Grant })
export type OneGrant = Static<typeof OneGrant>

export const NewGrant = Type.Object({
  gameId: Type.String({ maxLength: 128 }),
  currency,
  count: Type.Integer(),
  betMinor: { ...minor, description: "Per spin: one of the game's bets." },
  expiresAt,
  externalId: Type.Optional(Type.String({ maxLength: 256 })),
})
export type NewGrant = Static<typeof NewGrant>

export const Target = Type.Object({
  targetOutcomeId: uuid,
  externalId: textOrNull,
  gameId: Type.String(),
  kind: Type.Enum([...TARGET_KINDS]),
  multiplier: Type.String({ description: 'In base bets.' }),
  spinNumber: Type.Integer(),
  paidSpinsSince: Type.Integer(),
  status: Type.Enum([...TARGET_STATUSES]),
  modes: Type.Array(Type.String()),
  comment: textOrNull,
  createdAt: time,
  expiresAt: time,
  appliedAt: timeOrNull,
  roundId: textOrNull,
})
export type Target = Static<typeof Target>
export const Targets = Type.Object({ targets: Type.Array(Target) })
export type Targets = Static<typeof Targets>
export const OneTarget = Type.Object({ target: Target })
export type OneTarget = Static<typeof OneTarget>

export const NewTarget = Type.Object({
  gameId: Type.String({ maxLength: 128 }),
  multiplier: Type.String({ maxLength: 16 }),
  kind: Type.Enum([...TARGET_KINDS]),
  spinNumber: Type.Integer(),
  expiresAt,
  comment: Type.Optional(Type.String({ maxLength: 1_000 })),
})
export type NewTarget = Static<typeof NewTarget>

export const PlayerChoices = Type.Object({
  currencies: Type.Array(currency),
  providers: Type.Array(provider),
  games: Type.Array(
    Type.Object({
      gameId: Type.String(),
      name: Type.String(),
      provider,
      hasFreeSpins: Type.Boolean(),
      hasTargets: Type.Boolean(),
      hasFeature: Type.Boolean(),
      maxWinBets: Type.Integer(),
      bets: Type.Record(Type.String(), Type.Array(minor), {
        description: 'By currency: the bets of the base mode, smallest first.',
      }),
    }),
  ),
})
export type PlayerChoices = Static<typeof PlayerChoices>
