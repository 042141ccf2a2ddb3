// Blocks a player for support, and lifts the block. It is part of the player's entitlements: from
// the commit on, no round that was made before it is written. Never touches a round that is open.

import type { Pool } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import { type AuditedBy, auditorOf, writeAudit } from '../audit/audit-log.ts'
import { inTransaction } from '../database/transaction.ts'
import { lockNamedPlayer, raiseEntitlementsRevision } from './players.ts'

type BlockResult =
  | { readonly kind: 'changed' }
  | { readonly kind: 'refused'; readonly cause: 'unknown-player' | 'is-so-already' }

/** SQL, of a row of `player`: the block as JSON; null: not blocked. */
export const BLOCK = `CASE WHEN blocked_at IS NOT NULL THEN
  json_build_object('at', blocked_at, 'by', blocked_by, 'reason', block_reason) END`

const SET = `UPDATE player SET blocked_at = now(), blocked_by = $2, block_reason = $3
  WHERE player_key = $1 AND blocked_at IS NULL`
const LIFT = `UPDATE player SET blocked_at = NULL, blocked_by = NULL, block_reason = NULL
  WHERE player_key = $1 AND blocked_at IS NOT NULL`

/**
 * @param home the database with the audit log
 * @param reason a checked text
 */
export const blockPlayer = (pool: Pool, home: Pool, player: PlayerRef, reason: string, by: By) =>
  change(pool, home, player, 'player.blocked', reason, by)

export const unblockPlayer = (pool: Pool, home: Pool, player: PlayerRef, reason: string, by: By) =>
  change(pool, home, player, 'player.unblocked', reason, by)

type By = AuditedBy

function change(
  pool: Pool,
  home: Pool,
  player: PlayerRef,
  action: 'player.blocked' | 'player.unblocked',
  reason: string,
  by: By,
): Promise<BlockResult> {
  const isMade = ({ kind }: BlockResult) => kind === 'changed'
  return inTransaction(
    pool,
    async (client): Promise<BlockResult> => {
      const playerKey = await lockNamedPlayer(client, player)
      if (playerKey === null) return { kind: 'refused', cause: 'unknown-player' }
      const { rowCount } =
        action === 'player.blocked'
          ? await client.query(SET, [playerKey, by.actor, reason])
          : await client.query(LIFT, [playerKey])
      if (rowCount === 0) return { kind: 'refused', cause: 'is-so-already' }
      await raiseEntitlementsRevision(client, playerKey)
      const { projectId, playerId } = player
      const after = { playerId, reason }
      const entry = { ...by, action, subject: projectId, before: null, after }
      await writeAudit(auditorOf(client, pool, home), entry)
      return { kind: 'changed' }
    },
    isMade,
  )
}
