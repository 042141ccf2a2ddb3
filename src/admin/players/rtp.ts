// A player's levels, personal bet limits and journal: read, and changed by an owner under the
// operator's rules.

import { parsePlayerLimit } from '../../core/bet-limits.ts'
import { formatAmount } from '../../core/money.ts'
import type { PlayerRef } from '../../core/player.ts'
import { type JournalEntry, parseReason } from '../../core/player-rtp.ts'
import { parseLevel } from '../../core/rtp-level.ts'
import type { PlayerProvider } from '../../ledger/entitlements/player-levels.ts'
import type { Project } from '../../ledger/projects/projects.ts'
import { PROVIDERS } from '../../operator/common-schema.ts'
import {
  changePlayerLevel,
  type PlayerRtp as PlayerRecord,
  readPlayerRtp,
  setPlayerLimit,
} from '../../operator/player-rtp/methods.ts'
import { findPlace } from '../../operator/player-rtp/rules.ts'
import { accept, type Read } from '../../operator/request.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminResult, type AdminRoute, answered, defineRoute } from '../route.ts'
import { changeAs, explain, findPlayersProject, findProjectOf, PLAYER } from './known-player.ts'
import { AutomaticLevel, LimitChange, ManualLevel, PlayerRtp } from './schema.ts'

const REFUSALS = ['UNKNOWN_PROJECT', 'UNKNOWN_PLAYER', 'INVALID_PLAYER'] as const

export const PLAYER_RTP_ROUTES: readonly AdminRoute[] = [
  defineRoute(`GET ${PLAYER}/rtp`, ['player.read', 'path'], {
    summary: 'Levels with every provider, bet limits, and the journal of both',
    answer: PlayerRtp,
    errors: REFUSALS,
    run: async (deps, { params }) => {
      const found = await findProjectOf(deps, params)
      return found.ok ? readAll(deps, found.project, params) : found
    },
  }),
  defineRoute(`POST ${PLAYER}/rtp/level`, ['level.change', 'path'], {
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
    run: (deps, { params, body, by }) =>
      changed(deps, params, body, async (project, place) => {
        const [level, reason] = [parseLevel(body.level), readReason(body)]
        if (!level.ok) return level
        if (!reason.ok) return reason
        const asked = { ...place, levelBps: level.levelBps, reason: reason.reason }
        return changePlayerLevel(deps, project, asked, changeAs(deps, by, 'level.changed', params))
      }),
  }),
  defineRoute(`POST ${PLAYER}/rtp/auto`, ['level.change', 'path'], {
    summary: 'Return to the automatic level',
    body: AutomaticLevel,
    answer: PlayerRtp,
    errors: [...REFUSALS, 'RTP_POLICY_REQUIRED', 'INVALID_REASON'],
    run: (deps, { params, body, by }) =>
      changed(deps, params, body, async (project, place) => {
        const reason = readReason(body)
        if (!reason.ok) return reason
        const asked = { ...place, levelBps: null, reason: reason.reason }
        return changePlayerLevel(deps, project, asked, changeAs(deps, by, 'level.changed', params))
      }),
  }),
  defineRoute(`POST ${PLAYER}/bet-limits`, ['bet-limit.change', 'path'], {
    summary: 'Set or remove the bet limit per round, in one currency with one provider',
    body: LimitChange,
    answer: PlayerRtp,
    errors: [...REFUSALS, 'INVALID_BET_LIMIT'],
    run: (deps, { params, body, by }) =>
      changed(deps, params, body, async (project, place) => {
        const limit = parsePlayerLimit(body.minMinor, body.maxMinor)
        if (!limit.ok) return limit
        const asked = { ...place, currency: body.currency, bounds: limit.bounds }
        const change = changeAs(deps, by, 'bet-limit.changed', params)
        return accept(await setPlayerLimit(deps, project, asked, change))
      }),
  }),
]

/** An empty reason counts as missing. */
const readReason = ({ reason }: { reason?: string }) => parseReason(reason || undefined)

/** Makes one change, and answers with everything as it is then. */
async function changed(
  deps: AdminDeps,
  player: PlayerRef,
  { provider }: { provider: string },
  make: (project: Project, place: PlayerProvider) => Promise<Read<PlayerRecord>>,
): Promise<AdminResult<PlayerRtp>> {
  const found = await findPlayersProject(deps, player)
  if (!found.ok) return found
  const place = findPlace(player, provider)
  if (!place.ok) return explain(place)
  const made = await make(found.project, place.value)
  return made.ok ? readAll(deps, found.project, player) : explain(made)
}

async function readAll(
  deps: AdminDeps,
  project: Project,
  player: PlayerRef,
): Promise<AdminResult<PlayerRtp>> {
  const records: [Provider, PlayerRecord][] = []
  for (const provider of PROVIDERS) {
    const place = findPlace(player, provider)
    if (!place.ok) return explain(place)
    records.push([provider, await readPlayerRtp(deps, project, place.value)])
  }
  const [, first] = records[0]!
  const limits = first.betLimits.map(({ min_minor, max_minor, updated_at, ...limit }) => ({
    ...limit,
    provider: limit.provider as Provider,
    minMinor: min_minor,
    maxMinor: max_minor,
    updatedAt: updated_at,
  }))
  const journal = records
    .flatMap(([provider, record]) => record.journal.map(entry => describeEntry(provider, entry)))
    .sort((one, other) => (one.at < other.at ? 1 : -1))
  return answered({ levels: records.map(describeLevel), limits, journal })
}

type Provider = (typeof PROVIDERS)[number]

const percent = (bps: number | null) => (bps === null ? null : formatAmount(BigInt(bps)))

function describeLevel([provider, record]: [Provider, PlayerRecord]) {
  const { bound, mode, startBps, currentBps, providerBps, effective, roundsSinceAdjust } = record
  return {
    provider,
    mode,
    roundsSinceAdjust,
    isBound: bound,
    startLevel: percent(startBps),
    currentLevel: percent(currentBps),
    providerLevel: percent(providerBps),
    effectiveLevel: percent(effective?.bps ?? null),
    effectiveSource: effective?.source ?? null,
  }
}

function describeEntry(provider: Provider, entry: JournalEntry) {
  const { from_bps, to_bps, ...fields } = entry
  return { ...fields, provider, fromLevel: percent(from_bps), toLevel: percent(to_bps) }
}
