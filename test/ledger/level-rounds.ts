// Rounds with a level, for tests of what counts toward the adaptive rule: stored by SQL, settled
// one second after another in the order in which they are stored.

import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { storeRound, type TestRound } from '../support/report-rounds.ts'
import { store } from './report-setup.ts'

export interface LevelRound {
  playerId: string
  winMinor?: bigint
  currency?: 'EUR' | 'USD'
  gameId?: string
  fate?: TestRound['fate']
  level?: 'player' | 'provider-cap' | 'manual' | null
  isOfTarget?: boolean
  settledAgoMs?: number
}

let stored = 0

/** Its sequence. */
export async function storeLevelRound(pool: Pool, fields: LevelRound): Promise<bigint> {
  const agoMs = 1_000_000 - ++stored * 1_000
  const { level = 'player', isOfTarget = false, settledAgoMs = agoMs, ...rest } = fields
  const createdAtMs = Date.now() - settledAgoMs
  const round = await store(pool, { ...rest, createdAtMs }, storeRound)
  const { rows } = await pool.query<{ sequence: string }>(
    `UPDATE round SET level_source = $2, outcome_id = $3,
       level_bps = CASE WHEN $2::text IS NULL THEN NULL ELSE 9500 END,
       weighting = CASE WHEN $3::uuid IS NULL THEN NULL ELSE 'natural' END
     WHERE round_id = $1 RETURNING sequence`,
    [round.roundId, level, isOfTarget ? randomUUID() : null],
  )
  return BigInt(rows[0]!.sequence)
}
