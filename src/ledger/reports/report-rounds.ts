// report_rounds in Postgres: pages of rounds, newest first, each found through the most selective
// index. Reads only.

import type { Currency } from '../../core/money.ts'
import { isMonth, monthOfRound, startOfMonth } from '../../core/month.ts'
import { firstOf } from '../database/merge.ts'
import { type PlayerDatabases, playersOf } from '../database/player-databases.ts'
import { type ReportRow, readRow, writeColumns } from './column.ts'
import { IS_OVERDUE, ROUND_COLUMNS } from './report-columns.ts'
import type { Period } from './report-period.ts'
import { all, type Snapshots, type Values, within } from './report-snapshot.ts'

export type StateFilter = 'settled' | 'pending' | 'cancelled' | 'rejected'

export interface RoundsQuery extends Period {
  projectId: string
  playerId: string | null
  gameId: string | null
  currency: Currency | null
  roundId: string | null
  state: StateFilter | null
  /** Rows after this one, newest first; null from the newest on. */
  after: RoundPosition | null
  limit: number
}

/** `createdAt` is a time as Postgres prints it, because a Date has no microseconds. */
export interface RoundPosition {
  createdAt: string
  roundId: string
}

export type RoundRow = ReportRow<typeof ROUND_COLUMNS> & { position: RoundPosition }

/** At most `limit` rounds, newest first. */
export async function findRounds(
  databases: PlayerDatabases<Snapshots>,
  query: RoundsQuery,
): Promise<RoundRow[]> {
  const { projectId, playerId, limit } = query
  const asked = playersOf(databases, projectId, playerId)
  return firstOf(await Promise.all(asked.map(each => findHere(each, query))), limit, isNewer)
}

/** In the order of the statements. */
export function isNewer(one: RoundRow, other: RoundRow): number {
  const laterMs = other.createdAt.getTime() - one.createdAt.getTime()
  if (laterMs !== 0) return laterMs
  const [mine, others] = [microsecondsOf(one.position), microsecondsOf(other.position)]
  if (mine !== others) return mine < others ? 1 : -1
  return one.roundId < other.roundId ? 1 : -1
}

/** The six digits after the second. */
function microsecondsOf({ createdAt }: RoundPosition): string {
  return (/\.(\d+)/.exec(createdAt)?.[1] ?? '').padEnd(6, '0')
}

async function findHere({ ask, inSnapshot }: Snapshots, query: RoundsQuery): Promise<RoundRow[]> {
  const source = directSource(query)
  const rows =
    source !== null
      ? await ask<RoundRecord>(values => writeRounds(query, values, source))
      : await inSnapshot(query.projectId, (askThere, rolledUntil) =>
          askThere<RoundRecord>(values => writeRounds(query, values, bySums(rolledUntil.text))),
        )
  return rows.map(readRoundRow)
}

const STATES: Record<StateFilter, string> = {
  settled: `m.state = 'settled'`,
  cancelled: `m.state = 'cancelled' AND NOT ${IS_OVERDUE}`,
  rejected: `m.state = 'rejected'`,
  pending: `(m.state IN ('debit_pending', 'in_progress', 'credit_pending',
    'reconciliation_required') OR ${IS_OVERDUE})`,
}

const NEWEST_FIRST = 'created_at DESC, round_id DESC'

/** The common input of all ways to find the rounds of a query. */
interface RoundsScope {
  query: RoundsQuery
  values: Values
  project: string
  limit: string
  /** The conditions on a round `m` that apply in every way. */
  fits: string
  /** The part of them that a list by project and time can check. */
  isIn(list: string): string
  /** The first rounds that fit and meet one more condition. */
  page(more: string): string
}

/** One way to find rounds: may return more than a page, never less. */
type RoundsSource = (scope: RoundsScope) => string

function writeRounds(query: RoundsQuery, values: Values, source: RoundsSource): string {
  const { projectId, gameId, currency, state, after } = query
  const limit = values.add(query.limit)
  const project = values.add(projectId)
  const isIn = (rows: string) =>
    all([
      `${rows}.project_id = ${project}`,
      within(`${rows}.created_at`, query, values),
      after !== null &&
        `(${rows}.created_at, ${rows}.round_id) < ` +
          `(${values.add(after.createdAt)}, ${values.add(after.roundId)})`,
    ])
  const fits = all([
    isIn('m'),
    gameId !== null && `m.game_id = ${values.add(gameId)}`,
    currency !== null && `m.currency = ${values.add(currency)}`,
    state !== null && STATES[state],
  ])
  const page = (more: string) =>
    `SELECT m.* FROM round_money m WHERE ${fits} AND ${more} ORDER BY ${NEWEST_FIRST}
      LIMIT ${limit}`
  const found = source({ query, values, project, limit, fits, isIn, page })
  return `
    SELECT ${writeColumns(ROUND_COLUMNS)},
      m.created_at::text AS created_at_text
    FROM (SELECT * FROM (${found}) found ORDER BY ${NEWEST_FIRST} LIMIT ${limit}) m
    JOIN player p USING (player_key) ORDER BY m.created_at DESC, m.round_id DESC`
}

/** For rounds that have an index; null where the sums must show where to look. */
function directSource({
  playerId,
  gameId,
  currency,
  roundId,
  state,
}: RoundsQuery): RoundsSource | null {
  const ofPlayer = ({ values, project }: RoundsScope) => `m.player_key = (
    SELECT player_key FROM player WHERE project_id = ${project}
      AND player_id = ${values.add(playerId)})`
  if (roundId !== null) {
    return scope => {
      const isPlayers = playerId === null ? 'true' : ofPlayer(scope)
      return scope.page(`m.round_id = ${scope.values.add(roundId)} AND ${isPlayers}`)
    }
  }
  // OFFSET 0: makes Postgres start from the player, not from the project's newest rounds, which may
  // all be another player's.
  if (playerId !== null) {
    return scope =>
      `SELECT m.* FROM round_money m WHERE ${scope.fits} AND ${ofPlayer(scope)} OFFSET 0`
  }
  // OFFSET 0: each is read by its id. With a join all rounds of the project were read first,
  // because the planner expected few cancelled ones.
  if (state === 'cancelled' || state === 'rejected') {
    return ({ fits, isIn, limit }) =>
      `SELECT m.* FROM ended_round e CROSS JOIN LATERAL (
         SELECT * FROM round_money r WHERE r.round_id = e.round_id OFFSET 0) m
       WHERE ${isIn('e')} AND ${fits} ORDER BY e.created_at DESC, e.round_id DESC LIMIT ${limit}`
  }
  if (state === 'pending' || gameId !== null || currency !== null) return null
  return scope => scope.page('true')
}

/**
 * Unfinished rounds are set aside or not in the sums yet. Rounds of one game or currency are
 * searched newest day first; of the days in the sums only those with such a round are read.
 */
function bySums(rolledUntil: string): RoundsSource {
  return ({ query, values, project, fits, page }) => {
    const rolled = values.add(rolledUntil)
    const notReached = page(`m.created_at >= ${rolled}`)
    if (query.state === 'pending') {
      return `(${notReached}) UNION ALL (
        SELECT m.* FROM report_aside a JOIN round_money m USING (round_id)
        WHERE a.project_id = ${project} AND a.created_at < ${rolled} AND ${fits})`
    }
    const ofDay = page(`m.created_at < ${rolled}
      AND m.created_at >= d.day::timestamp AT TIME ZONE 'UTC'
      AND m.created_at < (d.day + 1)::timestamp AT TIME ZONE 'UTC'`)
    const days = writeDays(query, values, project, rolled)
    return `(${notReached}) UNION ALL (
      SELECT m.* FROM (${days} ORDER BY day DESC) d CROSS JOIN LATERAL (${ofDay}) m
      ORDER BY d.day DESC, m.created_at DESC, m.round_id DESC LIMIT ${values.add(query.limit)})`
  }
}

/** The days in the sums that have a round of the game and currency. */
function writeDays(
  { gameId, currency }: RoundsQuery,
  values: Values,
  project: string,
  rolled: string,
): string {
  const holds = all([
    gameId !== null && `game_id = ${values.add(gameId)}`,
    currency !== null && `currency = ${values.add(currency)}`,
  ])
  return `
    SELECT day FROM report_day WHERE project_id = ${project} AND ${holds}
    UNION
    SELECT (a.created_at AT TIME ZONE 'UTC')::date FROM report_aside a JOIN round USING (round_id)
    WHERE a.project_id = ${project} AND a.created_at < ${rolled} AND ${holds}`
}

interface RoundRecord extends Record<string, unknown> {
  round_id: string
  created_at_text: string
}

function readRoundRow(row: RoundRecord): RoundRow {
  const position = { createdAt: row.created_at_text, roundId: row.round_id }
  return { ...readRow(ROUND_COLUMNS, row), position }
}

/**
 * Where archived rounds of a query would be. A round's id contains its month, whatever the period;
 * an id that was never a round's has no month.
 */
export function archivePeriod({
  roundId,
  fromMs,
  toMs,
}: Pick<RoundsQuery, 'roundId' | 'fromMs' | 'toMs'>): Period {
  if (roundId === null) return { fromMs, toMs }
  const month = monthOfRound(roundId)
  if (!isMonth(month)) return { fromMs: 0, toMs: 0 }
  return { fromMs: startOfMonth(month), toMs: startOfMonth(month, 1) }
}
