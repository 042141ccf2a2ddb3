// The statements that write rounds, and the one that finds why rows were refused. They take one
// array for each column, so that a batch of any size is one prepared statement. Pure; sends
// nothing.

import { firstIdAt } from '../../core/identifiers.ts'
import { REQUESTS_REMEMBERED_MS } from '../../limits.ts'
import type { OpeningRefusal } from '../../round/ledger-answers.ts'
import type { Round } from '../../round/round.ts'
import { amount, arraysOf, column, unnest, type Written, written } from '../database/column.ts'
import {
  FINISHED_COLUMNS,
  FIXED_NAMES,
  GUARD_COLUMNS,
  OPENED_COLUMNS,
  SAVED_COLUMNS,
} from './round-columns.ts'
import { IS_OPEN, isSameRequest, LISTED_COLUMNS, listEnded } from './round-lists.ts'

/**
 * Rounds of one statement, as text and parameters. A write returns the ids of the rows it wrote.
 */
export interface RoundsQuery {
  text: string
  values: unknown[]
}

/** A round to open, and the revision of the player's entitlements for which it was made. */
export interface Opening {
  readonly round: Round
  readonly entitlementsRevision: bigint
}

const OPENED: readonly Written<Opening>[] = [
  ...OPENED_COLUMNS.map(column => ({
    ...column,
    parameterOf: ({ round }: Opening) => column.parameterOf(round),
  })),
  ...written({ entitlementsRevision: column('terms_revision', amount) }, (row: Opening) => row),
]

/** The revision is compared, not stored. The project comes from the player's row. */
const INSERTED: readonly (readonly [name: string, value: string])[] = [
  ['project_id', 'u.project_id'],
  ['state', `'debit_pending'`],
  ['bet_status', `'planned'`],
  ...OPENED_COLUMNS.map(({ name, toColumn }) => [name, toColumn(`u.${name}`)] as const),
]

/** Every column, in a row that held another round. */
const REWRITTEN = [
  ...INSERTED,
  ...[...SAVED_COLUMNS.map(({ name }) => name), 'version', 'touched_at', 'failure', 'failures']
    .filter(name => INSERTED.every(([inserted]) => inserted !== name))
    .map(name => [name, 'DEFAULT'] as const),
]

/** The parameter after the columns' arrays. */
const OLDEST_REQUEST = `$${OPENED.length + 1}`

/**
 * An opening advances its player's last sequence number. If the entitlements or the player's number
 * have changed meanwhile, it finds no player row to update and is not written. When two nodes open
 * at the same moment, the second one waits and then no longer finds the number that it had read
 * (`seen`), so what it has read of the player's other rounds is still valid whenever it writes. At
 * most one row for each player. If the game has the row of a finished round, it is overwritten.
 */
const OPEN_ROUNDS = `
WITH numbered AS (
  UPDATE player p SET last_sequence = u.sequence
  FROM ${unnest(OPENED)} JOIN player seen ON seen.player_key = u.player_key
  WHERE p.player_key = u.player_key AND p.terms_revision = u.terms_revision
    AND p.last_sequence = seen.last_sequence AND p.last_sequence < u.sequence
    AND NOT EXISTS (SELECT FROM unfinished_round r WHERE r.player_key = u.player_key
      AND (r.round_id = u.round_id OR r.request_id = u.request_id
        OR r.game_id = u.game_id AND ${IS_OPEN}))
    AND NOT EXISTS (SELECT FROM finished_round r
      WHERE ${isSameRequest('r', 'u.player_key', 'u.request_id')}
        AND r.round_id >= ${OLDEST_REQUEST}::uuid)
  RETURNING p.project_id, u.*),
rewritten AS (
  UPDATE unfinished_round r SET ${REWRITTEN.map(([name, value]) => `${name} = ${value}`).join(', ')}
  FROM numbered u CROSS JOIN LATERAL (
    SELECT f.ctid AS row FROM unfinished_round f
    WHERE f.player_key = u.player_key AND f.game_id = u.game_id AND f.state = 'finished'
    LIMIT 1) free
  WHERE r.ctid = free.row AND r.state = 'finished'
  RETURNING r.round_id),
added AS (
  INSERT INTO unfinished_round (${INSERTED.map(([name]) => name).join(', ')})
  SELECT ${INSERTED.map(([, value]) => value).join(', ')}
  FROM numbered u WHERE NOT EXISTS (SELECT FROM rewritten w WHERE w.round_id = u.round_id)
  RETURNING round_id)
SELECT round_id FROM rewritten UNION ALL SELECT round_id FROM added`

const SAVED = [...GUARD_COLUMNS, ...SAVED_COLUMNS]

const FINISHED = [...GUARD_COLUMNS, ...FINISHED_COLUMNS]

const assigned = (columns: readonly Written<Round>[]) =>
  columns.map(({ name, toColumn }) => [name, toColumn(`u.${name}`)] as const)
const ASSIGNED = assigned(SAVED_COLUMNS)
const ASSIGNED_LAST = assigned(FINISHED_COLUMNS)

const IS_EXPECTED = `r.player_key = u.player_key AND r.round_id = u.round_id
  AND r.version = u.version AND r.state <> 'finished'`

const SAVE_ROUNDS = `
WITH saved AS (
  UPDATE unfinished_round r SET ${ASSIGNED.map(([name, value]) => `${name} = ${value}`).join(', ')},
    version = r.version + 1, touched_at = now()
  FROM ${unnest(SAVED)} WHERE ${IS_EXPECTED}
  RETURNING ${ofRow('r', LISTED_COLUMNS)}),
ended AS (${listEnded('saved')})
SELECT round_id FROM saved`

/** For a finished round: without the fields that only matter while it is driven. */
const FINISHED_NAMES = [...FIXED_NAMES, ...ASSIGNED_LAST.map(([name]) => name), 'version']

/** Most rounds have no choices, and null takes no space. */
const MOVED = FINISHED_NAMES.map(name =>
  name === 'choices' || name === 'choice_request_ids' ? `nullif(${name}, '{}')` : name,
)

const FINISH_ROUNDS = `
WITH over AS (
  UPDATE unfinished_round r SET state = 'finished' FROM ${unnest(FINISHED)} WHERE ${IS_EXPECTED}
  RETURNING ${ofRow('r', FIXED_NAMES)},
    ${ASSIGNED_LAST.map(([name, value]) => `${value} AS ${name}`).join(', ')},
    r.version + 1 AS version),
finished AS (
  INSERT INTO finished_round (${FINISHED_NAMES.join(', ')}) SELECT ${MOVED.join(', ')} FROM over),
ended AS (${listEnded('over')})
SELECT round_id FROM over`

/** @param openings of different players: a statement updates a row only once */
export function openRoundsQuery(openings: readonly Opening[]): RoundsQuery {
  const sorted = [...openings].sort((one, other) => byPlayer(one.round, other.round))
  const sinceMs = Math.min(...openings.map(({ round }) => round.intent.createdAtMs))
  const oldestRequest = firstIdAt(sinceMs - REQUESTS_REMEMBERED_MS)
  return { text: OPEN_ROUNDS, values: [...arraysOf(OPENED, sorted), oldestRequest] }
}

/** For rounds that it does not finish. */
export function saveRoundsQuery(rounds: readonly Round[]): RoundsQuery {
  return { text: SAVE_ROUNDS, values: arraysOf(SAVED, [...rounds].sort(byPlayer)) }
}

/**
 * For rounds that are finished (`isFinished`): the save that also moves them to the finished
 * rounds.
 */
export function finishRoundsQuery(rounds: readonly Round[]): RoundsQuery {
  return { text: FINISH_ROUNDS, values: arraysOf(FINISHED, [...rounds].sort(byPlayer)) }
}

const ASKED = OPENED.filter(({ name }) =>
  ['round_id', 'player_key', 'sequence', 'request_id', 'terms_revision'].includes(name),
)

/**
 * Run after a write that refused these openings. A row without a cause was refused for another open
 * round of its game, which may be over by now: only this cause can disappear.
 */
const FIND_REFUSALS = `
SELECT u.round_id, CASE
  WHEN EXISTS (SELECT FROM round r WHERE r.player_key = u.player_key AND r.round_id = u.round_id)
    OR EXISTS (SELECT FROM round r WHERE ${isSameRequest('r', 'u.player_key', 'u.request_id')})
    THEN 'request-repeated'
  WHEN p.last_sequence >= u.sequence THEN 'sequence-taken'
  WHEN p.terms_revision IS DISTINCT FROM u.terms_revision THEN 'entitlements-outdated'
  END AS cause
FROM ${unnest(ASKED)} LEFT JOIN player p ON p.player_key = u.player_key`

/** Returns a row (`RefusalRecord`) for each opening. */
export function refusalsQuery(openings: readonly Opening[]): RoundsQuery {
  return { text: FIND_REFUSALS, values: arraysOf(ASKED, openings) }
}

export interface RefusalRecord {
  round_id: string
  cause: Exclude<OpeningRefusal, 'round-open'> | null
}

/** Orders the rows that two lanes may both need, so that two batches never deadlock. */
function byPlayer({ intent: a }: Round, { intent: b }: Round): number {
  if (a.playerKey === b.playerKey) return 0
  return a.playerKey < b.playerKey ? -1 : 1
}

function ofRow(row: string, names: readonly string[]): string {
  return names.map(name => `${row}.${name}`).join(', ')
}
