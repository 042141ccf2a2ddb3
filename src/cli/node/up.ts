// `reelhouse up`: everything on one machine, for development and trials. The only place where
// wallets on loopback are allowed, which it prints on screen.

import { hkdfSync } from 'node:crypto'
import { type DataFolder, openDataFolder } from '../../embedded/data-folder.ts'
import { findFreePort } from '../../embedded/free-port.ts'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import { type Stores, startStores } from '../../embedded/stores.ts'
import { ensureRole, grantApp } from '../../ledger/database/app-role.ts'
import { migrate } from '../../ledger/database/migrations.ts'
import { findProject } from '../../ledger/projects/projects.ts'
import { type Config, readConfig } from '../../server/settings/config.ts'
import { masterKeysOf } from '../../server/settings/master-keys.ts'
import { readSettings } from '../../server/settings/secret-files.ts'
import { Reader } from '../../server/settings/setting-reader.ts'
import { readRedisAddress } from '../../server/settings/store-addresses.ts'
import type { RunningNode } from '../../server/start.ts'
import { createCommand, defineCommand, printJson, say } from '../command-line.ts'
import { readPort } from '../option-values.ts'
import {
  drainNode,
  prepareLedgers,
  readFirstLink,
  requireConfig,
  startOnPort,
} from './node-steps.ts'
import { checkNativeLibrary, requirePort, requirePostgres, requireRedis } from './requirements.ts'
import { type StopSignal, watchStopSignals } from './stop-signal.ts'
import {
  DEFAULT_DATA_DIR,
  describeOwner,
  readDatabaseUrl,
  readMasterKey,
  withPool,
} from './store-access.ts'

const DEFAULT_PORT = 8080
const DEFAULT_HOST = '127.0.0.1'
/** The node's role in the embedded Postgres. */
const APP_ROLE = 'reelhouse_app'

const ENVIRONMENT = `
Environment: REDIS_URL and DATABASE_URL replace the embedded stores; MASTER_KEY the one kept in the
data folder; HOST, PUBLIC_URL, LANES, LOG_LEVEL, TRUSTED_PROXIES, BET_CANCEL_AFTER_S and
BET_CANCEL_ATTEMPTS as for "serve".`

export const command = defineCommand(
  createCommand(
    'reelhouse up',
    `Starts Redis, Postgres and one node on this machine, for development (npm start). Data lives in
    the data folder and survives a restart; Ctrl-C finishes started rounds and stops everything.`,
  )
    .option(
      '--port <port>',
      `of the lobby and the API; 0 for any free one (default: PORT, else ${DEFAULT_PORT})`,
      readPort,
    )
    .option('--data-dir <folder>', 'data folder (default: .data)')
    .option(
      '--json',
      'one line on stdout when ready: ' +
        '{"ready":true,"base_url":…,"lobby_url":…,"admin_url":…,"admin_link":…,' +
        '"operator_panel_url":…,"project":{"id":"demo","api_key":…}}',
    )
    .addHelpText('after', ENVIRONMENT),
  async ({ port, dataDir = DEFAULT_DATA_DIR, json = false }) => {
    checkNativeLibrary()
    const stop = watchStopSignals(() => say('Stopping: started rounds are finished first ...'))
    const opened = openDataFolder(dataDir, 'up')
    if (opened.taken) throw new SetupProblem(describeOwner(opened.owner, opened.runtime))
    try {
      await runInFolder(opened.folder, { port, asJson: json }, stop)
    } finally {
      opened.folder.release()
    }
    say('Stopped.')
    return 0
  },
)

function retryWith(port: number): string {
  return `npm start -- --port ${port}`
}

/** By option, otherwise by the environment. */
async function choosePort(wanted: number | undefined, host: string): Promise<number> {
  const port = wanted ?? readPortVariable(readSettings().PORT)
  if (port === 0) return findFreePort()
  await requirePort(host, port, retryWith)
  return port
}

function readPortVariable(text: string | undefined): number {
  if (text === undefined) return DEFAULT_PORT
  try {
    return readPort(text)
  } catch (error) {
    throw new SetupProblem(`PORT is "${text}". ${(error as Error).message}`)
  }
}

/** The node of this machine reaches itself on loopback, whatever it listens on. */
function readUpConfig(
  stores: Stores,
  masterKey: string,
  host: string,
  port: number,
  internal: { internalPort: number; probesPort: number },
): Config {
  const local = `http://127.0.0.1:${port}`
  return requireConfig(
    readConfig(
      {
        PUBLIC_URL: local,
        INTERNAL_PORT: String(internal.internalPort),
        PROBES_PORT: String(internal.probesPort),
        ...readSettings(),
        MASTER_KEY: masterKey,
        HOST: host,
        PORT: String(port),
        REDIS_URL: stores.redisUrl,
        DATABASE_URL: stores.databaseUrl,
      },
      { allowLoopbackWallets: true },
    ),
  )
}

async function migrateOrStop(databaseUrl: string): Promise<void> {
  const result = await migrate(databaseUrl)
  if (!result.ok) throw new SetupProblem(result.problem)
  if (result.applied.length > 0) say(`Migrated: ${result.applied.join(', ')}.`)
}

/** The node's role in the embedded Postgres; a given database has its own roles. */
async function openAsApp({ databaseUrl }: Stores, masterKey: string): Promise<string> {
  if (readSettings().DATABASE_URL !== undefined) return databaseUrl
  const key = readMasterKey(masterKey)
  const password = Buffer.from(hkdfSync('sha256', key, '', APP_ROLE, 24)).toString('hex')
  await ensureRole(databaseUrl, APP_ROLE, password)
  const granted = await grantApp(databaseUrl, APP_ROLE)
  if (!granted.ok) throw new SetupProblem(granted.problem)
  return Object.assign(new URL(databaseUrl), { username: APP_ROLE, password }).href
}

async function startGivenStores(folder: DataFolder): Promise<Stores> {
  const env = readSettings()
  const { REDIS_URL: redisUrl, DATABASE_URL: given } = env
  const databaseUrl = given === undefined ? undefined : readDatabaseUrl(env, given)
  if (redisUrl !== undefined) await requireRedis(readRedisAddress(new Reader(env)))
  if (databaseUrl !== undefined) await requirePostgres(databaseUrl)
  if (redisUrl === undefined || databaseUrl === undefined) say('Starting the stores ...')
  return startStores({ folder: folder.path, redisUrl, databaseUrl, say })
}

const FIRST_LINK_NOTE = `
             (this link sets the password of the account "owner", once)`

async function announce(config: Config, node: RunningNode, asJson: boolean): Promise<void> {
  const lobbyUrl = `${node.baseUrl}/`
  const { adminUrl, operatorPanelUrl } = node
  const adminLink = await readFirstLink(config, true)
  if (asJson) {
    const demo = await withPool(config.databaseUrl, pool =>
      findProject(pool, masterKeysOf(config), 'demo'),
    )
    const project = { id: 'demo', api_key: demo?.apiKey }
    const addresses = {
      lobby_url: lobbyUrl,
      admin_url: adminUrl,
      admin_link: adminLink,
      operator_panel_url: operatorPanelUrl,
    }
    printJson({ ready: true, base_url: node.baseUrl, ...addresses, project })
  }
  const operatorsLine =
    operatorPanelUrl === null ? '' : `\n    Panel    ${operatorPanelUrl} (people of operators)`
  say(`
  Reelhouse is ready (TEST_ONLY: no real money)

    Lobby    ${lobbyUrl}
    Admin    ${adminLink ?? adminUrl}${adminLink === null ? '' : FIRST_LINK_NOTE}${operatorsLine}
    API      ${node.baseUrl}/playGame.do
    Docs     ${node.baseUrl}/docs/
    Health   ${node.baseUrl}/health
    Metrics  ${node.probesUrl}/metrics

  !! DEVELOPMENT SWITCH ON: wallets on loopback and without TLS are called.
  !! Never let the public reach this; that is what "reelhouse serve" is for.

  Ctrl-C stops it.
`)
}

interface UpOptions {
  folder: DataFolder
  masterKey: string
  host: string
  port: number
  asJson: boolean
  stop: StopSignal
}

/** From started stores to their end. */
async function runNode(options: UpOptions, stores: Stores): Promise<void> {
  const { folder, masterKey, stop } = options
  const { host, port } = options
  await migrateOrStop(stores.databaseUrl)
  const databaseUrl = await openAsApp(stores, masterKey)
  const ofNode = { ...stores, databaseUrl }
  const internal = { internalPort: await findFreePort(), probesPort: await findFreePort() }
  const config = readUpConfig(ofNode, masterKey, host, port, internal)
  if (config.databaseShards.length > 0) {
    throw new SetupProblem('"up" runs on one database: DATABASE_SHARDS is for "reelhouse serve".')
  }
  await prepareLedgers(config)
  if (stop.isRequested()) return
  const node = await startOnPort(config, retryWith)
  // Commands work as the owner: one of them migrates.
  const { redisUrl, databaseUrl: ownersUrl } = stores
  folder.publishRuntime({
    baseUrl: node.baseUrl,
    adminUrl: config.adminUrl,
    redisUrl,
    masterKey,
    databaseUrl: ownersUrl,
  })
  try {
    if (!stop.isRequested()) await announce(config, node, options.asJson)
    await Promise.race([stop.requested, stores.failed])
  } finally {
    await drainNode(node)
  }
}

/** What needs the folder: its key first, because a folder that lost its key must not be started. */
async function runInFolder(
  folder: DataFolder,
  wanted: { port: number | undefined; asJson: boolean },
  stop: StopSignal,
): Promise<void> {
  const env = readSettings()
  const host = env.HOST ?? DEFAULT_HOST
  const port = await choosePort(wanted.port, host)
  const masterKey = env.MASTER_KEY ?? folder.masterKey()
  readMasterKey(masterKey)
  const stores = await startGivenStores(folder)
  try {
    if (stop.isRequested()) return
    await runNode({ folder, masterKey, host, port, asJson: wanted.asJson, stop }, stores)
  } finally {
    await stores.stop()
  }
}
