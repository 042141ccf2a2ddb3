// Rounds set aside, for the platform's owner: which they are and why, and how one is put back into
// play once its cause is fixed. Moves no money and changes only the state in which the round
// continues; its driver does the rest.

import type { Pool, PoolClient } from 'pg'
import type { OperationStatus } from '../../core/wallet-operation.ts'
import { stateToGoOn } from '../../round/put-back.ts'
import { type AuditEntry, type AuditedBy, auditorOf, writeAudit } from '../audit/audit-log.ts'
import { inTransaction } from '../database/transaction.ts'
import { IS_OPEN } from './round-lists.ts'

export interface RoundSetAside {
  roundId: string
  projectId: string
  playerId: string
  gameId: string
  currency: string
  stakeMinor: bigint
  winMinor: bigint
  betStatus: OperationStatus
  winStatus: OperationStatus | null
  /** The failure that occurred each time. */
  failure: string | null
  createdAt: Date
  setAsideAt: Date
}

const LIST = `
SELECT r.round_id, r.project_id, player_id, r.game_id, r.currency, stake_minor, win_minor, bet_status,
  win_status, failure, r.created_at, touched_at
FROM unfinished_round r JOIN player ON player.player_key = r.player_key
WHERE state = 'reconciliation_required' AND ($1::text IS NULL OR r.project_id = $1)
ORDER BY touched_at DESC LIMIT $2`

interface Listed {
  round_id: string
  project_id: string
  player_id: string
  game_id: string
  currency: string
  stake_minor: string
  win_minor: string
  bet_status: OperationStatus
  win_status: OperationStatus | null
  failure: string | null
  created_at: Date
  touched_at: Date
}

/** The last set aside first. */
export async function listRoundsSetAside(
  pool: Pool,
  { projectId, limit }: { projectId?: string | undefined; limit: number },
): Promise<RoundSetAside[]> {
  const { rows } = await pool.query<Listed>(LIST, [projectId ?? null, limit])
  return rows.map(row => ({
    roundId: row.round_id,
    projectId: row.project_id,
    playerId: row.player_id,
    gameId: row.game_id,
    currency: row.currency,
    stakeMinor: BigInt(row.stake_minor),
    winMinor: BigInt(row.win_minor),
    betStatus: row.bet_status,
    winStatus: row.win_status,
    failure: row.failure,
    createdAt: row.created_at,
    setAsideAt: row.touched_at,
  }))
}

export type PutBack =
  | { kind: 'put-back'; state: ReturnType<typeof stateToGoOn> }
  /**
   * `not-aside`: no round has this id, or it was not set aside, or is orphaned. `game-busy`: the
   * player has another open round of the game.
   */
  | { kind: 'refused'; cause: 'not-aside' | 'game-busy' }

/**
 * Its failures are counted from zero again. The recovery job, or its player, finds it open and
 * drives it on.
 * @param home the database with the audit log
 */
export function putRoundBack(
  pool: Pool,
  roundId: string,
  by: AuditedBy,
  home: Pool = pool,
): Promise<PutBack> {
  return inTransaction(pool, client =>
    putBack(client, roundId, entry =>
      writeAudit(auditorOf(client, pool, home), { ...by, ...entry }),
    ),
  )
}

interface Aside {
  project_id: string
  player_key: string
  game_id: string
  bet_status: OperationStatus
  win_status: OperationStatus | null
  awaiting: boolean
  failure: string | null
}

async function putBack(
  client: PoolClient,
  roundId: string,
  audit: (entry: Omit<AuditEntry, keyof AuditedBy>) => Promise<void>,
): Promise<PutBack> {
  const { rows } = await client.query<Aside>(
    `SELECT project_id, player_key, game_id, bet_status, win_status, awaiting, failure
     FROM unfinished_round r WHERE round_id = $1 AND state = 'reconciliation_required'
       AND NOT EXISTS (SELECT FROM orphaned_round o WHERE o.round_id = r.round_id)`,
    [roundId],
  )
  const [row] = rows
  if (row === undefined) return { kind: 'refused', cause: 'not-aside' }
  const { bet_status: betStatus, win_status: winStatus, awaiting, failure } = row
  const state = stateToGoOn({ betStatus, winStatus, awaiting })
  if (!(await reopen(client, row.player_key, roundId, state))) {
    return { kind: 'refused', cause: 'game-busy' }
  }
  await audit({
    action: 'round.put-back',
    subject: row.project_id,
    before: { roundId, state: 'reconciliation_required', failure },
    after: { roundId, state },
  })
  return { kind: 'put-back', state }
}

/**
 * A round that is opened at the same moment then finds another last number, and reads the player
 * again.
 */
const MOVE_NUMBER = 'UPDATE player SET last_sequence = last_sequence + 1 WHERE player_key = $1'

/**
 * Sets an old time of the last write, so that the next recovery pass resumes it. A decision counts
 * as open from now on.
 */
const REOPEN = `
UPDATE unfinished_round r SET state = $3, version = version + 1, failure = NULL, failures = 0,
  touched_at = now() - interval '1 hour',
  awaiting_since = CASE WHEN awaiting AND $3 = 'in_progress' THEN now() END
WHERE player_key = $1 AND round_id = $2 AND state = 'reconciliation_required'
  AND NOT EXISTS (SELECT FROM unfinished_round o
    WHERE o.player_key = r.player_key AND o.game_id = r.game_id AND o.${IS_OPEN})`

/**
 * False when another round holds the game's open-round slot, or the round has been put back
 * meanwhile.
 */
async function reopen(
  client: PoolClient,
  playerKey: string,
  roundId: string,
  state: string,
): Promise<boolean> {
  await client.query(MOVE_NUMBER, [playerKey])
  const { rowCount } = await client.query(REOPEN, [playerKey, roundId, state])
  return rowCount === 1
}
