// The state of a thread: how late its event loop runs, how busy it is, how much time its garbage
// collector takes. A lane's thread does not know its number: the front end writes it into the label
// `thread`.

import {
  constants,
  type EntryType,
  monitorEventLoopDelay,
  type NodeGCPerformanceDetail,
  type PerformanceEntry,
  PerformanceObserver,
  performance,
} from 'node:perf_hooks'
import v8 from 'node:v8'
import { GC_SECONDS } from './buckets.ts'
import type { Tally } from './tally.ts'

/** How often a thread measures the delay of its event loop. */
const EVENT_LOOP_SAMPLE_MS = 20

/** Replaced by the front end, which knows which thread it was. */
export const THREAD_UNKNOWN = ''
export const FRONT_THREAD = 'front'

const GC_KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weak-callbacks',
}

export function watchThread(tally: Tally, thread: string): void {
  tally.gauge(
    'reelhouse_event_loop_delay_seconds',
    'How much later than due the event loop came round since the last reading: 50 %, 99 %, most.',
    ['thread', 'percentile'],
    createDelayReading(thread),
  )
  tally.gauge(
    'reelhouse_event_loop_busy_seconds_total',
    'Time the event loop had work to do.',
    ['thread'],
    () => [[performance.eventLoopUtilization().active / 1000, thread]],
    'counter',
  )
  tally.gauge('reelhouse_heap_bytes', 'Heap in use.', ['thread'], () => [
    [v8.getHeapStatistics().used_heap_size, thread],
  ])
  watchGarbageCollector(tally, thread)
}

/** One sample every EVENT_LOOP_SAMPLE_MS when nothing is late. */
function createDelayReading(thread: string) {
  const delays = monitorEventLoopDelay({ resolution: EVENT_LOOP_SAMPLE_MS })
  delays.enable()
  const late = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - EVENT_LOOP_SAMPLE_MS / 1000) : 0
  return () => {
    const read = [
      [late(delays.percentile(50)), thread, '50'],
      [late(delays.percentile(99)), thread, '99'],
      [late(delays.count === 0 ? 0 : delays.max), thread, '100'],
    ] as const
    delays.reset()
    return read
  }
}

function watchGarbageCollector(tally: Tally, thread: string): void {
  const seconds = tally.histogram(
    'reelhouse_gc_seconds',
    'Pauses of the garbage collector.',
    GC_SECONDS,
    'thread',
    'kind',
  )
  const observer = new PerformanceObserver(list => {
    for (const entry of list.getEntries()) {
      const { kind } = (entry as PerformanceEntry & { detail: NodeGCPerformanceDetail }).detail
      seconds.observe(entry.duration / 1000, thread, GC_KINDS[kind ?? 0] ?? 'other')
    }
  })
  observer.observe({ entryTypes: ['gc' satisfies EntryType] })
}
