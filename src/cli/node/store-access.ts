// Gives a command the stores that it works on: those at the given addresses, those of a running
// `up`, or those of a stopped one, started for the time of the command.

import os from 'node:os'
import path from 'node:path'
import type { Pool } from 'pg'
import {
  type DataFolder,
  type Owner,
  openDataFolder,
  type Runtime,
} from '../../embedded/data-folder.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import { startStores } from '../../embedded/stores.ts'
import { type Environment, isPacked, PROJECT_ROOT } from '../../environment.ts'
import type { AuditedBy } from '../../ledger/audit/audit-log.ts'
import { type DatabaseAddress, directUrl } from '../../ledger/database/address.ts'
import { openDatabases, type PlayerDatabases } from '../../ledger/database/player-databases.ts'
import { openPool } from '../../ledger/database/pool.ts'
import {
  mapShards,
  type ShardMap,
  type ShardRange,
  splitRanges,
} from '../../ledger/database/shard-map.ts'
import {
  findPlaced,
  type PlaceSettings,
  readPlaces,
  type Servers,
  UnknownServer,
} from '../../ledger/places/place-map.ts'
import type { RedisAddress } from '../../redis/connection.ts'
import { parseMasterKey } from '../../server/settings/master-keys.ts'
import { readSettings } from '../../server/settings/secret-files.ts'
import { Reader } from '../../server/settings/setting-reader.ts'
import {
  readDatabaseAddress,
  readDatabaseServers,
  readDatabaseShards,
  readPostgresUrl,
  readRedisAddress,
  readRedisPrefix,
} from '../../server/settings/store-addresses.ts'
import { readNetworkList } from '../../server/settings/wallet-networks.ts'
import { createCommand, say } from '../command-line.ts'
import { requirePostgres } from './requirements.ts'

export const DEFAULT_DATA_DIR = path.join(PROJECT_ROOT, '.data')

export interface StoreAccess {
  databaseUrl: string
  /** Where the players' rows are; empty: all of them in the home database. */
  databaseShards: readonly ShardRange[]
  /** Servers that places can be moved to; empty: none. */
  databaseServers: Servers
  /** Read only when called, so that a command that does not need it runs without it. */
  masterKey(): Buffer[]
  /** True on the stores of an `up`, where wallets may be on loopback. */
  development: boolean
  /** Private networks that wallets may be in, as the nodes have them. */
  networks: readonly string[]
  /** Where the admin panel is: scheme, host and port; null: not given. */
  adminUrl: string | null
  /** Read only when called; throws SetupProblem where the environment does not name it. */
  redis(): RedisAccess
}

export interface RedisAccess {
  readonly address: RedisAddress
  /** Before every key. */
  readonly prefix: string
}

export interface StoreValues {
  dataDir?: string | undefined
  databaseUrl?: string | undefined
}

/** A command that needs the stores, with the options that name them. */
export function createStoreCommand(name: string, about: string) {
  return createCommand(name, about)
    .option('--data-dir <folder>', 'data folder of a running or stopped "up" (default: .data)')
    .option(
      '--database-url <url>',
      'instead of a data folder; also DATABASE_URL. MASTER_KEY must then be the one of the nodes',
    )
}

export function readMasterKey(text: string | undefined): Buffer {
  const key = text === undefined ? null : parseMasterKey(text)
  if (key !== null) return key
  const what = text === undefined ? 'is not set' : 'is not valid'
  throw new SetupProblem(
    `MASTER_KEY ${what}: give 32 random bytes as 64 hex digits or base64 (openssl rand -hex 32).`,
  )
}

/** The master key and, while it is exchanged, the previous one. */
function readMasterKeys(current: string | undefined): Buffer[] {
  const { MASTER_KEY_PREVIOUS: previous } = readSettings()
  const first = readMasterKey(current)
  if (previous === undefined) return [first]
  const before = parseMasterKey(previous)
  if (before === null) throw new SetupProblem('MASTER_KEY_PREVIOUS is not valid.')
  return [first, before]
}

export function describeOwner(owner: Owner, runtime: Runtime | null): string {
  if (owner.purpose !== 'up') {
    return (
      `"reelhouse ${owner.purpose}" (pid ${owner.pid}) is using the data folder: wait until ` +
      'it is done.'
    )
  }
  return runtime === null
    ? `Reelhouse is already starting (pid ${owner.pid}): wait until it is ready.`
    : `Reelhouse is already running (pid ${owner.pid}, ${runtime.baseUrl}).`
}

/** Runs `work` on the stores that the options and the environment name. */
export async function withStores<Answer>(
  purpose: string,
  values: StoreValues,
  work: (stores: StoreAccess) => Promise<Answer>,
): Promise<Answer> {
  const env = readSettings()
  // Commands use settings of a connection, which a pooler does not keep.
  const address = values.databaseUrl ?? env.DATABASE_DIRECT_URL ?? env.DATABASE_URL
  const databaseUrl = address === undefined ? undefined : readDatabaseUrl(env, address)
  if (values.dataDir === undefined && databaseUrl !== undefined) {
    await requirePostgres(databaseUrl)
    const masterKey = () => readMasterKeys(env.MASTER_KEY)
    const given = readOwnersPlaces(env)
    const adminUrl = env.ADMIN_URL ?? null
    const access = { databaseUrl, ...given, masterKey, adminUrl }
    const redis = () => readRedis(env)
    return work({
      ...access,
      development: false,
      networks: readSetting(env, readNetworkList),
      redis,
    })
  }
  if (values.dataDir === undefined && isPacked()) {
    throw new SetupProblem(
      'DATABASE_URL is not set: give an address like ' +
        'postgres://user:password@127.0.0.1:5432/reelhouse, or ' +
        '--database-url. A packed folder contains no Postgres.',
    )
  }
  return withDataFolder(purpose, { folder: values.dataDir, databaseUrl }, work)
}

async function withDataFolder<Answer>(
  purpose: string,
  wanted: {
    folder: string | undefined
    databaseUrl: string | undefined
  },
  work: (stores: StoreAccess) => Promise<Answer>,
): Promise<Answer> {
  const opened = openDataFolder(wanted.folder ?? DEFAULT_DATA_DIR, purpose)
  if (opened.taken) {
    if (opened.runtime === null) {
      throw new SetupProblem(describeOwner(opened.owner, opened.runtime))
    }
    const { databaseUrl, masterKey, adminUrl, redisUrl } = opened.runtime
    const key = () => readMasterKeys(masterKey)
    const given = { databaseUrl, ...IN_ONE, masterKey: key, adminUrl }
    return work({ ...given, ...readDevelopment(redisUrl) })
  }
  const { folder } = opened
  try {
    return await withOwnStores(folder, wanted, work)
  } finally {
    folder.release()
  }
}

async function withOwnStores<Answer>(
  folder: DataFolder,
  given: { databaseUrl: string | undefined },
  work: (stores: StoreAccess) => Promise<Answer>,
): Promise<Answer> {
  // Before the stores: a folder gets its key first, or can't be used without it.
  const key = readMasterKeys(readSettings().MASTER_KEY ?? folder.masterKey())
  const stores = await startStores({ ...given, folder: folder.path, say })
  try {
    const { databaseUrl, redisUrl } = stores
    return await work({
      databaseUrl,
      ...IN_ONE,
      masterKey: () => key,
      adminUrl: null,
      ...readDevelopment(redisUrl),
    })
  } finally {
    await stores.stop()
  }
}

/** The stores of an `up`. */
const IN_ONE = { databaseShards: [], databaseServers: {} }

/** Throws SetupProblem with all problems of what was read. */
function readSetting<Value>(env: Environment, read: (reader: Reader) => Value): Value {
  const reader = new Reader(env)
  const value = read(reader)
  if (reader.problems.length > 0) throw new SetupProblem(reader.problems.join('\n'))
  return value
}

/** As a node reads it: with TLS where the environment asks for it. */
export function readDatabaseUrl(env: Environment, given: string): string {
  return readSetting({ ...env, DATABASE_URL: given }, reader =>
    readPostgresUrl(reader, 'DATABASE_URL'),
  )
}

/** What holds on the stores of an `up`. */
function readDevelopment(redisUrl: string) {
  const env = readSettings()
  const redis = () => readRedis({ ...env, REDIS_URL: redisUrl })
  return { development: true, networks: readSetting(env, readNetworkList), redis }
}

const readRedis = (env: Environment): RedisAccess =>
  readSetting(env, reader => ({
    address: readRedisAddress(reader),
    prefix: readRedisPrefix(reader),
  }))

/** As the nodes have them, but without poolers. */
const readOwnersPlaces = (env: Environment) =>
  readSetting(env, reader => {
    const isPooled = env.DATABASE_DIRECT_URL !== undefined
    const { DATABASE_URL: url = '' } = env
    const home = isPooled ? readDatabaseAddress(reader) : url && readDatabaseUrl(env, url)
    const databaseShards = readDatabaseShards(reader, home).map(({ address, ...shards }) => ({
      ...shards,
      address: address === null ? null : directUrl(address),
    }))
    return { databaseShards, databaseServers: readDatabaseServers(reader) }
  })

/** What the settings say of places that are not moved. */
export function placesOf(stores: StoreAccess): PlaceSettings {
  const { databaseUrl, databaseShards, databaseServers: servers } = stores
  return { map: mapShards(databaseUrl, databaseShards), servers }
}

/** Where the places are now, without parts that are planned. */
export async function findMap(stores: StoreAccess): Promise<ShardMap> {
  const { placed, parts } = await orSetupProblem(
    findPlaced(placesOf(stores), home => withPool(home, readPlaces)),
  )
  const { databaseUrl, databaseShards } = stores
  const carried = parts.filter(({ isPlanned }) => !isPlanned)
  return mapShards(databaseUrl, splitRanges(databaseUrl, databaseShards, carried), placed)
}

/** A setting of the node is missing. */
export async function orSetupProblem<Answer>(work: Promise<Answer>): Promise<Answer> {
  try {
    return await work
  } catch (error) {
    if (error instanceof UnknownServer) throw new SetupProblem(`Stopped: ${error.message}.`)
    throw error
  }
}

/** Runs `work` with a small pool for each database, closed afterwards. */
export async function withPools<Answer>(
  map: ShardMap,
  work: (pools: PlayerDatabases<Pool>) => Promise<Answer>,
): Promise<Answer> {
  const pools = openDatabases(map, ({ address }) => openPool(address, 2, () => {}))
  try {
    return await work(pools)
  } finally {
    await Promise.all(pools.all.map(pool => pool.end()))
  }
}

/** Runs `work` with a small pool that is closed afterwards. */
export async function withPool<Answer>(
  databaseUrl: DatabaseAddress,
  work: (pool: ReturnType<typeof openPool>) => Promise<Answer>,
): Promise<Answer> {
  const pool = openPool(databaseUrl, 2, () => {})
  try {
    return await work(pool)
  } finally {
    await pool.end()
  }
}

export function readOwner(): AuditedBy {
  return { actor: `owner:${readName()}`, origin: `command line on ${os.hostname()}` }
}

/** A container may run as a user without a name. */
function readName(): string {
  try {
    return os.userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
