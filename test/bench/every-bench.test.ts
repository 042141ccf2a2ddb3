// Every bench of the list does its work once, at its smallest size, and finds nothing amiss. The two that
// play against a platform share one.

import path from 'node:path'
import t from 'tap'
import { COMMANDS } from '../../src/cli/commands.ts'
import { openStores } from '../support/real-stores.ts'
import { start } from '../support/start-reelhouse.ts'

const { databaseUrl, redisUrl, redisPrefix } = await openStores(t)
/** The reports are measured on rounds that fill the whole table. */
const empty = await openStores(t)
const folder = t.testdir()
const dataDir = path.join(folder, 'data')
const plot = path.join(folder, 'plot.svg')
const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, REDIS_PREFIX: redisPrefix }

const platform = start(['up', '--port', '0', '--data-dir', dataDir, '--json'], env)
t.teardown(async () => {
  platform.child.kill('SIGINT')
  await platform.ended
})
await platform.firstLine

const good = { checks: [{ ok: true }] }
const ROWS: Record<string, { args: string[]; expected: object }> = {
  'bench stream': {
    args: ['--sessions', '4', '--spins', '20', '--data-dir', dataDir, '--plot', plot],
    expected: { ...good, spins: 20, errors: [] },
  },
  'bench overload': {
    args: ['--sessions', '4', '--seconds', '1', '--settling', '0.1', '--data-dir', dataDir],
    expected: { ...good, parts: [{ name: 'peak' }, { name: 'overload' }, { name: 'afterwards' }] },
  },
  'bench mathematics': {
    args: ['cherry-classic', '--seconds', '0.01', '--rounds', '100'],
    expected: { game: 'cherry-classic' },
  },
  'bench spin-path': {
    args: ['--ms', '1', '--redis-url', redisUrl, '--database-url', databaseUrl],
    expected: { pieces: [{ name: /draw a round/ }] },
  },
  'bench reports': {
    args: ['--rounds', '1k', '--scans', '1', '--database-url', empty.databaseUrl],
    expected: { rounds: 1_000, timed: [{ isEqual: true }] },
  },
}

t.test('every bench has a row', async t => {
  const benches = COMMANDS.map(({ name }) => name).filter(name => name.startsWith('bench '))
  t.strictSame(Object.keys(ROWS).sort(), benches.sort())
})

for (const [name, { args, expected }] of Object.entries(ROWS)) {
  t.test(name, async t => {
    const ended = await start([...name.split(' '), ...args, '--json'], env).ended
    t.equal(ended.code, 0, ended.stderr)
    const [line = ''] = ended.stdout.split('\n')
    t.match(JSON.parse(line), expected)
  })
}
