// Played by npm run prove: it runs every bench.
//
// Every bench of the list does its work once, at its smallest size, without a fault. Those that
// play against a platform share one; the suite has a separate file, suite-smoke.test.ts.

import path from 'node:path'
import t from 'tap'
import type { Check } from '../../bench/stream-check.ts'
import { BENCHES } from '../../scripts/bench.ts'
import { openStores } from '../support/real-stores.ts'
import { start, startBench } from '../support/start-reelhouse.ts'

const stores = await openStores(t)
const filled = await openStores(t)
const folder = t.testdir()
const dataDir = path.join(folder, 'data')
const plot = path.join(folder, 'plot.svg')
const envOf = ({ databaseUrl, redisUrl, redisPrefix }: typeof stores) => ({
  DATABASE_URL: databaseUrl,
  REDIS_URL: redisUrl,
  REDIS_PREFIX: redisPrefix,
})
const env = envOf(stores)
/** A separate platform has another master key. */
const ownEnv = envOf(await openStores(t))
const placesEnv = envOf(await openStores(t))
const tlsEnv = envOf(await openStores(t))

/** `key-timing` calls with many addresses. */
const trusting = { ...env, TRUSTED_PROXIES: '127.0.0.0/8' }
const platform = start(['up', '--port', '0', '--data-dir', dataDir, '--json'], trusting)
t.teardown(async () => {
  platform.child.kill('SIGINT')
  await platform.ended
})
const { base_url: url } = JSON.parse(await platform.firstLine)

const good = { checks: [{ ok: true }] }
interface Row {
  args: string[]
  expected: object
  /** The verdict over a few pairs, or on a busy machine, is chance: it is not checked. */
  hasVerdict?: true
  /** Instead of the shared platform's. */
  env?: Record<string, string>
}

const readArgs = (line: string) => line.trim().split(/\s+/)

const ROWS: Record<string, Row> = {
  stream: {
    args: ['--sessions', '4', '--spins', '20', '--data-dir', dataDir, '--plot', plot],
    expected: { ...good, spins: 20, errors: [] },
  },
  rising: {
    args: readArgs(
      `--players 4 --seconds 0.2 --from 50 --step 75 --bound 10000 --data-dir ${dataDir}
       --plot ${path.join(folder, 'rising.svg')}`,
    ),
    expected: { peak: Number, steps: [{ offered: Number, latencyMs: { p99: Number } }] },
  },
  soak: {
    args: ['--players', '4', '--minutes', '0.02', '--plot', path.join(folder, 'soak.svg')],
    env: ownEnv,
    expected: {
      minutes: [{ delayMs: { 'front-end': {}, 'lane-2': {} } }],
      trends: { 'lane-2, heap': { mean: Number, verdict: 'too short to tell' } },
    },
  },
  'far-wallet': {
    args: readArgs(
      `--latency 5 --players 4 --connections 8 --seconds 1 --settling 0.1 --data-dir ${dataDir}`,
    ),
    expected: { parts: [{ connections: 64 }, { connections: 64 }, { connections: 8 }] },
  },
  places: {
    args: readArgs('--places 2 --players 4 --latency 5 --seconds 0.5 --turns 1'),
    env: placesEnv,
    expected: {
      atRest: { nodes: Number, postgres: Number },
      connections: Number,
      kinds: [
        { isNamed: false, rowsACommit: Number, msACommit: Number, usARound: { lanes: Number } },
        { isNamed: true },
      ],
    },
  },
  sizing: {
    args: readArgs('--spins 1000 --use 0.5 --figure lane=600 --figure laneCommit=1 --tls 0'),
    expected: {
      figures: { spins: 1000, lane: 600 },
      lines: [{ value: 5000 }, { value: 330 }, { what: 'lanes by their cores', value: 2 }],
    },
  },
  mathematics: {
    args: ['cherry-classic', '--seconds', '0.01', '--rounds', '100'],
    expected: { game: 'cherry-classic' },
  },
  'key-timing': {
    args: [url, '--project', 'demo', '--pairs', '40'],
    expected: { pairs: Number, z: Number },
    hasVerdict: true,
  },
  fill: {
    args: ['--rounds', '1k', '--callbacks', '100', '--database-url', filled.databaseUrl],
    expected: { rounds: 1_000, callbacks: 100 },
  },
  // On the records of "fill".
  reports: {
    args: ['--scans', '1', '--database-url', filled.databaseUrl],
    expected: { rounds: 1_000, timed: [{ isEqual: true }] },
  },
  'admin-pages': {
    args: ['--times', '1', '--database-url', filled.databaseUrl, '--redis-url', stores.redisUrl],
    expected: { times: 1, routes: [{ status: 200 }] },
    hasVerdict: true,
  },
}

t.test('every bench has a row', async t => {
  t.strictSame([...Object.keys(ROWS), 'all'].sort(), Object.keys(BENCHES).sort())
})

for (const [name, { args, expected, hasVerdict, env: itsEnv = env }] of Object.entries(ROWS)) {
  t.test(name, async t => {
    const ended = await startBench([name, ...args, '--json'], itsEnv).ended
    if (hasVerdict === undefined) t.equal(ended.code, 0, ended.stderr)
    const [line = ''] = ended.stdout.split('\n')
    t.match(JSON.parse(line), expected)
  })
}

t.test('a wallet with TLS is called, and its handshakes are counted', async t => {
  const args = readArgs('--tls --latency 5 --players 4 --seconds 0.5 --settling 0.1 --json')
  const ended = await startBench(['far-wallet', ...args], tlsEnv).ended
  t.equal(ended.code, 0, ended.stderr)
  const { parts } = JSON.parse(ended.stdout) as { parts: { handshakes: number; value: number }[] }
  for (const { handshakes, value } of parts) {
    t.ok(Number.isInteger(handshakes))
    t.ok(value > 0)
  }
})

t.test('the stream runs with the wallet of operators in a separate process', async t => {
  const args = ['--sessions', '4', '--spins', '20', '--data-dir', dataDir, '--wallet-latency', '5']
  const ended = await startBench(['stream', ...args, '--json'], env).ended
  t.equal(ended.code, 0, ended.stderr)
  const { checks, spins } = JSON.parse(ended.stdout) as { checks: Check[]; spins: number }
  t.equal(spins, 20)
  t.ok(checks.every(({ ok }) => ok))
  t.ok(checks.some(({ name }) => name === 'every call to the wallet kept to the rules'))
})
