// Calls of rounds that got no clear answer from the wallet, for owners who ask why a round is not
// over. Notes are written to the ledger in the background, so the drive never waits for them; above
// a bound they are dropped. Decides nothing.

import type { Pool } from 'pg'
import { WALLET_FAILURES_SHOWN, WALLET_FAILURES_WAITING } from '../../limits.ts'

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
  jsonb_agg(jsonb_build_object('at', at, 'cause', cause, 'text', told) ORDER BY at)
FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::text[])
  AS u (round_id, operation, at, cause, told)
GROUP BY round_id, operation ORDER BY round_id, operation
ON CONFLICT (round_id, operation) DO UPDATE SET
  failures = known.failures + excluded.failures, last_at = excluded.last_at,
  recent = (SELECT jsonb_agg(one ORDER BY place) FROM (
    SELECT one, place FROM jsonb_array_elements(known.recent || excluded.recent) WITH ORDINALITY AS e (one, place)
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

interface FailureRow {
  operation: RoundCall
  failures: number
  first_at: Date
  last_at: Date
  recent: OperationFailures['recent']
}

export async function readWalletFailures(
  pool: Pool,
  roundId: string,
): Promise<OperationFailures[]> {
  const { rows } = await pool.query<FailureRow>(
    `SELECT operation, failures, first_at, last_at, recent FROM wallet_failure
     WHERE round_id = $1 ORDER BY first_at`,
    [roundId],
  )
  return rows.map(row => ({
    operation: row.operation,
    failures: row.failures,
    firstAt: row.first_at.toISOString(),
    lastAt: row.last_at.toISOString(),
    recent: row.recent,
  }))
}
