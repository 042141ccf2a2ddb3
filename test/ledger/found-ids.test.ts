// What the panel's search looks up besides rounds, among many rows: each statement reads a few rows
// of an index, in all projects and within one.

import t from 'tap'
import { readIdBeginning } from '../../src/core/identifiers.ts'
import { inOneDatabase } from '../../src/ledger/database/player-databases.ts'
import { LAST_TEXT, writePlayerSearch } from '../../src/ledger/players/player-search.ts'
import { openReportPool } from '../../src/ledger/reports/report-snapshot.ts'
import {
  FIND_EXTERNAL,
  FIND_SESSIONS,
  findGiven,
  findGivenByExternalId,
  findGivenText,
  findSessions,
} from '../../src/ledger/search/found-ids.ts'
import { openStores } from '../support/real-stores.ts'
import { pluck } from '../support/results.ts'
import { insertProject } from '../support/rows.ts'
import { sized } from '../support/size.ts'

const { pool, databaseUrl } = await openStores(t)
const reportPool = openReportPool(databaseUrl, () => {})
t.teardown(() => reportPool.end())
const pools = inOneDatabase(reportPool)

const ROWS = sized(5_000, 300_000)
/** Ten a second: an id's first eight digits are those of some hundreds. */
const ID = `(lpad(to_hex(1750000000000 + n * 100), 12, '0') || '7' ||
  lpad(to_hex(n % 4096), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid`
const idOf = async (n: number) =>
  (await pool.query<{ id: string }>(`SELECT ${ID} AS id FROM (SELECT $1::bigint AS n) u`, [n]))
    .rows[0]!.id

t.before(async () => {
  for (const id of ['one', 'two']) await insertProject(pool, id)
  const of = (n: string) => `CASE WHEN ${n} % 97 = 0 THEN 'two' ELSE 'one' END`
  await pool.query(
    `INSERT INTO player (project_id, player_id)
     SELECT ${of('n')}, 'player-' || n FROM generate_series(1, $1::int) n`,
    [ROWS],
  )
  const given = (table: string, id: string) => `INSERT INTO ${table}
      (${id}, project_id, player_key, external_id, game_id, provider, created_at, expires_at,`
  const rows = `FROM generate_series(1, $1::int) n JOIN player p ON p.player_id = 'player-' || n`
  const common = `${ID}, project_id, player_key, 'theirs-' || n, 'a-game', 'provider_a', now(),
    now()`
  await pool.query(
    `${given('free_spin_grant', 'grant_id')} currency, total, bet_minor, bet_terms)
     SELECT ${common}, 'EUR', 3, 100, '{}' ${rows}`,
    [ROWS],
  )
  await pool.query(
    `${given('target_outcome', 'outcome_id')} kind, spin_number, multiplier_hundredths)
     SELECT ${common}, 'spin', 1, 200 ${rows}`,
    [ROWS],
  )
  await pool.query(
    `INSERT INTO external_id (project_id, subject, external_id, id, player_id)
     SELECT project_id, subject, 'theirs-' || n, ${ID}, player_id ${rows}
       CROSS JOIN unnest(ARRAY['grant', 'target']) subject`,
    [ROWS],
  )
  await pool.query(
    `INSERT INTO session (session_id, player_key, game_id, currency, language, client_platform,
       expires_at)
     SELECT ${ID}, player_key, 'a-game', 'EUR', 'en', 'desktop', now() ${rows}`,
    [ROWS],
  )
  await pool.query(
    `INSERT INTO player_tag (player_key, tag, project_id, player_id)
     SELECT player_key, CASE WHEN player_key % 500 = 0 THEN 'rare' ELSE 'common' END, project_id,
       player_id FROM player`,
  )
  await pool.query('ANALYZE')
})

/** Rows that a statement reads, and its plan. */
async function explain(text: string, values: unknown[]): Promise<string> {
  const { rows } = await reportPool.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, BUFFERS OFF) ${text}`,
    values,
  )
  return rows.map(row => row['QUERY PLAN']).join('\n')
}

/** The most rows that any node of a plan gave or threw away. */
function mostRows(plan: string): number {
  const counts = [...plan.matchAll(/rows=([\d.]+) loops=(\d+)|Removed by Filter: (\d+)/g)]
  return Math.max(
    ...counts.map(([, rows, loops, removed]) => Number(removed ?? Number(rows) * Number(loops))),
  )
}

t.test('every statement of the search reads some hundreds of rows at most', async t => {
  const id = await idOf(97 * 20)
  const statements: [name: string, text: string, values: unknown[]][] = []
  const beginnings = [8, 13, 36].map(length => id.slice(0, length))
  for (const projectId of [null, 'one', 'two']) {
    for (const beginning of beginnings) {
      const { first, last } = readIdBeginning(beginning)!
      const values = [first, last, projectId, 5]
      const texts = [FIND_SESSIONS, findGivenText('grant'), findGivenText('target')]
      for (const text of texts) statements.push([`${beginning} in ${projectId}`, text, values])
    }
    for (const text of ['theirs-', 'theirs-1940', 'none']) {
      const values = [text, text + LAST_TEXT, 5]
      statements.push(
        projectId === null
          ? [text, FIND_EXTERNAL.all, values]
          : [`${text} in ${projectId}`, FIND_EXTERNAL.project, [...values, projectId]],
      )
    }
    for (const [prefix, tag] of [
      ['player-', null],
      ['player-19', null],
      ['', 'common'],
      ['', 'rare'],
      ['', 'none'],
    ] as const) {
      const { text, values } = writePlayerSearch({ prefix, tag, projectId, after: null, limit: 6 })
      statements.push([`player ${prefix} ${tag} in ${projectId}`, text, values])
    }
  }
  for (const [name, text, values] of statements) {
    const plan = await explain(text, values)
    t.notMatch(plan, /Seq Scan/, name)
    t.ok(mostRows(plan) <= 1_000, `${name}: ${mostRows(plan)} rows`)
    t.comment(`${name}: ${/Execution Time: ([0-9.]+)/.exec(plan)?.[1]} ms`)
  }
})

t.test('each finds what it is asked for, and within a project nothing else', async t => {
  const n = 97 * 20
  const id = await idOf(n)
  const wanted = { limit: 5 }
  const of = (projectId: string | null) => ({ ...wanted, projectId })
  const whole = readIdBeginning(id)!
  t.match(await findSessions(pools, whole, of('two')), [{ sessionId: id, projectId: 'two' }])
  t.strictSame(await findSessions(pools, whole, of('one')), [])
  for (const subject of ['grant', 'target'] as const) {
    t.match(await findGiven(pools, subject, whole, of(null)), [{ id, externalId: `theirs-${n}` }])
    t.strictSame(await findGiven(pools, subject, whole, of('one')), [])
    const newest = await findGiven(pools, subject, readIdBeginning(id.slice(0, 8))!, of(null))
    t.equal(newest.length, 5)
    t.strictSame(pluck(newest, 'id'), pluck(newest, 'id').toSorted().reverse(), 'newest first')
    const theirs = await findGivenByExternalId(pools, `theirs-${n}`, of('two'))
    t.match(theirs[subject], [{ id, playerId: `player-${n}` }])
    t.strictSame((await findGivenByExternalId(pools, `theirs-${n}`, of('one')))[subject].length, 0)
  }
})
