// report_reconciliation in Postgres: whole months from the sums of finished rounds, everything else
// from the rounds, in one snapshot. Reads only.

import type { Currency } from '../../core/money.ts'
import { type PlayerDatabases, playersOf } from '../database/player-databases.ts'
import { type ReportRow, readColumns, readRow, summedColumns } from './column.ts'
import { PLAYER_COLUMNS } from './report-columns.ts'
import type { Period } from './report-period.ts'
import { all, type Snapshots, sumOf, type Values, within } from './report-snapshot.ts'

const SUMS = readColumns(PLAYER_COLUMNS)
const SUM_NAMES = SUMS.map(({ title }) => title)
export const MONTH_SUMS = summedColumns(PLAYER_COLUMNS)
const NOT_SUMMED = SUMS.filter(({ unfinished }) => unfinished === true)

/** @param isIn conditions on the time of each operation */
export function writeSums(
  columns: typeof SUMS,
  isIn: Readonly<Record<'bet' | 'win' | 'refund', string>>,
): string {
  const write = (sql: string) =>
    sql.replace(/\{(\w+)\}/g, (_, operation: keyof typeof isIn) => isIn[operation])
  return columns.map(({ sql, title }) => `${write(sql)} AS ${title}`).join(', ')
}

export interface ReconciliationQuery extends Period {
  projectId: string
  playerId: string | null
  currency: Currency | null
  after: PlayerPosition | null
  limit: number
}

export interface PlayerPosition {
  playerId: string
  currency: string
}

export type PlayerTotals = Omit<ReportRow<typeof PLAYER_COLUMNS>, 'projectId'>

/**
 * At most `limit` players and currencies with an operation in the period, in order. Of archived
 * months only whole ones.
 */
export async function sumPlayers(
  databases: PlayerDatabases<Snapshots>,
  query: ReconciliationQuery,
): Promise<PlayerTotals[]> {
  const asked = playersOf(databases, query.projectId, query.playerId)
  const lists = await Promise.all(asked.map(each => sumHere(each, query)))
  if (lists.length === 1) return lists[0]!
  return firstPlayers(databases.home, lists.flat(), query.limit)
}

/** A player is in one database. Postgres sorts them, because its collation decides the order. */
async function firstPlayers(
  { ask }: Snapshots,
  rows: readonly PlayerTotals[],
  limit: number,
): Promise<PlayerTotals[]> {
  const sorted = await ask<{ at: string }>(values => {
    const players = values.add(rows.map(({ playerId }) => playerId))
    const currencies = values.add(rows.map(({ currency }) => currency))
    return `SELECT at FROM unnest(${players}::text[], ${currencies}::text[])
      WITH ORDINALITY AS u (player_id, currency, at) ORDER BY player_id, currency
        LIMIT ${values.add(limit)}`
  })
  return sorted.map(({ at }) => rows[Number(at) - 1]!)
}

async function sumHere(
  { inSnapshot }: Snapshots,
  query: ReconciliationQuery,
): Promise<PlayerTotals[]> {
  const rows = await inSnapshot(query.projectId, (ask, rolledUntil) =>
    ask<PlayerRecord>(values => writeReconciliation(query, values, rolledUntil.text)),
  )
  return rows.map(row => ({
    playerId: row.player_id,
    currency: row.currency,
    ...readRow(SUMS, row),
  })) as PlayerTotals[]
}

/**
 * Whole months come from the sums. For the partial months at both ends each player's rounds are
 * read, which the sums help to find. Rounds that are in no sum are added. Each part returns its
 * first rows in the order of the page, because the page can contain no others of it.
 */
function writeReconciliation(
  query: ReconciliationQuery,
  values: Values,
  rolledUntil: string,
): string {
  const { playerId, currency, after } = query
  const limit = values.add(query.limit)
  const project = values.add(query.projectId)
  const rolled = `${values.add(rolledUntil)}::timestamptz`
  const { whole, ends } = splitMonths(query, values)
  /** Conditions on the table that has the player's id, and on the one that has the currency. */
  const isAsked = (named: string, paid: string) =>
    all([
      `${named}.project_id = ${project}`,
      playerId !== null && `${named}.player_id = ${values.add(playerId)}`,
      currency !== null && `${paid}.currency = ${values.add(currency)}`,
      after !== null &&
        `(${named}.player_id, ${paid}.currency) > (${values.add(after.playerId)}, ` +
          `${values.add(after.currency)})`,
    ])
  const sums = sumOperations(at => within(at, query, values))
  const inNoSum = (from: string, where: string) => `
    SELECT p.player_id, m.currency, ${sums.columns}
    FROM ${from} JOIN player p ON p.player_key = m.player_key
    WHERE ${where} AND ${isAsked('p', 'm')} GROUP BY p.player_id, m.currency HAVING ${sums.any}`
  const parts = [
    inNoSum('round_money m', `m.project_id = ${project} AND m.created_at >= ${rolled}`),
    inNoSum(
      'report_aside a JOIN round_money m USING (round_id)',
      `a.project_id = ${project} AND a.created_at < ${rolled}`,
    ),
  ]
  if (whole !== null) {
    parts.push(`
    SELECT c.player_id, c.currency, ${SUM_NAMES.map(sumOf('c')).join(', ')}
    FROM (SELECT *, ${NOT_SUMMED.map(({ title }) => `0 AS ${title}`).join(', ')}
          FROM report_month) c
    WHERE ${isAsked('c', 'c')} AND ${whole} GROUP BY c.player_id, c.currency`)
  }
  if (ends !== null) {
    const ofMonth = sumOperations(
      at =>
        `${within(at, query, values)} AND date_trunc('month', ${at} AT TIME ZONE 'UTC') = c.month`,
    )
    parts.push(`
    SELECT c.player_id, c.currency, ${SUM_NAMES.map(sumOf('s')).join(', ')}
    FROM report_month c CROSS JOIN LATERAL (
      SELECT ${ofMonth.columns} FROM round_money m
      WHERE m.player_key = c.player_key AND m.currency = c.currency
        AND m.sequence BETWEEN c.first_sequence AND c.last_sequence AND m.created_at < ${rolled}
        AND NOT EXISTS (SELECT FROM report_aside a WHERE a.round_id = m.round_id)) s
    WHERE ${isAsked('c', 'c')} AND c.month IN (${ends}) GROUP BY c.player_id, c.currency
    HAVING sum(s.bet_count + s.win_count + s.refund_count) > 0`)
  }
  const firstRows = parts.map(part => `(${part} ORDER BY player_id, currency LIMIT ${limit})`)
  return `
    SELECT player_id, currency, ${SUM_NAMES.map(sumOf('parts')).join(', ')}
    FROM (${firstRows.join(' UNION ALL ')}) parts
    GROUP BY player_id, currency ORDER BY player_id, currency LIMIT ${limit}`
}

/** Sums over the operations of rounds m whose time is inside, and whether there are any. */
function sumOperations(isIn: (at: string) => string) {
  const [bet, win, refund] = [isIn('m.bet_at'), isIn('m.win_at'), isIn('m.refund_at')]
  return {
    columns: writeSums(SUMS, { bet, win, refund }),
    any: `bool_or((bet_counts OR bet_pending) AND ${bet} OR (win_counts OR win_pending) AND ${win}
      OR (refund_counts OR refund_pending) AND ${refund})`,
  }
}

/** The whole months of a period as a condition, and its partial months; null if there are none. */
function splitMonths(
  { fromMs, toMs }: Period,
  values: Values,
): { whole: string | null; ends: string | null } {
  const date = (atMs: number) => `(${values.instant(atMs)} AT TIME ZONE 'UTC')::date`
  const cut = [fromMs, toMs].filter(atMs => atMs !== null && monthOf(atMs) !== atMs) as number[]
  const ends = cut.length === 0 ? null : cut.map(atMs => date(monthOf(atMs))).join(', ')
  const firstMs = fromMs === null || monthOf(fromMs) === fromMs ? fromMs : monthOf(fromMs, 1)
  const lastMs = toMs === null ? null : monthOf(toMs)
  if (firstMs !== null && lastMs !== null && firstMs >= lastMs) return { whole: null, ends }
  const whole = all([
    firstMs !== null && `c.month >= ${date(firstMs)}`,
    lastMs !== null && `c.month < ${date(lastMs)}`,
  ])
  return { whole, ends }
}

/** The start of the UTC month that contains the instant, or of a later one. */
function monthOf(atMs: number, later = 0): number {
  const date = new Date(atMs)
  date.setUTCMonth(date.getUTCMonth() + later, 1)
  return date.setUTCHours(0, 0, 0, 0)
}

interface PlayerRecord extends Record<string, unknown> {
  player_id: string
  currency: Currency
}
