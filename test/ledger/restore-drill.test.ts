// Played by npm run prove: it runs three Postgres servers.
//
// The restore drill of docs/runbooks/restore-drill.md: a base backup and an archive of the log
// restore the ledger to a moment, to the last round before it and no further.

import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import t, { type Test } from 'tap'
import { startPostgres } from '../../src/embedded/postgres.ts'
import { verifyAudit } from '../../src/ledger/audit/audit-reader.ts'
import { migrate } from '../../src/ledger/database/migrations.ts'
import { inOneDatabase } from '../../src/ledger/database/player-databases.ts'
import { openReportPool } from '../../src/ledger/reports/report-snapshot.ts'
import { createReportSums } from '../../src/ledger/reports/report-sums.ts'
import { createReports } from '../../src/ledger/reports/reports.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { ask, copyFiles, startOnCopy } from '../support/postgres-copy.ts'
import { openStores } from '../support/real-stores.ts'
import { until } from '../support/until.ts'

const { redisUrl, redisPrefix } = await openStores(t)
const folder = await mkdtemp(path.join(tmpdir(), 'reelhouse-drill-'))
t.teardown(() => rm(folder, { recursive: true, force: true }))
await chmod(folder, 0o755)
const archive = path.join(folder, 'archive')
await mkdir(archive)
await chmod(archive, 0o777)

/** A server that archives its log. */
async function startArchiving(t: Test) {
  const files = path.join(folder, 'primary')
  const first = await startPostgres({ folder: files })
  await ask(first.url, `ALTER SYSTEM SET archive_mode = 'on'`)
  const command = `test ! -f ${archive}/%f && cp %p ${archive}/%f`
  await ask(first.url, `ALTER SYSTEM SET archive_command = '${command}'`)
  await first.stop()
  const server = await startPostgres({ folder: files })
  t.teardown(server.stop)
  return { url: server.url, files }
}

/** What the drill compares. */
async function readBooks(url: string) {
  const reports = openReportPool(url, () => {})
  await createReportSums(reports).rollUp()
  const { reconciliation } = createReports(inOneDatabase(reports))
  const all = { projectId: 'casino', playerId: null, currency: null, fromMs: null, toMs: null }
  const players = await reconciliation({ ...all, after: null, limit: 100 })
  const rounds = await reports.query('SELECT round_id, state, version FROM round ORDER BY round_id')
  const audit = await verifyAudit(reports, null)
  await reports.end()
  return { players, rounds: rounds.rows, audit }
}

t.test('a backup and the log restore the ledger to a moment', async t => {
  const { url, files } = await startArchiving(t)
  const migrated = await migrate(url)
  t.ok(migrated.ok)
  const pool = new pg.Pool({ connectionString: url, max: 4 })
  pool.on('error', () => {})
  t.teardown(() => pool.end())
  const setup = await openSetup(t, { databaseUrl: url, redisUrl, redisPrefix, pool })
  const node = await setup.startNode()
  const { client } = await setup.openGame(node, 'ann')
  const play = async (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      const played = roundOf(await client.spin(BET))
      if (played.status === 'awaiting') roundOf(await client.collect(played.roundId))
    }
  }
  await play(3)
  const copy = path.join(folder, 'copy')
  await copyFiles(url, files, copy)
  await play(5)
  await node.drain()
  const before = await readBooks(url)
  const { rows } = await ask(url, 'SELECT clock_timestamp()::text AS now')
  const moment = rows[0]!.now as string
  await ask(url, 'TRUNCATE unfinished_round, finished_round')
  await ask(url, 'SELECT pg_switch_wal()')
  await until('the log is archived', async () => {
    const asked = `SELECT last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 1) AS is_done
      FROM pg_stat_archiver`
    return (await ask(url, asked)).rows[0]!.is_done === true
  })

  const { port } = await startOnCopy(t, copy, 'recovery', {
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
    archive_mode: 'off',
  })
  const restored = Object.assign(new URL(url), { port }).href
  await until('it is restored', async () => {
    const asked = ask(restored, 'SELECT pg_is_in_recovery() AS recovers')
    return (await asked.catch(() => null))?.rows[0]?.recovers === false
  })
  const after = await readBooks(restored)
  t.equal(after.audit.kind, 'whole')
  t.strictSame(after, before)
  const origins = 'SELECT current_origin() AS now, (SELECT origin FROM ledger_origin) AS reconciled'
  const [row] = (await ask(restored, origins)).rows
  t.not(row!.now, row!.reconciled, 'nodes notice that the ledger was replaced')
})
