// What fails around rounds: calls without a clear answer from the wallet, noted in the background
// for owners; the platform's own failures, counted in the rounds' rows; rounds set aside, and put
// back into play once the cause is fixed. Moves no money, and never more of a round than its state.

import type { Pool, PoolClient } from 'pg'
import type { OperationStatus } from '../../core/wallet-operation.ts'
import { WALLET_FAILURES_SHOWN, WALLET_FAILURES_WAITING } from '../../limits.ts'
import type { RoundIntent } from '../../round/round.ts'
import { stateToGoOn } from '../../round/round.ts'
import { type AuditEntry, type AuditedBy, auditorOf, writeAudit } from '../audit/audit-log.ts'
import { inTransaction } from '../database/transaction.ts'
import {
  IS_OPEN,
  listForOwner,
  OWNERS_COLUMNS,
  type OwnersQuery,
  type OwnersRound,
} from './round-lists.ts'

/** `start` and `finish` are the two round_info. */
export type RoundCall = 'bet' | 'win' | 'refund' | 'start' | 'finish'

export interface WalletFailure {
  roundId: string
  operation: RoundCall
  atMs: number
  /** Why the wallet's action is unknown. */
  cause: string
  /** Short, with secrets masked. */
  text: string
}

export interface OperationFailures {
  operation: RoundCall
  failures: number
  firstAt: string
  lastAt: string
  /** The last ones, the latest at the end. */
  recent: { at: string; cause: string; text: string }[]
}

/** At most one batch is under way; notes that come meanwhile form the next one. */
export function createWalletFailures(pool: Pool, onFault: (error: unknown) => void) {
  let waiting: WalletFailure[] = []
  let isWriting = false

  async function write(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      await noteWalletFailures(pool, batch).catch(onFault)
    }
    isWriting = false
  }

  return {
    add(failure: WalletFailure): void {
      if (waiting.length >= WALLET_FAILURES_WAITING) return
      waiting.push(failure)
      if (!isWriting) void write()
    },
  }
}

/** One row for each operation, in the order of their keys, so that two lanes never deadlock. */
const NOTE = `
INSERT INTO wallet_failure AS known (round_id, operation, failures, first_at, last_at, recent)
SELECT round_id, operation, count(*), min(at), max(at),
  jsonb_agg(jsonb_build_object('at', at, 'cause', cause, 'text', report) ORDER BY at)
FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::text[])
  AS u (round_id, operation, at, cause, report)
GROUP BY round_id, operation ORDER BY round_id, operation
ON CONFLICT (round_id, operation) DO UPDATE SET
  failures = known.failures + excluded.failures, last_at = excluded.last_at,
  recent = (SELECT jsonb_agg(one ORDER BY place) FROM (
    SELECT one, place FROM jsonb_array_elements(known.recent || excluded.recent)
      WITH ORDINALITY AS e (one, place)
    ORDER BY place DESC LIMIT $6) kept)`

export async function noteWalletFailures(
  pool: Pool,
  failures: readonly WalletFailure[],
): Promise<void> {
  await pool.query(NOTE, [
    failures.map(({ roundId }) => roundId),
    failures.map(({ operation }) => operation),
    failures.map(({ atMs }) => new Date(atMs)),
    failures.map(({ cause }) => cause),
    failures.map(({ text }) => text),
    WALLET_FAILURES_SHOWN,
  ])
}

export async function readWalletFailures(
  pool: Pool,
  roundId: string,
): Promise<OperationFailures[]> {
  const { rows } = await pool.query<
    Omit<OperationFailures, 'firstAt' | 'lastAt'> & { firstAt: Date; lastAt: Date }
  >(
    `SELECT operation, failures, first_at AS "firstAt", last_at AS "lastAt", recent
     FROM wallet_failure WHERE round_id = $1 ORDER BY first_at`,
    [roundId],
  )
  return rows.map(({ firstAt, lastAt, ...row }) => ({
    ...row,
    firstAt: firstAt.toISOString(),
    lastAt: lastAt.toISOString(),
  }))
}

/** With its player, by which its row is found. */
export type RoundOfPlayer = Pick<RoundIntent, 'playerKey' | 'roundId'>

export interface RoundFailures {
  /** How often in a row this round failed in this way; 0 for a round that is not in the ledger. */
  noteFailure(round: RoundOfPlayer, failure: string): Promise<number>
  /**
   * Makes an open round `reconciliation_required`, also while a driver holds it: the driver's next
   * save finds another version. False when the round is not open.
   */
  setAside(round: RoundOfPlayer): Promise<boolean>
}

export function createRoundFailures(pool: Pool): RoundFailures {
  return {
    async noteFailure({ playerKey, roundId }, failure) {
      const { rows } = await pool.query<{ failures: number }>(
        `UPDATE unfinished_round SET failure = $3,
           failures = CASE WHEN failure = $3 THEN least(failures, 32766) + 1 ELSE 1 END
         WHERE player_key = $1 AND round_id = $2 AND state <> 'finished' RETURNING failures`,
        [playerKey, roundId, failure],
      )
      return rows[0]?.failures ?? 0
    },
    async setAside({ playerKey, roundId }) {
      const { rowCount } = await pool.query(
        `UPDATE unfinished_round
         SET state = 'reconciliation_required', version = version + 1, touched_at = now(),
           awaiting_since = NULL
         WHERE player_key = $1 AND round_id = $2 AND ${IS_OPEN}`,
        [playerKey, roundId],
      )
      return rowCount === 1
    },
  }
}

export interface RoundSetAside extends OwnersRound {
  betStatus: OperationStatus
  winStatus: OperationStatus | null
  /** The failure that occurred each time. */
  failure: string | null
  setAsideAt: Date
}

const LIST = `
SELECT ${OWNERS_COLUMNS}, bet_status AS "betStatus", win_status AS "winStatus", failure,
  touched_at AS "setAsideAt"
FROM unfinished_round r JOIN player ON player.player_key = r.player_key
WHERE state = 'reconciliation_required' AND ($1::text IS NULL OR r.project_id = $1)
ORDER BY touched_at DESC LIMIT $2`

/** The last set aside first. */
export const listRoundsSetAside = (pool: Pool, query: OwnersQuery) =>
  listForOwner<RoundSetAside>(pool, LIST, query)

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
