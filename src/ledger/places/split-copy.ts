// Copies players of a place to its parts, which are schemas of the same database: one after another
// while they play, and again whenever their rows have changed. Each batch is one transaction with
// the notes that it answers, so an interruption forgets none. Never changes a row of the place.

import type pg from 'pg'
import { SHARDS, shardOf } from '../../core/shard.ts'
import { inTransactionOf } from '../database/client.ts'
import { RULES, tablesWith } from './split-tables.ts'

/**
 * Players of one transaction. For four parts it has about 100 statements, however few players they
 * are about.
 */
export const COPY_PLAYERS = 500
/** The same while all of their rounds are copied: a transaction that lasts keeps dead rows. */
export const FIRST_PLAYERS = 100

export interface CopyWork {
  source: pg.Client
  /** In the order of their shards; the schemas are escaped. */
  parts: readonly { schema: string; name: string }[]
  /** For each shard, the index of its part. */
  partOfShard: readonly number[]
  columns: ReadonlyMap<string, string>
}

/** For each shard, the index of the part that has it. */
export function indexShards(names: readonly string[]): number[] {
  const index = Array<number>(SHARDS).fill(-1)
  for (const [part, name] of names.entries()) {
    for (const text of name.split(',')) {
      const [first, last = first] = text.split('-').map(Number)
      index.fill(part, first!, last! + 1)
    }
  }
  return index
}

/** Notes all players, so that every row is copied once. */
export async function noteEverybody(source: pg.Client): Promise<void> {
  await source.query(
    'INSERT INTO place_touched (player_key, from_sequence) SELECT player_key, 0 FROM player',
  )
}

/** Of players, as far as they are noted. */
export async function countWaiting(source: pg.Client): Promise<number> {
  const { rows } = await source.query<{ waiting: number }>(
    'SELECT count(DISTINCT player_key)::float8 AS waiting FROM place_touched',
  )
  return rows[0]!.waiting
}

/** All notes of the players who were noted first. */
const TAKE = `
  WITH first AS (SELECT player_key FROM place_touched ORDER BY touched_id LIMIT $1)
  DELETE FROM place_touched t USING (SELECT DISTINCT player_key FROM first) f
  WHERE t.player_key = f.player_key RETURNING t.player_key, t.from_sequence`

interface Touched {
  player_key: string
  from_sequence: string | null
}

/** Everything that was noted up to `last` is copied once `first` is a later number. */
export async function readNotes(source: pg.Client): Promise<{ first: bigint; last: bigint }> {
  const { rows } = await source.query<{ first: string; last: string }>(
    `SELECT coalesce((SELECT min(touched_id) FROM place_touched), last + 1)::text AS first,
       last::text AS last
     FROM (SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last
           FROM place_touched_touched_id_seq) s`,
  )
  return { first: BigInt(rows[0]!.first), last: BigInt(rows[0]!.last) }
}

/** @returns false when no player was noted */
export function copyPlayers(work: CopyWork, count: number = COPY_PLAYERS): Promise<boolean> {
  const { source, parts } = work
  return inTransactionOf(source, 'off', async () => {
    const { rows } = await source.query<Touched>(TAKE, [count])
    if (rows.length === 0) return false
    const since = firstSequences(rows)
    const keys = [...since.keys()]
    const homes = await findParts(work, keys)
    for (const [at, part] of parts.entries()) {
      // A player who is gone from the place is in any of the parts.
      const here = keys.filter(key => (homes.get(key) ?? at) === at)
      if (here.length > 0) {
        const sequences = here.map(key => since.get(key)?.toString() ?? null)
        await replacePlayers(work, part.schema, here, sequences)
      }
    }
    return true
  })
}

/** By the key of the player; null: no ended round has to be copied. */
function firstSequences(rows: readonly Touched[]): Map<string, bigint | null> {
  const since = new Map<string, bigint | null>()
  for (const { player_key, from_sequence } of rows) {
    const known = since.get(player_key) ?? null
    const next = from_sequence === null ? null : BigInt(from_sequence)
    const isEarlier = next !== null && (known === null || next < known)
    since.set(player_key, isEarlier ? next : known)
  }
  return since
}

/** The index of the part of each player who is known. */
async function findParts(
  { source, partOfShard }: CopyWork,
  keys: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await source.query<{ key: string; projectId: string; playerId: string }>(
    `SELECT player_key AS key, project_id AS "projectId", player_id AS "playerId" FROM player
     WHERE player_key = ANY ($1)`,
    [keys],
  )
  return new Map(rows.map(({ key, ...player }) => [key, partOfShard[shardOf(player)]!]))
}

/** Found by the name in the player's row of the same schema. */
const namesIn = (schema: string) =>
  `(project_id, player_id, player_key) IN (SELECT project_id, player_id, player_key
     FROM ${schema}player WHERE player_key = ANY ($1))`
const BY_KEY = 'player_key = ANY ($1)'
const ENDED = 'mine.player_key = k.player_key AND mine.sequence >= k.since'
const SINCE = 'unnest($1::bigint[], $2::bigint[]) AS k (player_key, since)'

async function replacePlayers(
  { source, columns }: CopyWork,
  part: string,
  keys: readonly string[],
  since: readonly (string | null)[],
): Promise<void> {
  const ended = since.some(sequence => sequence !== null) ? tablesWith('ended') : []
  const others = tablesWith('player', 'named')
  for (const table of ended) {
    await source.query(`DELETE FROM ${part}.${table} mine USING ${SINCE} WHERE ${ENDED}`, [
      keys,
      since,
    ])
  }
  for (const table of others.toReversed()) {
    const which = RULES[table] === 'named' ? namesIn(`${part}.`) : BY_KEY
    await source.query(`DELETE FROM ${part}.${table} WHERE ${which}`, [keys])
  }
  for (const table of others) {
    const which = RULES[table] === 'named' ? namesIn('') : BY_KEY
    await source.query(`${insert(part, table, columns)} ${table} WHERE ${which}`, [keys])
  }
  for (const table of ended) {
    const from = `${table} mine, ${SINCE} WHERE ${ENDED}`
    await source.query(`${insert(part, table, columns, 'mine')} ${from}`, [keys, since])
  }
}

/** @param alias under which the table is read, where a column is not its alone */
export function insert(
  part: string,
  table: string,
  columns: ReadonlyMap<string, string>,
  alias: string | null = null,
): string {
  const all = columns.get(table)!
  const read = alias === null ? all : all.replaceAll(/[^ ,]+/g, name => `${alias}.${name}`)
  return `INSERT INTO ${part}.${table} (${all}) OVERRIDING SYSTEM VALUE SELECT ${read} FROM`
}
