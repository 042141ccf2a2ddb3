// Counts the calls of a thread: group commits of the ledger, calls of Redis, wallet calls, and
// failures. Operators can create any number of projects, so only the first of them by name have
// separate series for their wallet calls; those of all others are counted together.

import { BATCH_ROWS, STORE_SECONDS, type Tally, WALLET_SECONDS } from './tally.ts'

export function countStores(tally: Tally) {
  const rows = tally.histogram(
    'reelhouse_ledger_batch_rows',
    'Rows a group commit wrote.',
    BATCH_ROWS,
    'kind',
  )
  const batchSeconds = tally.histogram(
    'reelhouse_ledger_batch_seconds',
    'Time a group commit took, from the sending of its statement to its answer.',
    STORE_SECONDS,
    'kind',
  )
  const redisSeconds = tally.histogram(
    'reelhouse_redis_call_seconds',
    'Time a call of Redis took; each runs one script or one command.',
    STORE_SECONDS,
    'call',
  )
  const redisFailures = tally.counter(
    'reelhouse_redis_failures_total',
    'Calls of Redis that failed.',
    'call',
  )
  const faults = tally.counter(
    'reelhouse_faults_total',
    'Faults that were logged or counted, by the store that was away; other: any other fault.',
    'part',
  )
  for (const part of ['redis', 'postgres', 'other']) faults.add(0, part)
  return {
    ledgerBatch(kind: 'open' | 'save', size: number, tookMs: number): void {
      rows.observe(size, kind)
      batchSeconds.observe(tookMs / 1000, kind)
    },
    redisCall(call: string, tookMs: number, isOk: boolean): void {
      redisSeconds.observe(tookMs / 1000, call)
      if (!isOk) redisFailures.add(1, call)
    },
    fault: (part: string | null) => faults.add(1, part ?? 'other'),
  }
}

type Calls = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>

/** The same functions, each call reported by name, with its time and whether it failed. */
export function measureCalls<All extends object>(
  calls: All,
  report: (call: string, tookMs: number, isOk: boolean) => void,
): All {
  const measured = Object.entries(calls as Calls).map(([name, call]) => [
    name,
    (...args: never[]) => {
      const startedMs = performance.now()
      const answer = call(...args)
      answer.then(
        () => report(name, performance.now() - startedMs, true),
        () => report(name, performance.now() - startedMs, false),
      )
      return answer
    },
  ])
  return Object.fromEntries(measured) as All
}

export interface WalletCallSeen {
  projectId: string
  method: string
  outcome: string
  latencyMs: number
}

const OTHER_PROJECTS = 'other'
/** A clear answer: yes, or no. */
const CLEAR = new Set(['accepted', 'refused'])

/** Whether an outcome label means a clear answer. */
export const isClear = (outcome: string) => CLEAR.has(outcome)
export const LAST_CALL = 'reelhouse_wallet_last_call_timestamp_seconds'

export function countWallets(tally: Tally) {
  let named: ReadonlySet<string> = new Set()
  const seconds = tally.histogram(
    'reelhouse_wallet_call_seconds',
    'Wallet calls by project, method and outcome; the project is "other" past the first ones by ' +
      'name.',
    WALLET_SECONDS,
    'project',
    'method',
    'outcome',
  )
  const last = new Map<string, readonly [seconds: number, project: string, clear: string]>()
  tally.gauge(
    LAST_CALL,
    'When a call was last answered clearly (clear="yes"), and when one was last left without a ' +
      'clear answer.',
    ['project', 'clear'],
    () => [...last.values()],
    'latest',
  )
  const dropped = tally.counter(
    'reelhouse_callback_log_dropped_total',
    'Wallet calls that the callback log did not keep: too many waited for the database.',
  )
  return {
    callbacksDropped: (calls: number): void => dropped.add(calls),
    /** Gives these projects separate series from now on. */
    nameProjects(projects: readonly string[]): void {
      named = new Set(projects)
    },
    walletCall({ projectId, method, outcome, latencyMs }: WalletCallSeen): void {
      const project = named.has(projectId) ? projectId : OTHER_PROJECTS
      seconds.observe(latencyMs / 1000, project, method, outcome)
      const clear = isClear(outcome) ? 'yes' : 'no'
      last.set(`${project} ${clear}`, [Date.now() / 1000, project, clear])
    },
  }
}
