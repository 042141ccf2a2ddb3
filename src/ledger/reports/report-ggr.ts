// report_ggr in Postgres, for one project or all: whole days from the sums of finished rounds,
// everything else from the rounds, in one snapshot. Reads only.

import type { Currency } from '../../core/money.ts'
import { DAY_MS } from '../../core/time.ts'
import type { PlayerDatabases } from '../database/player-databases.ts'
import { addRows, type ReportRow, readCell, readColumns, summedColumns } from './column.ts'
import { GGR_COLUMNS } from './report-columns.ts'
import { all, type Snapshots, sumOf, type Values } from './report-snapshot.ts'

export type GgrKey = 'day' | 'symbol' | 'currency'

export interface GgrQuery {
  /** Null: all projects, added up. */
  projectId: string | null
  fromMs: number
  toMs: number
  groupBy: readonly GgrKey[]
  gameId: string | null
  currency: Currency | null
}

/** Amounts of different currencies are never added: every row has its currency. */
export type GgrRow = Omit<ReportRow<typeof GGR_COLUMNS>, 'projectId'>

/** By day, game and currency, as requested; always by currency. Of archived months whole days. */
export async function sumGgr(
  { carriers }: PlayerDatabases<Snapshots>,
  query: GgrQuery,
): Promise<GgrRow[]> {
  const lists = await Promise.all(carriers.map(each => sumHere(each, query)))
  return lists.reduce(addGgrRows)
}

function sumHere({ inSnapshot }: Snapshots, query: GgrQuery): Promise<GgrRow[]> {
  return inSnapshot(query.projectId, async (ask, rolledUntil) => {
    const days = wholeDays(query, rolledUntil.atMs)
    const read = async (write: (values: Values) => string) =>
      readGgrLines(query, await ask<GgrLines>(write))
    if (query.projectId !== null) {
      const sums = await read(values => writeGgrSums(query, values, days, 'report_day'))
      const others = await read(values => writeGgrOthers(query, values, days, rolledUntil.text))
      return addGgrRows(sums, others)
    }
    const totals = await read(values => writeGgrSums(query, values, days, 'report_total'))
    const missing = await read(values => writeGgrSums(query, values, days, NOT_IN_TOTALS))
    const others = await read(values => writeGgrOthersOfAll(query, values, days))
    return addGgrRows(addGgrRows(totals, missing), others)
  })
}

/**
 * The whole days of a period: from the first midnight to the last, or none. The sums contain
 * nothing from `rolledUntilMs` on, so a day that is not over counts as whole if the period goes
 * beyond that.
 */
function wholeDays({ fromMs, toMs }: GgrQuery, rolledUntilMs: number) {
  const isRunning = toMs >= rolledUntilMs
  const firstMs = Math.ceil(fromMs / DAY_MS) * DAY_MS
  const lastMs = (isRunning ? Math.ceil : Math.floor)(toMs / DAY_MS) * DAY_MS
  return firstMs < lastMs ? { firstMs, lastMs } : { firstMs: toMs, lastMs: toMs }
}

type WholeDays = ReturnType<typeof wholeDays>

const ggrKeys = ({ groupBy }: GgrQuery) => [
  ...(groupBy.includes('day') ? ['day'] : []),
  ...(groupBy.includes('symbol') ? ['game_id'] : []),
  'currency',
]

const ggrFilters = ({ projectId, gameId, currency }: GgrQuery, values: Values) =>
  all([
    projectId !== null && `project_id = ${values.add(projectId)}`,
    gameId !== null && `game_id = ${values.add(gameId)}`,
    currency !== null && `currency = ${values.add(currency)}`,
  ])

const GGR_SUMS = readColumns(GGR_COLUMNS)
const SUM_NAMES = GGR_SUMS.map(({ title }) => title)
const DAY_SUMS = summedColumns(GGR_COLUMNS).map(({ title }) => title)
const NOT_SUMMED = SUM_NAMES.filter(name => !DAY_SUMS.includes(name))

/**
 * All rows as lines of one value: a year has 12,000 rows, and fetched as rows they take four times
 * as long.
 */
const asLines = (query: GgrQuery, rows: string) =>
  `SELECT string_agg(concat_ws(E'\\t', ${[...ggrKeys(query), ...SUM_NAMES].join(', ')}),
     E'\\n') AS lines
   FROM (${rows}) row`

/** The days of projects that are not in report_total yet, in the same form. */
const NOT_IN_TOTALS = `(
  SELECT day, game_id, currency, ${DAY_SUMS.map(name => `sum(${name}) AS ${name}`).join(', ')}
  FROM report_day WHERE project_id IN (SELECT project_id FROM report_progress WHERE NOT in_totals)
  GROUP BY 1, 2, 3) missing`

/**
 * Whole days, as far as they are in the sums.
 * @param from report_day of one project, or sums of several
 */
function writeGgrSums(
  query: GgrQuery,
  values: Values,
  { firstMs, lastMs }: WholeDays,
  from: string,
): string {
  const keys = ggrKeys(query)
  // With all keys the rows are already distinct.
  const isGrouped = keys.length < 3
  const sum = isGrouped ? sumOf('d') : (name: string) => `d.${name}`
  const rows = `
    SELECT ${keys.join(', ')}, ${SUM_NAMES.map(sum).join(', ')}
    FROM (SELECT *, ${NOT_SUMMED.map(name => `0 AS ${name}`).join(', ')} FROM ${from}) d
    WHERE ${ggrFilters(query, values)}
      AND day >= (${values.instant(firstMs)} AT TIME ZONE 'UTC')::date
      AND day < (${values.instant(lastMs)} AT TIME ZONE 'UTC')::date
    ${isGrouped ? `GROUP BY ${keys.join(', ')}` : ''} ORDER BY ${keys.join(', ')}`
  return asLines(query, rows)
}

/** Rounds of whole days that are not in the sums, and rounds of the partial days at both ends. */
function writeGgrOthers(
  query: GgrQuery,
  values: Values,
  days: WholeDays,
  rolledUntil: string,
): string {
  const project = values.add(query.projectId)
  const rolled = `${values.add(rolledUntil)}::timestamptz`
  return asLines(query, groupParts(query, `(${writeParts(query, values, days, project, rolled)})`))
}

/** The same for each project separately, because each was rolled up to a different time. */
function writeGgrOthersOfAll(query: GgrQuery, values: Values, days: WholeDays): string {
  const parts = writeParts(query, values, days, 'here.project_id', 'here.rolled')
  const here = `
    SELECT p.project_id, coalesce(g.rolled_until, '-infinity') AS rolled
    FROM project_here p LEFT JOIN report_progress g USING (project_id)`
  return asLines(query, groupParts(query, `(${here}) here CROSS JOIN LATERAL (${parts})`))
}

function groupParts(query: GgrQuery, parts: string): string {
  const keys = ggrKeys(query)
  return `
    SELECT ${keys.map(key => `parts.${key}`).join(', ')},
      ${SUM_NAMES.map(sumOf('parts')).join(', ')}
    FROM ${parts} parts GROUP BY ${keys.map(key => `parts.${key}`).join(', ')}`
}

/**
 * @param rolled an expression: rounds of the project that started before it are in the sums or set
 * aside
 */
function writeParts(
  query: GgrQuery,
  values: Values,
  { firstMs, lastMs }: WholeDays,
  project: string,
  rolled: string,
): string {
  const from = values.instant(query.fromMs)
  const first = values.instant(firstMs)
  const last = values.instant(lastMs)
  const to = values.instant(query.toMs)
  const filters = all([
    `m.project_id = ${project}`,
    ggrFilters({ ...query, projectId: null }, values),
  ])
  const rounds = (span: string) => sumRounds(`FROM round_money m WHERE ${filters} AND ${span}`)
  const aside = `round_id IN (
    SELECT round_id FROM report_aside a WHERE a.project_id = ${project}
      AND a.created_at >= ${first} AND a.created_at < least(${last}, ${rolled}))`
  const parts = [
    rounds(aside),
    rounds(`created_at >= greatest(${first}, ${rolled}) AND created_at < least(${last}, ${to})`),
    rounds(`created_at >= ${from} AND created_at < ${first}`),
    rounds(`created_at >= ${last} AND created_at < ${to}`),
  ]
  return parts.join(' UNION ALL ')
}

const sumRounds = (from: string) => `
  SELECT (m.created_at AT TIME ZONE 'UTC')::date AS day, m.game_id, m.currency,
    ${GGR_SUMS.map(({ sql, title }) => `${sql} AS ${title}`).join(', ')}
  ${from} GROUP BY 1, 2, 3`

/** Null when there is no row. */
interface GgrLines {
  lines: string | null
}

function readGgrLines(query: GgrQuery, [answer]: GgrLines[]): GgrRow[] {
  const keys = ggrKeys(query)
  const [day, game] = [keys.indexOf('day'), keys.indexOf('game_id')]
  const lines = answer?.lines?.split('\n') ?? []
  return lines.map(line => {
    const cells = line.split('\t')
    const row: Record<string, unknown> = {
      day: cells[day] ?? null,
      gameId: cells[game] ?? null,
      currency: cells[keys.length - 1],
    }
    GGR_SUMS.forEach((column, at) => {
      row[column.name] = readCell(column, cells[keys.length + at])
    })
    return row as GgrRow
  })
}

/**
 * Two lists with one row for each key, the long one sorted, merged into one sorted by day, game and
 * currency.
 */
function addGgrRows(sums: GgrRow[], others: readonly GgrRow[]): GgrRow[] {
  const keyOf = (row: GgrRow) => `${row.day} ${row.gameId} ${row.currency}`
  const left = new Map(others.map(row => [keyOf(row), row]))
  // A year has 12,000 rows and the few others are of its last days, so most rows need no key.
  const days = new Set(others.map(row => row.day))
  const rows = sums.map(row => {
    const other = days.has(row.day) ? left.get(keyOf(row)) : undefined
    if (other === undefined) return row
    left.delete(keyOf(row))
    return addRows(GGR_COLUMNS, row, other)
  })
  if (left.size === 0) return rows
  return [...rows, ...left.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}
