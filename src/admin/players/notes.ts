// What support writes about a player and does to one: notes, tags, a block. Every change is
// audited; what is asked and refused changes nothing.

import { isUuid } from '../../core/identifiers.ts'
import type { PlayerRef } from '../../core/player.ts'
import { NOTE_MAX_CHARS, NOTES_MAX, readNote, readTag, TAGS_MAX } from '../../core/player-notes.ts'
import { readReason } from '../../core/reason.ts'
import type { AuditedBy } from '../../ledger/audit/audit-log.ts'
import { blockPlayer, unblockPlayer } from '../../ledger/players/player-blocks.ts'
import {
  addNote,
  addTag,
  type ByPerson,
  deleteNote,
  listNotes,
  type NoteResult,
  removeTag,
} from '../../ledger/players/player-notes.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, refuse } from '../errors.ts'
import { type AdminResult, type AdminRoute, answered, defineRoute } from '../route.ts'
import { findPlayer, isPlayerText, PLAYER, UNKNOWN_PLAYER } from './known-player.ts'
import { describePlayer } from './players.ts'
import { BlockChange, NewNote, Notes, Player, TagChange } from './schema.ts'

const WRONG_NOTE = refuse(
  'INVALID_REQUEST',
  `A note has 1 to ${NOTE_MAX_CHARS} characters.`,
  'body',
)
const WRONG_TAG = refuse(
  'INVALID_REQUEST',
  'A tag is 1 to 32 letters, digits, spaces and . _ -, and begins with a letter or a digit.',
  'tag',
)
const WRONG_REASON = refuse('INVALID_REQUEST', 'Give a reason of 1 to 200 characters.', 'reason')
const REFUSED: Readonly<Record<Extract<NoteResult, { kind: 'refused' }>['cause'], AdminRefused>> = {
  'unknown-player': UNKNOWN_PLAYER,
  'unknown-note': refuse(
    'UNKNOWN_NOTE',
    'This player has no such note; it may be deleted already.',
  ),
  full: refuse(
    'PLAYER_NOTES_FULL',
    `A player has at most ${NOTES_MAX} notes and ${TAGS_MAX} tags: remove one first.`,
  ),
}

export const NOTE_ROUTES: readonly AdminRoute[] = [
  defineRoute(`GET ${PLAYER}/notes`, ['player.read', 'path'], {
    summary: 'The notes about a player, newest first',
    answer: Notes,
    errors: ['UNKNOWN_PLAYER'],
    run: (deps, { params }) => readNotes(deps, params),
  }),
  defineRoute(`POST ${PLAYER}/notes`, ['player.note', 'path'], {
    summary: 'Write a note about a player',
    body: NewNote,
    answer: Notes,
    errors: ['UNKNOWN_PLAYER', 'PLAYER_NOTES_FULL'],
    run: async (deps, { params, body, by }) => {
      const text = readNote(body.body)
      if (text === null) return WRONG_NOTE
      return changed(deps, params, by, person => addNote(person, params, text), readNotes)
    },
  }),
  defineRoute(`POST ${PLAYER}/notes/:noteId/delete`, ['player.note', 'path'], {
    summary: 'Delete a note',
    description: 'The audit log has who wrote it and who deleted it, and never its text.',
    answer: Notes,
    errors: ['UNKNOWN_PLAYER', 'UNKNOWN_NOTE'],
    run: async (deps, { params, by }) => {
      const { noteId } = params
      if (!isUuid(noteId)) return REFUSED['unknown-note']
      return changed(deps, params, by, person => deleteNote(person, params, noteId), readNotes)
    },
  }),
  defineRoute(`POST ${PLAYER}/tags`, ['player.note', 'path'], {
    summary: 'Give a player a tag',
    description: 'Stored in lower case; a tag that the player has already is no refusal.',
    body: TagChange,
    answer: Player,
    errors: ['UNKNOWN_PLAYER', 'PLAYER_NOTES_FULL'],
    run: async (deps, { params, body, by }) => {
      const tag = readTag(body.tag)
      if (tag === null) return WRONG_TAG
      return changed(deps, params, by, person => addTag(person, params, tag), readPlayer)
    },
  }),
  defineRoute(`POST ${PLAYER}/tags/remove`, ['player.note', 'path'], {
    summary: 'Take a tag from a player',
    body: TagChange,
    answer: Player,
    errors: ['UNKNOWN_PLAYER'],
    run: async (deps, { params, body, by }) => {
      const tag = readTag(body.tag)
      if (tag === null) return WRONG_TAG
      return changed(deps, params, by, person => removeTag(person, params, tag), readPlayer)
    },
  }),
  defineRoute(`POST ${PLAYER}/block`, ['player.block', 'path'], {
    summary: 'Block a player',
    description:
      'From the answer on no node opens a round of the player, and launches and games that have ' +
      'no unfinished round are refused with `PLAYER_BLOCKED`. Started rounds finish and are ' +
      'paid. Sessions stay.',
    body: BlockChange,
    answer: Player,
    errors: ['UNKNOWN_PLAYER', 'ALREADY_BLOCKED'],
    run: (deps, { params, body, by }) => setBlock(deps, params, body, by, blockPlayer),
  }),
  defineRoute(`POST ${PLAYER}/unblock`, ['player.block', 'path'], {
    summary: 'Lift the block of a player',
    body: BlockChange,
    answer: Player,
    errors: ['UNKNOWN_PLAYER', 'NOT_BLOCKED'],
    run: (deps, { params, body, by }) => setBlock(deps, params, body, by, unblockPlayer),
  }),
]

async function readNotes(deps: AdminDeps, player: PlayerRef): Promise<AdminResult<Notes>> {
  const found = await findPlayer(deps, player)
  if (!found.ok) return found
  const notes = await listNotes(deps.pools.of(player), player)
  return answered({ notes: notes.map(({ at, ...note }) => ({ ...note, at: at.toISOString() })) })
}

async function readPlayer(deps: AdminDeps, player: PlayerRef): Promise<AdminResult<Player>> {
  const found = await findPlayer(deps, player)
  return found.ok ? answered(describePlayer(deps, player, found.known)) : found
}

/** Makes one change, and answers with everything as it is then. */
async function changed<Answer>(
  deps: AdminDeps,
  player: PlayerRef,
  by: AuditedBy,
  make: (person: ByPerson) => Promise<NoteResult>,
  read: (deps: AdminDeps, player: PlayerRef) => Promise<AdminResult<Answer>>,
): Promise<AdminResult<Answer>> {
  if (!isPlayerText(player.playerId) || !isPlayerText(player.projectId)) return UNKNOWN_PLAYER
  const made = await make({ pool: deps.pools.of(player), home: deps.pool, by })
  return made.kind === 'changed' ? read(deps, player) : REFUSED[made.cause]
}

async function setBlock(
  deps: AdminDeps,
  player: PlayerRef,
  body: BlockChange,
  by: AuditedBy,
  change: typeof blockPlayer,
): Promise<AdminResult<Player>> {
  const reason = readReason(body.reason)
  if (reason === null) return WRONG_REASON
  if (!isPlayerText(player.playerId) || !isPlayerText(player.projectId)) return UNKNOWN_PLAYER
  const made = await change(deps.pools.of(player), deps.pool, player, reason, by)
  if (made.kind === 'refused') {
    if (made.cause === 'unknown-player') return UNKNOWN_PLAYER
    return change === blockPlayer ? ALREADY_BLOCKED : NOT_BLOCKED
  }
  await deps.redisState.dropEntitlements(player).catch(deps.onFault)
  return readPlayer(deps, player)
}

const ALREADY_BLOCKED = refuse('ALREADY_BLOCKED', 'The player is blocked; that block stays.')
const NOT_BLOCKED = refuse('NOT_BLOCKED', 'It is not blocked: someone may have lifted it just now.')
