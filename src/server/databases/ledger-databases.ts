// What the front end opens for each database: connections for play, those for reports, and the gate
// that watches whether it is still the same ledger. Holds no rule.

import type { Pool } from 'pg'
import { type DatabaseAddress, isSameAddress } from '../../ledger/database/address.ts'
import { claimShards } from '../../ledger/database/carried-shards.ts'
import { type DatabaseListener, openListener } from '../../ledger/database/listener.ts'
import { checkMigrated } from '../../ledger/database/migrations.ts'
import { openMovablePool } from '../../ledger/database/movable-pool.ts'
import {
  distinctBy,
  mapDatabases,
  openDatabases,
  type PlayerDatabases,
} from '../../ledger/database/player-databases.ts'
import { ONE_PLAN, openPool } from '../../ledger/database/pool.ts'
import { listDatabases, type ShardDatabase } from '../../ledger/database/shard-map.ts'
import { NODE_SETTING_CHANNEL } from '../../ledger/nodes/node-settings.ts'
import { PAUSES_CHANNEL } from '../../ledger/pauses/pauses.ts'
import { PLACES_CHANNEL } from '../../ledger/places/place-map.ts'
import { SESSION_REVOKED_CHANNEL } from '../../ledger/players/session-revoke.ts'
import { CALL_ENDED_CHANNEL } from '../../ledger/projects/idempotency-rows.ts'
import { PROJECT_CHANGED_CHANNEL } from '../../ledger/projects/projects.ts'
import { openReportPool } from '../../ledger/reports/report-snapshot.ts'
import { ROUND_PUSH_CHANNEL } from '../../ledger/rounds/unfinished-rounds.ts'
import { NotExecuted } from '../../operator/call.ts'
import type { RedisClient } from '../../redis/connection.ts'
import type { RecordClock } from '../node-clock.ts'
import { type Config, carriedMapOf, shardMapOf } from '../settings/config.ts'
import { isMovable } from '../settings/placed.ts'
import { createLedgerGate, type GateDeps, type LedgerGate } from './ledger-gate.ts'

/** Postgres connections of the front end for what is not play: idempotency, queries, the panel. */
export const LEDGER_POOL_CONNECTIONS = 5
/**
 * Those for sessions. Each of three statements (sessions found, of open rounds, and stored) has one
 * turn at a time.
 */
export const SESSION_POOL_CONNECTIONS = 3

export interface LedgerDatabase extends ShardDatabase {
  readonly pool: Pool
  /** Every statement has one plan: ONE_PLAN. */
  readonly sessionPool: Pool
  readonly reportPool: Pool
  readonly listener: DatabaseListener
  readonly gate: LedgerGate
  /** Where it is now; `address` says where it was when the node started. */
  now(): DatabaseAddress
  /** Only for a node that knows other servers. */
  moveTo(address: DatabaseAddress): void
}

/** Each database announces the last two, only the home database the others. */
const CHANNELS = [
  PROJECT_CHANGED_CHANNEL,
  CALL_ENDED_CHANNEL,
  NODE_SETTING_CHANNEL,
  PAUSES_CHANNEL,
  PLACES_CHANNEL,
  SESSION_REVOKED_CHANNEL,
  ROUND_PUSH_CHANNEL,
]

export type LedgerDatabases = PlayerDatabases<LedgerDatabase>

export function openLedgerDatabases(
  config: Config,
  redis: RedisClient,
  {
    log,
    clock,
    onFault,
  }: Pick<GateDeps, 'log' | 'onFault'> & {
    clock: Pick<RecordClock, 'beginReading'>
  },
): LedgerDatabases {
  const pools = openDatabases(shardMapOf(config), database =>
    openOne(database, isMovable(config), onFault),
  )
  const carriedBy = followCarried(config, pools)
  const databases = mapDatabases(pools, (each): LedgerDatabase => {
    const { name, isHome, pool } = each
    const home = pools.home.pool
    // Parts that are planned share the rows of one place.
    const hasPlayer: GateDeps['hasPlayer'] = player =>
      isSameAddress(pools.of(player).now(), each.now())
    const findProblem = async () =>
      (await checkMigrated(pool)) ?? (await claimShards(pool, carriedBy(each)))
    const beginClockReading = () => clock.beginReading(name, isHome)
    const around = { home, hasPlayer, findProblem, redis, beginClockReading, log, onFault }
    return { ...each, gate: createLedgerGate({ name, pool, ...around }) }
  })
  return {
    ...databases,
    get carriers() {
      return distinctBy(databases.all.filter(hasShards), each => each.now())
    },
  }
}

const hasShards = ({ shards }: ShardDatabase) => shards !== ''

/** What a database carries at present: a part that is planned is in the place it is made from. */
function followCarried(config: Config, { all }: PlayerDatabases<Omit<LedgerDatabase, 'gate'>>) {
  const carried = listDatabases(carriedMapOf(config))
  const planned = config.parts.filter(({ isPlanned }) => isPlanned)
  return ({ name, shards }: ShardDatabase): Pick<ShardDatabase, 'name' | 'shards'> => {
    const part = planned.find(each => each.name === name || each.partOf === name)
    const now = all.find(each => each.name === part?.name)?.now()
    if (part === undefined || isSameAddress(now!, part.address)) return { name, shards }
    return carried.find(each => each.name === part.partOf)!
  }
}

function openOne(
  database: ShardDatabase,
  isMovable: boolean,
  onFault: GateDeps['onFault'],
): Omit<LedgerDatabase, 'gate'> {
  const { address } = database
  const open = (at: DatabaseAddress) => openPool(at, LEDGER_POOL_CONNECTIONS, onFault)
  const openSessions = (at: DatabaseAddress) =>
    openPool(at, SESSION_POOL_CONNECTIONS, onFault, ONE_PLAN)
  const openReports = (at: DatabaseAddress) => openReportPool(at, onFault)
  const main = openMovablePool(address, isMovable, open, onFault)
  const sessions = openMovablePool(address, isMovable, openSessions, onFault)
  const reports = openMovablePool(address, isMovable, openReports, onFault)
  const listener = openListener(address, CHANNELS, onFault)
  let now = address
  return {
    ...database,
    pool: main.pool,
    sessionPool: sessions.pool,
    reportPool: reports.pool,
    listener,
    now: () => now,
    moveTo(next) {
      now = next
      for (const each of [main, sessions, reports, listener]) each.moveTo(next)
    },
  }
}

/**
 * For operators' questions about a player. Refuses, with nothing executed, while the player's
 * ledger has been replaced and is not reconciled, or is away: calls that wait for it would use up
 * the share of their project.
 */
export function poolsBehindGates(
  databases: LedgerDatabases,
  choose: (database: LedgerDatabase) => Pool = ({ pool }) => pool,
): PlayerDatabases<Pool> {
  const poolOf = (database: LedgerDatabase) => {
    const { gate, isHome } = database
    // Without the home database a call does not get this far.
    if (gate.isClosed() || (!isHome && gate.isAway())) throw new NotExecuted('REQUEST_FAILED')
    return choose(database)
  }
  const listed = (each: readonly LedgerDatabase[]) => each.map(choose)
  return {
    home: choose(databases.home),
    get carriers() {
      return listed(databases.carriers)
    },
    all: listed(databases.all),
    of: player => poolOf(databases.of(player)),
    findById: (id, find) => databases.findById(id, each => find(poolOf(each))),
  }
}

export async function closeLedgerDatabases({ all }: LedgerDatabases): Promise<void> {
  await Promise.all(
    all.flatMap(({ pool, sessionPool, reportPool, listener }) => [
      listener.close(),
      pool.end(),
      sessionPool.end(),
      reportPool.end(),
    ]),
  )
}
