// Writes wallet calls to the log after the calls, without delaying them: the queue is bounded, one
// statement is under way at a time, and calls continue while the database is unavailable. Records
// that could not be kept are counted, and the log shows the gap. Does not decide which calls are
// logged.

import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import {
  type CallbackRecord,
  DROPPED,
  DROPPED_METHOD,
  isClear,
} from '../../core/callback-record.ts'

/** Calls that wait in one thread to be written, for each database: 5 MB if every body is long. */
export const CALLBACK_LOG_WAITING = 1_000
/** Rows of one statement, and the pause before it: rare, and off the path of a spin. */
export const CALLBACK_LOG_BATCH_ROWS = 250
const CALLBACK_LOG_FLUSH_MS = 250
/** Delay before a batch that the database refused is written again. */
const CALLBACK_LOG_RETRY_MS = 2_000

export interface CallbackLogWriter {
  /** Takes a microsecond and never throws. */
  add(record: CallbackRecord): void
  /** Writes what is queued now; what is refused is written later. */
  flush(): Promise<void>
  /** Writes what is queued, once. */
  close(): Promise<void>
}

export interface CallbackLogDeps {
  pool: Pool
  /** The node that called. */
  node: string
  nowMs(): number
  onDropped(records: number): void
  onFault(error: unknown): void
}

/** A row with its id, which stays the same however often it is written. */
type Row = Pick<CallbackRecord, 'projectId' | 'atMs' | 'standsFor'> &
  Partial<Omit<CallbackRecord, 'code' | 'method'>> & {
    readonly callId: string
    readonly method: string
    readonly code: string
  }

/** The queue: calls with a clear answer are dropped before calls without one. */
interface Waiting {
  unclear: CallbackRecord[]
  clear: CallbackRecord[]
  /** Under way, or to be written again. */
  batch: readonly Row[]
  /** Records that were not kept, by project. */
  dropped: Map<string, number>
}

export function createCallbackLogWriter(deps: CallbackLogDeps): CallbackLogWriter {
  const waiting: Waiting = { unclear: [], clear: [], batch: [], dropped: new Map() }
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> | null = null
  let isClosed = false

  function drop(record: CallbackRecord): void {
    const { dropped } = waiting
    dropped.set(record.projectId, (dropped.get(record.projectId) ?? 0) + 1)
    deps.onDropped(1)
  }

  function wait(ms: number): void {
    if (isClosed || timer !== null || writing !== null) return
    timer = setTimeout(() => {
      timer = null
      void flush()
    }, ms)
    timer.unref()
  }

  function flush(): Promise<void> {
    writing ??= writeBatch(deps, waiting, drop).then(isTaken => {
      writing = null
      if (!isTaken) wait(CALLBACK_LOG_RETRY_MS)
      else if (isAnyWaiting(waiting)) wait(CALLBACK_LOG_FLUSH_MS)
    })
    return writing
  }

  return {
    add(record) {
      if (countWaiting(waiting) < CALLBACK_LOG_WAITING || makeRoom(waiting, record, drop)) {
        const list = isClear(record.code) ? waiting.clear : waiting.unclear
        list.push(record)
      } else drop(record)
      wait(CALLBACK_LOG_FLUSH_MS)
    },
    flush,
    async close() {
      isClosed = true
      if (timer !== null) clearTimeout(timer)
      await writing
      await flush()
    },
  }
}

const countWaiting = ({ unclear, clear, batch }: Waiting) =>
  unclear.length + clear.length + batch.length

const isAnyWaiting = (waiting: Waiting) => countWaiting(waiting) > 0 || waiting.dropped.size > 0

/** Drops the oldest call with a clear answer to make room for one without. */
function makeRoom(
  { clear }: Waiting,
  record: CallbackRecord,
  drop: (record: CallbackRecord) => void,
): boolean {
  if (isClear(record.code) || clear.length === 0) return false
  drop(clear.shift()!)
  return true
}

/** False: the database refused it. */
async function writeBatch(
  { pool, node, nowMs, onFault }: CallbackLogDeps,
  waiting: Waiting,
  drop: (record: CallbackRecord) => void,
): Promise<boolean> {
  if (waiting.batch.length === 0) waiting.batch = takeBatch(waiting, nowMs())
  if (waiting.batch.length === 0) return true
  try {
    await pool.query(INSERT, valuesOf(waiting.batch, node))
  } catch (error) {
    onFault(error)
    if (!isOfRows(error)) return false
    for (const row of waiting.batch) if (row.code !== DROPPED) drop(row as CallbackRecord & Row)
  }
  waiting.batch = []
  return true
}

/** Errors for rows that Postgres will never accept: wrong values, broken constraints. */
function isOfRows(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^2[23]/.test(code)
}

function takeBatch({ unclear, clear, dropped }: Waiting, nowMs: number): Row[] {
  const taken = unclear.splice(0, CALLBACK_LOG_BATCH_ROWS)
  taken.push(...clear.splice(0, CALLBACK_LOG_BATCH_ROWS - taken.length))
  const losses = [...dropped].map(([projectId, standsFor]) => ({
    projectId,
    standsFor,
    atMs: nowMs,
    method: DROPPED_METHOD,
    code: DROPPED,
    callId: idAt(nowMs),
  }))
  dropped.clear()
  const rows = taken.map(record => ({ ...record, callId: idAt(record.atMs) }))
  return [...rows, ...losses]
}

const idAt = (atMs: number) => uuidv7({ msecs: Math.floor(atMs) })

/** The columns, each with the type of its parameter and the value of a row. */
const COLUMNS: readonly (readonly [name: string, type: string, of: (row: Row) => unknown])[] = [
  ['call_id', 'uuid', row => row.callId],
  ['project_id', 'text', row => row.projectId],
  ['method', 'text', row => row.method],
  ['code', 'text', row => row.code],
  ['detail', 'text', row => row.detail],
  ['player_id', 'text', row => row.playerId],
  ['session_id', 'uuid', row => row.sessionId],
  ['round_id', 'uuid', row => row.roundId],
  ['transaction_id', 'text', row => row.transactionId],
  ['currency', 'text', row => row.currency],
  ['attempt', 'int', row => row.attempt],
  ['at', 'timestamptz', row => new Date(row.atMs)],
  ['latency_ms', 'real', row => row.latencyMs ?? 0],
  ['http_status', 'smallint', row => row.httpStatus],
  ['request_body', 'text', row => row.requestBody],
  ['answer_body', 'text', row => row.answerBody],
  ['answer_bytes', 'int', row => row.answerBytes ?? 0],
  ['stands_for', 'int', row => row.standsFor],
]

/** A batch that is written a second time finds its rows already there. */
const INSERT = `
INSERT INTO callback_log (${COLUMNS.map(([name]) => name).join(', ')}, node)
SELECT u.*, $${COLUMNS.length + 1}
FROM unnest(${COLUMNS.map(([, type], index) => `$${index + 1}::${type}[]`).join(', ')}) u
ON CONFLICT DO NOTHING`

function valuesOf(rows: readonly Row[], node: string): unknown[] {
  return [...COLUMNS.map(([, , of]) => rows.map(row => of(row) ?? null)), node]
}
