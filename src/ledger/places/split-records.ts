// The records of a split in the home database: its parts, and the commit from which on they are
// places. A change that nodes must apply is announced with it.

import type pg from 'pg'
import { type AuditedBy, writeAudit } from '../audit/audit-log.ts'
import { inTransactionOf } from '../database/client.ts'
import { HOME } from '../database/shard-map.ts'
import { PLACES_CHANNEL } from './place-map.ts'
import { noteMoved, noteStep, type PlaceMove } from './place-moves.ts'

type NewSplit = Pick<PlaceMove, 'moveId' | 'place' | 'fromServer' | 'origin'>

export interface NewPart {
  name: string
  schema: string
}

/** Nodes that start from now on open the parts, which are still in the place. */
export async function beginSplit(
  home: pg.Client,
  split: NewSplit,
  parts: readonly NewPart[],
  by: AuditedBy,
): Promise<void> {
  const { moveId, place, fromServer, origin } = split
  await inTransactionOf(home, 'on', async () => {
    await home.query(
      `INSERT INTO place_move (move_id, place, from_server, to_server, step, origin,
         target_origin, into_parts, began_by)
       VALUES ($1, $2, $3, coalesce($3, '${HOME}'), 'preparing', $4, $4, $5, $6)`,
      [moveId, place, fromServer, origin, parts.length, by.actor],
    )
    await home.query(
      `INSERT INTO place (name, schema, server, part_of, is_planned)
       SELECT name, schema, $3, $4, true FROM unnest($1::text[], $2::text[]) AS p (name, schema)`,
      [parts.map(({ name }) => name), parts.map(({ schema }) => schema), fromServer, place],
    )
    await audit(home, 'place.split-begun', split, parts, by)
  })
}

/** The parts that are planned or made of a place, in the order of their shards. */
export async function listParts(home: pg.Client, place: string): Promise<NewPart[]> {
  const { rows } = await home.query<NewPart>(
    `SELECT name, schema FROM place WHERE part_of = $1
     ORDER BY substring(name FROM '^[0-9]+')::int`,
    [place],
  )
  return rows
}

export async function noteCopied(
  home: pg.Client,
  moveId: string,
  { sourceBytes, copiedBytes, waitingPlayers }: SplitProgress,
): Promise<void> {
  await home.query(
    `UPDATE place_move SET source_bytes = $2, copied_bytes = $3, waiting_players = $4,
       changed_at = now() WHERE move_id = $1`,
    [moveId, sourceBytes, copiedBytes, waitingPlayers],
  )
}

export interface SplitProgress {
  sourceBytes: number
  copiedBytes: number
  waitingPlayers: number
}

/** Nodes start nothing for players of the parts until it is split or open again. */
export async function holdParts(home: pg.Client, { moveId, place }: PlaceMove): Promise<void> {
  await inTransactionOf(home, 'on', async () => {
    await noteStep(home, moveId, 'closing')
    await changeParts(home, place, 'closed_for = $2', moveId)
  })
}

export async function releaseParts(
  home: pg.Client,
  { moveId, place }: PlaceMove,
  step: 'copying' | 'following',
): Promise<void> {
  await inTransactionOf(home, 'on', async () => {
    await noteStep(home, moveId, step)
    await changeParts(home, place, 'closed_for = NULL')
  })
}

/** The commit from which on the parts are places, and the place has no shards. */
export async function switchParts(
  home: pg.Client,
  split: PlaceMove,
  parts: readonly NewPart[],
  by: AuditedBy,
): Promise<void> {
  await inTransactionOf(home, 'on', async () => {
    await noteMoved(home, split)
    await changeParts(home, split.place, 'closed_for = NULL, is_planned = false')
    if (split.place === HOME) await carryNothing(home)
    await audit(home, 'place.split', split, parts, by)
  })
}

/** From then on a node whose settings give shards to the place does not start. */
export async function carryNothing(place: pg.Client): Promise<void> {
  await place.query(
    `INSERT INTO carried_shards (shards) VALUES ('')
     ON CONFLICT (is_only) DO UPDATE SET shards = ''`,
  )
}

export async function endSplit(
  home: pg.Client,
  split: PlaceMove,
  step: 'taken-back' | 'dropped',
  by: AuditedBy,
): Promise<void> {
  const { moveId, place } = split
  const parts = await listParts(home, place)
  await inTransactionOf(home, 'on', async () => {
    await noteStep(home, moveId, step)
    if (step === 'taken-back') {
      await home.query('DELETE FROM place WHERE part_of = $1 AND is_planned', [place])
      await home.query('SELECT pg_notify($1, $2)', [PLACES_CHANNEL, place])
    }
    const action = step === 'dropped' ? 'place.copy-dropped' : 'place.split-taken-back'
    await audit(home, action, split, parts, by)
  })
}

/** @param change may name $2 */
async function changeParts(
  home: pg.Client,
  place: string,
  change: string,
  ...values: readonly string[]
): Promise<void> {
  await home.query(
    `UPDATE place SET ${change}, revision = revision + 1, changed_at = now()
     WHERE part_of = $1 AND is_planned`,
    [place, ...values],
  )
  await home.query('SELECT pg_notify($1, $2)', [PLACES_CHANNEL, place])
}

async function audit(
  home: pg.Client,
  action: 'place.split-begun' | 'place.split' | 'place.split-taken-back' | 'place.copy-dropped',
  { place, fromServer }: Pick<PlaceMove, 'place' | 'fromServer'>,
  parts: readonly NewPart[],
  by: AuditedBy,
): Promise<void> {
  const before = { server: fromServer }
  const after = { server: fromServer, parts: parts.map(({ name }) => name) }
  await writeAudit(home, { ...by, action, subject: `place ${place}`, before, after })
}
