// A month of old rounds, written to a ledger in use, archived and dropped. The rounds belong to a
// separate project for which no wallet has booked anything.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Pool } from 'pg'
import { readArchivedIds, writeArchive } from '../../../src/ledger/archive/archive-file.ts'
import {
  dropMonth,
  findHindrances,
  noteArchived,
  readMonth,
} from '../../../src/ledger/archive/months.ts'
import { openPool } from '../../../src/ledger/database/pool.ts'
import { ask } from '../../support/postgres-copy.ts'
import { columnsOf } from '../../support/written-rounds.ts'

const MONTH = '2024-01'
const ROUNDS = 50_000
const OWNER = 'old-month'

/**
 * In the first place that has a round to copy. Throws when a round of the month is neither dropped
 * nor in the file.
 * @param placeUrls of all places
 */
export async function archiveOldMonth(placeUrls: readonly string[]): Promise<void> {
  for (const url of placeUrls) {
    const [row] = (await ask(url, `SELECT EXISTS (${PLAYED}) AS is_played`)).rows
    if (row?.is_played === true) return archiveMonthOf(url)
  }
  throw new Error('no place has a settled round yet')
}

const PLAYED = `SELECT * FROM finished_round WHERE state = 'settled' LIMIT 1`

async function archiveMonthOf(databaseUrl: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'reelhouse-month-'))
  const pool = openPool(databaseUrl, 2, () => {})
  try {
    await fillMonth(pool)
    const hindrances = await findHindrances(pool, MONTH, Date.now())
    if (hindrances.length > 0) throw new Error(hindrances.join('; '))
    const rows = readMonth(pool, MONTH, () => {})
    const written = await writeArchive(folder, { month: MONTH, database: 'home' }, rows)
    await noteArchived(pool, MONTH, written)
    const dropped = await dropMonth(pool, MONTH, readArchivedIds)
    if (dropped.kind !== 'dropped' || dropped.late > 0) throw new Error(JSON.stringify(dropped))
    const isWhole = written.rounds === ROUNDS && existsSync(written.file)
    if (!isWhole) throw new Error(`${written.rounds} of ${ROUNDS} rounds are in the file`)
  } finally {
    await pool.end()
    rmSync(folder, { recursive: true })
  }
}

/** Copies of a played round, with the fields that make each a separate round. */
async function fillMonth(pool: Pool): Promise<void> {
  await pool.query(`SELECT make_round_months($1::timestamptz, $1::timestamptz)`, [`${MONTH}-01`])
  const names = await columnsOf(pool, 'finished_round')
  const own: Readonly<Record<string, string>> = {
    project_id: `'${OWNER}'`,
    player_key: 'p.player_key',
    sequence: 'n',
    round_id:
      '(substr(first_round_id($1::timestamptz)::text, 1, 24) || lpad(to_hex(n), 12, ' +
      `'0'))::uuid`,
    request_id: `'r' || n`,
    created_at: '$1::timestamptz',
    settled_at: '$1::timestamptz',
    grant_id: 'NULL',
    grant_remaining: 'NULL',
  }
  await pool.query(
    `INSERT INTO player (project_id, player_id, last_sequence) VALUES ($1, $1, $2)`,
    [OWNER, ROUNDS],
  )
  await pool.query(
    `INSERT INTO finished_round (${names.join(', ')})
     SELECT ${names.map(name => own[name] ?? `f.${name}`).join(', ')}
     FROM (${PLAYED}) f, player p,
       generate_series(1, $2::int) n
     WHERE p.project_id = '${OWNER}'`,
    [`${MONTH}-01`, ROUNDS],
  )
  await pool.query(
    `INSERT INTO report_progress (project_id, rolled_until) VALUES ($1, now())
     ON CONFLICT (project_id) DO UPDATE SET rolled_until = now()`,
    [OWNER],
  )
}
