// Measures the two writes of a round to the real ledger, by batch size: opened and settled.

import type { Pool } from 'pg'
import { SHARDS } from '../src/core/shard.ts'
import { GAMES } from '../src/games/catalogue/games.ts'
import type { Outcome } from '../src/games/engine/contract.ts'
import { openPool } from '../src/ledger/database/pool.ts'
import { openRoundWriter } from '../src/ledger/rounds/round-writer.ts'
import type { Round } from '../src/round/round.ts'
import { type Measured, measure, type ReadServerCpu } from './measure.ts'
import { familyUse, parentOf } from './process-use.ts'
import { driveRound, newRound } from './spin-path-rounds.ts'

const BATCH_SIZES = [1, 10, 100]
/** Rounds that Postgres may open in a millisecond; each needs a new player. */
const OPENINGS_A_MS = 150
/** Players added by one statement. */
const LOT_PLAYERS = 10_000

export async function measureLedger(forMs: number, databaseUrl: string): Promise<Measured[]> {
  const pool = openPool(databaseUrl, 1, () => {})
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const postmaster = parentOf(rows[0]!.pid)
  const postgres: ReadServerCpu = () => familyUse(postmaster).cpuSeconds
  const writer = openRoundWriter(databaseUrl, () => {})
  const [game] = GAMES
  const outcome: Outcome = { events: [], winUnits: 100, awaiting: null }
  const measured: Measured[] = []
  const players: string[] = []
  for (const size of BATCH_SIZES) {
    // Before the clock runs, because a round is only written for a stored player.
    while (players.length < OPENINGS_A_MS * forMs) players.push(...(await addPlayers(pool)))
    const opened: Round[] = []
    const open = async () => {
      if (players.length < size) players.push(...(await addPlayers(pool)))
      const keys = players.splice(-size)
      const batch = keys.map(playerKey => newRound(playerKey, game!, outcome))
      const written = await Promise.all(
        batch.map(round => writer.open({ round, entitlementsRevision: 0n })),
      )
      if (written.some(({ kind }) => kind !== 'opened')) throw new Error('a round was not written')
      opened.push(...batch)
      return size
    }
    measured.push(await measure(`Postgres: open, ${size} a batch`, forMs, open, postgres))
    const save = async () => {
      // After the last opened one nothing is left to save, so some more are opened.
      if (opened.length < size) await open()
      const batch = opened.splice(-size).map(round => driveRound(round, true))
      const written = await Promise.all(batch.map(writer.save))
      if (written.some(({ kind }) => kind !== 'saved')) throw new Error('a round was not saved')
      return size
    }
    measured.push(await measure(`Postgres: settle, ${size} a batch`, forMs, save, postgres))
  }
  await writer.close()
  await pool.end()
  return measured
}

/** The project for the rows of benches, in a separate database. */
export async function ensureBenchProject(pool: Pool): Promise<void> {
  await pool.query(
    `INSERT INTO project (project_id, callback_url, api_key_sealed, api_key_sha256)
     VALUES ('bench', 'https://wallet.example.com', '', decode(repeat('07', 32), 'hex'))
     ON CONFLICT DO NOTHING`,
  )
}

/** Players without a round, and their project with the first of them; resolves to their keys. */
export async function addPlayers(pool: Pool, count = LOT_PLAYERS): Promise<string[]> {
  await ensureBenchProject(pool)
  const { rows } = await pool.query<{ player_key: string }>(
    // Keys in the form that play makes, so that they never equal the key of a real player.
    `INSERT INTO player (player_key, project_id, player_id) OVERRIDING SYSTEM VALUE
     SELECT nextval('player_player_key_seq') * $2::int, 'bench', gen_random_uuid()::text
     FROM generate_series(1, $1::int) RETURNING player_key`,
    [count, SHARDS],
  )
  return rows.map(row => row.player_key)
}
