// The events of a fleet, one after the other: each part is killed, starved or replaced, and started
// again as a supervisor would, and operators do their planned work. Every part must be running
// after each event.

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { openPlaySocket, type PlaySocket } from '../../../bench/play-socket.ts'
import { change, readWanted } from '../../../src/cli/nodes.ts'
import { findProgram } from '../../../src/embedded/install-with-apt.ts'
import { BY_PLATFORM } from '../../../src/ledger/audit/audit-log.ts'
import type { Migration } from '../../../src/ledger/database/migration-run.ts'
import { migrate, readMigrations } from '../../../src/ledger/database/migrations.ts'
import { readOrigin } from '../../../src/ledger/database/origin.ts'
import { ALL_NODES } from '../../../src/ledger/nodes/node-settings.ts'
import {
  isRefundable,
  listOrphans,
  refundOrphan,
} from '../../../src/ledger/rounds/orphaned-rounds.ts'
import type { Chance } from '../../support/chance.ts'
import { until } from '../../support/until.ts'
import { FORGED_TOKEN } from '../cheats.ts'
import type { ChaosNode } from '../nodes.ts'
import type { HarmDeps } from '../run-kind.ts'
import type { FailoverBy, ServerName, Topology } from './fleet-places.ts'
import type { FleetPlatform } from './fleet-platform.ts'
import type { FleetStores } from './fleet-stores.ts'
import { archiveOldMonth } from './old-month.ts'
import { PATRONI_NOTICES_MS, PATRONI_PROGRAMS } from './patroni.ts'
import { PROXY_NOTICES_MS } from './proxy.ts'
import type { Release } from './releases.ts'

/**
 * In the order in which they run. No place is moved after `next-migration`, whose schema the
 * programs of this fleet do not have.
 */
export const FLEET_EVENTS = {
  'rolling-upgrade':
    'from the release before to this one: its migrations beside play, then every node exchanged',
  rollback: 'every node back to the release before, on the schema of this one, and forward again',
  'node-kill': 'a node: SIGKILL, started again',
  'rolling-restart': 'every node, one after the other: SIGTERM, started again',
  lanes: 'lanes of all nodes: from 1 to 2, and back to 1',
  'places-move': 'a place moves to the other Postgres server, and back; each copy left is dropped',
  'next-migration': 'a column is added to the largest table beside play, then a rolling restart',
  'redis-master': 'a Redis master: SIGKILL; its replica takes over; started again as a replica',
  maxmemory: 'every Redis refuses writes for 5 s: its memory is full',
  'wallet-outage': "one operator's wallet answers nothing for 5 s",
  'socket-storm': '1,000 sockets open at once, and every connection of the players is cut',
  clock: 'a node starts with a clock 10 minutes fast, or refuses to; replaced after 8 s',
  'disk-full': "the Postgres primary's disk is full for 5 s; started again if it ended",
  'month-drop': '50,000 old rounds archived to a file, and their month dropped',
  'postgres-primary': 'the Postgres primary: SIGKILL; the standby is promoted and gets a new one',
  pgbouncer: 'PgBouncer: SIGKILL, started again',
  haproxy: 'HAProxy: SIGKILL, started again',
} as const

export type FleetEvent = keyof typeof FLEET_EVENTS
export const FLEET_EVENT_NAMES = Object.keys(FLEET_EVENTS) as FleetEvent[]

/** The names in `text`, in the order of all events; null when one of them is unknown. */
export function readEvents(text: string): FleetEvent[] | null {
  const wanted = text.split(',').map(name => name.trim())
  const known = FLEET_EVENT_NAMES.filter(name => wanted.includes(name))
  return known.length === new Set(wanted).size ? known : null
}

/** Why the event has no part in such a fleet; null: it has. */
export function findRefusal(name: FleetEvent, { places, servers }: Topology): string | null {
  if (name === 'places-move' && servers < 2) {
    return 'places-move needs a second Postgres server: give --places 8 --servers 2.'
  }
  if (name === 'pgbouncer' && places > 1) {
    return 'Several places are reached directly, so there is no pgbouncer: leave out --places.'
  }
  return null
}

/** All events that such a fleet has. */
export const eventsOf = (topology: Topology) =>
  FLEET_EVENT_NAMES.filter(name => findRefusal(name, topology) === null)

const OUTAGE_MS = 5_000
/** Postgres starts again, and commits wait until its standby has tried again to follow. */
const POSTGRES_BACK_MS = 5_000
const STOPS_MS: Partial<Record<FleetEvent, number>> = {
  maxmemory: OUTAGE_MS,
  'disk-full': OUTAGE_MS + POSTGRES_BACK_MS,
  'wallet-outage': OUTAGE_MS,
}

/** How long an event itself keeps players from playing. */
export function stopsMs(name: FleetEvent, failover: FailoverBy): number | undefined {
  if (failover === 'patroni') {
    if (name === 'postgres-primary') return PATRONI_NOTICES_MS
    // It starts Postgres again, or promotes the standby.
    if (name === 'disk-full') return OUTAGE_MS + PATRONI_NOTICES_MS
  }
  return STOPS_MS[name]
}

/** Those that need the release before this one. */
export const needsPrevious = (events: readonly FleetEvent[]) =>
  events.includes('rolling-upgrade') || events.includes('rollback')

/** For programs with threads; where Debian puts it. */
const FAKETIME = ['x86_64', 'aarch64'].map(
  machine => `/usr/lib/${machine}-linux-gnu/faketime/libfaketimeMT.so.1`,
)

/** The Debian packages that this machine lacks for the events. */
export function findMissing(events: readonly FleetEvent[], failover: FailoverBy): string[] {
  const needed = { haproxy: 'haproxy', pgbouncer: 'pgbouncer', iproute2: 'ip' }
  const missing = Object.entries(needed).filter(([, program]) => findProgram([program]) === null)
  const faketime = events.includes('clock') && findFaketime() === null ? ['faketime'] : []
  return [...missing.map(([name]) => name), ...faketime, ...findMissingOfPatroni(failover)]
}

function findMissingOfPatroni(failover: FailoverBy): string[] {
  if (failover === 'harness') return []
  const missing = Object.entries(PATRONI_PROGRAMS).filter(([, find]) => find() === null)
  return missing.map(([name]) => name)
}

const findFaketime = () => FAKETIME.find(file => existsSync(file)) ?? null

/** A supervisor restarts a killed process after a moment. */
const MISSED_MS = 500
/**
 * The next standby is not part of the failover, and its copy is not made on the disks that players
 * use.
 */
const NEXT_STANDBY_MS = 5_000
/** Both releases play: every player has a few rounds in it. */
const MIXED_MS = 6_000
const LANES = ['2', '1']
const ORPHANS_MAX = 100_000
const STORM_SOCKETS = 1_000
/** Connections asked for at the same time; a proxy queues a few hundred. */
const STORM_AT_ONCE = 100
const CLOCK_FAST = '+600s'
const CLOCK_MS = 8_000
/** Players of a place play where it is now. */
const MOVED_MS = 3_000
const REASON_CHARS = 160

/** Resolves with a text that says what came of it, where there is more than one good end. */
type Work = () => Promise<unknown>

export function createEvents({
  setup,
  cast,
  chance,
  platform,
}: Pick<HarmDeps<FleetStores>, 'setup' | 'cast'> & {
  chance: Chance
  platform: FleetPlatform
}): Record<FleetEvent, Work> {
  const { stores, nodes, pool, pools, wallets } = setup
  const { redis, postgres, pgbouncer, proxy } = stores

  async function exchange(node: ChaosNode, release?: Release): Promise<void> {
    await node.drain()
    if (release !== undefined) node.use(release.program)
    await node.start()
    await sleep(PROXY_NOTICES_MS)
  }

  /** Both releases play together for a while, half of the nodes each. */
  async function exchangeNodes(release?: Release): Promise<void> {
    const half = nodes.length >> 1
    for (const [at, node] of nodes.entries()) {
      if (release !== undefined && at === half) await sleep(MIXED_MS)
      await exchange(node, release)
    }
  }

  /** Null: the release runs on the present schema; otherwise its refusal. */
  async function tryRelease(node: ChaosNode, release: Release): Promise<string | null> {
    await node.drain()
    node.use(release.program)
    const refusal = await node.tryStart({})
    if (refusal === null) await sleep(PROXY_NOTICES_MS)
    return refusal
  }

  async function rollBack(): Promise<string> {
    const { now, before } = platform
    const [first, ...others] = nodes as [ChaosNode, ...ChaosNode[]]
    const refusal = await tryRelease(first, before!)
    if (refusal !== null) {
      first.use(now.program)
      await first.start()
      return `${before!.name} refuses the schema: ${reasonOf(refusal)}`
    }
    for (const node of others) await exchange(node, before!)
    await sleep(MIXED_MS)
    await exchangeNodes(now)
    return `${before!.name} plays on the schema of ${now.name}`
  }

  /** As an owner does it. */
  async function movePlace(): Promise<string> {
    const { now, env } = platform
    const command = async (...args: string[]): Promise<{ closed_ms: number }> =>
      JSON.parse(await now.command(['places', ...args, '--json'], env))
    const { name, server } = chance.pick(stores.places.filter(place => place.schema !== null))
    const other: ServerName = server === 'home' ? 'second' : 'home'
    const closedMs: number[] = []
    for (const to of [other, server]) {
      closedMs.push((await command('move', name, '--to', to)).closed_ms)
      await sleep(MOVED_MS)
      await command('drop', name)
    }
    return `${name} from ${server} to ${other} and back, closed for ${closedMs.join(' and ')} ms`
  }

  async function fastClock(): Promise<string> {
    const node = chance.pick(nodes)
    await node.drain()
    const fake = { FAKETIME: CLOCK_FAST, DONT_FAKE_MONOTONIC: '1' }
    const refusal = await node.tryStart({ ...fake, LD_PRELOAD: findFaketime()! })
    if (refusal === null) {
      await sleep(CLOCK_MS)
      await node.drain()
    }
    await node.start()
    return refusal === null ? 'it started and played' : `refused: ${reasonOf(refusal)}`
  }

  async function storm(): Promise<string> {
    const opened: PlaySocket[] = []
    const url = new URL('/play/socket', setup.baseUrls[0])
    const open = async (at: number) => {
      const socket = await openPlaySocket(url, { onMessage: () => {}, onClose: () => {} }).catch(
        () => null,
      )
      if (socket === null) return
      opened.push(socket)
      // Half of them say nothing at all.
      if (at % 2 === 0) return
      socket.send(JSON.stringify({ type: 'hello', requestId: `storm-${at}`, token: FORGED_TOKEN }))
    }
    cast.cut(1)
    let next = 0
    const worker = async () => {
      while (next < STORM_SOCKETS) await open(next++)
    }
    await Promise.all(Array.from({ length: STORM_AT_ONCE }, worker))
    await sleep(OUTAGE_MS)
    for (const socket of opened) socket.cut()
    return `${opened.length} sockets were opened`
  }

  return {
    'rolling-upgrade': async () => {
      await platform.now.command(['migrate'], platform.env)
      await exchangeNodes(platform.now)
      return `from ${platform.before!.name} to ${platform.now.name}`
    },
    rollback: rollBack,
    'node-kill': async () => {
      const node = chance.pick(nodes)
      await node.kill()
      await sleep(MISSED_MS)
      await node.start()
    },
    'rolling-restart': () => exchangeNodes(),
    'next-migration': async () => {
      // The home database last, as "reelhouse migrate" does it.
      for (const url of [...stores.otherPlaceUrls, stores.databaseUrl]) {
        const migrated = await migrate(url, [...readMigrations(), nextMigration()])
        if (!migrated.ok) throw new Error(migrated.problem)
      }
      await exchangeNodes()
    },
    lanes: async () => {
      for (const count of LANES) {
        const wanted = readWanted(ALL_NODES, 'lanes', count)
        const { isDone } = await change(pool, wanted, BY_PLATFORM)
        if (!isDone) throw new Error(`not all nodes have ${count} lanes in time`)
      }
    },
    'places-move': movePlace,
    'redis-master': () =>
      redis.replaceMaster(`{${chance.pick(setup.projects).projectId}:player-0}`),
    maxmemory: () => redis.fillMemory(OUTAGE_MS),
    'wallet-outage': async () => {
      const wallet = chance.pick(wallets)
      wallet.beginOutage(0)
      await sleep(OUTAGE_MS)
      wallet.endOutage()
    },
    'socket-storm': storm,
    clock: fastClock,
    'disk-full': () => postgres.fillDisk(OUTAGE_MS),
    'month-drop': () => archiveOldMonth([stores.databaseUrl, ...stores.otherPlaceUrls]),
    'postgres-primary': async () => {
      await postgres.failOver()
      pgbouncer?.lead(postgres.primaryUrl())
      for (const each of pools) await refundOrphans(each, pool)
      await sleep(NEXT_STANDBY_MS)
      await postgres.restoreStandby()
    },
    pgbouncer: () => replace(pgbouncer!.kill, pgbouncer!.start),
    haproxy: () => replace(proxy.kill, proxy.startAgain),
  }
}

/** The last line that a person would read. */
function reasonOf(output: string): string {
  const lines = output.split('\n').filter(line => line.trim() !== '' && !line.startsWith('{'))
  return (lines.at(-1) ?? 'it ended without a word').slice(0, REASON_CHARS)
}

/**
 * What an owner does by the runbook, once the nodes have reconciled players with the ledger, with
 * the rounds that the platform leaves for a person.
 */
async function refundOrphans(pool: Pool, home: Pool): Promise<void> {
  await until('players are reconciled', async () => {
    const origin = await readOrigin(pool).catch(() => null)
    return origin !== null && origin.now === origin.reconciled
  })
  const orphans = await listOrphans(pool, { limit: ORPHANS_MAX })
  for (const { roundId } of orphans.filter(isRefundable)) {
    await refundOrphan(pool, roundId, false, BY_PLATFORM, home)
  }
}

async function replace(kill: () => Promise<unknown>, start: () => Promise<void>): Promise<void> {
  await kill()
  await sleep(MISSED_MS)
  await start()
}

/**
 * As the next version might: adds a column to the largest table while nodes of this version run.
 */
function nextMigration(): Migration {
  const last = readMigrations().at(-1)!.name.slice(0, 4)
  const sql = `-- nodes from ${last}\nALTER TABLE finished_round ADD COLUMN next_version text;\n`
  const sha256 = createHash('sha256').update(sql).digest('hex')
  return { name: '9999-next-version', sql, sha256 }
}
