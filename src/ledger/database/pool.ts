// The pg pool of one thread: multi-statement work and reads. Every statement has a deadline.

import pg from 'pg'
import { LEDGER_DEADLINE_MS } from '../../limits.ts'
import {
  type DatabaseAddress,
  optionsOf,
  preparesStatements,
  reach,
  statementUrl,
  takesSettings,
  withoutOptions,
} from './address.ts'

/**
 * For connections whose statements all find their rows by keys: one plan for all values. Postgres
 * would plan a statement with short arrays anew each time, because it assumes ten elements where it
 * does not look: 0.2 to 0.6 ms of its processor, more than the statement itself.
 */
export const ONE_PLAN = { plan_cache_mode: 'force_generic_plan' } as const

/**
 * SQL: `enable_seqscan` for statements that find their rows by keys, because a table without
 * statistics would be read whole. Not before Postgres 18: older ones add 10^10 to the cost of a
 * plan that can't do without such a step, which hides all its other costs. A page of the newest
 * rounds read all rounds of its project.
 */
export const SEQSCAN =
  "CASE WHEN current_setting('server_version_num')::int < 180000 THEN 'on' ELSE 'off' END"

/**
 * What the server ends by itself, in milliseconds and seconds. A node that loses its power or its
 * network says no goodbye: its transactions would keep their locks, on players and on the
 * reconciliation of a ledger, until the operating system gives the connection up after two hours.
 */
export const SERVER_LIMITS = {
  statement_timeout: LEDGER_DEADLINE_MS,
  idle_in_transaction_session_timeout: LEDGER_DEADLINE_MS,
  // Connections without a transaction: given up after 25 s of silence.
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
} as const

/**
 * @param onError called when an idle connection fails; the pool replaces it
 * @param settings further server settings for these connections, by name; a pooler passes none on
 * @param onConnect awaited before a new connection is used
 */
export function openPool(
  address: DatabaseAddress,
  connections: number,
  onError: (error: Error) => void,
  settings: Readonly<Record<string, string>> = {},
  onConnect?: (client: pg.ClientBase) => Promise<unknown>,
): pg.Pool {
  const url = statementUrl(address)
  const pool = new pg.Pool({
    // Options of the address would replace the settings.
    ...reach(withoutOptions(url)),
    max: connections,
    connectionTimeoutMillis: LEDGER_DEADLINE_MS,
    query_timeout: LEDGER_DEADLINE_MS,
    application_name: 'reelhouse',
    ...(onConnect === undefined ? {} : { onConnect }),
    ...(takesSettings(address) ? startSettings(settings, optionsOf(url)) : {}),
  })
  // The event also passes the connection, which is left out.
  pool.on('error', error => onError(error))
  if (!preparesStatements(address)) pool.on('connect', leaveStatementsUnnamed)
  return pool
}

function startSettings(settings: Readonly<Record<string, string>>, options: string): pg.PoolConfig {
  // An acknowledged commit is on disk, whatever the role's or the database's default says.
  const all = Object.entries({ synchronous_commit: 'on', ...SERVER_LIMITS, ...settings })
  return {
    options: [options, ...all.map(([name, value]) => `-c ${name}=${value}`)].join(' ').trim(),
  }
}

/**
 * A pooler may run each statement on another connection, and a name is valid on only one of them.
 */
function leaveStatementsUnnamed(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const unnamed = (first: unknown, ...rest: unknown[]) => query(withoutName(first), ...rest)
  client.query = unnamed as typeof client.query
}

function withoutName(query: unknown): unknown {
  const isNamed = typeof query === 'object' && query !== null && 'name' in query
  return isNamed ? { ...query, name: undefined } : query
}

/**
 * Lends `work` a connection that nothing else uses meanwhile. A connection whose work failed is
 * closed, so that a snapshot or a lock it held ends with it.
 */
export async function withConnection<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  // A lent connection that breaks also emits an error event; without a listener that would end the
  // process.
  const ignore = () => {}
  client.on('error', ignore)
  let failed: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    failed = error as Error
    throw error
  } finally {
    client.off('error', ignore)
    client.release(failed)
  }
}
