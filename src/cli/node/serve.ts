// `reelhouse serve`: one node on given stores, for real installations. Must never allow wallets on
// loopback, start a store, or change the schema.

import os from 'node:os'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import { describeLanes } from '../../lanes/default-lanes.ts'
import {
  type DatabaseAddress,
  directUrl,
  statementUrl,
  takesSettings,
} from '../../ledger/database/address.ts'
import { findMissingSettings, mayChangeSchema } from '../../ledger/database/app-role.ts'
import { withClient } from '../../ledger/database/client.ts'
import { readDurability } from '../../ledger/database/durability.ts'
import { checkMigrated } from '../../ledger/database/migrations.ts'
import { listDatabases, type ShardDatabase } from '../../ledger/database/shard-map.ts'
import { type Config, carriedMapOf, readConfig } from '../../server/settings/config.ts'
import { withPlaced } from '../../server/settings/placed.ts'
import { readSettings } from '../../server/settings/secret-files.ts'
import { createCommand, defineCommand, printJson, say } from '../command-line.ts'
import {
  drainNode,
  prepareLedgers,
  readFirstLink,
  requireConfig,
  startOnPort,
} from './node-steps.ts'
import { checkNativeLibrary, requirePort, requirePostgres, requireRedis } from './requirements.ts'
import { watchStopSignals } from './stop-signal.ts'
import { orSetupProblem, withPool } from './store-access.ts'

const ENVIRONMENT = `
  REDIS_URL            needed   redis:// or rediss:// address; or one of the next two
  REDIS_SENTINELS      none     host:port,host:port of Sentinels, with REDIS_SENTINEL_NAME
  REDIS_SENTINEL_NAME  none     of the master they watch; REDIS_SENTINEL_PASSWORD where they ask for one
  REDIS_CLUSTER        none     host:port,host:port of some nodes of a cluster
  REDIS_USERNAME, REDIS_PASSWORD, REDIS_TLS=on   of the servers behind those two
  REDIS_SENTINEL_TLS   off      on: TLS to the Sentinels too
  REDIS_CA_FILE        none     PEM of the authority that signed Redis's certificates, where it is a private one
  DATABASE_URL         needed   postgres:// address
  DATABASE_DIRECT_URL  none     of Postgres itself, where DATABASE_URL is a pooler's (PgBouncer, transactions)
  DATABASE_POOLER_PREPARES  off  on: that pooler prepares statements (PgBouncer 1.21 or later)
  DATABASE_CA_FILE     none     PEM of the authority of every Postgres here: TLS with verification, as sslmode=verify-full
  DATABASE_SHARDS      none     players in more databases: 0-511=home,512-1023=postgres://…; home is DATABASE_URL
  DATABASE_SHARDS_DIRECT  none  of Postgres itself, for the same shards, where DATABASE_DIRECT_URL is given
  DATABASE_SERVERS     none     where places can be moved while players play: big=postgres://…; docs/operations.md
  MASTER_KEY           needed   32 random bytes, 64 hex digits or base64; the same on every node
  MASTER_KEY_PREVIOUS  none     the one before, while it is exchanged (keys rotate-master)
  PUBLIC_URL           needed   how browsers and operators reach it, https://games.example.com
  PUBLIC_URL_WITHOUT_TLS  off   on: PUBLIC_URL may be http, for a trial on a closed network
  HOST                 0.0.0.0  address to listen on
  PORT                 8080
  INTERNAL_HOST        127.0.0.1  address for the admin panel, /admin/; never a public one
  INTERNAL_PORT        9090
  PROBES_HOST          INTERNAL_HOST  address for /livez, /readyz and /metrics; never a public one
  PROBES_PORT          9190     100 above INTERNAL_PORT
  ADMIN_URL            internal  how browsers reach the admin panel, https://admin.example.com; http on 127.0.0.1 alone
  OPERATOR_PANEL_URL   off      how operators' people reach the panel, https://panel.example.com: docs/admin.md
  OPERATOR_PANEL_NETWORKS  needed  with it: from where, 203.0.113.0/24,2001:db8::/32; 0.0.0.0/0,::/0 for every address
  OPERATOR_PANEL_HOST  127.0.0.1  address to listen on for it
  OPERATOR_PANEL_PORT  9290     200 above INTERNAL_PORT
  OIDC_ISSUER          none     an OpenID provider that people may sign in to both panels through; docs/admin.md
  OIDC_CLIENT_ID, OIDC_CLIENT_SECRET   needed with it, as the provider gave them
  OIDC_NAME            its host what the panels call it
  METRICS_TOKEN        none     what a reader of /metrics must send: Authorization: Bearer …
  NODE_NAME            host:port  what the node is called: in its log, in traces, to other nodes
  LANES                1 or 2   worker threads that play rounds; "lanes set" changes them while it runs
  BET_CANCEL_AFTER_S   600      a bet not confirmed after this many seconds is cancelled
  BET_CANCEL_ATTEMPTS  600      or after so many attempts
  SESSIONS_KEPT_DAYS   30       after their expiry
  ANSWERS_KEPT_DAYS    1        answers under an Idempotency-Key
  NOTIFICATIONS_KEPT_DAYS  1    a round_info that the wallet never answered
  GUESTS_KEPT_DAYS     30       visitors of the lobby who played nothing
  CALLBACKS_KEPT_DAYS  7        wallet calls in the callback log
  TRUSTED_PROXIES      none     networks whose X-Forwarded-For is believed, 10.0.0.0/8,fd00::/8
  PROXY_PROTOCOL       off      on: those proxies may name the caller by the PROXY protocol
  WALLET_NETWORKS      none     private networks in which wallets may be called, 10.20.0.0/16,fd12:3456::/32; audited
  WALLET_CA_FILE       none     PEM of the authority that verifies wallets there, and none elsewhere
  ALLOWED_ORIGINS      none     origins besides PUBLIC_URL whose pages may open play sockets
  DEMO                 off      on: the lobby, its demo operator and the built-in wallet
  DRAIN_GRACE_S        5        asked to end, it serves on so long, not ready, so that load balancers notice
  LOG_LEVEL            info
  OTEL_EXPORTER_OTLP_ENDPOINT  none  http(s) address of an OpenTelemetry collector: commands are traced
  OTEL_TRACES_SAMPLER_ARG  0.01  share of commands that are traced, 0 to 1
  OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_BSP_SCHEDULE_DELAY   as OpenTelemetry has them
  TRACE_WALLETS        off      on: wallet calls carry the traceparent header
  SECURITY_CONTACT     none     mailto: or https: address for /.well-known/security.txt
  REDIS_PREFIX         rh:      put before every Redis key

Each setting with a secret in it may be in a file: MASTER_KEY_FILE=/run/secrets/master-key in place of
MASTER_KEY, and so on for MASTER_KEY_PREVIOUS, DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_SHARDS,
DATABASE_SHARDS_DIRECT, DATABASE_SERVERS, REDIS_URL, REDIS_USERNAME, REDIS_PASSWORD,
REDIS_SENTINEL_PASSWORD, METRICS_TOKEN, OIDC_CLIENT_SECRET and OTEL_EXPORTER_OTLP_HEADERS; so do the other
commands.

A name that is close to one of these, but is not one of them, is refused.

SIGTERM makes it not ready, then sends its players elsewhere, finishes started rounds and ends; a second
one ends at once.`

export const command = defineCommand(
  createCommand(
    'reelhouse serve',
    'Runs one node. Its settings are environment variables; run "reelhouse migrate" before.',
  )
    .option(
      '--json',
      'one line on stdout when ready: {"ready":true,"base_url":…,"operator_panel_url":…}',
    )
    .addHelpText('after', ENVIRONMENT),
  async ({ json }) => {
    const given = requireConfig(readConfig(readSettings()))
    checkNativeLibrary()
    const stop = watchStopSignals(() => say('Stopping: started rounds are finished first ...'))
    const config = await findPlaces(given)
    const away = await requireStores(config)
    await prepareLedgers(config, ({ name }) => !away.has(name))
    const node = await startOnPort(config, retryWith('PORT'))
    const { baseUrl: base_url, operatorPanelUrl } = node
    if (json === true) printJson({ ready: true, base_url, operator_panel_url: operatorPanelUrl })
    say(describeLanes(node.lanes(), os.availableParallelism()))
    say(`Reelhouse (TEST_ONLY) listens on ${config.host}:${config.port}, public ${node.baseUrl}`)
    if (operatorPanelUrl !== null) say(`Operators’ people use the panel at ${operatorPanelUrl}`)
    const link = await readFirstLink(config, false)
    if (link !== null) say(`The admin panel has no owner yet. Once, and for a day: ${link}`)
    await stop.requested
    await drainNode(node)
    return 0
  },
)

/** Places may have been moved since the settings were written. */
async function findPlaces(config: Config): Promise<Config> {
  await requirePort(config.host, config.port, retryWith('PORT'))
  await requirePostgres(directUrl(config.databaseUrl))
  return orSetupProblem(withPlaced(config))
}

/**
 * Checks for free ports, stores that answer, and the schema of this checkout. @returns names of
 * databases that are away
 */
async function requireStores(config: Config): Promise<Set<string>> {
  await requirePort(config.internalHost, config.internalPort, retryWith('INTERNAL_PORT'))
  await requirePort(config.probesHost, config.probesPort, retryWith('PROBES_PORT'))
  if (config.operatorPanel !== null) {
    const { host, port } = config.operatorPanel
    await requirePort(host, port, retryWith('OPERATOR_PANEL_PORT'))
  }
  const away = new Set<string>()
  const meet = async ({ name, address, isHome }: ShardDatabase) => {
    const urls = new Set([statementUrl(address), directUrl(address)])
    await Promise.all([...urls].map(requirePostgres)).catch((error: Error) => {
      if (isHome) throw error
      away.add(name)
      say(`WARNING: ${error.message} Players of the shards ${name} wait until it does.`)
    })
  }
  const databases = listDatabases(carriedMapOf(config))
  await Promise.all([requireRedis(config.redis), ...databases.map(meet)])
  for (const { name, address } of databases) if (!away.has(name)) await requireLedger(address)
  return away
}

async function requireLedger(address: DatabaseAddress): Promise<void> {
  await requireDurability(statementUrl(address))
  if (!takesSettings(address)) await requireRoleSettings(statementUrl(address))
  const problem = await withPool(address, checkMigrated)
  if (problem !== null) throw new SetupProblem(problem)
  if (await withPool(address, mayChangeSchema)) {
    say('The database role of this node could change the schema: see docs/database-roles.md.')
  }
}

/** What was acknowledged to players and operators must not be lost in a crash. */
async function requireDurability(databaseUrl: string): Promise<void> {
  const durability = await withClient(databaseUrl, 'serve', readDurability)
  if (durability.kind === 'none') {
    const { setting } = durability
    throw new SetupProblem(
      `Postgres runs with ${setting} off: a crash loses rounds whose money the wallet has ` +
        'booked. Set it on.',
    )
  }
  if (durability.kind === 'one-server') {
    say(
      'WARNING: Postgres has no synchronous standby (synchronous_standby_names): a failover ' +
        'loses the last rounds, whose money the wallet has booked. See docs/operations.md.',
    )
  }
}

/**
 * Through a pooler, our connections keep no settings, but a statement must still not run for ever.
 */
async function requireRoleSettings(poolerUrl: string): Promise<void> {
  const missing = await withClient(poolerUrl, 'settings', findMissingSettings)
  if (missing.length === 0) return
  say(
    `WARNING: the database role of this node lacks settings (${missing.join(', ')}): run ` +
      '"reelhouse migrate ' +
      '--grant-app" and let the pooler connect anew (RECONNECT). See docs/operations.md.',
  )
}

/** How to choose another port, by the name of its setting. */
const retryWith = (name: string) => (port: number) => `${name}=${port} reelhouse serve`
