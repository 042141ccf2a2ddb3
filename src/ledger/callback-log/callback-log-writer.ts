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
  { pool, node, onFault }: CallbackLogDeps,
  waiting: Waiting,
  drop: (record: CallbackRecord) => void,
): Promise<boolean> {
  if (waiting.batch.length === 0) waiting.batch = takeBatch(waiting)
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

function takeBatch({ unclear, clear, dropped }: Waiting): Row[] {
  const nowMs = Date.now()
  const taken = unclear.splice(0, CALLBACK_LOG_BATCH_ROWS)
  taken.push(...clear.splice(0, CALLBACK_LOG_BATCH_ROWS - taken.length))
  const said = [...dropped].map(([projectId, standsFor]) => ({
    projectId,
    standsFor,
    atMs: nowMs,
    method: DROPPED_METHOD,
    code: DROPPED,
    callId: idAt(nowMs),
  }))
  dropped.clear()
  const rows = taken.map(record => ({ ...record, callId: idAt(record.atMs) }))
  return [...rows, ...said]
}

const idAt = (atMs: number) => uuidv7({ msecs: Math.floor(atMs) })

/** A batch that is written a second time finds its rows already there. */
const INSERT = `
INSERT INTO callback_log (call_id, project_id, method, code, detail, player_id, session_id,
  round_id, transaction_id,
  currency, attempt, at, latency_ms, http_status, request_body, answer_body, answer_bytes,
    stands_for, node)
SELECT u.*, $19 FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[],
  $7::uuid[],
  $8::uuid[], $9::text[], $10::text[], $11::int[], $12::timestamptz[], $13::real[], $14::smallint[],
    $15::text[],
  $16::text[], $17::int[], $18::int[]) u
ON CONFLICT DO NOTHING`

function valuesOf(rows: readonly Row[], node: string): unknown[] {
  const list = <Value>(of: (row: Row) => Value | undefined) => rows.map(row => of(row) ?? null)
  return [
    list(row => row.callId),
    list(row => row.projectId),
    list(row => row.method),
    list(row => row.code),
    list(row => row.detail),
    list(row => row.playerId),
    list(row => row.sessionId),
    list(row => row.roundId),
    list(row => row.transactionId),
    list(row => row.currency),
    list(row => row.attempt),
    list(row => new Date(row.atMs)),
    list(row => row.latencyMs ?? 0),
    list(row => row.httpStatus),
    list(row => row.requestBody),
    list(row => row.answerBody),
    list(row => row.answerBytes ?? 0),
    list(row => row.standsFor),
    node,
  ]
}
