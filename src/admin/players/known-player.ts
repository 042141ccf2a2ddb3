// Which player a path of the admin API names, how an owner's change of a player is audited, and how
// the operator's rules, which such a change follows, word their refusals. Changes nothing itself.

import { isFreeText } from '../../core/identifiers.ts'
import type { PlayerRef } from '../../core/player.ts'
import {
  type AuditAction,
  type AuditChange,
  type AuditedBy,
  auditorOf,
  writeAudit,
} from '../../ledger/audit/audit-log.ts'
import { type KnownPlayer, readPlayer } from '../../ledger/players/player-search.ts'
import { findProject, type Project } from '../../ledger/projects/projects.ts'
import { PLAYER_ID_MAX_CHARS } from '../../limits.ts'
import type { Change } from '../../operator/call.ts'
import { OPERATOR_ERRORS, type OperatorErrorCode, type Refused } from '../../operator/errors.ts'
import type { AdminDeps } from '../deps.ts'
import { ADMIN_ERRORS, type AdminErrorCode, type AdminRefused, refuse } from '../errors.ts'

/** The path of one player. */
export const PLAYER = '/projects/:projectId/players/:playerId'

/** Sessions of a player; older ones belong to launches long ago. */
const PLAYER_SESSIONS_SHOWN = 50

export const UNKNOWN_PLAYER = refuse(
  'UNKNOWN_PLAYER',
  'This player of the project is not known yet.',
)

type Deps = Pick<AdminDeps, 'pool' | 'pools' | 'masterKey'>

/** A text that Postgres can't store is no player's id. */
export const isPlayerText = (text: string) => isFreeText(text, PLAYER_ID_MAX_CHARS)

export async function findPlayer(
  { pools }: Deps,
  player: PlayerRef,
): Promise<{ ok: true; known: KnownPlayer } | AdminRefused> {
  if (!isPlayerText(player.playerId) || !isPlayerText(player.projectId)) return UNKNOWN_PLAYER
  const known = await readPlayer(pools.of(player), player, PLAYER_SESSIONS_SHOWN)
  return known === null ? UNKNOWN_PLAYER : { ok: true, known }
}

export async function findProjectOf(
  { pool, masterKey }: Deps,
  { projectId }: PlayerRef,
): Promise<{ ok: true; project: Project } | AdminRefused> {
  const project = isPlayerText(projectId) ? await findProject(pool, masterKey, projectId) : null
  if (project !== null) return { ok: true, project }
  return refuse('UNKNOWN_PROJECT', `There is no project ${projectId}.`)
}

/** For a change of a player's entitlements: only of one who is known already. */
export async function findPlayersProject(
  deps: Deps,
  player: PlayerRef,
): Promise<{ ok: true; project: Project } | AdminRefused> {
  const found = await findProjectOf(deps, player)
  if (!found.ok) return found
  const known = await findPlayer(deps, player)
  return known.ok ? found : known
}

/** The audit record is written in the SQL transaction of the change, and names the player. */
export function changeAs(
  deps: Pick<AdminDeps, 'pool' | 'onFault'>,
  by: AuditedBy,
  action: AuditAction,
  player: PlayerRef,
): Change {
  const { onFault } = deps
  return { onFault, audit: auditAs(deps, by, action, player) }
}

function auditAs(
  { pool: home }: Pick<AdminDeps, 'pool'>,
  by: AuditedBy,
  action: AuditAction,
  { projectId, playerId }: PlayerRef,
): AuditChange {
  const named = (fields: object | null) => fields && { playerId, ...fields }
  return (client, pool, { before, after }) =>
    writeAudit(auditorOf(client, pool, home), {
      ...by,
      action,
      subject: projectId,
      before: named(before),
      after: named(after),
    })
}

/** The fields of the panel that a code is about. */
const FIELDS: Partial<Record<OperatorErrorCode, string>> = {
  GAME_NOT_FOUND: 'gameId',
  FREE_SPINS_UNSUPPORTED: 'gameId',
  FORCED_OUTCOMES_UNSUPPORTED: 'gameId',
  INVALID_COUNT: 'count',
  INVALID_FREE_SPIN_BET: 'betMinor',
  PROJECT_BET_LIMIT: 'betMinor',
  INVALID_EXPIRY: 'expiresAt',
  DUPLICATE_EXTERNAL_ID: 'externalId',
  INVALID_MULTIPLIER: 'multiplier',
  MULTIPLIER_ABOVE_MAX_WIN: 'multiplier',
  INVALID_KIND: 'kind',
  GAME_HAS_NO_BONUS: 'kind',
  INVALID_SPIN_NUMBER: 'spinNumber',
  RTP_LEVEL_INVALID: 'level',
  RTP_LEVEL_OUT_OF_RANGE: 'level',
  INVALID_REASON: 'reason',
  INVALID_BET_LIMIT: 'maxMinor',
}

export function explain({ code }: Refused): AdminRefused {
  const meaning = OPERATOR_ERRORS[code].meaning.replace(/`/g, '"')
  return refuse(isAdminCode(code) ? code : 'REQUEST_FAILED', meaning, FIELDS[code])
}

function isAdminCode(code: OperatorErrorCode): code is OperatorErrorCode & AdminErrorCode {
  return Object.hasOwn(ADMIN_ERRORS, code)
}
