// Reads the log of wallet calls, newest first, from every database that has players. Reads only.

import type { Pool } from 'pg'
import {
  CALLBACK_CODES,
  type CallbackCode,
  DROPPED,
  DROPPED_METHOD,
  isClear,
} from '../../core/callback-record.ts'
import { firstIdAt } from '../../core/identifiers.ts'
import type { Currency } from '../../core/money.ts'
import { WALLET_METHODS } from '../../core/wallet-operation.ts'
import { type PlayerDatabases, playersOf } from '../database/player-databases.ts'

export type LoggedCode = CallbackCode | typeof DROPPED

export interface CallbackQuery {
  projectId: string
  /** Null: all. */
  methods: readonly string[] | null
  codes: readonly LoggedCode[] | null
  playerId: string | null
  /** A session of that player. */
  sessionId?: string | null
  roundId: string | null
  fromMs: number | null
  toMs: number | null
  /** Calls before this one; null: from the newest on. */
  before: string | null
  limit: number
}

/** One row of a list: everything but the bodies. */
export interface LoggedCall {
  callId: string
  projectId: string
  method: string
  code: LoggedCode
  detail: string | null
  playerId: string | null
  sessionId: string | null
  roundId: string | null
  transactionId: string | null
  currency: Currency | null
  attempt: number | null
  atMs: number
  latencyMs: number
  httpStatus: number | null
  answerBytes: number
  standsFor: number
  node: string
}

export interface LoggedBodies {
  requestBody: string | null
  answerBody: string | null
}

export interface CallbackPage {
  rows: LoggedCall[]
  /**
   * Databases that did not answer: their calls are missing. The list is still returned, because the
   * log is read when things go wrong.
   */
  databasesAway: number
}

/** At most `limit` calls of a project, newest first. */
export async function findCallbacks(
  databases: PlayerDatabases<Pool>,
  query: CallbackQuery,
): Promise<CallbackPage> {
  const asked = playersOf(databases, query.projectId, query.playerId)
  const answers = await Promise.allSettled(asked.map(pool => findHere(pool, query)))
  const lists = answers.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
  if (lists.length === 0) throw (answers[0] as PromiseRejectedResult).reason
  const rows = lists.flat().sort((one, other) => (one.callId < other.callId ? 1 : -1))
  return { rows: rows.slice(0, query.limit), databasesAway: answers.length - lists.length }
}

/** One call with its bodies; null: it does not exist, or belongs to another project. */
export async function findCallback(
  databases: PlayerDatabases<Pool>,
  projectId: string,
  callId: string,
): Promise<(LoggedCall & LoggedBodies) | null> {
  const sql = `SELECT ${COLUMNS}, ${BODIES} FROM callback_log
    WHERE call_id = $1 AND project_id = $2`
  const answers = await Promise.all(
    databases.carriers.map(pool => pool.query<LoggedCall & LoggedBodies>(sql, [callId, projectId])),
  )
  return answers.flatMap(({ rows }) => rows)[0] ?? null
}

/** The calls of one round in its database, oldest first. */
export async function findCallbacksOfRound(
  pool: Pool,
  roundId: string,
  limit: number,
): Promise<(LoggedCall & LoggedBodies)[]> {
  const sql = `SELECT ${COLUMNS}, ${BODIES} FROM callback_log
    WHERE round_id = $1 ORDER BY call_id LIMIT $2`
  return (await pool.query<LoggedCall & LoggedBodies>(sql, [roundId, limit])).rows
}

/** How the last call of an operation without a clear answer ended. */
export interface UnclearCall {
  transactionId: string
  code: LoggedCode
  detail: string | null
}

/** One for each operation that has such a call. @param roundIds at most a page of a report */
export async function findUnclearCalls(
  pool: Pool,
  projectId: string,
  roundIds: readonly string[],
): Promise<UnclearCall[]> {
  const sql = `SELECT DISTINCT ON (transaction_id) transaction_id AS "transactionId", code, detail
    FROM callback_log WHERE round_id = ANY ($1::uuid[]) AND project_id = $2
      AND transaction_id IS NOT NULL AND code <> ALL ($3::text[])
    ORDER BY transaction_id, call_id DESC`
  const clear = CALLBACK_CODES.filter(isClear)
  return (await pool.query<UnclearCall>(sql, [roundIds, projectId, clear])).rows
}

const COLUMNS = `call_id AS "callId", project_id AS "projectId", method, code, detail,
  player_id AS "playerId", session_id AS "sessionId", round_id AS "roundId",
  transaction_id AS "transactionId", currency, attempt,
  floor(extract(epoch FROM at)::float8 * 1000) AS "atMs", latency_ms AS "latencyMs",
  http_status AS "httpStatus", answer_bytes AS "answerBytes", stands_for AS "standsFor", node`
const BODIES = 'request_body AS "requestBody", answer_body AS "answerBody"'

async function findHere(pool: Pool, query: CallbackQuery): Promise<LoggedCall[]> {
  const values: unknown[] = [query.projectId]
  const add = (value: unknown) => `$${values.push(value)}`
  const sql = query.playerId === null && query.roundId === null ? writePairs : writeNarrow
  return (await pool.query<LoggedCall>(sql(query, add), values)).rows
}

type Add = (value: unknown) => string

/**
 * One short list for each method and code, each in the order of the index, so that no filter reads
 * more than it shows.
 */
function writePairs(query: CallbackQuery, add: Add): string {
  const pairs = listPairs(query)
  const limit = add(query.limit)
  const [methods, codes] = [pairs.map(([method]) => method), pairs.map(([, code]) => code)]
  return `SELECT c.* FROM unnest(${add(methods)}::text[], ${add(codes)}::text[]) AS pair (method,
    code)
    CROSS JOIN LATERAL (SELECT ${COLUMNS} FROM callback_log l
      WHERE l.project_id = $1 AND l.method = pair.method
        AND l.code = pair.code ${writeSpan(query, add)}
      ORDER BY l.call_id DESC LIMIT ${limit}) c
    ORDER BY c."callId" DESC LIMIT ${limit}`
}

/** For one player or one round: few calls, found by a separate index. */
function writeNarrow(query: CallbackQuery, add: Add): string {
  const conditions = [
    query.playerId !== null && `l.player_id = ${add(query.playerId)}`,
    query.sessionId != null && `l.session_id = ${add(query.sessionId)}`,
    query.roundId !== null && `l.round_id = ${add(query.roundId)}`,
    query.methods !== null && `l.method = ANY (${add(query.methods)})`,
    query.codes !== null && `l.code = ANY (${add(query.codes)})`,
  ].filter(each => each !== false)
  return `SELECT ${COLUMNS} FROM callback_log l
    WHERE l.project_id = $1 AND ${conditions.join(' AND ')} ${writeSpan(query, add)}
    ORDER BY l.call_id DESC LIMIT ${add(query.limit)}`
}

function listPairs({ methods, codes }: CallbackQuery): [method: string, code: string][] {
  const pairs = (methods ?? WALLET_METHODS).flatMap(method =>
    (codes ?? CALLBACK_CODES)
      .filter(code => code !== DROPPED)
      .map((code): [string, string] => [method, code]),
  )
  const showsDropped = methods === null && (codes === null || codes.includes(DROPPED))
  return showsDropped ? [...pairs, [DROPPED_METHOD, DROPPED]] : pairs
}

/** By the ids, which begin with the time. */
function writeSpan({ fromMs, toMs, before }: CallbackQuery, add: Add): string {
  const from = fromMs === null ? '' : `AND l.call_id >= ${add(firstIdAt(fromMs))}`
  const to = toMs === null ? '' : `AND l.call_id < ${add(firstIdAt(toMs))}`
  return `${from} ${to} ${before === null ? '' : `AND l.call_id < ${add(before)}`}`
}
