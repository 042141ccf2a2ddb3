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
  const { rows } = await pool.query<{ project_id: string; is_reading: boolean; bytes: string }>(
    `SELECT project_id, is_reading, sum(bytes) AS bytes FROM kept_answers
     GROUP BY project_id, is_reading HAVING sum(bytes) > 0 ORDER BY sum(bytes) DESC, project_id,
       is_reading LIMIT $1`,
    [count],
  )
  return rows.map(({ project_id: projectId, is_reading: isReading, bytes }) => ({
    projectId,
    isReading,
    bytes: Number(bytes),
  }))
}
