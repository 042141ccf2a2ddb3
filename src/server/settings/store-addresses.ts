// Which stores the environment names: one Redis, a master that Sentinels watch, or a cluster;
// Postgres itself, or a pooler in front of it; which databases hold the players, as ranges of
// virtual shards; and servers that places can be moved to. Error messages never repeat an address.

import { SHARDS } from '../../core/shard.ts'
import {
  type DatabaseAddress,
  findTlsProblem,
  inSchema,
  withAuthority,
} from '../../ledger/database/address.ts'
import { findMapProblem, HOME, type ShardRange } from '../../ledger/database/shard-map.ts'
import type { Servers } from '../../ledger/places/place-map.ts'
import type {
  ClusterAddress,
  HostAndPort,
  RedisAddress,
  SentinelAddress,
} from '../../redis/connection.ts'
import { type Authority, findAuthorityProblem, readAuthority } from './authorities.ts'
import { matching, parseUrl, type Reader } from './setting-reader.ts'

const LOCAL = 'redis://127.0.0.1:6379'
const LIST = 'addresses like 10.0.0.1:6379,10.0.0.2:6379'
const TOPOLOGIES = ['REDIS_URL', 'REDIS_SENTINELS', 'REDIS_CLUSTER'] as const

export function readRedisAddress(reader: Reader): RedisAddress {
  const given = TOPOLOGIES.filter(name => reader.isGiven(name))
  if (given.length > 1) {
    reader.problems.push(`${given.join(' and ')} are set: give one of them.`)
  }
  if (given.includes('REDIS_CLUSTER')) return readCluster(reader)
  if (given.includes('REDIS_SENTINELS')) return readSentinels(reader)
  const wanted = `an address like ${LOCAL}, or set REDIS_SENTINELS or REDIS_CLUSTER`
  const url = reader.read<string>('REDIS_URL', wanted, null, text =>
    parseUrl(text, ['redis:', 'rediss:']) === null ? null : text,
  )
  const authority = readRedisAuthority(reader, url?.startsWith('rediss:'))
  return authority === null ? url : { kind: 'server', url, certificateAuthority: authority.text }
}

/** An authority without TLS would verify nothing, and look as if it did. */
function readRedisAuthority(reader: Reader, speaksTls: boolean): Authority | null {
  const authority = readAuthority(reader, 'REDIS_CA_FILE')
  if (authority !== null && !speaksTls) {
    reader.problems.push(
      'REDIS_CA_FILE is set without TLS: give REDIS_URL as rediss://, or set REDIS_TLS=on.',
    )
  }
  return authority
}

export function readRedisPrefix(reader: Reader): string {
  const wanted = 'up to 32 of a-z, 0-9, ".", "_", "-" and ":"'
  return reader.read('REDIS_PREFIX', wanted, 'rh:', matching(/^[a-z0-9._:-]{1,32}$/))
}

function readCluster(reader: Reader): ClusterAddress {
  const nodes = reader.read('REDIS_CLUSTER', LIST, null, parseHosts)
  return { kind: 'cluster', nodes, ...readCredentials(reader) }
}

function readSentinels(reader: Reader): SentinelAddress {
  return {
    kind: 'sentinel',
    sentinels: reader.read('REDIS_SENTINELS', LIST, null, parseHosts),
    name: reader.read(
      'REDIS_SENTINEL_NAME',
      'the name of the master they watch',
      null,
      matching(/^[\w.-]{1,128}$/),
    ),
    sentinelPassword: readSecret(reader, 'REDIS_SENTINEL_PASSWORD'),
    sentinelTls: reader.readSwitch('REDIS_SENTINEL_TLS', false),
    ...readCredentials(reader),
  }
}

function readCredentials(reader: Reader) {
  const tls = reader.readSwitch('REDIS_TLS', false)
  return {
    username: readSecret(reader, 'REDIS_USERNAME'),
    password: readSecret(reader, 'REDIS_PASSWORD'),
    tls,
    certificateAuthority: readRedisAuthority(reader, tls)?.text ?? null,
  }
}

function readSecret(reader: Reader, name: string): string | null {
  return reader.readOptional(name, 'it, or leave it out', given => (given === '' ? null : given))
}

/** "a:1,b:2"; an IPv6 address is written in brackets. */
function parseHosts(text: string): HostAndPort[] | null {
  const hosts = text.split(',').map(part => parseHost(part.trim()))
  return hosts.every(host => host !== null) ? hosts : null
}

function parseHost(text: string): HostAndPort | null {
  const url = parseUrl(`redis://${text}`, ['redis:'])
  if (url === null || url.port === '' || url.host !== text) return null
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) }
}

const POSTGRES_SCHEMES = ['postgres:', 'postgresql:'] as const

/** With TLS, if DATABASE_CA_FILE is set. */
export function readPostgresUrl(reader: Reader, name: string): string {
  const wanted = 'an address like postgres://user:password@127.0.0.1:5432/reelhouse'
  const url = reader.read<string>(name, wanted, null, text =>
    parseUrl(text, POSTGRES_SCHEMES) === null ? null : text,
  )
  return parseUrl(url ?? '', POSTGRES_SCHEMES) === null ? url : withTls(reader, name, url)
}

function withTls(reader: Reader, name: string, url: string): string {
  const problem = findTlsProblem(url) ?? findAuthorityProblem(url)
  if (problem !== null) reader.problems.push(`${name} is not valid: ${problem}.`)
  const authority = readAuthority(reader, 'DATABASE_CA_FILE')
  return authority === null ? url : withAuthority(url, authority.file)
}

export function readDatabaseAddress(reader: Reader): DatabaseAddress {
  const url = readPostgresUrl(reader, 'DATABASE_URL')
  const prepares = reader.readSwitch('DATABASE_POOLER_PREPARES', false)
  if (reader.isGiven('DATABASE_DIRECT_URL')) {
    const directUrl = readPostgresUrl(reader, 'DATABASE_DIRECT_URL')
    return { poolerUrl: url, directUrl, prepares }
  }
  if (prepares) {
    reader.problems.push(
      'DATABASE_POOLER_PREPARES is on without DATABASE_DIRECT_URL: give the address of Postgres ' +
        'itself.',
    )
  }
  return url
}

const SHARDS_WANTED =
  'shards and where they are, like ' +
  '0-511=home,512-1023=postgres://user:password@127.0.0.1:5433/reelhouse'

/** As written; null is the home database. */
interface Entry {
  readonly first: number
  readonly last: number
  readonly url: string | null
  /** Null: the database's usual one. */
  readonly schema: string | null
}

/** Empty: everything is in the home database. */
export function readDatabaseShards(reader: Reader, home: DatabaseAddress): readonly ShardRange[] {
  const given = readEntries(reader, 'DATABASE_SHARDS')
  const direct = readEntries(reader, 'DATABASE_SHARDS_DIRECT')
  if (given.length === 0 && direct.length === 0) return []
  const ranges = given.map(entry => ({ ...entry, address: addressOf(entry, direct, home) }))
  const problem =
    findMapProblem(ranges) ??
    (isDirectKnown(given, direct, home) ? null : NO_DIRECT) ??
    (typeof home === 'string' || given.every(({ schema }) => schema === null) ? null : NO_SCHEMA)
  if (problem !== null) reader.problems.push(`DATABASE_SHARDS: ${problem}.`)
  return ranges.map(({ first, last, address }) => ({ first, last, address }))
}

function readEntries(reader: Reader, name: string): Entry[] {
  const entries = reader.readOptional(name, SHARDS_WANTED, parseEntries) ?? []
  return entries.map(({ url, ...shards }) => ({
    ...shards,
    url: url === null ? null : withTls(reader, name, url),
  }))
}

const NO_DIRECT =
  'DATABASE_SHARDS_DIRECT must give the address of Postgres itself for the same shards, where ' +
  'DATABASE_DIRECT_URL is given, and for none elsewhere'

const NO_SCHEMA =
  'a place in a schema is reached directly, because a pooler does not keep the schema of a ' +
  'connection: leave out DATABASE_DIRECT_URL, or give the place a database'

/**
 * Entries end at a comma that is followed by another range, because an address may contain commas.
 */
function parseEntries(text: string): Entry[] | null {
  const entries = text.split(/,(?=\s*\d+(?:-\d+)?=)/).map(part => parseEntry(part.trim()))
  return entries.every(entry => entry !== null) ? entries : null
}

function parseEntry(text: string): Entry | null {
  const parts = /^(\d{1,4})(?:-(\d{1,4}))?=([^#\s]+)(?:#([a-z][a-z0-9_]{0,47}))?$/.exec(text)
  if (parts === null) return null
  const [first, last] = [Number(parts[1]), Number(parts[2] ?? parts[1])]
  const where = parts[3]!
  const schema = parts[4] ?? null
  const isPlace = where === HOME || parseUrl(where, POSTGRES_SCHEMES) !== null
  if (first > last || last >= SHARDS || !isPlace) return null
  return { first, last, url: where === HOME ? null : where, schema }
}

const sameShards = (one: Entry) => (other: Entry) =>
  one.first === other.first && one.last === other.last

/** Behind a pooler, if the home database is. */
function addressOf(
  entry: Entry,
  direct: readonly Entry[],
  home: DatabaseAddress,
): DatabaseAddress | null {
  if (typeof home === 'string' && entry.schema !== null) {
    return inSchema(entry.url ?? home, entry.schema)
  }
  if (entry.url === null) return null
  if (typeof home === 'string') return entry.url === home ? null : entry.url
  if (entry.url === home.poolerUrl) return null
  const directUrl = direct.find(sameShards(entry))?.url ?? entry.url
  return { poolerUrl: entry.url, directUrl, prepares: home.prepares }
}

function isDirectKnown(
  given: readonly Entry[],
  direct: readonly Entry[],
  home: DatabaseAddress,
): boolean {
  const others = given.filter(entry => addressOf(entry, direct, home) !== null)
  const wanted = typeof home === 'string' ? [] : others
  return wanted.length === direct.length && wanted.every(one => direct.some(sameShards(one)))
}

const SERVERS_WANTED =
  'names and direct addresses, like big=postgres://user:password@10.0.0.7:5432/reelhouse'

/** Empty: nothing is moved. */
export function readDatabaseServers(reader: Reader): Servers {
  const servers = reader.readOptional('DATABASE_SERVERS', SERVERS_WANTED, parseServers) ?? {}
  const reached = Object.entries(servers).map(([name, url]) => [
    name,
    withTls(reader, 'DATABASE_SERVERS', url),
  ])
  return Object.freeze(Object.fromEntries(reached))
}

/** An entry ends at a comma that is followed by another name. */
function parseServers(text: string): Servers | null {
  const entries = text.split(/,(?=\s*[a-z][a-z0-9-]*=)/).map(part => parseServer(part.trim()))
  if (!entries.every(entry => entry !== null)) return null
  const servers = Object.fromEntries(entries)
  return Object.keys(servers).length === entries.length ? servers : null
}

/** `home` is always the server of DATABASE_URL. */
function parseServer(text: string): [name: string, url: string] | null {
  const [, name, url] = /^([a-z][a-z0-9-]{0,31})=(\S+)$/.exec(text) ?? []
  if (name === undefined || url === undefined || name === HOME) return null
  return parseUrl(url, POSTGRES_SCHEMES) === null ? null : [name, url]
}
