// Group commit: rows added while a batch is being written wait for the next one, so that one
// synchronous commit pays for many rounds. Bounded; never drops a row silently. A row that the
// database refuses fails alone.

import type { Pool } from 'pg'
import { withDeadline } from '../../limits/deadline.ts'
import { isRefusedValue } from '../../round/own-failure.ts'
import type { Statement } from './statement.ts'

/** A statement of rounds delays those of other kinds in its lane by at most this much. */
const LEDGER_TURN_MS = 250

export interface Batch<Row, Answer> {
  /** Resolves once the row is committed. Rejects with the write's error, or BatchFull. */
  add(row: Row): Promise<Answer>
  /** Rows waiting that are not yet being written. */
  depth(): number
}

/**
 * Runs work one after another, first come, first served. A turn that takes too long no longer
 * blocks the others, so a statement that waits for a locked row delays no batch of another kind.
 */
export interface Turns {
  take<Result>(work: () => Promise<Result>): Promise<Result>
}

export function createTurns(turnMs = LEDGER_TURN_MS): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return {
    take(work) {
      const run = last.then(work)
      // The caller handles a failure; the next turn only waits for the end.
      const ended = run.then(
        () => {},
        () => {},
      )
      last = last.then(() => withDeadline(ended, turnMs))
      return run
    },
  }
}

/** For a batch that does not wait for others. */
const ALONE: Turns = { take: work => work() }

export class BatchFull extends Error {
  constructor() {
    super('the ledger queue is full')
    this.name = 'BatchFull'
  }
}

interface Waiting<Row, Answer> {
  row: Row
  resolve: (answer: Answer | Promise<Answer>) => void
  reject: (error: unknown) => void
}

export interface BatchOptions<Row, Answer> {
  /**
   * Writes rows in one statement and returns one answer for each row, in the same order; an answer
   * that takes longer than the write is a promise, and delays no other row.
   */
  write(rows: Row[]): Promise<(Answer | Promise<Answer>)[]>
  limits: { rows: number; queue: number }
  /** True for an error that one row alone may have caused, with nothing written. */
  isOneRows(error: unknown): boolean
  /** Called when a statement has been answered, with the number of its rows. */
  onWrite?(rows: number, tookMs: number): void
  /**
   * A statement has at most one row of each key; further rows of the key wait for later statements.
   */
  keyOf?(row: Row): string
  /** Shared by batches that write in turn; absent: this batch waits for no other. */
  turns?: Turns
  /**
   * Least time from the start of one statement to the start of the next, unless a whole statement's
   * rows wait: each statement has a fixed cost, so that fewer and larger ones cost less. A row that
   * comes after a pause of this length waits for nothing. Absent: none.
   */
  paceMs?: number
}

export function createBatch<Row, Answer>({
  write,
  limits,
  isOneRows,
  onWrite,
  keyOf,
  turns = ALONE,
  paceMs = 0,
}: BatchOptions<Row, Answer>): Batch<Row, Answer> {
  let waiting: Waiting<Row, Answer>[] = []
  let writing = false
  let lastMs = Number.NEGATIVE_INFINITY
  /** Set while the next statement waits for the pace. */
  let pause: NodeJS.Timeout | null = null

  async function writeAll(): Promise<void> {
    pause = null
    while (waiting.length > 0) {
      if (isPaused()) return
      await turns.take(async () => {
        const [batch, others] = takeBatch(waiting, limits.rows, keyOf)
        waiting = others
        lastMs = performance.now()
        await writeRows(batch)
      })
    }
    writing = false
  }

  /** True: the next statement is not due, and a timer writes it. */
  function isPaused(): boolean {
    const waitMs = lastMs + paceMs - performance.now()
    if (waitMs <= 0 || waiting.length >= limits.rows) return false
    pause = setTimeout(() => void writeAll(), waitMs)
    return true
  }

  /** A refused row is found by halving the batch: about 14 statements for one in a hundred. */
  async function writeRows(batch: readonly Waiting<Row, Answer>[]): Promise<void> {
    const startedMs = performance.now()
    const written = write(batch.map(w => w.row))
    const report = () => onWrite?.(batch.length, performance.now() - startedMs)
    written.then(report, report)
    try {
      const answers = await written
      for (const [i, w] of batch.entries()) w.resolve(answers[i]!)
    } catch (error) {
      if (batch.length === 1 || !isOneRows(error)) {
        for (const w of batch) w.reject(error)
        return
      }
      const half = batch.length >> 1
      await writeRows(batch.slice(0, half))
      await writeRows(batch.slice(half))
    }
  }

  return {
    add(row) {
      if (waiting.length >= limits.queue) return Promise.reject(new BatchFull())
      return new Promise((resolve, reject) => {
        waiting.push({ row, resolve, reject })
        if (pause !== null && waiting.length >= limits.rows) {
          clearTimeout(pause)
          void writeAll()
        }
        if (writing) return
        writing = true
        // Everything the current turn of the event loop adds goes into the first batch.
        setImmediate(() => void writeAll())
      })
    },
    depth: () => waiting.length,
  }
}

/**
 * The first rows in order, with only the first row of each key; and the remaining rows in order.
 */
function takeBatch<Row, Answer>(
  waiting: readonly Waiting<Row, Answer>[],
  rows: number,
  keyOf: ((row: Row) => string) | undefined,
): [batch: Waiting<Row, Answer>[], others: Waiting<Row, Answer>[]] {
  if (keyOf === undefined) return [waiting.slice(0, rows), waiting.slice(rows)]
  const keys = new Set<string>()
  const batch: Waiting<Row, Answer>[] = []
  const others: Waiting<Row, Answer>[] = []
  for (const w of waiting) {
    const key = keyOf(w.row)
    const isTaken = batch.length < rows && !keys.has(key)
    if (isTaken) keys.add(key)
    ;(isTaken ? batch : others).push(w)
  }
  return [batch, others]
}

/** Questions of one statement, and questions that wait for the next one. */
export const GROUP = { rows: 100, queue: 4_096 } as const

/**
 * Questions about one row each: all that are asked while one statement is under way are answered by
 * the next one, so that a storm of them costs Postgres and the thread a fraction. A group that
 * takes long delays the next one by LEDGER_TURN_MS.
 * @param named returns for each question at most one row, with `at`, the number of the question,
 * from the first parameter
 * @param valuesOf the parameters after the numbers: one array for each
 */
export function groupReading<Asked, Row extends object>(
  pool: Pool,
  named: Statement,
  valuesOf: (asked: readonly Asked[]) => unknown[],
): (asked: Asked) => Promise<Row | null> {
  const { add } = createBatch<Asked, Row | null>({
    async write(all) {
      const numbers = all.map((_, at) => at)
      const values = [numbers, ...valuesOf(all)]
      const found = pool
        .query<Row & { at: number }>({ ...named, values })
        .then(({ rows }) => new Map(rows.map(({ at, ...row }) => [at, row as unknown as Row])))
      // A later group has another connection, and need not wait for a silent one.
      await withDeadline(found, LEDGER_TURN_MS)
      return numbers.map(at => found.then(rows => rows.get(at) ?? null))
    },
    limits: GROUP,
    isOneRows: isRefusedValue,
  })
  return add
}
