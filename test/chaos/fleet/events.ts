// The events of a fleet, one after the other: each part is killed and started again as a supervisor
// would, and operators do their planned work. Every part must be running after each event.

import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { change, readWanted } from '../../../src/cli/nodes.ts'
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
import { until } from '../../support/until.ts'
import type { Chance } from '../chance.ts'
import type { ChaosSetup } from '../setup.ts'
import type { FleetStores } from './fleet-stores.ts'
import { archiveOldMonth } from './old-month.ts'
import { PROXY_NOTICES_MS } from './proxy.ts'

/** In the order in which they run. */
export const FLEET_EVENTS = {
  'node-kill': 'a node: SIGKILL, started again',
  'redis-master': 'a Redis master: SIGKILL; its replica takes over; started again as a replica',
  'postgres-primary': 'the Postgres primary: SIGKILL; the standby is promoted and gets a new one',
  pgbouncer: 'PgBouncer: SIGKILL, started again',
  haproxy: 'HAProxy: SIGKILL, started again',
  'rolling-restart': 'every node, one after the other: SIGTERM, started again',
  'rolling-upgrade': 'a migration beside play, then every node exchanged, one after the other',
  lanes: 'lanes of all nodes: from 1 to 2, and back to 1',
  'month-drop': '50,000 old rounds archived to a file, and their month dropped',
} as const

export type FleetEvent = keyof typeof FLEET_EVENTS
export const FLEET_EVENT_NAMES = Object.keys(FLEET_EVENTS) as FleetEvent[]

/** The names in `text`, in the order of all events; null when one of them is unknown. */
export function readEvents(text: string): FleetEvent[] | null {
  const wanted = text.split(',').map(name => name.trim())
  const known = FLEET_EVENT_NAMES.filter(name => wanted.includes(name))
  return known.length === new Set(wanted).size ? known : null
}

/** A supervisor restarts a killed process after a moment. */
const MISSED_MS = 500
/**
 * The next standby is not part of the failover, and its copy is not made on the disks that players
 * use.
 */
const NEXT_STANDBY_MS = 5_000
const LANES = ['2', '1']
const ORPHANS_MAX = 100_000

export function createEvents({
  setup,
  chance,
}: {
  setup: ChaosSetup<FleetStores>
  chance: Chance
}): Record<FleetEvent, () => Promise<void>> {
  const { stores, nodes, pool } = setup
  const { redis, postgres, pgbouncer, proxy } = stores

  async function exchangeNodes(): Promise<void> {
    for (const node of nodes) {
      await node.drain()
      await node.start()
      await sleep(PROXY_NOTICES_MS)
    }
  }

  return {
    'node-kill': async () => {
      const node = chance.pick(nodes)
      await node.kill()
      await sleep(MISSED_MS)
      await node.start()
    },
    'redis-master': () =>
      redis.replaceMaster(`{${chance.pick(setup.projects).projectId}:player-0}`),
    'postgres-primary': async () => {
      await postgres.failOver()
      pgbouncer.lead(postgres.primaryUrl())
      await refundOrphans(pool)
      await sleep(NEXT_STANDBY_MS)
      await postgres.restoreStandby()
    },
    pgbouncer: () => replace(pgbouncer.kill, pgbouncer.start),
    haproxy: () => replace(proxy.kill, proxy.startAgain),
    'rolling-restart': exchangeNodes,
    'rolling-upgrade': async () => {
      const migrated = await migrate(stores.databaseUrl, [...readMigrations(), nextMigration()])
      if (!migrated.ok) throw new Error(migrated.problem)
      await exchangeNodes()
    },
    lanes: async () => {
      for (const count of LANES) {
        const wanted = readWanted(ALL_NODES, 'lanes', count)
        const { isDone } = await change(pool, wanted, BY_PLATFORM)
        if (!isDone) throw new Error(`not all nodes have ${count} lanes in time`)
      }
    },
    'month-drop': () => archiveOldMonth(stores.databaseUrl),
  }
}

/** What an owner does by the runbook, once the nodes have reconciled players with the ledger. */
async function refundOrphans(pool: Pool): Promise<void> {
  await until('players are reconciled', async () => {
    const origin = await readOrigin(pool).catch(() => null)
    return origin !== null && origin.now === origin.reconciled
  })
  const orphans = await listOrphans(pool, { limit: ORPHANS_MAX })
  for (const { roundId } of orphans.filter(isRefundable)) {
    await refundOrphan(pool, roundId, false, BY_PLATFORM)
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
