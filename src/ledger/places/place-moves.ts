// The records of moves in the home database: which step each has reached, so that it goes on there
// after any interruption. A change that nodes must apply is announced with it.

import type pg from 'pg'
import { type AuditedBy, writeAudit } from '../audit/audit-log.ts'
import { inTransactionOf } from '../database/client.ts'
import { HOME } from '../database/shard-map.ts'
import { PLACES_CHANNEL } from './place-map.ts'
import type { CopyProgress } from './replication.ts'

type MoveStep =
  | 'preparing'
  | 'copying'
  | 'following'
  | 'closing'
  | 'moved'
  | 'dropped'
  | 'taken-back'

export interface PlaceMove {
  moveId: string
  place: string
  /** Null: where the settings say. */
  fromServer: string | null
  toServer: string
  step: MoveStep
  origin: string
  targetOrigin: string
  /** The number of parts that the place is split into; null: it moves as a whole. */
  intoParts: number | null
  sourceBytes: number | null
  copiedBytes: number | null
  behindBytes: number | null
  /** Of a split: players who are to be copied, again or for the first time. */
  waitingPlayers: number | null
  beganBy: string
  beganAt: Date
  changedAt: Date
}

const MOVES = `
  SELECT move_id AS "moveId", place, from_server AS "fromServer", to_server AS "toServer", step,
    origin, target_origin AS "targetOrigin", source_bytes::float8 AS "sourceBytes",
    copied_bytes::float8 AS "copiedBytes", behind_bytes::float8 AS "behindBytes",
    into_parts AS "intoParts", waiting_players::float8 AS "waitingPlayers",
    began_by AS "beganBy", began_at AS "beganAt", changed_at AS "changedAt"
  FROM place_move`

type Asked = pg.Client | pg.Pool

/** The last move of each place. */
export async function listLastMoves(home: Asked): Promise<PlaceMove[]> {
  const { rows } = await home.query<PlaceMove>(
    `SELECT DISTINCT ON (place) * FROM (${MOVES}) m ORDER BY place, "beganAt" DESC`,
  )
  return rows
}

export async function findLastMove(home: Asked, place: string): Promise<PlaceMove | null> {
  const { rows } = await home.query<PlaceMove>(
    `${MOVES} WHERE place = $1 ORDER BY began_at DESC LIMIT 1`,
    [place],
  )
  return rows[0] ?? null
}

/** The record of a move or a split as it is now. */
export async function readAgain(
  home: pg.Client,
  { place, moveId }: Pick<PlaceMove, 'place' | 'moveId'>,
): Promise<PlaceMove> {
  const found = await findLastMove(home, place)
  if (found?.moveId !== moveId) throw new Error(`the record ${moveId} of the place is gone`)
  return found
}

export const isUnderWay = ({ step }: Pick<PlaceMove, 'step'>) =>
  step === 'preparing' || step === 'copying' || step === 'following' || step === 'closing'

type NewMove = Pick<
  PlaceMove,
  'moveId' | 'place' | 'fromServer' | 'toServer' | 'origin' | 'targetOrigin'
>

export async function beginMove(home: pg.Client, move: NewMove, by: AuditedBy): Promise<void> {
  const { moveId, place, fromServer, toServer, origin, targetOrigin } = move
  await inTransactionOf(home, 'on', async () => {
    await home.query(
      `INSERT INTO place_move
         (move_id, place, from_server, to_server, step, origin, target_origin, began_by)
       VALUES ($1, $2, $3, $4, 'preparing', $5, $6, $7)`,
      [moveId, place, fromServer, toServer, origin, targetOrigin, by.actor],
    )
    await audit(home, 'place.move-begun', move, by)
  })
}

export async function noteStep(home: pg.Client, moveId: string, step: MoveStep): Promise<void> {
  await home.query('UPDATE place_move SET step = $2, changed_at = now() WHERE move_id = $1', [
    moveId,
    step,
  ])
}

/** Another command may have ended the move: then nothing is switched. */
export async function noteMoved(at: pg.Client, { moveId }: PlaceMove): Promise<void> {
  const { rowCount } = await at.query(
    `UPDATE place_move SET step = 'moved', changed_at = now()
     WHERE move_id = $1 AND step IN ('closing', 'moved')`,
    [moveId],
  )
  if (rowCount !== 1) throw new Error(`the move ${moveId} was ended by another command`)
}

export async function noteProgress(
  home: pg.Client,
  moveId: string,
  { sourceBytes, copiedBytes, behindBytes }: CopyProgress,
): Promise<void> {
  await home.query(
    `UPDATE place_move SET source_bytes = $2, copied_bytes = $3, behind_bytes = $4,
       changed_at = now() WHERE move_id = $1`,
    [moveId, sourceBytes, copiedBytes, behindBytes],
  )
}

/** Nodes start nothing for players of the place until it is moved or taken back. */
export async function holdPlace(home: pg.Client, { moveId, place }: PlaceMove): Promise<void> {
  await inTransactionOf(home, 'on', async () => {
    await noteStep(home, moveId, 'closing')
    await changePlace(home, place, { closedFor: moveId })
  })
}

/** Back to following: the copy was not ready in time. */
export async function releasePlace(
  home: pg.Client,
  { moveId, place }: PlaceMove,
  step: 'following' | 'taken-back',
): Promise<void> {
  await inTransactionOf(home, 'on', async () => {
    await noteStep(home, moveId, step)
    await changePlace(home, place, { closedFor: null })
  })
}

/** The commit from which on the place is at the target. */
export async function switchPlace(home: pg.Client, move: PlaceMove, by: AuditedBy): Promise<void> {
  await inTransactionOf(home, 'on', async () => {
    await noteMoved(home, move)
    await changePlace(home, move.place, { closedFor: null, server: move.toServer })
    await audit(home, 'place.moved', move, by)
  })
}

/**
 * The same for the home database, whose copy must know the other places before nodes find it. Its
 * former server leads to it from the second commit on. Both may be repeated.
 */
export async function switchHome(
  former: pg.Client,
  next: pg.Client,
  move: PlaceMove,
  by: AuditedBy,
): Promise<void> {
  const there = await findLastMove(next, HOME)
  if (there?.moveId !== move.moveId || there.step !== 'moved') {
    const { rows } = await former.query(
      `SELECT name, server, closed_for, revision, part_of, schema, is_planned
       FROM place WHERE name <> $1`,
      [HOME],
    )
    await inTransactionOf(next, 'on', async () => {
      await next.query('DELETE FROM place')
      await next.query(
        `INSERT INTO place (name, server, closed_for, revision, part_of, schema, is_planned)
         SELECT name, server, closed_for, revision, part_of, schema, is_planned
         FROM jsonb_to_recordset($1)
           AS p (name text, server text, closed_for uuid, revision bigint, part_of text,
             schema text, is_planned boolean)`,
        [JSON.stringify(rows)],
      )
      await noteMoved(next, move)
      await audit(next, 'place.moved', move, by)
    })
  }
  await inTransactionOf(former, 'on', async () => {
    await noteMoved(former, move)
    await changePlace(former, HOME, { closedFor: null, server: move.toServer })
  })
}

export async function endMove(
  home: pg.Client,
  move: PlaceMove,
  step: 'taken-back' | 'dropped',
  by: AuditedBy,
): Promise<void> {
  await inTransactionOf(home, 'on', async () => {
    await noteStep(home, move.moveId, step)
    if (step === 'taken-back') await changePlace(home, move.place, { closedFor: null })
    await audit(home, step === 'dropped' ? 'place.copy-dropped' : 'place.move-taken-back', move, by)
  })
}

/** @param server left as it is when absent */
async function changePlace(
  home: pg.Client,
  name: string,
  { closedFor, server }: { closedFor: string | null; server?: string },
): Promise<void> {
  await home.query(
    `INSERT INTO place (name, server, closed_for) VALUES ($1, $2, $3)
     ON CONFLICT (name) DO UPDATE SET server = coalesce($2, place.server), closed_for = $3,
       revision = place.revision + 1, changed_at = now()`,
    [name, server ?? null, closedFor],
  )
  await home.query('SELECT pg_notify($1, $2)', [PLACES_CHANNEL, name])
}

async function audit(
  home: pg.Client,
  action: 'place.move-begun' | 'place.moved' | 'place.move-taken-back' | 'place.copy-dropped',
  { place, fromServer, toServer }: NewMove,
  by: AuditedBy,
): Promise<void> {
  const [before, after] = [{ server: fromServer }, { server: toServer }]
  await writeAudit(home, { ...by, action, subject: `place ${place}`, before, after })
}
