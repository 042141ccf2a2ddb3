// A player's levels, personal bet limits and journal: read, and changed by an owner under the
// operator's rules.

import { formatAmount } from '../../core/money.ts'
import type { PlayerRef } from '../../core/player.ts'
import type { AuditChange } from '../../ledger/audit/audit-log.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import { PROVIDERS } from '../../operator/common-schema.ts'
import { createPlayerRtpRoute } from '../../operator/player-rtp/methods.ts'
import type { PlayerRtpAnswer } from '../../operator/player-rtp/schema.ts'
import type { AdminDeps } from '../deps.ts'
import type { AdminRefused } from '../errors.ts'
import { type AdminResult, type AdminRoute, answered, defineRoute } from '../route.ts'
import { askMethod } from './by-operators-rules.ts'
import { auditAs, findPlayer, findProjectOf } from './known-player.ts'
import { AutomaticLevel, LimitChange, ManualLevel, PlayerRtp } from './schema.ts'

const REFUSALS = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'UNKNOWN_PROJECT',
  'UNKNOWN_PLAYER',
  'INVALID_PLAYER',
] as const

export const PLAYER_RTP_ROUTES: readonly AdminRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/projects/:projectId/players/:playerId/rtp',
    role: 'viewer',
    summary: 'Levels with every provider, bet limits, and the journal of both',
    answer: PlayerRtp,
    errors: ['UNAUTHENTICATED', 'UNKNOWN_PROJECT', 'UNKNOWN_PLAYER', 'INVALID_PLAYER'],
    run: async (deps, { params }) => {
      const found = await findProjectOf(deps, params)
      return found.ok ? readAll(deps, found.project, params) : found
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:projectId/players/:playerId/rtp/level',
    role: 'owner',
    summary: 'Set a manual level, from the next round on',
    body: ManualLevel,
    answer: PlayerRtp,
    errors: [
      ...REFUSALS,
      'RTP_LEVEL_INVALID',
      'RTP_LEVEL_OUT_OF_RANGE',
      'RTP_POLICY_REQUIRED',
      'INVALID_REASON',
    ],
    run: (deps, { params, body: { provider, level: rtp, reason }, by }) => {
      const fields = { action: 'set', provider, rtp, ...given({ reason }) }
      return change(deps, params, fields, auditAs(deps, by, 'level.changed', params))
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:projectId/players/:playerId/rtp/auto',
    role: 'owner',
    summary: 'Return to the automatic level',
    body: AutomaticLevel,
    answer: PlayerRtp,
    errors: [...REFUSALS, 'RTP_POLICY_REQUIRED', 'INVALID_REASON'],
    run: (deps, { params, body: { provider, reason }, by }) => {
      const fields = { action: 'auto', provider, ...given({ reason }) }
      return change(deps, params, fields, auditAs(deps, by, 'level.changed', params))
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:projectId/players/:playerId/bet-limits',
    role: 'owner',
    summary: 'Set or remove the bet limit per round, in one currency with one provider',
    body: LimitChange,
    answer: PlayerRtp,
    errors: [...REFUSALS, 'INVALID_BET_LIMIT'],
    run: (deps, { params, body, by }) => {
      const { provider, currency, minMinor: min_minor, maxMinor: max_minor } = body
      const fields = { action: 'bet-limit', provider, currency, min_minor, max_minor }
      return change(deps, params, fields, auditAs(deps, by, 'bet-limit.changed', params))
    },
  }),
]

/** Without fields that are empty or missing. */
function given(fields: Record<string, string | undefined>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text))
}

async function change(
  deps: AdminDeps,
  player: PlayerRef,
  fields: { action: string },
  audit: AuditChange,
): Promise<AdminResult<PlayerRtp>> {
  const [project, known] = [await findProjectOf(deps, player), await findPlayer(deps, player)]
  if (!project.ok) return project
  if (!known.ok) return known
  const asked = await askRtp(deps, project.project, player, fields, audit)
  return asked.ok ? readAll(deps, project.project, player) : asked
}

async function readAll(
  deps: AdminDeps,
  project: Project,
  player: PlayerRef,
): Promise<AdminResult<PlayerRtp>> {
  const records: [Provider, OneRecord][] = []
  for (const provider of PROVIDERS) {
    const read = await askRtp(deps, project, player, { action: 'get', provider })
    if (!read.ok) return read
    records.push([provider, read.answer.player])
  }
  const [, first] = records[0]!
  const limits = first.betLimits.map(({ min_minor, max_minor, updated_at, ...limit }) => ({
    ...limit,
    minMinor: min_minor,
    maxMinor: max_minor,
    updatedAt: updated_at,
  }))
  const journal = records
    .flatMap(([provider, record]) => record.journal.map(entry => describeEntry(provider, entry)))
    .sort((one, other) => (one.at < other.at ? 1 : -1))
  return answered({ levels: records.map(describeLevel), limits, journal })
}

type OneRecord = PlayerRtpAnswer['player']
type Provider = (typeof PROVIDERS)[number]

function askRtp(
  deps: AdminDeps,
  project: Project,
  { playerId: player_id }: PlayerRef,
  fields: { action: string; provider?: string },
  audit?: AuditChange,
): Promise<{ ok: true; answer: PlayerRtpAnswer } | AdminRefused> {
  const body = { ...fields, player_id }
  const method = createPlayerRtpRoute(deps).findMethod(body)
  if (!method.ok) throw new Error(`there is no action ${fields.action}`)
  return askMethod(deps, method.value, project, body, audit)
}

const percent = (bps: number | null) => (bps === null ? null : formatAmount(BigInt(bps)))

function describeLevel([provider, record]: [Provider, OneRecord]) {
  const { bound, mode, startBps, currentBps, providerBps, effective, roundsSinceAdjust } = record
  return {
    ...{ provider, mode, roundsSinceAdjust },
    isBound: bound,
    startLevel: percent(startBps),
    currentLevel: percent(currentBps),
    providerLevel: percent(providerBps),
    effectiveLevel: percent(effective?.bps ?? null),
    effectiveSource: effective?.source ?? null,
  }
}

function describeEntry(provider: Provider, entry: OneRecord['journal'][number]) {
  const { from_bps, to_bps, ...fields } = entry
  return { ...fields, provider, fromLevel: percent(from_bps), toLevel: percent(to_bps) }
}
