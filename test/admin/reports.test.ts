// The panel's reports through the internal listener: who may read them, the same figures as the
// operator's reports, pages and files of a ledger of many rounds, and a game whose return differs
// from its mathematics.

import { readFileSync } from 'node:fs'
import t from 'tap'
import { request } from 'undici'
import { fillRounds } from '../../bench/fill.ts'
import { readPages } from '../../src/admin/reports/csv.ts'
import { DAY_MS } from '../../src/core/time.ts'
import { openReportPool } from '../../src/ledger/reports/report-snapshot.ts'
import { createReportSums } from '../../src/ledger/reports/report-sums.ts'
import { REPORT_PROJECTS_MAX } from '../../src/limits/reports.ts'
import { signInBoth } from '../support/admin.ts'
import { codeOf } from '../support/admin-codes.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { roundOf } from '../support/play-client.ts'
import { sized } from '../support/size.ts'

t.setTimeout(300_000)
/** All of them in memory would end the node at full size. */
const ROUNDS = sized(5_000, 100_000)
/** A project has more players. */
const PAGE_ROWS = sized(5, 100)
const setup = await openSetup(t)
const { pool, stores } = setup
const client = await pool.connect()
await fillRounds(client as never, ROUNDS, Date.now() - 60 * DAY_MS)
client.release()
const reportPool = openReportPool(stores.databaseUrl, error => t.fail(String(error)))
t.teardown(() => reportPool.end())
const sums = createReportSums(reportPool)
while (!(await sums.rollUp())) {}
/** A million rounds at once would need ten times the memory that this node may have. */
const node = await setup.startProcess({ NODE_OPTIONS: '--max-old-space-size=112' })
const { owner, viewer, signedOut } = await signInBoth(pool, node.internalUrl)

const PATHS = ['rounds', 'ggr', 'reconciliation', 'returns']

t.test('signed-in accounts read the reports, and no one else', async t => {
  const read = (caller: typeof owner, name: string, query = '') =>
    caller.call('GET', `/reports/${name}${query}`)
  for (const name of PATHS.flatMap(each => [each, `${each}.csv`])) {
    t.equal((await read(owner, name, '?projectId=bench-1')).status, 200, name)
    t.equal((await read(viewer, name, '?projectId=casino')).status, 200, name)
    t.equal((await read(signedOut, name)).status, 401, name)
    const unknown = await read(viewer, name, '?projectId=nowhere')
    t.equal(codeOf(unknown), '404 UNKNOWN_PROJECT', name)
    const refused = await read(viewer, name, '?from=never')
    t.strictSame([codeOf(refused), refused.body.field], ['400 INVALID_REQUEST', 'from'])
    t.match(await owner.call('POST', `/reports/${name}`, {}), { status: 405 })
  }
})

t.test('pages of rounds and players skip and repeat nothing, of one project or of all', async t => {
  type Row = Record<'roundId' | 'projectId' | 'playerId' | 'currency', string>
  const keyOfPlayer = (row: Row) => `${row.projectId} ${row.playerId} ${row.currency}`
  for (const [name, keyOf] of [
    ['rounds', (row: Row) => row.roundId],
    ['reconciliation', keyOfPlayer],
  ] as const) {
    for (const filter of ['projectId=bench-2', 'currency=EUR']) {
      const keys: string[] = []
      let cursor: string | null = null
      for (let page = 0; page < 4; page++) {
        const more: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
        const { body } = await viewer.call(
          'GET',
          `/reports/${name}?limit=${PAGE_ROWS}&${filter}${more}`,
        )
        keys.push(...body.rows.map(keyOf))
        cursor = body.nextCursor
        if (cursor === null) break
      }
      t.ok(keys.length > PAGE_ROWS, `${name} ${filter}`)
      t.equal(new Set(keys).size, keys.length)
    }
  }
  const { body } = await viewer.call('GET', '/reports/rounds?limit=1')
  const foreign = await viewer.call('GET', `/reports/rounds?gameId=x&cursor=${body.nextCursor}`)
  t.equal(codeOf(foreign), '400 INVALID_CURSOR')
})

t.test('the report of all projects is the sum of each', async t => {
  type Row = { currency: string; rounds: number; ggrMinor: string }
  const total = async (filter: string): Promise<Row[]> =>
    (await viewer.call('GET', `/reports/ggr?groupBy=currency${filter}`)).body.rows
  const each = await Promise.all([0, 1, 2, 3].map(number => total(`&projectId=bench-${number}`)))
  const all = await total('')
  for (const { currency, rounds, ggrMinor } of all) {
    const parts = each.flat().filter(row => row.currency === currency)
    const played = parts.reduce((sum, row) => sum + row.rounds, 0)
    const won = parts.reduce((sum, row) => sum + BigInt(row.ggrMinor), 0n)
    t.strictSame([played, won], [rounds, BigInt(ggrMinor)], currency)
  }
  t.ok(all.length >= 4)
})

t.test('a report whose period is too long or reversed is refused', async t => {
  for (const query of ['from=2020-01-01&to=2026-01-01', 'from=2026-02-01&to=2026-01-01']) {
    t.match(await viewer.call('GET', `/reports/ggr?${query}`), { status: 400 }, query)
  }
})

t.test('a warning is shown for a game whose return differs from its RTP', async t => {
  const { body } = await viewer.call('GET', '/reports/returns')
  t.ok(body.untilAt !== null)
  for (const row of body.rows) {
    t.match(row, { theoretical: /^\d+\.\d{3}$/, actual: /^\d+\.\d{3}$/ })
    t.ok(Number(row.low) <= Number(row.actual) && Number(row.actual) <= Number(row.high))
    const isOutside =
      Number(row.theoretical) < Number(row.low) || Number(row.theoretical) > Number(row.high)
    t.equal(row.isOutside, isOutside)
  }
  t.ok(body.rows.some((row: { level: string | null }) => row.level === '94.50'))
  t.ok(body.rows.some((row: { level: string | null }) => row.level === null))
  await pool.query(
    `UPDATE report_return SET units = 10 * units, square_units = 0
     WHERE game_id = 'vault-keeper'`,
  )
  const deviating = (await viewer.call('GET', '/reports/returns?gameId=vault-keeper')).body.rows
  t.ok(deviating.length > 0 && deviating.every((row: { isOutside: boolean }) => row.isOutside))
})

t.test(`a million rounds as CSV take the memory of a page: here ${ROUNDS}`, async t => {
  const answer = await request(`${node.internalUrl}/admin/api/reports/rounds.csv`, {
    headers: { cookie: viewer.cookie },
  })
  t.equal(answer.statusCode, 200)
  t.match(answer.headers['content-type'], /^text\/csv; charset=utf-8/)
  t.match(answer.headers['content-disposition'], /filename="rounds-all\.csv"/)
  const ids = new Set<string>()
  let rest = ''
  for await (const chunk of answer.body) {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop()!
    for (const line of lines) ids.add(line.slice(0, line.indexOf(',')))
  }
  t.equal(rest, '', 'the last line is complete')
  t.equal(ids.size, ROUNDS + 1, 'every round once, and the titles')
  if (process.platform === 'linux') {
    const status = readFileSync(`/proc/${node.child.pid}/status`, 'utf8')
    t.comment(/VmHWM.*/.exec(status)?.[0])
  }
})

t.test('a reader that disconnects ends the reading', async t => {
  const leaving = new AbortController()
  const answer = await request(`${node.internalUrl}/admin/api/reports/rounds.csv`, {
    headers: { cookie: viewer.cookie },
    signal: leaving.signal,
  })
  await answer.body[Symbol.asyncIterator]().next()
  leaving.abort()
  t.equal((await viewer.call('GET', '/reports/returns')).status, 200, 'the node keeps running')
})

t.test('a page is read only when the one before was taken', async t => {
  let reads = 0
  const read = async (after: number | null) => {
    reads++
    return [(after ?? 0) + 1, (after ?? 0) + 2]
  }
  const leaving = new AbortController()
  const pages = readPages(read, 2, leaving.signal)
  await pages.next()
  t.equal(reads, 1)
  t.strictSame((await pages.next()).value, [3, 4])
  t.equal(reads, 2)
  leaving.abort()
  t.equal((await pages.next()).done, true)
  t.equal(reads, 2)
})

t.test('a report of more projects than its bound is refused, never truncated', async t => {
  const add = (count: number) =>
    pool.query(
      `INSERT INTO project (project_id, callback_url, api_key_sealed, api_key_sha256)
       SELECT 'many-' || made + n, callback_url, api_key_sealed, sha256((made + n)::text::bytea)
       FROM project, generate_series(1, $1) n, (SELECT count(*) AS made FROM project) all_of_them
       WHERE project_id = 'casino'`,
      [count],
    )
  const { rows } = await pool.query<{ count: string }>('SELECT count(*) FROM project')
  await add(REPORT_PROJECTS_MAX - Number(rows[0]!.count))
  const added = ['rounds', 'rounds.csv', 'reconciliation', 'reconciliation.csv']
  for (const name of added) {
    t.equal((await viewer.call('GET', `/reports/${name}?playerId=nobody`)).status, 200, name)
  }
  await add(1)
  for (const name of added) {
    const refused = await viewer.call('GET', `/reports/${name}`)
    t.equal(codeOf(refused), '400 TOO_MANY_PROJECTS')
    t.equal(refused.body.field, 'projectId')
    t.match(refused.body.reason, /more than 200 projects.*choose one/)
    t.equal((await viewer.call('GET', `/reports/${name}?projectId=casino`)).status, 200, name)
  }
  for (const name of ['ggr', 'ggr.csv', 'returns', 'returns.csv']) {
    t.equal((await viewer.call('GET', `/reports/${name}`)).status, 200, `${name}: of sums of all`)
  }
  await pool.query(`DELETE FROM project WHERE project_id LIKE 'many-%'`)
})

t.test('the reports show a played round correctly', async t => {
  const { client: player } = await setup.openGame(node, '=ann')
  const round = roundOf(await player.spin(BET))
  const { body } = await viewer.call('GET', `/reports/rounds?projectId=casino`)
  t.match(body.rows, [{ roundId: round.roundId, projectId: 'casino', playerId: '=ann' }])
  const { text } = await viewer.call('GET', '/reports/rounds.csv?projectId=casino')
  t.match(text, `${round.roundId},casino,'=ann,`)
})
