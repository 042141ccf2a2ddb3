// What games returned, in Postgres: sums of finished rounds by game, version, mode and level. Whole
// days, as far as they are rolled up. Reads only.

import type { Currency } from '../../core/money.ts'
import type { PlayerDatabases } from '../database/player-databases.ts'
import { all, type Snapshots, type Values } from './report-snapshot.ts'
import { RETURN_SUMS } from './report-sums.ts'

export interface ReturnsQuery {
  /** Null: all. */
  projectId: string | null
  /** UTC days, `2026-01-31`: from inclusive, to exclusive; null is open. */
  fromDay: string | null
  toDay: string | null
  gameId: string | null
}

/** Rounds that were drawn and paid for: no rounds of target outcomes, no free spins. */
export interface GameReturn {
  gameId: string
  gameVersion: string
  gameMode: string
  /** Null: the natural reel set. */
  levelBps: number | null
  rounds: number
  /** Wins in units of the game, and their squares. */
  units: bigint
  squareUnits: bigint
  /** Amounts of different currencies are never added. */
  money: { currency: Currency; stakesMinor: bigint; winsMinor: bigint }[]
}

export interface Returns {
  rows: GameReturn[]
  /**
   * Rounds that started before it are in the sums; null: none are, or older ones are still being
   * added.
   */
  untilMs: number | null
}

/** By game, version, mode and level. */
export async function sumReturns(
  { carriers }: PlayerDatabases<Snapshots>,
  query: ReturnsQuery,
): Promise<Returns> {
  const found = await Promise.all(carriers.map(each => sumHere(each, query)))
  const times = found.flatMap(({ untilMs }) => untilMs)
  const isWhole = times.length > 0 && times.every(Number.isFinite)
  return {
    rows: addRows(found.flatMap(({ records }) => records)),
    untilMs: isWhole ? Math.min(...times) : null,
  }
}

interface ReturnRecord {
  game_id: string
  game_version: string
  game_mode: string
  level_bps: number
  currency: Currency
  rounds: string
  stakes: string
  wins: string
  units: string
  square_units: string
}

async function sumHere({ ask }: Snapshots, query: ReturnsQuery) {
  const { projectId } = query
  const records = await ask<ReturnRecord>(values => writeReturns(query, values))
  const progress = await ask<{ until_ms: string }>(values => {
    const where = projectId === null ? 'true' : `project_id = ${values.add(projectId)}`
    return `SELECT floor(extract(epoch FROM CASE WHEN returns_until < rolled_until THEN '-infinity'
        ELSE returns_until END) * 1000)::text AS until_ms FROM report_progress WHERE ${where}`
  })
  return { records, untilMs: progress.map(({ until_ms }) => Number(until_ms)) }
}

/**
 * Whole months from the monthly sums, the days before and after them from the daily sums; all days
 * of a project whose days are not in the monthly sums yet.
 */
function writeReturns({ projectId, fromDay, toDay, gameId }: ReturnsQuery, values: Values): string {
  const months = wholeMonths(fromDay, toDay)
  const [from, to] = [fromDay ?? '-infinity', toDay ?? 'infinity'].map(addDate)
  const [first, last] = [months.first, months.last].map(addDate)
  function addDate(day: string) {
    return `${values.add(day)}::date`
  }
  const ofGame = all([gameId !== null && `game_id = ${values.add(gameId)}`])
  const ofProject = all([projectId !== null && `project_id = ${values.add(projectId)}`])
  const columns = ['game_id', 'game_version', 'game_mode', 'level_bps', 'currency', ...RETURN_SUMS]
  return `
    WITH here AS (SELECT project_id, returns_in_months FROM report_progress WHERE ${ofProject}),
    spans AS (
      SELECT project_id, since, until FROM here, LATERAL (VALUES
        (${from}, CASE WHEN returns_in_months THEN ${first} ELSE ${to} END),
        (CASE WHEN returns_in_months THEN ${last} ELSE ${to} END, ${to})) AS span (since, until)
      WHERE since < until)
    SELECT game_id, game_version, game_mode, level_bps, currency,
      ${RETURN_SUMS.map(name => `sum(${name})::text AS ${name}`).join(', ')}
    FROM (
      SELECT ${columns.join(', ')} FROM report_return_month JOIN here USING (project_id)
      WHERE returns_in_months AND month >= ${first} AND month < ${last} AND ${ofGame}
      UNION ALL
      SELECT ${columns.join(', ')} FROM report_return d JOIN spans s
        ON d.project_id = s.project_id AND d.day >= s.since AND d.day < s.until
      WHERE ${ofGame}) sums
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`
}

/**
 * From the first midnight of a month in the period to the last one; if there is none, both are the
 * end of the period.
 */
function wholeMonths(fromDay: string | null, toDay: string | null) {
  const first = fromDay === null ? '-infinity' : nextMonth(fromDay)
  const last = toDay === null ? 'infinity' : firstOfMonth(toDay)
  return first < last ? { first, last } : { first: toDay ?? 'infinity', last: toDay ?? 'infinity' }
}

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

/** The first day of a month on or after a day. */
function nextMonth(day: string): string {
  if (day === firstOfMonth(day)) return day
  const at = new Date(`${firstOfMonth(day)}T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + 1)
  return at.toISOString().slice(0, 10)
}

/** One row for each game, version, mode and level, over all currencies and databases. */
function addRows(records: readonly ReturnRecord[]): GameReturn[] {
  const rows = new Map<string, GameReturn>()
  for (const record of records) {
    const { game_id, game_version, game_mode, level_bps } = record
    const key = [game_id, game_version, game_mode, String(level_bps).padStart(5, '0')].join(' ')
    const row = rows.get(key) ?? emptyRow(record)
    rows.set(key, row)
    row.rounds += Number(record.rounds)
    row.units += BigInt(record.units)
    row.squareUnits += BigInt(record.square_units)
    addMoney(row.money, record)
  }
  return [...rows].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row)
}

function emptyRow({ game_id, game_version, game_mode, level_bps }: ReturnRecord): GameReturn {
  return {
    gameId: game_id,
    gameVersion: game_version,
    gameMode: game_mode,
    levelBps: level_bps === 0 ? null : level_bps,
    rounds: 0,
    units: 0n,
    squareUnits: 0n,
    money: [],
  }
}

function addMoney(money: GameReturn['money'], { currency, stakes, wins }: ReturnRecord): void {
  const known = money.find(each => each.currency === currency)
  if (known === undefined) {
    money.push({ currency, stakesMinor: BigInt(stakes), winsMinor: BigInt(wins) })
    return
  }
  known.stakesMinor += BigInt(stakes)
  known.winsMinor += BigInt(wins)
}
