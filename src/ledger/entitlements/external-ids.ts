// The external ids that operators give to grants and targets, each used once by a project, and
// where the named row is. They are in the home database; the named row may be in another database,
// and is stored after its id was taken.

import type { Pool, PoolClient } from 'pg'
import { validate as isUuid } from 'uuid'
import { isExternalId, type Reference } from '../../core/identifiers.ts'
import type { PlayerRef } from '../../core/player.ts'
import type { PlayerDatabases } from '../database/player-databases.ts'
import { statement } from '../database/statement.ts'
import { inTransaction } from '../database/transaction.ts'
import { ensurePlayer } from '../players/players.ts'

/**
 * A call that claimed an external id and has stored nothing after this long never will, because all
 * its statements would have ended. Milliseconds.
 */
export const EXTERNAL_ID_CLAIM_MS = 300_000

export type Subject = 'grant' | 'target'

/** What is to be stored. */
export interface Named extends PlayerRef {
  subject: Subject
  /** The platform's id; replaced by the id for which the external id was taken earlier, if any. */
  id: string
  /** Null: the operator gave none. */
  externalId: string | null
}

/** Never reveals for whom a refused external id was used before. */
export type StoreResult =
  /** `id`: the platform's id, under which it was stored. */
  { kind: 'stored'; id: string } | { kind: 'refused'; cause: 'duplicate-external-id' }

/**
 * Stores a grant or target that an operator may name, and the player when mentioned for the first
 * time. Refused when the project has already used the external id.
 * @param store writes one row under this id, or none if the id exists, and returns how many
 */
export async function storeNamed(
  pools: PlayerDatabases<Pool>,
  named: Named,
  store: Store,
): Promise<StoreResult> {
  const pool = pools.of(named)
  // In one database the id and the row are stored together or not at all.
  if (pools.all.length === 1) {
    return inTransaction(pool, async client =>
      storeUnder(pool, client, named, await takeId(client, () => client, named), store),
    )
  }
  // Holding one connection while waiting for one of another database could block both.
  const id = await takeId(pools.home, pools.of, named)
  return inTransaction(pool, client => storeUnder(pool, client, named, id, store))
}

type Store = (
  client: PoolClient,
  playerKey: string,
  id: string,
  pool: Pool,
) => Promise<number | null>

/** @param id null: its external id was already used */
async function storeUnder(
  pool: Pool,
  client: PoolClient,
  { projectId, playerId }: Named,
  id: string | null,
  store: Store,
): Promise<StoreResult> {
  if (id === null) return { kind: 'refused', cause: 'duplicate-external-id' }
  const playerKey = await ensurePlayer(client, projectId, playerId)
  return readStoreResult(await store(client, playerKey, id, pool), id)
}

/** Finds the row that an operator refers to; null when the project has no such row. */
export async function findReferred<Found>(
  pools: PlayerDatabases<Pool>,
  projectId: string,
  subject: Subject,
  reference: Reference,
  find: (pool: Pool, id: string) => Promise<Found | null>,
): Promise<Found | null> {
  // A text that cannot be an id is not looked up: Postgres would refuse it instead of finding
  // nothing.
  if ('id' in reference) {
    const { id } = reference
    return isUuid(id) ? pools.findById(id, pool => find(pool, id)) : null
  }
  if (!isExternalId(reference.externalId)) return null
  const known = await findTaken(pools.home, { projectId, subject, ...reference })
  return known === null ? null : find(pools.of({ projectId, playerId: known.player_id }), known.id)
}

type Client = Pool | PoolClient

type Key = { projectId: string; subject: Subject; externalId: string | null }

interface Taken {
  id: string
  player_id: string
}

const keyOf = ({ projectId, subject, externalId }: Key) => [projectId, subject, externalId]

const OF_KEY = 'project_id = $1 AND subject = $2 AND external_id = $3'

const FIND_EXTERNAL_ID = statement(
  'find-external-id',
  `SELECT id, player_id FROM external_id WHERE ${OF_KEY}`,
)

async function findTaken(home: Client, key: Key): Promise<Taken | null> {
  const { rows } = await home.query<Taken>({ ...FIND_EXTERNAL_ID, values: keyOf(key) })
  return rows[0] ?? null
}

const TAKE_EXTERNAL_ID = statement(
  'take-external-id',
  `INSERT INTO external_id (project_id, subject, external_id, id, player_id)
   VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
)

/**
 * The id under which to store it; null when the project has used its external id. An external id
 * taken by a call that never stored anything is used again: for the same player under the id for
 * which it was taken, so that only one of two calls stores; for another player once the first call
 * must have ended.
 */
async function takeId(
  home: Client,
  clientOf: (player: PlayerRef) => Client,
  named: Named,
): Promise<string | null> {
  const { projectId, playerId, subject, id, externalId } = named
  if (externalId === null) return id
  const values = [...keyOf(named), id, playerId]
  const { rowCount } = await home.query({ ...TAKE_EXTERNAL_ID, values })
  if (rowCount === 1) return id
  const known = (await findTaken(home, named))!
  const owner = clientOf({ projectId, playerId: known.player_id })
  if (await isStored(owner, subject, known.id)) return null
  return takeOver(home, named, known)
}

const STORED: Readonly<Record<Subject, string>> = {
  grant: 'SELECT FROM free_spin_grant WHERE grant_id = $1',
  target: 'SELECT FROM target_outcome WHERE outcome_id = $1',
}

async function isStored(owner: Client, subject: Subject, id: string): Promise<boolean> {
  const { rowCount } = await owner.query(STORED[subject], [id])
  return rowCount !== 0
}

const TAKE_OVER_EXTERNAL_ID = statement(
  'take-over-external-id',
  `UPDATE external_id SET claimed_at = now(), player_id = $5,
     id = CASE WHEN player_id = $5 THEN id ELSE $4 END
   WHERE ${OF_KEY} AND id = $6
     AND (player_id = $5 OR claimed_at < now() - $7 * interval '1 millisecond')
   RETURNING id`,
)

async function takeOver(home: Client, named: Named, known: Taken): Promise<string | null> {
  const values = [...keyOf(named), named.id, named.playerId, known.id, EXTERNAL_ID_CLAIM_MS]
  const { rows } = await home.query<{ id: string }>({ ...TAKE_OVER_EXTERNAL_ID, values })
  return rows[0]?.id ?? null
}

/** @param rowCount of an INSERT that does nothing if the id exists */
function readStoreResult(rowCount: number | null, id: string): StoreResult {
  return rowCount === 1
    ? { kind: 'stored', id }
    : { kind: 'refused', cause: 'duplicate-external-id' }
}
