// Counts for the stores: group commits of the ledger, calls of Redis, and failures.

import { BATCH_ROWS, STORE_SECONDS } from './buckets.ts'
import type { Tally } from './tally.ts'

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
