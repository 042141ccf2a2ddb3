// Environment in, one validated, frozen Config out. Every value has a unit in its name; a missing
// or broken one is reported in a single clear line that never repeats a secret. No setting turns
// TEST_ONLY off.

import os from 'node:os'
import { BET_CANCEL_AFTER_MAX_S, BET_CANCEL_ATTEMPTS_MAX } from '../../core/settings-schema.ts'
import type { Environment } from '../../environment.ts'
import { defaultLanes } from '../../lanes/default-lanes.ts'
import type { DatabaseAddress } from '../../ledger/database/address.ts'
import {
  mapShards,
  type Part,
  type Placed,
  type ShardMap,
  type ShardRange,
  splitRanges,
} from '../../ledger/database/shard-map.ts'
import type { Servers } from '../../ledger/places/place-map.ts'
import { LOG_LEVELS } from '../../limits/live.ts'
import { BET_CANCEL_AFTER_MS, BET_CANCEL_ATTEMPTS, LANES_MAX } from '../../limits.ts'
import type { RedisAddress } from '../../redis/connection.ts'
import type { BetCancelPolicy } from '../../round/round.ts'
import type { WalletNetworks } from '../../wallet/routes.ts'
import { type Listening, readAllowedOrigins, readListening, readMetricsToken } from './listening.ts'
import { readMasterKey, readPreviousMasterKey } from './master-keys.ts'
import { type OidcSettings, readOidc } from './oidc.ts'
import { type OperatorPanel, parsePanelUrl, readOperatorPanel } from './operator-panel.ts'
import { type Retention, readRetention } from './retention.ts'
import { fileSettingOf, SECRET_SETTINGS } from './secret-files.ts'
import {
  findMisspelt,
  inMs,
  matching,
  parseNetworks,
  parseOrigin,
  parseWhole,
  Reader,
  wholeFrom,
} from './setting-reader.ts'
import {
  readDatabaseAddress,
  readDatabaseServers,
  readDatabaseShards,
  readRedisAddress,
  readRedisPrefix,
} from './store-addresses.ts'
import { readTraceSettings, type TraceSettings } from './tracing.ts'
import { readWalletNetworks } from './wallet-networks.ts'

/**
 * How long a node that was asked to end keeps serving, so that the load balancer sees that it is
 * not ready.
 */
export const DRAIN_GRACE_MS = 5_000

export interface Config extends Listening {
  /** The node's name where there are several: in settings for one node, and in answers. */
  nodeName: string
  /** How browsers and the operator reach this node; links are built from it. No trailing slash. */
  publicUrl: string
  redis: RedisAddress
  /** Prefix of every Redis key; each test uses its own. */
  redisPrefix: string
  /** The address of Postgres, or of a pooler in front of it together with that of the server. */
  databaseUrl: DatabaseAddress
  /** Where the players' rows are; empty: all of them in the home database. */
  databaseShards: readonly ShardRange[]
  /** The addresses of servers that places can be moved to, by name; empty: nothing is moved. */
  databaseServers: Servers
  /** Read from the home database when the node starts; empty: everything is where it is set. */
  placed: Placed
  /** Read with it; empty: no place was split. */
  parts: readonly Part[]
  /** 32 bytes: keys at rest and session tokens are derived from it. Never print it. */
  masterKey: Buffer
  /** The previous master key while it is exchanged: what it sealed can still be opened. */
  previousMasterKey: Buffer | null
  /** Development only: wallets on loopback and plain http are allowed. */
  allowLoopbackWallets: boolean
  /** Private networks that wallets may be in; off by default. */
  walletNetworks: WalletNetworks
  /** Lanes (worker threads of actors). */
  lanes: number
  /** When a bet that the wallet never confirmed is given up. */
  betCancel: BetCancelPolicy
  /** For how long things are kept that are not kept for ever. */
  retention: Retention
  /** Proxies whose X-Forwarded-For is trusted, canonical CIDR. */
  trustedProxies: readonly string[]
  /** Whether those proxies may name the caller by the PROXY protocol. */
  proxyProtocol: boolean
  /** Origins besides PUBLIC_URL whose pages may open play sockets. */
  allowedOrigins: readonly string[]
  /** How browsers reach the admin panel: scheme, host and port. */
  adminUrl: string
  /** Where operators' people reach the panel; null: nowhere. */
  operatorPanel: OperatorPanel | null
  /** The OpenID provider that people may sign in through; null: none. */
  oidc: OidcSettings | null
  /** The token that a reader of the metrics must show; null: none is needed. Never print it. */
  metricsToken: string | null
  /** The lobby, its demo operator and the built-in wallet. */
  demo: boolean
  /**
   * How long a node that is stopping serves on, not ready, before it sends its players elsewhere.
   */
  drainGraceMs: number
  logLevel: string
  /** Where traces are exported; null: nowhere, and no command is traced. */
  tracing: TraceSettings | null
  /** Where weaknesses are reported: a mailto: or https: address; null: not set. */
  securityContact: string | null
}

export type ConfigResult = { ok: true; config: Config } | { ok: false; problems: string[] }

type Places = Pick<Config, 'databaseUrl' | 'databaseShards' | 'placed' | 'parts'>

/**
 * Every database of the platform, and which players are where. A part that is planned is a database
 * already, at the address of the place it will be made from.
 */
export function shardMapOf({ databaseUrl, databaseShards, placed, parts }: Places): ShardMap {
  return mapShards(databaseUrl, splitRanges(databaseUrl, databaseShards, parts), placed)
}

/** The same as the databases know it when the node starts: without parts that are planned. */
export function carriedMapOf(config: Places): ShardMap {
  return shardMapOf({ ...config, parts: config.parts.filter(({ isPlanned }) => !isPlanned) })
}

/** How the node itself reaches its internal listener. */
export function internalUrl({
  internalHost,
  internalPort,
}: Pick<Config, 'internalHost' | 'internalPort'>): string {
  return addressOf(internalHost, internalPort)
}

/** How the node itself reaches the listener of its probes. */
export function probesUrl({
  probesHost,
  probesPort,
}: Pick<Config, 'probesHost' | 'probesPort'>): string {
  return addressOf(probesHost, probesPort)
}

/** How the node itself reaches its public listener. */
export function ownUrl({ host, port }: Config): string {
  return addressOf(host, port)
}

function addressOf(host: string, port: number): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

/**
 * Reads a node's settings. `allowLoopbackWallets` is not a setting of the environment: only `up`,
 * the development start, switches it on.
 */
export function readConfig(
  env: Environment,
  development: { allowLoopbackWallets: boolean } = { allowLoopbackWallets: false },
): ConfigResult {
  const reader = new Reader(env)
  const required = readRequired(reader)
  const listening = readListening(reader)
  if (!development.allowLoopbackWallets) requireTls(reader, required.publicUrl)
  const databaseShards = readDatabaseShards(reader, required.databaseUrl ?? '')
  const databaseServers = readDatabaseServers(reader)
  const config: Config = {
    ...required,
    ...listening,
    databaseShards,
    databaseServers,
    placed: {},
    parts: [],
    nodeName: reader.read(
      'NODE_NAME',
      'up to 64 letters, digits, ".", "_", "-" and ":"',
      `${os.hostname()}:${listening.port}`,
      matching(/^[A-Za-z0-9._:-]{1,64}$/),
    ),
    previousMasterKey: readPreviousMasterKey(reader),
    redisPrefix: readRedisPrefix(reader),
    allowLoopbackWallets: development.allowLoopbackWallets,
    walletNetworks: readWalletNetworks(reader, {
      ...required,
      databaseShards,
      databaseServers,
    }),
    lanes: reader.read(
      'LANES',
      `a number of worker threads from 1 to ${LANES_MAX}`,
      defaultLanes(os.availableParallelism()),
      wholeFrom(1, LANES_MAX),
    ),
    betCancel: readBetCancel(reader),
    retention: readRetention(reader),
    trustedProxies: Object.freeze(
      reader.readOptional('TRUSTED_PROXIES', 'networks like 10.0.0.0/8,fd00::/8', parseNetworks) ??
        [],
    ),
    proxyProtocol: reader.readSwitch('PROXY_PROTOCOL', false),
    allowedOrigins: readAllowedOrigins(reader),
    adminUrl: reader.read(
      'ADMIN_URL',
      'the https address browsers reach the admin panel at, or http on 127.0.0.1',
      internalUrl(listening),
      parsePanelUrl,
    ),
    operatorPanel: readOperatorPanel(reader, listening.internalPort),
    oidc: readOidc(reader),
    metricsToken: readMetricsToken(reader),
    demo: reader.readSwitch('DEMO', development.allowLoopbackWallets),
    drainGraceMs: reader.read(
      'DRAIN_GRACE_S',
      'seconds from 0 to 300',
      development.allowLoopbackWallets ? 0 : DRAIN_GRACE_MS,
      text => inMs(parseWhole(text, 0, 300)),
    ),
    logLevel: reader.read('LOG_LEVEL', `one of ${LOG_LEVELS.join(', ')}`, 'info', text =>
      LOG_LEVELS.some(level => level === text) ? text : null,
    ),
    tracing: readTraceSettings(reader),
    securityContact: reader.readOptional(
      'SECURITY_CONTACT',
      'an address like mailto:security@example.com',
      matching(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/),
    ),
  }
  for (const name of SECRET_SETTINGS) reader.names.add(fileSettingOf(name))
  for (const { name, nearest } of findMisspelt(Object.keys(env), reader.names)) {
    reader.problems.push(`${name} is no setting: did you mean ${nearest}?`)
  }
  if (reader.problems.length > 0) return { ok: false, problems: reader.problems }
  return { ok: true, config: Object.freeze(config) }
}

/** The settings without a default. */
function readRequired(
  reader: Reader,
): Pick<Config, 'redis' | 'databaseUrl' | 'masterKey' | 'publicUrl'> {
  return {
    redis: readRedisAddress(reader),
    databaseUrl: readDatabaseAddress(reader),
    masterKey: readMasterKey(reader),
    publicUrl: reader.read(
      'PUBLIC_URL',
      'the http(s) address browsers reach, like https://games.example.com',
      null,
      parseOrigin,
    ),
  }
}

function readBetCancel(reader: Reader): BetCancelPolicy {
  return Object.freeze({
    afterMs: reader.read(
      'BET_CANCEL_AFTER_S',
      `seconds from 1 to ${BET_CANCEL_AFTER_MAX_S}`,
      BET_CANCEL_AFTER_MS,
      text => inMs(parseWhole(text, 1, BET_CANCEL_AFTER_MAX_S)),
    ),
    attempts: reader.read(
      'BET_CANCEL_ATTEMPTS',
      `a number of attempts from 1 to ${BET_CANCEL_ATTEMPTS_MAX}`,
      BET_CANCEL_ATTEMPTS,
      wholeFrom(1, BET_CANCEL_ATTEMPTS_MAX),
    ),
  })
}

/** Links carry session tokens: browsers must neither send them nor load a game in the clear. */
function requireTls(reader: Reader, publicUrl: string | null): void {
  const isAllowed = reader.readSwitch('PUBLIC_URL_WITHOUT_TLS', false)
  if (publicUrl === null || publicUrl.startsWith('https:') || isAllowed) return
  reader.problems.push(
    'PUBLIC_URL is not https: give the https address that browsers reach, or set ' +
      'PUBLIC_URL_WITHOUT_TLS=on for a trial on a closed network.',
  )
}
