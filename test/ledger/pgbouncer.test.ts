// Nodes behind a PgBouncer in transaction mode, which has fewer connections than they: two
// consecutive statements use two server connections, and no statement may depend on the one before.

import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import t from 'tap'
import { ensureRole, findMissingSettings, grantApp } from '../../src/ledger/database/app-role.ts'
import { openPool, withConnection } from '../../src/ledger/database/pool.ts'
import { statement } from '../../src/ledger/database/statement.ts'
import { revokeSessions } from '../../src/ledger/players/session-revoke.ts'
import { openReportPool } from '../../src/ledger/reports/report-snapshot.ts'
import { createReportSums } from '../../src/ledger/reports/report-sums.ts'
import { act, bodyOf } from '../support/game-actions.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { POOLER_PREPARES, startPgBouncer, withPgBouncer } from '../support/pgbouncer.ts'
import { roundOf } from '../support/play-client.ts'
import { until } from '../support/until.ts'

const SERVERS = 3
const PLAYERS = 8
const SPINS = 12

t.test('a node works through PgBouncer in transaction mode', withPgBouncer, async t => {
  const setup = await openSetup(t)
  const { pool, project, stores } = setup
  const { projectId } = project
  const role = `app_${randomBytes(6).toString('hex')}`
  t.teardown(() => pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`))
  await ensureRole(stores.databaseUrl, role, 'secret')
  t.strictSame(await grantApp(stores.databaseUrl, role), { ok: true })
  const url = Object.assign(new URL(stores.databaseUrl), { username: role, password: 'secret' })
  const pooler = await startPgBouncer(t, url.href, SERVERS)
  const address = { poolerUrl: pooler.url, directUrl: url.href, prepares: false }
  const prepared = { ...address, prepares: true }
  const nodes = [
    await setup.startNode({ databaseUrl: address }),
    await setup.startNode({ databaseUrl: POOLER_PREPARES ? prepared : address }),
  ] as const
  const report = async (method: string) =>
    (await bodyOf(act(nodes[0], project, method))) as { rounds: unknown[]; players: unknown[] }

  t.test('the role has the settings that a direct connection sets itself', async t => {
    const through = openPool(address, 1, error => t.fail(error.message))
    t.strictSame(await withConnection(through, findMissingSettings), [])
    await through.end()
  })

  t.test('players play on both nodes, and reports agree with the wallet', async t => {
    const names = Array.from({ length: PLAYERS }, (_, at) => `player-${at}`)
    await Promise.all(names.map((name, at) => play(nodes[at % 2]!, name)))
    const { rows } = await pool.query('SELECT state, count(*)::int FROM round GROUP BY state')
    t.strictSame(rows, [{ state: 'settled', count: PLAYERS * SPINS }])
    t.equal((await report('report_rounds')).rounds.length, PLAYERS * SPINS)
    t.ok(await report('report_ggr'))
    t.equal((await report('report_reconciliation')).players.length, PLAYERS)
    const { clients, servers } = await pooler.counts()
    t.ok(servers <= SERVERS && clients > 2 * SERVERS, `${clients} clients on ${servers} servers`)
  })

  async function play(node: { baseUrl: string }, playerId: string): Promise<void> {
    const { client } = await setup.openGame(node, playerId)
    for (let spin = 0; spin < SPINS; spin++) {
      const round = roundOf(await client.spin(BET))
      if (round.status === 'awaiting') roundOf(await client.collect(round.roundId))
    }
  }

  t.test('one node’s notifications reach the other', async t => {
    const { client } = await setup.openGame(nodes[1], 'ann')
    const through = openPool(address, 1, error => t.fail(error.message))
    const by = { actor: 'owner:ann', origin: 'desk' }
    await revokeSessions(through, { projectId, playerId: 'ann' }, by)
    await client.closed
    await through.end()
  })

  t.test('sums are rolled up by one node at a time', async t => {
    await pool.query(`UPDATE finished_round SET created_at = created_at - interval '1 hour'`)
    const reports = openReportPool(address, error => t.fail(error.message))
    const sums = createReportSums(reports, 5)
    const other = createReportSums(reports, 5)
    await Promise.all([sums.rollUp(), other.rollUp()])
    // The nodes roll up too: one that finds another at it leaves it to that one.
    await until('all is rolled up', () => sums.rollUp())
    const { rows } = await pool.query('SELECT sum(rounds)::int AS rounds FROM report_day')
    t.strictSame(rows, [{ rounds: PLAYERS * SPINS }])
    await reports.end()
  })

  /** Asks the same over all connections; returns the statements that Postgres then has prepared. */
  async function askMany(through: pg.Pool): Promise<number> {
    const named = statement('pooled-number', 'SELECT $1::int AS number')
    const numbers = Array.from({ length: 60 }, (_, at) => at)
    const answers = await Promise.all(
      numbers.map(number => through.query({ ...named, values: [number] })),
    )
    t.strictSame(
      answers.map(({ rows }) => rows[0].number),
      numbers,
    )
    const found = await withConnection(through, async client => {
      // One server connection until its end.
      await client.query('BEGIN')
      await client.query({ ...named, values: [0] })
      const asked = 'SELECT FROM pg_prepared_statements WHERE statement = $1'
      const { rows } = await client.query(asked, [named.text])
      await client.query('COMMIT')
      return rows.length
    })
    await through.end()
    return found
  }

  t.test('statements are unnamed there, so that any connection accepts them', async t => {
    t.equal(await askMany(openPool(address, 6, error => t.fail(error.message))), 0)
  })

  const skip = POOLER_PREPARES ? false : 'this pgbouncer is older than 1.21'
  t.test('a PgBouncer that prepares gets named statements', { skip }, async t => {
    t.equal(await askMany(openPool(prepared, 6, error => t.fail(error.message))), 1)
  })
})
