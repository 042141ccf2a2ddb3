// Rounds for the platform's owner, of any project, newest first, in pages: each search uses the
// index that fits it and never reads a whole table. Reads only.

import { firstIdAt, type IdRange } from '../../core/identifiers.ts'
import type { RoundState } from '../../round/round.ts'
import { firstOf } from '../database/merge.ts'
import { type PlayerDatabases, playersOf } from '../database/player-databases.ts'
import { type ReportRow, readRow, writeColumns } from '../reports/column.ts'
import { ROUND_COLUMNS, SHOWN_STATE } from '../reports/report-columns.ts'
import type { Period } from '../reports/report-period.ts'
import { all, type Snapshots, type Values, within } from '../reports/report-snapshot.ts'

export interface RoundSearch extends Period {
  projectId: string | null
  /** A player of that project; ignored without a project. */
  playerId: string | null
  /** A session of that player. */
  sessionId?: string | null
  /** Only these ids, both included. */
  ids?: IdRange | null
  state: RoundState | UnfinishedPart | null
  /** The position of the last row of the page before. */
  after: readonly string[] | null
  limit: number
}

/** As reports show it: also `reconciliation_required` where an operation is owed for too long. */
export type FoundRound = ReportRow<typeof ROUND_COLUMNS> & { readonly position: readonly string[] }

/** At most `limit` rounds, newest first. */
export async function searchRounds(
  databases: PlayerDatabases<Snapshots>,
  search: RoundSearch,
): Promise<FoundRound[]> {
  const { projectId, playerId, limit } = search
  const asked = projectId === null ? databases.carriers : playersOf(databases, projectId, playerId)
  const found = await Promise.all(
    asked.map(({ ask }) => ask<RoundRecord>(values => writeSearch(search, values))),
  )
  return firstOf(
    found.map(rows => rows.map(readFound)),
    limit,
    isNewer,
  )
}

/** One round in the form that a search shows. */
export function findListedRound(
  databases: PlayerDatabases<Snapshots>,
  roundId: string,
  projectId: string | null = null,
): Promise<FoundRound | null> {
  return databases.findById(roundId, async ({ ask }) => {
    const [row] = await ask<RoundRecord>(values =>
      show(`SELECT ${values.add(roundId)}::uuid AS round_id`, WAYS.all),
    )
    const found = row === undefined ? null : readFound(row)
    return found === null || found.projectId === (projectId ?? found.projectId) ? found : null
  })
}

/** The order of a search: a part of an index. Positions in one search have texts of one length. */
interface Way {
  /** Each with the SQL that prints it as a text, and the SQL that reads the text. */
  readonly columns: Readonly<
    Record<string, readonly [printed: string, read: (text: string) => string]>
  >
}

const ROUND_ID = ['m.round_id::text', (text: string) => `${text}::uuid`] as const
/** A Date has no microseconds. */
const CREATED_AT = [
  '(extract(epoch FROM m.created_at) * 1000000)::bigint::text',
  (text: string) => `timestamptz 'epoch' + ${text}::bigint * interval '1 microsecond'`,
] as const

/** Sequence numbers are per player, whose rounds are in one database. */
const WAYS = {
  player: { columns: { sequence: ['m.sequence::text', text => `${text}::bigint`] } },
  project: { columns: { created_at: CREATED_AT, round_id: ROUND_ID } },
  all: { columns: { round_id: ROUND_ID } },
} as const satisfies Record<string, Way>

function wayOf({ projectId, playerId }: RoundSearch): Way {
  if (projectId === null) return WAYS.all
  return playerId === null ? WAYS.project : WAYS.player
}

function isNewer({ position: one }: FoundRound, { position: other }: FoundRound): number {
  const at = one.findIndex((text, index) => text !== other[index])
  if (at < 0) return 0
  return one[at]! < other[at]! ? 1 : -1
}

const orderBy = ({ columns }: Way, rows: string) =>
  Object.keys(columns)
    .map(column => `${rows}.${column} DESC`)
    .join(', ')

/** Exported for the test of its plan. */
export function writeSearch(search: RoundSearch, values: Values): string {
  const way = wayOf(search)
  const limit = values.add(search.limit)
  const isAsked = conditionOf(search, way, values)
  const page = (rows: string, from: string, more = 'true') =>
    `(SELECT ${rows}.round_id, ${rows}.created_at, ${rows}.sequence FROM ${from}
      WHERE ${isAsked(rows)} AND ${more} ORDER BY ${orderBy(way, rows)} LIMIT ${limit})`
  const pages = listPages(search.state, page, values)
  return show(
    `SELECT c.round_id FROM (${pages.join(' UNION ALL ')}) c ORDER BY ${orderBy(way, 'c')}
      LIMIT ${limit}`,
    way,
  )
}

type Page = (rows: string, from: string, more?: string) => string

/**
 * What the overview counts besides the states of rounds: all unfinished rounds, and parts of them.
 */
const UNFINISHED_PARTS = {
  unfinished: 'true',
  playing: `u.state = 'in_progress' AND u.awaiting IS NOT TRUE`,
  awaiting: `u.state = 'in_progress' AND u.awaiting`,
  refund_owed: `u.state = 'cancelled'`,
} as const
export type UnfinishedPart = keyof typeof UNFINISHED_PARTS

const isPart = (state: RoundState | UnfinishedPart): state is UnfinishedPart =>
  Object.hasOwn(UNFINISHED_PARTS, state)

/** Where rounds of the state are stored: few are unfinished, few end without being played. */
function listPages(state: RoundSearch['state'], page: Page, values: Values): string[] {
  if (state === null) return [page('u', 'unfinished u'), page('f', 'finished f')]
  if (isPart(state)) return [page('u', 'unfinished u', UNFINISHED_PARTS[state])]
  const stateParameter = values.add(state)
  const unfinished = () =>
    page(
      'u',
      'unfinished u JOIN round_money m USING (round_id)',
      `${SHOWN_STATE} = ${stateParameter}`,
    )
  // In the order of the list: a join would read every round that ever ended.
  const ended = () =>
    page(
      'e',
      'ended_round e',
      `(SELECT f.state FROM finished f WHERE f.round_id = e.round_id) = ${stateParameter}`,
    )
  switch (state) {
    case 'settled':
      return [page('f', 'finished f', `f.state = ${stateParameter}`)]
    case 'rejected':
      return [ended()]
    case 'cancelled':
      return [unfinished(), ended()]
    default:
      return [unfinished()]
  }
}

/** A round's id is made at most this long before the round is opened. */
export const OPENING_MAX_MS = 60_000

/** The conditions on the rows of any source; the ids limit the months that are read. */
function conditionOf(search: RoundSearch, way: Way, values: Values): (rows: string) => string {
  const { projectId, playerId, sessionId = null, ids = null, fromMs, toMs, after } = search
  const project = projectId === null ? '' : values.add(projectId)
  const player = playerId === null ? '' : values.add(playerId)
  const first = fromMs === null ? '' : values.add(firstIdAt(fromMs - OPENING_MAX_MS))
  const end = toMs === null ? '' : values.add(firstIdAt(toMs))
  const session = sessionId === null ? '' : values.add(sessionId)
  const [lowest, highest] = ids === null ? [] : [values.add(ids.first), values.add(ids.last)]
  const columns = Object.entries(way.columns)
  const place = after?.map((text, index) => columns[index]![1][1](values.add(text))) ?? []
  return rows =>
    all([
      way === WAYS.project && `${rows}.project_id = ${project}`,
      way === WAYS.player &&
        `${rows}.player_key = (SELECT player_key FROM player WHERE project_id = ${project} AND ` +
          `player_id = ${player})`,
      sessionId !== null && `${sessionOf(rows)} = ${session}::uuid`,
      ids !== null &&
        `${rows}.round_id >= ${lowest}::uuid AND ${rows}.round_id <= ${highest}::uuid`,
      fromMs !== null && `${rows}.round_id >= ${first}::uuid`,
      toMs !== null && `${rows}.round_id < ${end}::uuid`,
      within(`${rows}.created_at`, { fromMs, toMs }, values),
      after !== null &&
        `(${columns.map(([column]) => `${rows}.${column}`).join(', ')}) < (${place.join(', ')})`,
    ])
}

/** The list of rounds that ended without being played has no session. */
const sessionOf = (rows: string) =>
  rows === 'e'
    ? '(SELECT f.session_id FROM finished f WHERE f.round_id = e.round_id)'
    : `${rows}.session_id`

/** @param found a query of round ids */
function show(found: string, way: Way): string {
  const position = Object.values(way.columns).map(([printed]) => printed)
  return `
    SELECT ${writeColumns(ROUND_COLUMNS)}, ARRAY[${position.join(', ')}] AS position
    FROM (${found}) found JOIN round_money m USING (round_id) JOIN player p USING (player_key)
    ORDER BY ${orderBy(way, 'm')}`
}

type RoundRecord = Readonly<Record<string, unknown>> & Pick<FoundRound, 'position'>

const readFound = (row: RoundRecord): FoundRound => ({
  ...readRow(ROUND_COLUMNS, row),
  position: row.position,
})
