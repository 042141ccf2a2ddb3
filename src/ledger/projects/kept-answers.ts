// The size of the answers kept under an Idempotency-Key, by project. Reads what a trigger counts
// (sql/0095-kept-answers.sql), never the answers.

import type { Pool } from 'pg'

export interface KeptAnswers {
  projectId: string
  /** Whether these are answers of calls that change nothing. */
  isReading: boolean
  bytes: number
}

/** The projects that have most. */
export async function listMostKept(pool: Pool, count: number): Promise<KeptAnswers[]> {
  const { rows } = await pool.query<KeptAnswers>(
    `SELECT project_id AS "projectId", is_reading AS "isReading", sum(bytes)::float8 AS bytes
     FROM kept_answers GROUP BY project_id, is_reading HAVING sum(bytes) > 0
     ORDER BY sum(bytes) DESC, project_id, is_reading LIMIT $1`,
    [count],
  )
  return rows
}
