// What games returned, in Postgres: sums of finished rounds by game, version, mode and level. Whole days, as far as they
// are rolled up. Reads only.

import type { Currency } from '../../core/money.ts'
import type { PlayerDatabases } from '../database/player-databases.ts'
import { all, type Snapshots } from './report-snapshot.ts'

export interface ReturnsQuery {
  /** Null: all. */
  projectId: string | null
  /** UTC days, `2026-01-31`: from inclusive, to exclusive; null is open. */
  fromDay: string | null
  toDay: string | null
  gameId: string | null
}

/** Rounds that were drawn and paid for: none of target outcomes, no free spins. */
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
  /** Rounds that started before it are in the sums; null: nothing is, or older ones are still added. */
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

async function sumHere({ ask }: Snapshots, { projectId, fromDay, toDay, gameId }: ReturnsQuery) {
  const records = await ask<ReturnRecord>(values => {
    const where = all([
      projectId !== null && `project_id = ${values.add(projectId)}`,
      fromDay !== null && `day >= ${values.add(fromDay)}::date`,
      toDay !== null && `day < ${values.add(toDay)}::date`,
      gameId !== null && `game_id = ${values.add(gameId)}`,
    ])
    return `
      SELECT game_id, game_version, game_mode, level_bps, currency, ${SUMS}
      FROM report_return WHERE ${where} GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5`
  })
  const progress = await ask<{ until_ms: string }>(values => {
    const where = projectId === null ? 'true' : `project_id = ${values.add(projectId)}`
    return `SELECT floor(extract(epoch FROM CASE WHEN returns_until < rolled_until THEN '-infinity'
        ELSE returns_until END) * 1000)::text AS until_ms FROM report_progress WHERE ${where}`
  })
  return { records, untilMs: progress.map(({ until_ms }) => Number(until_ms)) }
}

const SUMS = ['rounds', 'stakes', 'wins', 'units', 'square_units']
  .map(name => `sum(${name})::text AS ${name}`)
  .join(', ')

/** One row a game, version, mode and level, whatever the currencies and databases. */
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
