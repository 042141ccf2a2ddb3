// Whether Postgres accepts the kind of statement that play sends, and what it refused to play. A
// server that only answers a query may be a standby, open for reading only, or have a full disk.

import type { Pool } from 'pg'
import { inTransaction } from './transaction.ts'

/** Through this connection a row can be written; it is taken back. */
const WRITE = 'INSERT INTO write_check DEFAULT VALUES'

/**
 * The same, and a commit that reaches the disk and the synchronous standby, and 128 KB in a file of
 * the database's own tablespace: a list larger than its memory. A row alone finds room in a page
 * that exists, also on a full disk. Nothing of it remains.
 */
const WRITE_TO_DISK = `
  SET LOCAL work_mem = '64kB';
  SET LOCAL temp_tablespaces = '';
  SELECT count(*) FROM unnest(array_fill(repeat('x', 4000), ARRAY[32]));
  SAVEPOINT before_row;
  ${WRITE};
  ROLLBACK TO SAVEPOINT before_row;
  SELECT pg_logical_emit_message(true, 'reelhouse', 'write check')`

/**
 * Rejects with Postgres's own error after two tries, because the connection may have broken while
 * it was idle.
 */
export function checkLedgerWrite(pool: Pool): Promise<unknown> {
  return twice(() => inTransaction(pool, client => client.query(WRITE), TAKEN_BACK))
}

/** The same for what reaches the disk. */
export function checkLedgerDisk(pool: Pool): Promise<unknown> {
  return twice(() => inTransaction(pool, client => client.query(WRITE_TO_DISK)))
}

const TAKEN_BACK = () => false

function twice(work: () => Promise<unknown>): Promise<unknown> {
  return work().catch(work)
}

/** No room on the disk, its quota or in memory; reading only; the disk fails (SQLSTATE). */
const REFUSED_WRITE = /^(53100|53200|25006|58030)$/
/** Longer than a client waits to repeat, so that readiness does not change with every try. */
const REFUSAL_KEPT_MS = 5_000

export type WriteRefusals = ReturnType<typeof createWriteRefusals>

/**
 * What a database refused to play. A check may write where play does not: another tablespace, less
 * at once.
 * @param nowMs a monotonic clock
 */
export function createWriteRefusals(nowMs: () => number) {
  let last: { reason: string; atMs: number } | null = null
  return {
    note(error: unknown): void {
      const { code, message } = error as { code?: unknown; message?: string }
      if (typeof code !== 'string' || !REFUSED_WRITE.test(code)) return
      last = { reason: message ?? code, atMs: nowMs() }
    },
    /** Null: no write was refused in the last seconds. */
    recent: (): string | null =>
      last !== null && nowMs() - last.atMs < REFUSAL_KEPT_MS ? last.reason : null,
  }
}
