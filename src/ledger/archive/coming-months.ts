// The tables of finished rounds, one a month. Makes those to come before they are needed; what has none goes to a
// table of its own, and moves when its month is made.

import type { Pool } from 'pg'

/** This month and the two after it, as far as they are missing; answers how many were made. */
export async function makeComingMonths(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ made: number }>(
    `SELECT make_round_months(now(), now() + interval '2 months') AS made`,
  )
  return rows[0]!.made
}
