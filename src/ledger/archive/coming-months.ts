// The tables of finished rounds, one for each month. Creates the coming ones before they are
// needed; rounds of a month without a table go to a separate table, and move when their month is
// created.

import type { Pool } from 'pg'

/** This month and the two after it, if they are missing; returns how many were created. */
export async function makeComingMonths(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ made: number }>(
    `SELECT make_round_months(now(), now() + interval '2 months') AS made`,
  )
  return rows[0]!.made
}
