// Notes and tags of a player, written by people of support. Play never reads them. The audit log
// has who added and deleted one, and never the text of a note, which an erasure must be able to
// delete.

import type { Pool, PoolClient } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import { NOTES_MAX, TAGS_MAX } from '../../core/player-notes.ts'
import { type AuditAction, type AuditedBy, auditorOf, writeAudit } from '../audit/audit-log.ts'
import { inTransaction } from '../database/transaction.ts'
import { lockNamedPlayer } from './players.ts'

interface PlayerNote {
  readonly noteId: string
  readonly at: Date
  /** `owner:<name>`, as in the audit log. */
  readonly author: string
  readonly body: string
}

export type NoteResult =
  | { readonly kind: 'changed' }
  | { readonly kind: 'refused'; readonly cause: 'unknown-player' | 'unknown-note' | 'full' }

/** SQL, of a row of `player` named p: the tags in order. */
export const TAGS = `(SELECT coalesce(array_agg(tag ORDER BY tag COLLATE "C"), '{}')
  FROM player_tag g WHERE g.player_key = p.player_key)`

/** The newest first; at most NOTES_MAX. */
export async function listNotes(
  pool: Pool,
  { projectId, playerId }: PlayerRef,
): Promise<PlayerNote[]> {
  const { rows } = await pool.query<PlayerNote>(
    `SELECT note_id AS "noteId", at, author, body FROM player_note
     WHERE player_key = (SELECT player_key FROM player WHERE project_id = $1 AND player_id = $2)
     ORDER BY at DESC, note_id LIMIT ${NOTES_MAX}`,
    [projectId, playerId],
  )
  return rows
}

/** What a change is made with. */
export interface ByPerson {
  /** Of the player's database. */
  readonly pool: Pool
  /** Of the database with the audit log. */
  readonly home: Pool
  readonly by: AuditedBy
}

const ADD_NOTE = `INSERT INTO player_note (player_key, author, body) SELECT $1, $2, $3
  WHERE (SELECT count(*) FROM player_note WHERE player_key = $1) < ${NOTES_MAX}
  RETURNING note_id AS "noteId"`

/** @param body a checked text */
export function addNote(person: ByPerson, player: PlayerRef, body: string): Promise<NoteResult> {
  return change(person, player, async (client, playerKey) => {
    const values = [playerKey, person.by.actor, body]
    const { rows } = await client.query<{ noteId: string }>(ADD_NOTE, values)
    return rows.length === 0 ? 'full' : record('player.note-added', null, rows[0]!)
  })
}

/** @param noteId a UUID */
export function deleteNote(
  person: ByPerson,
  player: PlayerRef,
  noteId: string,
): Promise<NoteResult> {
  return change(person, player, async (client, playerKey) => {
    const { rows } = await client.query<{ author: string; at: Date }>(
      'DELETE FROM player_note WHERE player_key = $1 AND note_id = $2 RETURNING author, at',
      [playerKey, noteId],
    )
    const [deleted] = rows
    return deleted === undefined
      ? 'unknown-note'
      : record('player.note-deleted', { noteId, ...deleted }, null)
  })
}

const ADD_TAG = `INSERT INTO player_tag (player_key, tag, project_id, player_id)
  SELECT $1, $2, $3, $4
  WHERE (SELECT count(*) FROM player_tag WHERE player_key = $1) < ${TAGS_MAX}
  ON CONFLICT DO NOTHING`

/** A tag that the player has already stays; nothing is audited then. @param tag a checked one */
export function addTag(person: ByPerson, player: PlayerRef, tag: string): Promise<NoteResult> {
  return change(person, player, async (client, playerKey) => {
    const has = 'SELECT FROM player_tag WHERE player_key = $1 AND tag = $2'
    if ((await client.query(has, [playerKey, tag])).rowCount !== 0) return 'unchanged'
    const values = [playerKey, tag, player.projectId, player.playerId]
    const { rowCount } = await client.query(ADD_TAG, values)
    return rowCount === 0 ? 'full' : record('player.tagged', null, { tag })
  })
}

/** A tag that the player does not have is no refusal. */
export function removeTag(person: ByPerson, player: PlayerRef, tag: string): Promise<NoteResult> {
  return change(person, player, async (client, playerKey) => {
    const { rowCount } = await client.query(
      'DELETE FROM player_tag WHERE player_key = $1 AND tag = $2',
      [playerKey, tag],
    )
    return rowCount === 0 ? 'unchanged' : record('player.untagged', { tag }, null)
  })
}

interface Record {
  readonly action: AuditAction
  readonly before: object | null
  readonly after: object | null
}

const record = (action: AuditAction, before: object | null, after: object | null): Record => ({
  action,
  before,
  after,
})

type Outcome = Record | 'unchanged' | 'unknown-note' | 'full'

/** One at a time for a player, so that a bound holds. */
function change(
  { pool, home, by }: ByPerson,
  player: PlayerRef,
  work: (client: PoolClient, playerKey: string) => Promise<Outcome>,
): Promise<NoteResult> {
  const { projectId, playerId } = player
  const named = (fields: object | null) => fields && { playerId, ...fields }
  return inTransaction(pool, async (client): Promise<NoteResult> => {
    const playerKey = await lockNamedPlayer(client, player)
    if (playerKey === null) return { kind: 'refused', cause: 'unknown-player' }
    const outcome = await work(client, playerKey)
    if (outcome === 'unchanged') return { kind: 'changed' }
    if (typeof outcome === 'string') return { kind: 'refused', cause: outcome }
    const { action, before, after } = outcome
    await writeAudit(auditorOf(client, pool, home), {
      ...by,
      action,
      subject: projectId,
      before: named(before),
      after: named(after),
    })
    return { kind: 'changed' }
  })
}
