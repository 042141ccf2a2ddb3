// Played by npm run prove: its own Postgres is made and started twice.
//
// From which servers a place can be moved.

import pg from 'pg'
import t from 'tap'
import { findSourceProblem } from '../../src/ledger/places/replication.ts'
import { startOwnPostgres } from '../support/own-postgres.ts'
import { ask } from '../support/postgres-copy.ts'
import { untilFound } from '../support/until.ts'

const server = await startOwnPostgres(t)

async function set(name: string, value: string): Promise<void> {
  await ask(server.url, `ALTER SYSTEM SET ${name} = '${value}'`)
}

async function findProblem(): Promise<string | null> {
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  const problem = await findSourceProblem(client)
  await client.end()
  return problem
}

t.test('a source writes a log that others can follow, and names its standbys', async t => {
  t.match(await findProblem(), /has wal_level replica: set it to logical/)
  await set('wal_level', 'logical')
  await set('synchronous_standby_names', '*')
  // No standby follows here: a commit that waits would never end.
  await set('synchronous_commit', 'local')
  await server.stop()
  await server.startAgain()
  t.match(await findProblem(), /takes any follower for its synchronous standby/)
  await set('synchronous_standby_names', 'ANY 1 (standby_a, standby_b)')
  await ask(server.url, 'SELECT pg_reload_conf()')
  const isSource = async () => ((await findProblem()) === null ? true : null)
  t.ok(await untilFound('it can be a source', isSource))
})
