// Several nodes behind the shipped HAProxy, players' rows in several schemas of a separate
// Postgres: what nodes and places cost at rest, then rows a group commit when links name the place
// of their player, and when they do not, in turn. Ends what it started.

import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { findTestProgram } from '../scripts/test-programs.ts'
import { createCommand, defineCommand, say } from '../src/cli/command-line.ts'
import { countUpTo, numberUpTo } from '../src/cli/option-values.ts'
import { SHARDS } from '../src/core/shard.ts'
import { SetupProblem } from '../src/embedded/setup-problem.ts'
import { inSchema } from '../src/ledger/database/address.ts'
import { migrate } from '../src/ledger/database/migrations.ts'
import { type NodeProcess, startProcess } from '../test/support/operator-setup.ts'
import { startOwnPostgres } from '../test/support/own-postgres.ts'
import type { Owner } from '../test/support/owner.ts'
import { openMigrated } from '../test/support/real-stores.ts'
import { proxiedNodes, startShippedProxy } from '../test/support/shipped-proxy.ts'
import { alignRows, describeMachine, printFigures, printMachine, rounded } from './printing.ts'
import { bytesOf, processUse } from './process-use.ts'
import { joinCpu, nodeCpu, storesCpu } from './suite/cpu.ts'
import { createOperator, startWallet } from './suite/operators.ts'
import { launchPlayers, startGenerator } from './suite/players.ts'
import type { CpuSeconds, ReadCpu, Scope } from './suite/row.ts'
import { withScope } from './suite/setting.ts'
import { usedSince } from './suite/statistics.ts'

export const command = defineCommand(
  createCommand(
    'npm run bench -- places',
    `Players of several places, schemas of one Postgres, on several nodes behind the shipped
    HAProxy; each spins again as soon as it is answered. In turn with links that name the player's
    place and with links that do not. Shows rows a group commit and what a round costs; exits with 1
    when a round was refused.`,
  )
    .option('--places <count>', 'with as many shards each', countUpTo(64), 8)
    .option('--nodes <count>', 'with a lane each', countUpTo(8), 2)
    .option('--latency <ms>', 'of every wallet call', numberUpTo(1_500), 25)
    .option('--players <count>', 'with a spin under way at once', countUpTo(400), 256)
    .option('--seconds <seconds>', 'of each turn', numberUpTo(1e5, 0.1), 8)
    .option('--turns <count>', 'of each kind of link', countUpTo(100), 3)
    .option('--json', 'the figures as one line on stdout'),
  async ({ json, ...options }) => {
    const result = await withScope({ dataDir: null }, scope => measurePlaces(scope, options))
    printFigures(json, result, report)
    return result.kinds.every(({ refused }) => Object.keys(refused).length === 0) ? 0 : 1
  },
)

interface Options {
  places: number
  nodes: number
  latency: number
  players: number
  seconds: number
  turns: number
}

async function measurePlaces(scope: Scope, options: Options) {
  const haproxy = findTestProgram('haproxy')
  if (haproxy === null) throw new SetupProblem('HAProxy is not installed')
  const owner = { teardown: scope.defer }
  const stores = await openPlaces(scope, owner, options)
  const masterKey = randomBytes(32)
  const env = { DATABASE_SHARDS: stores.shards, TRUSTED_PROXIES: '127.0.0.0/8' }
  const nodes: NodeProcess[] = []
  for (let n = 0; n < options.nodes; n++) {
    say(`Starting node ${n + 1} ...`)
    nodes.push(await startProcess(owner, stores, masterKey, env))
  }
  const proxied = proxiedNodes(nodes)
  const connections = 2 * options.players + 100
  const proxy = await startShippedProxy(owner, haproxy, proxied, connections)
  const baseUrl = proxy.url
  const { url: walletUrl } = await startWallet(scope, options.latency)
  const given = { ...stores, masterKey: masterKey.toString('hex') }
  const platform = { ...(await scope.platform()), baseUrl, stores: () => given }
  const operator = await createOperator(platform, walletUrl)
  const url = new URL('/play/socket', baseUrl).href
  const stored = await storesCpu(platform)
  const pids = nodes.map(({ child }) => child.pid!)
  say('Without players ...')
  const atRest = await coresAtRest(
    joinCpu(stored, () => ({ nodes: sumOf(pids, pid => processUse(pid, 'cpu').cpuSeconds) })),
    options.seconds,
  )
  const kinds: Kind[] = []
  for (const isNamed of [false, true]) {
    say(`Launching ${options.players} players ...`)
    const launched = await launchPlayers([operator], options.players)
    const links = isNamed ? launched : launched.map(withoutPlace)
    const generator = await startGenerator(scope, {
      kind: 'play',
      url,
      links,
      connections: links.length,
    })
    const sums = { rounds: 0, ms: 0, bytes: 0, rows: 0, commits: 0, seconds: 0 }
    kinds.push({ isNamed, generator, sums, used: {} })
  }
  const spin = ({ generator }: Kind) =>
    generator.ask({ forMs: options.seconds * 1_000, aSecond: null })
  const threads = pids.map(pid => nodeCpu(pid, 1))
  const cpu = joinCpu(
    stored,
    () => addUp(threads),
    () => ({
      proxy: processUse(proxy.pid, 'cpu').cpuSeconds,
    }),
  )
  say('Warming up ...')
  for (const kind of kinds) await spin(kind)
  const refused: Record<string, number> = {}
  for (let turn = 1; turn <= options.turns; turn++) {
    for (const kind of kinds) {
      const { isNamed, sums, used } = kind
      say(`Turn ${turn} of ${options.turns}, links ${isNamed ? '' : 'do not '}name the place ...`)
      const [before, batches] = [cpu(), await readBatches(nodes)]
      const bytes = bytesOf(kind.generator.pid)
      const startedMs = performance.now()
      const slice = await spin(kind)
      sums.ms += performance.now() - startedMs
      Object.assign(refused, slice.refused)
      const after = await readBatches(nodes)
      sums.bytes += bytesOf(kind.generator.pid) - bytes
      sums.rounds += slice.operations
      sums.rows += after.rows - batches.rows
      sums.commits += after.commits - batches.commits
      sums.seconds += after.seconds - batches.seconds
      for (const [who, seconds] of Object.entries(usedSince(before, cpu))) {
        used[who] = (used[who] ?? 0) + seconds
      }
    }
  }
  return {
    machine: describeMachine(),
    options,
    atRest,
    connections: (await countConnections(stores.pool)) / options.nodes / options.places,
    kinds: kinds.map(({ isNamed, sums, used }) => figuresOf(isNamed, sums, used, refused)),
  }
}

interface Kind {
  isNamed: boolean
  generator: Awaited<ReturnType<typeof startGenerator>>
  sums: Batches & { rounds: number; ms: number; bytes: number }
  used: Record<string, number>
}

function figuresOf(
  isNamed: boolean,
  { rounds, ms, bytes, rows, commits, seconds }: Kind['sums'],
  used: CpuSeconds,
  refused: Readonly<Record<string, number>>,
) {
  const usARound = Object.fromEntries(
    Object.entries(used).map(([who, seconds]) => [who, Math.round((seconds * 1e6) / rounds)]),
  )
  return {
    isNamed,
    roundsASecond: rounded((rounds * 1_000) / ms),
    rowsACommit: rounded(rows / commits),
    commitsARound: rounded(commits / rounds),
    msACommit: rounded((seconds * 1_000) / commits),
    playBytesARound: Math.round(bytes / rounds),
    usARound,
    refused,
  }
}

const sumOf = (pids: readonly number[], read: (pid: number) => number) =>
  pids.reduce((sum, pid) => sum + read(pid), 0)

function addUp(threads: readonly ReadCpu[]): CpuSeconds {
  const sums: Record<string, number> = {}
  for (const read of threads) {
    for (const [who, seconds] of Object.entries(read())) sums[who] = (sums[who] ?? 0) + seconds
  }
  return sums
}

/** At least what a node opens for each place (docs/operations.md, "A pooler in front"). */
const CONNECTIONS_A_PLACE = 25

/** A separate Postgres with a schema for each place, beside the platform's Redis. */
async function openPlaces(scope: Scope, owner: Owner, { places, nodes }: Options) {
  const settings = { max_connections: String(places * nodes * CONNECTIONS_A_PLACE + 20) }
  const { url: databaseUrl } = await startOwnPostgres(owner, settings)
  const home = await openMigrated(owner, databaseUrl, 2)
  const { address, prefix: redisPrefix } = scope.redis
  const shards: string[] = []
  for (let n = 0; n < places; n++) {
    const first = Math.round((n * SHARDS) / places)
    const last = Math.round(((n + 1) * SHARDS) / places) - 1
    shards.push(`${first}-${last}=home${n === 0 ? '' : `#place_${n}`}`)
    if (n === 0) continue
    const migrated = await migrate(inSchema(databaseUrl, `place_${n}`))
    if (!migrated.ok) throw new Error(migrated.problem)
  }
  const redisUrl = await address()
  return { databaseUrl, redisUrl, redisPrefix, pool: home, shards: shards.join(',') }
}

function withoutPlace(link: string): string {
  const url = new URL(link)
  url.searchParams.delete('place')
  return url.href
}

/** Checks of a node come every second, and its slowest frequent job every five. */
const REST_MS_MAX = 12_000

/** Cores of nodes and stores without players: checks, jobs, metrics. */
async function coresAtRest(cpu: ReadCpu, seconds: number): Promise<CpuSeconds> {
  const [before, startedMs] = [cpu(), performance.now()]
  await pause(Math.min(REST_MS_MAX, seconds * 2_000))
  const elapsedS = (performance.now() - startedMs) / 1_000
  const used = Object.entries(usedSince(before, cpu))
  return Object.fromEntries(used.map(([who, cpuSeconds]) => [who, cpuSeconds / elapsedS]))
}

/** Of all nodes, beside the bench's own pool. */
async function countConnections(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend'`,
  )
  return rows[0]!.count - pool.totalCount
}

interface Batches {
  rows: number
  commits: number
  /** From the beginning of a commit to its answer. */
  seconds: number
}

/** Rows written in group commits since the start, the commits and their time, of all nodes. */
async function readBatches(nodes: readonly NodeProcess[]): Promise<Batches> {
  const sums = { rows: 0, commits: 0, seconds: 0 }
  for (const { probesUrl } of nodes) {
    const text = await (await fetch(`${probesUrl}/metrics`)).text()
    const lines = text.matchAll(
      /^reelhouse_ledger_batch_(rows_sum|rows_count|seconds_sum)\S* (\S+)$/gm,
    )
    for (const [, what, value] of lines) sums[FIELDS[what as keyof typeof FIELDS]] += Number(value)
  }
  return sums
}

const FIELDS = { rows_sum: 'rows', rows_count: 'commits', seconds_sum: 'seconds' } as const

const HEAD = ['links', 'rounds/s', 'rows a commit', 'commits a round', 'ms a commit']
/** Of the CPU a round. */
const USERS = ['lanes', 'front end', 'other threads', 'postgres', 'redis', 'proxy']

type Result = Awaited<ReturnType<typeof measurePlaces>>

function report({ machine, options, atRest, connections, kinds }: Result): string[] {
  const { nodes, places, players, latency } = options
  const rest = (who: string) => `${who} ${rounded((atRest[who] ?? 0) * 1_000)} ms`
  return [
    printMachine(machine),
    `${nodes} nodes with a lane each, ${places} places, ${players} players, wallet ${latency} ms`,
    `CPU a second without players: ${rest('nodes')}, ${rest('postgres')}, ${rest('redis')}`,
    `connections a node and place: ${rounded(connections)}`,
    '',
    ...alignRows([
      [...HEAD, 'play bytes a round', ...USERS.map(who => `${who}, us`)],
      ...kinds.map(({ isNamed, usARound, ...kind }) => [
        isNamed ? 'name the place' : 'do not',
        String(kind.roundsASecond),
        String(kind.rowsACommit),
        String(kind.commitsARound),
        String(kind.msACommit),
        String(kind.playBytesARound),
        ...USERS.map(who => String(usARound[who])),
      ]),
    ]),
  ]
}
