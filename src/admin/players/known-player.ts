// Which player a path of the admin API names, and how an owner's change of a player is audited.
// Changes nothing itself.

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
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'

/** Sessions of a player; older ones belong to launches long ago. */
const PLAYER_SESSIONS_SHOWN = 50

const UNKNOWN = refuse('UNKNOWN_PLAYER', 'Nobody has mentioned this player of the project yet.')

type Deps = Pick<AdminDeps, 'pool' | 'pools' | 'masterKey'>

/** A text that Postgres can't store is no player's id. */
export const isPlayerText = (text: string) => isFreeText(text, PLAYER_ID_MAX_CHARS)

export async function findPlayer(
  { pools }: Deps,
  player: PlayerRef,
): Promise<{ ok: true; known: KnownPlayer } | AdminRefused> {
  if (!isPlayerText(player.playerId) || !isPlayerText(player.projectId)) return UNKNOWN
  const known = await readPlayer(pools.of(player), player, PLAYER_SESSIONS_SHOWN)
  return known === null ? UNKNOWN : { ok: true, known }
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
