// From which servers a place can be moved.

import pg from 'pg'
import t, { type Test } from 'tap'
import { findSourceProblem } from '../../src/ledger/places/replication.ts'
import { startOwnPostgres } from '../support/own-postgres.ts'

async function findProblem(t: Test, settings: Record<string, string>) {
  const { url } = await startOwnPostgres(t, settings)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const problem = await findSourceProblem(client)
  await client.end()
  return problem
}

t.test('a source writes a log that others can follow', async t => {
  t.match(await findProblem(t, { wal_level: 'replica' }), /has wal_level replica: set it/)
  t.equal(await findProblem(t, { wal_level: 'logical' }), null)
})

t.test('a source that takes any follower for its synchronous standby is refused', async t => {
  const settings = { wal_level: 'logical', synchronous_standby_names: '*' }
  // Or the server would wait for a standby while it is made.
  const problem = await findProblem(t, { ...settings, synchronous_commit: 'local' })
  t.match(problem, /takes any follower/)
})
