// Every bench of the list does its work once, at its smallest size, and finds nothing amiss. Those that
// play against a platform share one.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import type { Check } from '../../bench/stream-check.ts'
import type { MeasuredRow, SuiteResult } from '../../bench/suite/result.ts'
import { ROWS as SUITE } from '../../bench/suite/rows.ts'
import { printSuite } from '../../bench/suite/table.ts'
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

/** For a platform of its own: its master key is another one. */
async function openOwn() {
  const own = await openStores(t)
  const { databaseUrl, redisUrl, redisPrefix } = own
  return { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, REDIS_PREFIX: redisPrefix }
}

/** `bench key-timing` calls in the name of many addresses. */
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
  /** The verdict over a few pairs is chance: it is not looked at. */
  hasVerdict?: true
  /** Instead of the shared platform's. */
  env?: Record<string, string>
}

const suiteFolder = path.join(folder, 'suite')
const figures = { median: Number, low: Number, high: Number, cpuUs: {} }

const ROWS: Record<string, Row> = {
  'bench all': {
    args: ['--smoke', '--data-dir', dataDir, '--out', suiteFolder],
    expected: {
      ...{ row: 1, ours: Number, floor: Number, peer: Number },
      ...{ ratio_to_floor: Number, cases: [{ ours: figures }] },
    },
  },
  'bench stream': {
    args: ['--sessions', '4', '--spins', '20', '--data-dir', dataDir, '--plot', plot],
    expected: { ...good, spins: 20, errors: [] },
  },
  'bench overload': {
    args: ['--sessions', '4', '--seconds', '1', '--settling', '0.1', '--data-dir', dataDir],
    expected: { ...good, parts: [{ name: 'peak' }, { name: 'overload' }, { name: 'afterwards' }] },
  },
  'bench rising': {
    args: [
      ...['--players', '4', '--seconds', '0.2', '--from', '50', '--step', '75', '--bound', '10000'],
      ...['--data-dir', dataDir, '--plot', path.join(folder, 'rising.svg')],
    ],
    expected: { peak: Number, steps: [{ offered: Number, latencyMs: { p99: Number } }] },
  },
  'bench soak': {
    args: ['--players', '4', '--minutes', '0.02', '--plot', path.join(folder, 'soak.svg')],
    env: await openOwn(),
    expected: {
      minutes: [{ delayMs: { 'front-end': {}, 'lane-1': {} } }],
      trends: { 'lane-1, heap': { mean: Number, verdict: 'too short to tell' } },
    },
  },
  'bench far-wallet': {
    args: [
      ...['--latency', '5', '--players', '4', '--connections', '8', '--seconds', '1'],
      ...['--settling', '0.1', '--data-dir', dataDir],
    ],
    expected: { ...good, parts: [{ connections: 64 }, { connections: 64 }, { connections: 8 }] },
  },
  'bench sizing': {
    args: ['--figure', 'spins=1000', '--figure', 'lane=600', '--figure', 'use=0.5'],
    expected: { figures: { spins: 1000 }, lines: [{ value: 5000 }, { what: 'lanes', value: 2 }] },
  },
  'bench mathematics': {
    args: ['cherry-classic', '--seconds', '0.01', '--rounds', '100'],
    expected: { game: 'cherry-classic' },
  },
  'bench spin-path': {
    args: ['--ms', '1', '--redis-url', redisUrl, '--database-url', databaseUrl],
    expected: { pieces: [{ name: /draw a round/ }] },
  },
  'bench key-timing': {
    args: [url, '--project', 'demo', '--pairs', '40'],
    expected: { pairs: Number, z: Number },
    hasVerdict: true,
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

for (const [name, { args, expected, hasVerdict, env: own = env }] of Object.entries(ROWS)) {
  t.test(name, async t => {
    const ended = await start([...name.split(' '), ...args, '--json'], own).ended
    if (hasVerdict === undefined) t.equal(ended.code, 0, ended.stderr)
    const [line = ''] = ended.stdout.split('\n')
    t.match(JSON.parse(line), expected)
    if (name === 'bench all') checkSuite(t, ended.stdout)
  })
}

t.test('a profile has files of every thread that takes part', async t => {
  const profiles = path.join(folder, 'profiles')
  const args = ['bench', 'all', '--only', '7', '--smoke', '--profile', profiles, '--json']
  const ended = await start(args, await openOwn()).ended
  t.equal(ended.code, 0, ended.stderr)
  const files = readdirSync(profiles)
  const ends = ['cpuprofile', 'heapprofile', 'cpu.svg', 'heap.svg']
  for (const member of ['front-end', 'lane-1', 'wallet', 'socket-generator', 'bare-rounds']) {
    for (const end of ends) {
      const file = `7-paid-rounds-4-players-wallet-0-ms.${member}.${end}`
      t.ok(files.includes(file), file)
    }
  }
  for (const file of files.filter(name => name.endsWith('.svg'))) {
    const svg = readFileSync(path.join(profiles, file), 'utf8')
    t.ok(svg.startsWith('<svg') && svg.endsWith('</svg>\n') && !svg.includes('NaN'), file)
  }
})

t.test('bench stream, with the wallet of operators in a process of its own', async t => {
  const args = ['--sessions', '4', '--spins', '20', '--data-dir', dataDir, '--wallet-latency', '5']
  const ended = await start(['bench', 'stream', ...args, '--json'], env).ended
  t.equal(ended.code, 0, ended.stderr)
  const { checks, spins } = JSON.parse(ended.stdout) as { checks: Check[]; spins: number }
  t.equal(spins, 20)
  t.ok(checks.every(({ ok }) => ok))
  t.ok(checks.some(({ name }) => name === 'the wallet was told nothing wrong'))
})

/** Every row has figures, and the files hold them. */
function checkSuite(t: Test, stdout: string): void {
  const rows = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as MeasuredRow)
  t.strictSame(
    rows.map(({ row }) => row),
    SUITE.map(({ number }) => number),
  )
  for (const { row, cases } of rows) {
    // How much is a matter of the machine: under load a slice this short may see nothing done.
    for (const { name, ours } of cases) {
      t.ok(Number.isFinite(ours.median) && ours.median >= 0, `row ${row} ${name}`)
    }
  }
  const files = readdirSync(suiteFolder).sort()
  t.match(files, [/^[0-9-]+[0-9a-z]+\.json$/, /\.svg$/])
  const [json, svg] = files.map(file => readFileSync(path.join(suiteFolder, file), 'utf8'))
  const kept = JSON.parse(json!) as SuiteResult
  t.equal(kept.rows.length, SUITE.length)
  t.ok(svg!.startsWith('<svg') && svg!.endsWith('</svg>\n'))
  t.ok(printSuite(kept, kept).includes('against'), 'it compares with itself')
}
