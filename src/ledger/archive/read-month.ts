// Reads a month of finished rounds from the ledger in batches, in the order of their ids and in one
// snapshot.

import type { Pool } from 'pg'
import { ARCHIVE_ROWS } from '../../limits/archive.ts'
import type { Row } from '../database/column.ts'
import { SELECTED } from '../rounds/round-columns.ts'
import { idsOf } from './months.ts'

/**
 * Rows for `writeArchive`.
 * @param onRead called with the number of rows read so far
 */
export async function* readMonth(
  pool: Pool,
  month: string,
  onRead: (rounds: number) => void,
): AsyncGenerator<Row> {
  const client = await pool.connect()
  let read = 0
  let isWhole = false
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query(
      `DECLARE month CURSOR FOR
       SELECT ${SELECTED}, round.project_id,
         (SELECT player_id FROM player p WHERE p.player_key = round.player_key) AS player_id
       FROM finished round WHERE round_id >= $1 AND round_id < $2 ORDER BY round_id`,
      idsOf(month),
    )
    for (;;) {
      const { rows } = await client.query<Row>(`FETCH ${ARCHIVE_ROWS} FROM month`)
      yield* rows
      read += rows.length
      onRead(read)
      if (rows.length < ARCHIVE_ROWS) break
    }
    isWhole = true
  } finally {
    // A connection that was left in the middle has an open cursor, and is not used again.
    if (isWhole) await client.query('COMMIT')
    client.release(!isWhole)
  }
}
