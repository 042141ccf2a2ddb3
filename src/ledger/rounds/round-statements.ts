// The statements that write rounds, and the one that finds why rows were refused. They take one array
// a column, so that a batch of any size is one prepared statement. Pure; sends nothing.

import type { OpeningRefusal } from '../../round/ledger-answers.ts'
import type { Round } from '../../round/round.ts'
import { amount, arraysOf, column, unnest, type Written, written } from '../database/column.ts'
import { GUARD_COLUMNS, OPENED_COLUMNS, SAVED_COLUMNS } from './round-columns.ts'
import { keepLists, LISTED_COLUMNS, slotIsFree, takeSlots } from './round-lists.ts'

/** Rounds of one statement, in text and parameters. A write returns the ids of the rows it wrote. */
export interface RoundsQuery {
  text: string
  values: unknown[]
}

/** A round to open, and the revision of the player's entitlements it was made for. */
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

/** Of table `round`; the revision is compared, not stored. The player's row gives the project. */
const INSERTED = OPENED_COLUMNS.map(({ name, toColumn }) => [name, toColumn(`u.${name}`)] as const)

/**
 * A row whose entitlements have changed meanwhile finds no player to join, and is not written. A round that
 * is slow to arrive may have lost its slot in the player state to a later one: its number is free, but
 * rounds are played in the order of their numbers.
 */
const OPEN_ROUNDS = `
WITH opened AS (
  INSERT INTO round (project_id, state, bet_status, ${INSERTED.map(([name]) => name).join(', ')})
  SELECT p.project_id, 'debit_pending', 'planned', ${INSERTED.map(([, value]) => value).join(', ')}
  FROM ${unnest(OPENED)}
    JOIN player p ON p.player_key = u.player_key AND p.terms_revision = u.terms_revision
  WHERE u.sequence > coalesce((SELECT max(r.sequence) FROM round r WHERE r.player_key = u.player_key), 0)
    AND ${slotIsFree('u')}
  ON CONFLICT DO NOTHING
  RETURNING round_id, player_key, game_id),
slots AS (${takeSlots('opened')})
SELECT round_id FROM opened`

const SAVED = [...GUARD_COLUMNS, ...SAVED_COLUMNS]

const ASSIGNED = SAVED_COLUMNS.map(({ name, toColumn }) => `${name} = ${toColumn(`u.${name}`)}`)

const SAVE_ROUNDS = `
WITH saved AS (
  UPDATE round SET ${ASSIGNED.join(', ')},
    version = round.version + 1, touched_at = now()
  FROM ${unnest(SAVED)}
  WHERE round.round_id = u.round_id AND round.version = u.version
  RETURNING ${LISTED_COLUMNS}),
${keepLists('saved')}
SELECT round_id FROM saved`

export function openRoundsQuery(openings: readonly Opening[]): RoundsQuery {
  const sorted = [...openings].sort((one, other) => byPlayerAndSequence(one.round, other.round))
  return { text: OPEN_ROUNDS, values: arraysOf(OPENED, sorted) }
}

export function saveRoundsQuery(rounds: readonly Round[]): RoundsQuery {
  const sorted = [...rounds].sort(byPlayerAndSequence)
  return { text: SAVE_ROUNDS, values: arraysOf(SAVED, sorted) }
}

const ASKED = OPENED.filter(({ name }) =>
  ['round_id', 'player_key', 'sequence', 'request_id', 'terms_revision'].includes(name),
)

/**
 * Asked after a write that refused these openings. A row without a cause was refused for another open
 * round of its game, which may be over by now: that is the one cause that does not last.
 */
const FIND_REFUSALS = `
SELECT u.round_id, CASE
  WHEN EXISTS (SELECT FROM round r WHERE r.round_id = u.round_id)
    OR EXISTS (SELECT FROM round r WHERE r.player_key = u.player_key
                                     AND r.request_id = u.request_id) THEN 'request-repeated'
  WHEN EXISTS (SELECT FROM round r WHERE r.player_key = u.player_key
                                     AND r.sequence >= u.sequence) THEN 'sequence-taken'
  WHEN p.terms_revision IS DISTINCT FROM u.terms_revision THEN 'entitlements-outdated'
  END AS cause
FROM ${unnest(ASKED)} LEFT JOIN player p ON p.player_key = u.player_key`

/** It returns a row (`RefusalRecord`) for each opening. */
export function refusalsQuery(openings: readonly Opening[]): RoundsQuery {
  return { text: FIND_REFUSALS, values: arraysOf(ASKED, openings) }
}

export interface RefusalRecord {
  round_id: string
  cause: Exclude<OpeningRefusal, 'round-open'> | null
}

/** The key two lanes may collide on: two batches never wait for each other in a circle. */
function byPlayerAndSequence({ intent: a }: Round, { intent: b }: Round): number {
  if (a.playerKey !== b.playerKey) return a.playerKey < b.playerKey ? -1 : 1
  return a.sequence < b.sequence ? -1 : 1
}
