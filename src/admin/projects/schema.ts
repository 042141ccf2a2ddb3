// Projects, as JSON. The values that an owner sets are those of core's schema, so that one text
// serves the panel, the file of `project set` and the audit log.

import { type Static, Type } from 'typebox'
import { CONNECTION_PROBLEMS } from '../../core/callback-record.ts'
import { CURRENCIES } from '../../core/money.ts'
import { OWN_RULES, SETTINGS, type SettingsJson } from '../../core/settings-schema.ts'
import { cursorText, limitText, minor, nextCursor, textOrNull, time } from '../common-schema.ts'

const currency = Type.Enum([...CURRENCIES])
const minorOrNull = Type.Union([minor, Type.Null()])

export type ProviderRtp = SettingsJson['rtp'][string]
export type AdaptiveRule = NonNullable<ProviderRtp['adaptive']>
export type ProjectLimit = SettingsJson['projectLimits'][number]
export type GameLimit = SettingsJson['gameLimits'][number]
export type PlayProfile = SettingsJson['playProfile']

/** What a preset sets. */
export const PlayPreset = Type.Object({ minRoundMs: Type.Integer(), ...OWN_RULES.properties })
export type PlayPreset = Static<typeof PlayPreset>

/** Everything that an owner sets. */
export const ProjectValues = Type.Object({
  callbackUrl: Type.String({ maxLength: 2_000 }),
  allowedNetworks: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 500 }),
  defaultLanguage: Type.String({ maxLength: 35 }),
  ...SETTINGS.properties,
})
export type ProjectValues = Static<typeof ProjectValues>

export const ProjectsQuery = Type.Object({
  search: Type.Optional(
    Type.String({ maxLength: 200, description: 'A part of the id or of the callback address.' }),
  ),
  state: Type.Optional(Type.Enum(['on', 'off'])),
  limit: Type.Optional(limitText),
  cursor: Type.Optional(cursorText),
})
export type ProjectsQuery = Static<typeof ProjectsQuery>

export const ListedProject = Type.Object({
  projectId: Type.String(),
  internal: Type.Boolean(),
  enabled: Type.Boolean(),
  callbackUrl: Type.String(),
  revision: Type.Integer(),
  createdAt: time,
  updatedAt: time,
})
export type ListedProject = Static<typeof ListedProject>
export const ProjectPage = Type.Object({ rows: Type.Array(ListedProject), nextCursor })
export type ProjectPage = Static<typeof ProjectPage>

const ShownCertificate = Type.Object({
  subject: Type.String(),
  issuer: Type.String(),
  expiresAt: time,
  sha256: Type.String({ description: 'Fingerprint of the certificate: 64 hex digits.' }),
})
export type ShownCertificate = Static<typeof ShownCertificate>
export const shownCertificate = Type.Union([ShownCertificate, Type.Null()], {
  description: "What the project's wallet is shown (mutual TLS); null: no certificate.",
})

export const ProjectDetail = Type.Object({
  projectId: Type.String(),
  internal: Type.Boolean({ description: 'Its key and callback are locked.' }),
  enabled: Type.Boolean(),
  revision: Type.Integer({ description: 'To be sent back with a change.' }),
  keySha256: Type.String({ description: 'Fingerprint of the key: 64 hex digits.' }),
  signingKeys: Type.Integer({ description: 'How many keys sign wallet callbacks: 0, 1 or 2.' }),
  clientCertificate: shownCertificate,
  isCallbackConfirmed: Type.Boolean({
    description:
      'The callback address was saved with the password: the connection test may call it.',
  }),
  createdAt: time,
  updatedAt: time,
  values: ProjectValues,
})
export type ProjectDetail = Static<typeof ProjectDetail>

export const NewProject = Type.Object({
  projectId: Type.String({ maxLength: 200 }),
  callbackUrl: Type.String({ maxLength: 2_000 }),
  allowedNetworks: Type.Array(Type.String({ maxLength: 64 }), { maxItems: 500 }),
})
export type NewProject = Static<typeof NewProject>
export const CreatedProject = Type.Object({
  project: ProjectDetail,
  apiKey: Type.String({ description: 'Shown here; later only by a reveal.' }),
})
export type CreatedProject = Static<typeof CreatedProject>

/** A change of a project names it, so that no one else's change is overwritten. */
export const readRevision = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Of the project as the client read it.',
})

export const ProjectEdit = Type.Object({
  revision: readRevision,
  ...Type.Partial(ProjectValues).properties,
})
export type ProjectEdit = Static<typeof ProjectEdit>

export const ProjectChange = Type.Object({
  revision: Type.Integer({ description: 'Of the project after this change.' }),
  at: time,
  actor: Type.String(),
  origin: Type.String(),
  action: Type.String(),
  before: Type.Record(Type.String(), Type.Unknown()),
  after: Type.Record(Type.String(), Type.Unknown(), {
    description: 'By the name of each changed value.',
  }),
})
export type ProjectChange = Static<typeof ProjectChange>
export const ProjectChanges = Type.Object({
  rows: Type.Array(ProjectChange, { description: 'Newest first.' }),
})
export type ProjectChanges = Static<typeof ProjectChanges>
export const ChangesQuery = Type.Object({
  since: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$', description: 'A revision.' })),
})

/** `details` of PROJECT_SETTINGS_CONFLICT. */
export interface ConflictDetails {
  project: ProjectDetail
  /** Since the revision that was sent, newest first. */
  changes: ProjectChange[]
}

export const EffectiveLimitQuery = Type.Object({
  gameId: Type.String({ maxLength: 80 }),
  currency,
  playerId: Type.Optional(Type.String({ maxLength: 128 })),
})
export const LimitLayer = Type.Object({
  kind: Type.Enum(['project', 'game', 'player']),
  scope: textOrNull,
  min: minorOrNull,
  max: minor,
})
export type LimitLayer = Static<typeof LimitLayer>
export const EffectiveLimit = Type.Object({
  currency,
  minMinor: minorOrNull,
  maxMinor: minorOrNull,
  layers: Type.Array(LimitLayer, {
    description: 'The layers that apply here, the most general first.',
  }),
  minFrom: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Index of the layer that gave the minimum.',
  }),
  maxFrom: Type.Union([Type.Integer(), Type.Null()]),
  nativeMinMinor: Type.String({ description: "The game's smallest native bet." }),
  nativeMaxMinor: Type.String(),
  extendedToMinor: Type.Union([Type.String(), Type.Null()], {
    description: 'The largest bet offered above the native ones; null: no such bet.',
  }),
  isPlayable: Type.Boolean({ description: 'Whether any bet of the base game is left.' }),
})
export type EffectiveLimit = Static<typeof EffectiveLimit>

export const ConnectionTestRequest = Type.Object({
  currency,
  playerId: Type.Optional(Type.String({ minLength: 1, maxLength: 128 })),
})
export type ConnectionTestRequest = Static<typeof ConnectionTestRequest>
export const ConnectionTest = Type.Object({
  ok: Type.Boolean(),
  url: Type.String({ description: 'The address that was called.' }),
  latencyMs: Type.Number(),
  httpStatus: Type.Union([Type.Integer(), Type.Null()]),
  code: Type.Union([Type.Enum(Object.values(CONNECTION_PROBLEMS)), Type.Null()], {
    description: 'Null: the wallet answered as it should.',
  }),
  detail: Type.String({ description: 'In plain words; never the key.' }),
  currency,
  balanceMinor: minorOrNull,
  clientCertificate: shownCertificate,
})
export type ConnectionTest = Static<typeof ConnectionTest>

/** What a project can be set to in this version. */
export const ProjectChoices = Type.Object({
  providers: Type.Array(Type.String()),
  games: Type.Array(
    Type.Object({
      gameId: Type.String(),
      name: Type.String(),
      provider: Type.String(),
      modes: Type.Array(Type.String()),
    }),
  ),
  currencies: Type.Array(currency),
  languages: Type.Array(Type.String()),
  callsPerMinute: Type.Record(Type.String(), Type.Integer(), { description: 'The defaults.' }),
  betCancel: Type.Object(
    { afterS: Type.Integer(), attempts: Type.Integer() },
    { description: 'The default of this node.' },
  ),
  playPresets: Type.Record(Type.String(), PlayPreset, { description: 'What each preset sets.' }),
  allowsLoopback: Type.Boolean({ description: 'Wallets on loopback: development only.' }),
})
export type ProjectChoices = Static<typeof ProjectChoices>
