// A month of finished rounds written to a file, read back and dropped, on a real Postgres: nothing
// is lost, and rounds that are not in the file stay in the ledger.

import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import t from 'tap'
import { v7 as uuidv7 } from 'uuid'
import { startOfMonth } from '../../src/core/month.ts'
import { DAY_MS } from '../../src/core/time.ts'
import {
  BadArchive,
  checksumOf,
  readArchive,
  readArchivedIds,
  readChecksum,
  writeArchive,
} from '../../src/ledger/archive/archive-file.ts'
import {
  dropMonth,
  findArchived,
  findHindrances,
  listDropped,
  listMonths,
  noteArchived,
  readMonth,
} from '../../src/ledger/archive/months.ts'
import { createReportSums } from '../../src/ledger/reports/report-sums.ts'
import { createRoundReader } from '../../src/ledger/rounds/round-reader.ts'
import { openStores } from '../support/real-stores.ts'
import {
  changeRound,
  FATES,
  makeRound,
  storeRound,
  type TestRound,
} from '../support/report-rounds.ts'
import { pluck } from '../support/results.ts'
import { insertProject } from '../support/rows.ts'
import { until } from '../support/until.ts'
import { store as storeRoundOf } from './report-setup.ts'

const { pool } = await openStores(t)
const folder = mkdtempSync(path.join(tmpdir(), 'reelhouse-archive-'))
t.teardown(() => rmSync(folder, { recursive: true }))
await insertProject(pool, 'casino')
const reader = createRoundReader(pool)
const sums = createReportSums(pool, 50)
const noEnd = () => {}

/** Its table is created before its rounds. */
async function makeMonth(month: string): Promise<void> {
  await pool.query('SELECT make_round_months($1::timestamptz, $1::timestamptz)', [`${month}-15`])
}

async function store(month: string, day: number, fields: Partial<TestRound>): Promise<TestRound> {
  const createdAtMs = startOfMonth(month) + day * DAY_MS
  return storeRoundOf(pool, { roundId: uuidv7({ msecs: createdAtMs }), createdAtMs, ...fields })
}

async function archive(month: string) {
  const place = { month, database: 'home' }
  const written = await writeArchive(folder, place, readMonth(pool, month, noEnd))
  await noteArchived(pool, month, written)
  return written
}

const drop = (month: string) => dropMonth(pool, month, readArchivedIds)
const hindrances = (month: string) => findHindrances(pool, month, Date.now())

async function readAll(file: string) {
  const found = []
  for await (const round of readArchive(file)) found.push(round)
  return found
}

t.test('every finished round of the month is in the file with the ledger’s values', async t => {
  const month = '2024-03'
  await makeMonth(month)
  for (const [day, fate] of FATES.entries()) {
    const isFreeSpin = day % 2 === 1
    await store(month, day, { fate, playerId: `p-${fate}`, isFreeSpin, winMinor: 2n ** 62n })
  }
  await store('2024-04', 0, { playerId: 'next month' })
  t.equal(await sums.rollUp(60_000), true)
  t.strictSame(await hindrances(month), [])
  const { file, sha256, rounds } = await archive(month)
  t.equal(rounds, 5, 'won, lost, rejected, refunded, voided')
  t.equal(await checksumOf(file), sha256)
  t.equal(await readChecksum(file), sha256)
  for (const found of await readAll(file))
    t.strictSame(found, await reader.findAnyRound(found.roundId))
})

t.test('a dropped month is in the file and the sums; its unfinished rounds continue', async t => {
  const month = '2024-05'
  await makeMonth(month)
  const gone = await store(month, 3, { playerId: 'gone' })
  const owed = await store(month, 4, { playerId: 'owed', fate: 'refund owed' })
  await sums.rollUp(60_000)
  const { file } = await archive(month)
  const sumsOf = async () =>
    (await pool.query('SELECT * FROM report_month ORDER BY player_id, month')).rows
  const before = await sumsOf()
  t.strictSame(await drop(month), { kind: 'dropped', late: 0 })
  t.equal(await reader.findAnyRound(gone.roundId), null)
  t.ok(await reader.findAnyRound(owed.roundId))
  t.match((await findArchived(pool, month))?.droppedAt, Date)
  t.strictSame(await sumsOf(), before)
  t.strictSame(pluck(await readAll(file), 'roundId'), [gone.roundId])
  await changeRound(pool, { ...owed, fate: 'refunded' })
  t.ok(await reader.findAnyRound(owed.roundId), 'it finished after its month was dropped')
  t.strictSame(await drop(month), { kind: 'dropped', late: 0 }, 'asked again')
  const noted = await findArchived(pool, month)
  const another = { file: 'another', sha256: '0'.repeat(64), rounds: 0, bytes: 0 }
  await noteArchived(pool, month, another)
  t.strictSame(await findArchived(pool, month), noted, 'only its file has them')
})

t.test('a round that finished after the file was written stays in the ledger', async t => {
  const month = '2024-06'
  await makeMonth(month)
  await store(month, 3, { playerId: 'early' })
  await sums.rollUp(60_000)
  await archive(month)
  const late = makeRound({
    roundId: uuidv7({ msecs: startOfMonth(month) }),
    playerId: 'late',
    createdAtMs: Date.now(),
    endAfterMs: 1_000,
  })
  await storeRound(pool, late)
  t.strictSame(await drop(month), { kind: 'dropped', late: 1 })
  t.ok(await reader.findAnyRound(late.roundId))
})

t.test('rounds that the file lacks stay when a month is dropped', async t => {
  const month = '2024-07'
  await makeMonth(month)
  t.strictSame(await drop(month), { kind: 'refused', cause: 'not-archived' })
  await archive(month)
  const missing = await store(month, 3, { playerId: 'missing', fate: 'rejected' })
  t.strictSame(await drop(month), { kind: 'dropped', late: 1 })
  t.ok(await reader.findAnyRound(missing.roundId))
})

t.test('a month is dropped as soon as the last long reader has ended', async t => {
  const month = '2024-08'
  await makeMonth(month)
  await store(month, 3, { playerId: 'read' })
  await sums.rollUp(60_000)
  await archive(month)
  const client = await pool.connect()
  await client.query('BEGIN; SELECT FROM finished_round LIMIT 1')
  const dropping = drop(month)
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
    AND query LIKE 'ALTER TABLE finished_round%' AND datname = current_database()`
  await until('it waits for the reader', async () => (await pool.query(waiting)).rowCount === 1)
  await client.query('COMMIT')
  client.release()
  t.strictSame(await dropping, { kind: 'dropped', late: 0 })
})

t.test('the reason that keeps a month from being archived is reported', async t => {
  const month = '2024-09'
  t.match(await hindrances(month), [/no table/])
  await makeMonth(month)
  await store(month, 3, { playerId: 'not yet' })
  for (const days of [1, 99]) {
    const atMs = startOfMonth(month, 1) + days * DAY_MS
    t.match(await findHindrances(pool, month, atMs), [/100 days ago/], 'since its end')
  }
  const known = await pool.query('DELETE FROM report_progress RETURNING *')
  t.match(await hindrances(month), [/casino are not in the sums/], 'no sum yet')
  const restored = `INSERT INTO report_progress (project_id, rolled_until) VALUES ('casino', $1)`
  await pool.query(restored, [known.rows[0].rolled_until])
  await pool.query(`UPDATE report_progress SET rolled_until = '2024-09-02'`)
  t.match(await hindrances(month), [/casino are not in the sums/])
  await pool.query(`UPDATE report_progress SET rolled_until = now()`)
  const owed = await store(month, 5, { playerId: 'owed', fate: 'refund owed' })
  await pool.query(
    `INSERT INTO report_aside VALUES ($1, 'casino', '2024-09-06') ON CONFLICT DO NOTHING`,
    [owed.roundId],
  )
  t.strictSame(await hindrances(month), [], 'an unfinished round is in no sum')
  await changeRound(pool, { ...owed, fate: 'refunded' })
  t.match(await hindrances(month), [/1 finished rounds are not in the sums/])
})

t.test('months in the ledger and in files are listed, also those that a period lacks', async t => {
  const months = await listMonths(pool)
  const of = (month: string) => months.find(each => each.month === month)
  t.match(of('2024-03'), { bytes: Number, archived: { rounds: 5, droppedAt: null } })
  t.match(of('2024-05'), { bytes: null, archived: { droppedAt: Date } })
  const dropped = (fromMs: number | null, toMs: number | null) => listDropped(pool, fromMs, toMs)
  const from = startOfMonth('2024-05')
  const [june, july] = [startOfMonth('2024-06'), startOfMonth('2024-07')]
  t.strictSame(await dropped(null, from), [])
  t.strictSame(await dropped(june, july), ['2024-06'])
  t.strictSame(await dropped(from, from + 1), ['2024-05'])
  t.strictSame(await dropped(june + 1, null), ['2024-06', '2024-07', '2024-08'])
})

t.test('a changed file is refused', async t => {
  const { file, sha256 } = await archive('2024-03')
  const whole = readFileSync(file)
  const lines = gunzipSync(whole).toString().split('\n')
  const refused = (bytes: Buffer, message: RegExp) => {
    writeFileSync(file, bytes)
    return t.rejects(readAll(file), { constructor: BadArchive, message })
  }
  await refused(whole.subarray(0, -20), /can't be unpacked/)
  await refused(gzipSync(''), /is empty/)
  await refused(gzipSync(lines.slice(1).join('\n')), /no archive of rounds/)
  await refused(gzipSync(`${lines[0]}\nno json\n`), /no JSON/)
  await t.rejects(readAll(`${file}-not`), { message: /There is no file/ })
  writeFileSync(file, whole)
  appendFileSync(file, 'x')
  t.not(await checksumOf(file), sha256)
})
