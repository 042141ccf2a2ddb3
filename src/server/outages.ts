// Faults in the log. A store that is away fails every command of every player: it is logged once
// when it goes and once when it is back, with the number of failures, and not with a stack each
// time.

import { traceIdOf } from '../wire/trace.ts'

/** A store without a failure for this long is available again. */
export const OUTAGE_QUIET_MS = 5_000
/** Reasons of one outage that are logged: a refused connection often follows one that was cut. */
const REASONS_LOGGED = 3

export type Store = 'redis' | 'postgres'

interface Outage {
  failures: number
  /** As logged. */
  readonly reasons: Set<string>
  readonly sinceMs: number
  lastMs: number
}

interface Log {
  error(fields: object, text: string): void
  warn(fields: object, text: string): void
}

/**
 * One per thread.
 * @param count called for every fault, for the metrics
 */
export function createFaultLog(
  log: Log,
  nowMs: () => number = Date.now,
  count: (store: Store | null) => void = () => {},
) {
  const outages = new Map<Store, Outage>()
  const lost = new Map<Store, { reason: string; atMs: number }>()
  const report = () => reportEnded(log, outages, nowMs())
  const timer = setInterval(report, OUTAGE_QUIET_MS)
  timer.unref()
  return {
    /** @param fields what the line contains besides the error */
    fault(error: unknown, text: string, fields: object = {}) {
      const store = storeAway(error)
      count(store)
      if (store === null) return log.error({ err: error, ...fields, ...traceOf(error) }, text)
      const known = outages.get(store)
      if (known !== undefined) {
        known.failures++
        known.lastMs = nowMs()
        noteReason(log, store, known, error)
        return
      }
      const connection = lost.get(store)
      const isRecent = connection !== undefined && nowMs() - connection.atMs < OUTAGE_QUIET_MS
      const reasons = [reasonOf(error), ...(isRecent ? [connection.reason] : [])]
      const sinceMs = nowMs()
      outages.set(store, { failures: 1, sinceMs, lastMs: sinceMs, reasons: new Set(reasons) })
      const reason = reasons.join('; ')
      log.error({ store, reason }, 'a store is away; its failures are counted until it is back')
    },
    /**
     * A connection to the store failed. The commands that needed it fail with a text of the client,
     * which hides the cause; only this error has it.
     */
    connectionLost(store: Store, error: unknown): void {
      lost.set(store, { reason: reasonOf(error), atMs: nowMs() })
      const known = outages.get(store)
      if (known !== undefined) noteReason(log, store, known, error)
    },
    /** Logs which outages are over; called by a timer. */
    reportEnded: report,
    /** Stops its timer. */
    close: () => clearInterval(timer),
  }
}

function noteReason(log: Log, store: Store, { reasons }: Outage, error: unknown): void {
  if (reasons.size >= REASONS_LOGGED) return
  const reason = reasonOf(error)
  if (reasons.has(reason)) return
  reasons.add(reason)
  log.error({ store, reason }, 'a store is away, also for this reason')
}

/** Some errors of clients have no text, or only that of the attempt: the causes are inside. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message, code, errors, cause, lastNodeError } = error as Error & {
    code?: unknown
    errors?: unknown
    lastNodeError?: unknown
  }
  const inside = [...(Array.isArray(errors) ? errors : []), cause, lastNodeError].filter(
    each => each instanceof Error && each !== error,
  )
  const own = message === '' && typeof code === 'string' ? code : message
  const all = [own, ...inside.slice(0, REASONS_LOGGED).map(each => (each as Error).message)]
  return [...new Set(all)].filter(text => text !== '').join(': ')
}

function traceOf(error: unknown): { traceId?: string } {
  const traceId = traceIdOf(error)
  return traceId === undefined ? {} : { traceId }
}

/** Nothing has failed for a while: the code that needs the store can use it again. */
function reportEnded(log: Log, outages: Map<Store, Outage>, nowMs: number): void {
  for (const [store, { failures, sinceMs, lastMs }] of outages) {
    if (nowMs - lastMs < OUTAGE_QUIET_MS) continue
    outages.delete(store)
    log.warn({ store, failures, lastedMs: lastMs - sinceMs }, 'a store is back')
  }
}

/**
 * Errors of the client, and of a server that is no master, is still loading, belongs to a broken
 * cluster, or takes no write because its memory or its disk is full or its replicas are missing.
 */
const REDIS_AWAY =
  /^(READONLY|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|MOVED|ASK|OOM|MISCONF|NOREPLICAS) |^Connection is closed|^Stream isn't writeable|^Command timed out|^Cluster isn't ready|^Failed to refresh slots cache|^Reached the max retries|^Too many Cluster redirections|^None of startup nodes|^All sentinels are unreachable/
/**
 * Connection failures, read-only transactions, not enough resources (a full disk), operator
 * intervention, a disk that fails, a place that is closed while it moves (SQLSTATE).
 */
const POSTGRES_AWAY = /^(08...|25006|53...|57P0.|58030|RH001)$/
const NETWORK =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|CONNECTION_[A-Z_]+|CONNECT_TIMEOUT)$/
const PG_AWAY =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/

/** The store whose absence causes the error; null: it is another fault. */
export function storeAway(error: unknown): Store | null {
  if (!(error instanceof Error)) return null
  if (REDIS_AWAY.test(error.message)) return 'redis'
  const { code } = error as { code?: unknown }
  const isAway =
    PG_AWAY.test(error.message) ||
    (typeof code === 'string' && (POSTGRES_AWAY.test(code) || NETWORK.test(code)))
  return isAway ? 'postgres' : null
}
