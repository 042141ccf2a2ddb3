// Which databases hold the players, as the environment gives it: ranges of virtual shards and where
// each is. Its error messages never repeat an address.

import { SHARDS } from '../core/shard.ts'
import type { DatabaseAddress } from '../ledger/database/address.ts'
import { findMapProblem, HOME, type ShardRange } from '../ledger/database/shard-map.ts'
import { POSTGRES_SCHEMES } from './database-address.ts'
import { parseUrl, type Reader } from './setting-reader.ts'

const EXAMPLE = '0-511=home,512-1023=postgres://user:password@127.0.0.1:5433/reelhouse'
const WANTED = `shards and where they are, like ${EXAMPLE}`

/** As written; null is the home database. */
interface Entry {
  readonly first: number
  readonly last: number
  readonly url: string | null
}

/** Empty: everything is in the home database. */
export function readDatabaseShards(reader: Reader, home: DatabaseAddress): readonly ShardRange[] {
  const given = reader.read<Entry[]>('DATABASE_SHARDS', WANTED, [], parseEntries) ?? []
  const direct = reader.read<Entry[]>('DATABASE_SHARDS_DIRECT', WANTED, [], parseEntries) ?? []
  if (given.length === 0 && direct.length === 0) return []
  const ranges = given.map(entry => ({ ...entry, address: addressOf(entry, direct, home) }))
  const problem = findMapProblem(ranges) ?? (isDirectKnown(given, direct, home) ? null : NO_DIRECT)
  if (problem !== null) reader.problems.push(`DATABASE_SHARDS: ${problem}.`)
  return ranges.map(({ first, last, address }) => ({ first, last, address }))
}

const NO_DIRECT =
  'DATABASE_SHARDS_DIRECT must give the address of Postgres itself for the same shards, where ' +
  'DATABASE_DIRECT_URL ' +
  'is given, and for none elsewhere'

/**
 * Entries end at a comma that is followed by another range, because an address may contain commas.
 */
function parseEntries(text: string): Entry[] | null {
  const entries = text.split(/,(?=\s*\d+(?:-\d+)?=)/).map(part => parseEntry(part.trim()))
  return entries.every(entry => entry !== null) ? entries : null
}

function parseEntry(text: string): Entry | null {
  const parts = /^(\d{1,4})(?:-(\d{1,4}))?=(\S+)$/.exec(text)
  if (parts === null) return null
  const [first, last] = [Number(parts[1]), Number(parts[2] ?? parts[1])]
  const where = parts[3]!
  const isPlace = where === HOME || parseUrl(where, POSTGRES_SCHEMES) !== null
  if (first > last || last >= SHARDS || !isPlace) return null
  return { first, last, url: where === HOME ? null : where }
}

const sameShards = (one: Entry) => (other: Entry) =>
  one.first === other.first && one.last === other.last

/** Behind a pooler, if the home database is. */
function addressOf(
  entry: Entry,
  direct: readonly Entry[],
  home: DatabaseAddress,
): DatabaseAddress | null {
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
