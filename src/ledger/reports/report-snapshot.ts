// What the reports share: separate connections, statements written around their values, and one
// snapshot for everything a report reads. Contains no report.

import type { ClientBase, Pool, PoolClient } from 'pg'
import { REPORT_POOL_CONNECTIONS } from '../../limits/reports.ts'
import { type DatabaseAddress, takesSettings } from '../database/address.ts'
import { openPool, SEQSCAN, withConnection } from '../database/pool.ts'
import type { Period } from './report-period.ts'

/** A separate pool: a report never holds a connection that a launch waits for. */
export function openReportPool(address: DatabaseAddress, onError: (error: Error) => void): Pool {
  const onConnect = takesSettings(address)
    ? (client: ClientBase) => client.query(setSeqscan(false))
    : undefined
  return openPool(address, REPORT_POOL_CONNECTIONS, onError, SETTINGS, onConnect)
}

// Every part of a report has an index, whose order it needs; compiling a statement takes longer
// than running it.
const SETTINGS = { enable_bitmapscan: 'off', jit: 'off' } as const

const setSeqscan = (isLocal: boolean) =>
  `SELECT set_config('enable_seqscan', ${SEQSCAN}, ${isLocal})`

/** For a transaction, because a pooler passes on no settings of a connection. */
const SET_LOCAL = [
  ...Object.entries(SETTINGS).map(([name, value]) => `SET LOCAL ${name} = ${value}`),
  setSeqscan(true),
].join('; ')

/** Values of one statement, numbered in the order in which they are added. */
export interface Values {
  list: unknown[]
  add(value: unknown): string
  /** An instant given in epoch milliseconds. */
  instant(atMs: number): string
}

function collectValues(): Values {
  const list: unknown[] = []
  const add = (value: unknown) => `$${list.push(value)}`
  return { list, add, instant: atMs => `to_timestamp(${add(atMs)}::bigint / 1000.0)` }
}

/** Runs one statement, whose text is written around its values. */
export type Ask = <Row extends object>(write: (values: Values) => string) => Promise<Row[]>

const askOf =
  (client: Pool | PoolClient): Ask =>
  async <Row extends object>(write: (values: Values) => string) => {
    const values = collectValues()
    const { rows } = await client.query<Row>(write(values), values.list)
    return rows
  }

/** Rounds that started before it are in the sums or set aside. */
export interface RolledUntil {
  /** As Postgres prints it, because a Date has no microseconds. */
  text: string
  /** Rounded up; negative infinity before the first. */
  atMs: number
}

export interface Snapshots {
  /** One statement with a separate snapshot. */
  ask: Ask
  /**
   * @param projectId null: all projects of this database, with the latest `rolledUntil` among them
   */
  inSnapshot<Answer>(
    projectId: string | null,
    work: (ask: Ask, rolledUntil: RolledUntil) => Promise<Answer>,
  ): Promise<Answer>
}

export function createSnapshots(pool: Pool): Snapshots {
  return {
    ask: askOf(pool),
    inSnapshot: (projectId, work) =>
      withConnection(pool, async client => {
        await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${SET_LOCAL}`)
        const answer = await work(askOf(client), await findRolledUntil(client, projectId))
        await client.query('COMMIT')
        return answer
      }),
  }
}

async function findRolledUntil(client: PoolClient, projectId: string | null): Promise<RolledUntil> {
  const { rows } = await client.query<{ text: string; at_ms: string }>(
    `SELECT rolled_until::text AS text, ceil(extract(epoch FROM rolled_until) * 1000)::text AS at_ms
     FROM report_progress WHERE $1::text IS NULL OR project_id = $1 ORDER BY rolled_until DESC
       LIMIT 1`,
    [projectId],
  )
  const row = rows[0] ?? { text: '-infinity', at_ms: '-Infinity' }
  return { text: row.text, atMs: Number(row.at_ms) }
}

export const all = (conditions: readonly (string | false)[]) =>
  conditions.filter(condition => condition !== false).join(' AND ') || 'true'

/** Conditions that a column's time lies in the period. */
export function within(column: string, { fromMs, toMs }: Period, values: Values): string {
  return all([
    fromMs !== null && `${column} >= ${values.instant(fromMs)}`,
    toMs !== null && `${column} < ${values.instant(toMs)}`,
  ])
}

/** A column of sums, added up under the same name. */
export const sumOf = (table: string) => (name: string) => `sum(${table}.${name}) AS ${name}`
