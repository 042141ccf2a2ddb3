// Places in schemas of one database are as separate as places in databases.

import t from 'tap'
import { listMonths } from '../../src/ledger/archive/months.ts'
import { inSchema } from '../../src/ledger/database/address.ts'
import { grantApp } from '../../src/ledger/database/app-role.ts'
import { checkMigrated, migrate } from '../../src/ledger/database/migrations.ts'
import { openPool } from '../../src/ledger/database/pool.ts'
import { openBooks } from '../support/agreeing-books.ts'
import { createOperator } from '../support/operator-calls.ts'
import { BET, openSetup } from '../support/operator-setup.ts'
import { type PlayClient, roundOf } from '../support/play-client.ts'
import { openStores } from '../support/real-stores.ts'
import { pluck } from '../support/results.ts'
import { playersIn } from '../support/two-databases.ts'
import { until } from '../support/until.ts'

const stores = await openStores(t)
const url = inSchema(stores.databaseUrl, 'east')
const east = openPool(url, 2, error => t.fail(error.message))
t.teardown(() => east.end())

t.test('migrations make the schema, and its months of rounds are in it', async t => {
  t.match(await checkMigrated(east), /is not migrated/)
  t.match(await migrate(url), { ok: true })
  t.equal(await checkMigrated(east), null)
  const before = (await listMonths(stores.pool)).length
  await east.query(`SELECT make_round_months('2031-05-01', '2031-05-01')`)
  t.ok((await listMonths(east)).some(({ month }) => month === '2031-05'))
  t.equal((await listMonths(stores.pool)).length, before, 'none in the other place')
  t.match(await grantApp(url, 'nobody here'), { ok: false })
})

t.test('players play, and are reported, in the place of their shard', async t => {
  const setup = await openSetup(t, stores)
  const node = await setup.startNode({
    databaseShards: [
      { first: 0, last: 511, address: null },
      { first: 512, last: 1023, address: url },
    ],
  })
  const players = [
    ...playersIn('home', setup.project.projectId, 1),
    ...playersIn('other', setup.project.projectId, 1),
  ]
  const clients = new Map<string, PlayClient>()
  for (const playerId of players) {
    const { client } = await setup.openGame(node, playerId)
    clients.set(playerId, client)
    for (let n = 0; n < 3; n++) {
      const { status, roundId } = roundOf(await client.spin(BET))
      if (status === 'awaiting') roundOf(await client.collect(roundId))
    }
  }
  const pools = [stores.pool, east]
  for (const [at, pool] of pools.entries()) {
    const { rows } = await pool.query('SELECT player_id FROM player')
    t.strictSame(pluck(rows, 'player_id'), [players[at]])
  }
  const { act } = createOperator(setup, node)
  const books = openBooks(setup.wallet, act, clients, () => pools)
  await until('no round owes anything', async () => (await books.unfinished()) === 0)
  await books.check(t)
})
