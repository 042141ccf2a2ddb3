// Load over channels, one request under way on each: as much as they carry (closed), or by the
// clock (open). In an open load latency counts from the moment when a request was due, so that a
// stall is included in the figures of all requests it delayed.

import { setTimeout as sleep } from 'node:timers/promises'
import { createHistogram, type Histogram } from '../histogram.ts'
import type { Latency, ReadCpu, Running, Slice } from './row.ts'
import { usedSince } from './statistics.ts'

/** One request until it is answered: null, or the reason why it was not done. */
export type Channel = () => Promise<string | null>

export interface LoadQuestion {
  forMs: number
  /** Null: as much as the channels carry. */
  aSecond: number | null
  /** For an open load: how long until it counts; absent: SETTLING_SHARE of the time. */
  settlingMs?: number
  /** The answer has every latency, so that those of several generators can be put together. */
  keepsLatencies?: boolean
}

/** What makes load when asked: a generator, or a program that sends its own requests. */
export interface Loader {
  ask(question: LoadQuestion): Promise<Slice>
}

export const loadedBy = (loader: Loader, cpu: ReadCpu): Running => ({
  slice: forMs => loader.ask({ forMs, aSecond: null }),
  paced: (forMs, aSecond) => loader.ask({ forMs, aSecond }),
  cpu,
})

/** The first part of an open slice is not counted, while connections and batches fill. */
const SETTLING_SHARE = 0.2
/** Pause of a channel after a refusal, as a client makes. */
const REFUSED_PAUSE_MS = 10
const TICK_MS = 1

export function runLoad(
  channels: readonly Channel[],
  { forMs, aSecond, settlingMs = forMs * SETTLING_SHARE, keepsLatencies = false }: LoadQuestion,
): Promise<Slice> {
  const keeps = keepsLatencies ? [] : null
  return aSecond === null
    ? runClosed(channels, createCounts(0, Number.POSITIVE_INFINITY, keeps), forMs)
    : runOpen(channels, createCounts(settlingMs, forMs, keeps), aSecond, forMs)
}

/** Generators in several processes as one: each makes an equal part of the load. */
export function together(loaders: readonly Loader[]): Loader {
  return {
    async ask({ aSecond, ...question }) {
      const part = aSecond === null ? null : aSecond / loaders.length
      const asked = { ...question, aSecond: part, keepsLatencies: true }
      const slices = await Promise.all(loaders.map(loader => loader.ask(asked)))
      const latency = createHistogram()
      const refused: Record<string, number> = {}
      for (const slice of slices) {
        for (const us of slice.latenciesUs!) latency.record(us)
        for (const [cause, count] of Object.entries(slice.refused ?? {})) {
          refused[cause] = (refused[cause] ?? 0) + count
        }
      }
      const sum = (of: (slice: Slice) => number) =>
        slices.reduce((all, slice) => all + of(slice), 0)
      return {
        value: sum(({ value }) => value),
        operations: sum(({ operations }) => operations),
        latencyMs: readLatency(latency),
        refused,
      }
    },
  }
}

type Counts = ReturnType<typeof createCounts>

/**
 * Answers that come within `forMs` after `afterMs`; latencies of requests that were due in that
 * time, whenever they are answered.
 */
function createCounts(afterMs: number, forMs: number, latenciesUs: number[] | null) {
  const startedMs = performance.now()
  const fromMs = startedMs + afterMs
  const untilMs = fromMs + forMs
  const latency = createHistogram()
  const refused: Record<string, number> = {}
  let all = 0
  let counted = 0
  function record(ms: number): void {
    latency.record(ms * 1000)
    latenciesUs?.push(ms * 1000)
  }
  return {
    startedMs,
    untilMs,
    /** For a request that no channel took: it has waited at least this long. */
    noteWaiting: (dueMs: number) => record(performance.now() - dueMs),
    /** @param dueMs when it was sent, or should have been */
    note(dueMs: number, cause: string | null): void {
      const nowMs = performance.now()
      if (cause !== null) {
        refused[cause] = (refused[cause] ?? 0) + 1
        return
      }
      all++
      if (nowMs >= fromMs && nowMs <= untilMs) counted++
      if (dueMs >= fromMs && dueMs <= untilMs) record(nowMs - dueMs)
    },
    read: (overMs = forMs): Slice => ({
      value: (counted * 1000) / overMs,
      operations: all,
      latencyMs: readLatency(latency),
      refused,
      ...(latenciesUs === null ? {} : { latenciesUs }),
    }),
  }
}

export function readLatency({ percentileMs }: Histogram): Latency {
  return { p50: percentileMs(0.5), p99: percentileMs(0.99), p999: percentileMs(0.999) }
}

/**
 * Each channel sends at least one request, and ends with its last answer: all answers are counted,
 * over the time until the last one.
 */
async function runClosed(
  channels: readonly Channel[],
  counts: Counts,
  forMs: number,
): Promise<Slice> {
  async function run(channel: Channel): Promise<void> {
    do {
      const sentMs = performance.now()
      const cause = await channel()
      counts.note(sentMs, cause)
      if (cause !== null) await sleep(REFUSED_PAUSE_MS)
    } while (performance.now() < counts.startedMs + forMs)
  }
  await Promise.all(channels.map(run))
  return counts.read(performance.now() - counts.startedMs)
}

async function runOpen(
  channels: readonly Channel[],
  counts: Counts,
  aSecond: number,
  drainMs: number,
): Promise<Slice> {
  const idle = [...channels]
  const under = new Set<Promise<void>>()
  let sent = 0
  const dueMsOf = (request: number) => counts.startedMs + (request / aSecond) * 1000
  const isDue = (request: number) => dueMsOf(request) <= Math.min(performance.now(), counts.untilMs)

  /** A channel that becomes free takes the request that has been due longest. */
  async function run(channel: Channel): Promise<void> {
    while (isDue(sent) && performance.now() < counts.untilMs + drainMs) {
      const dueMs = dueMsOf(sent++)
      counts.note(dueMs, await channel())
    }
    idle.push(channel)
  }

  while (performance.now() < counts.untilMs) {
    const due = Math.ceil(((performance.now() - counts.startedMs) / 1000) * aSecond) - sent
    for (const channel of idle.splice(0, Math.max(due, 0))) {
      const running: Promise<void> = run(channel).finally(() => under.delete(running))
      under.add(running)
    }
    await sleep(TICK_MS)
  }
  await Promise.all(under)
  while (isDue(sent)) counts.noteWaiting(dueMsOf(sent++))
  return counts.read()
}

/**
 * How often `work` is done in the time, with this many at once, in this thread. Costs next to
 * nothing itself.
 */
export async function runMany(
  atOnce: number,
  forMs: number,
  work: (worker: number) => Promise<unknown>,
): Promise<Slice> {
  const startedMs = performance.now()
  const untilMs = startedMs + forMs
  let operations = 0
  async function run(worker: number): Promise<void> {
    while (performance.now() < untilMs) {
      await work(worker)
      operations++
    }
  }
  await Promise.all(Array.from({ length: atOnce }, (_, worker) => run(worker)))
  return { value: (operations * 1000) / (performance.now() - startedMs), operations }
}

/** Does `work` for every number below `count`, `atOnce` at a time, each in one of the workers. */
export async function forEach(
  count: number,
  atOnce: number,
  work: (i: number, worker: number) => Promise<unknown>,
): Promise<void> {
  let next = 0
  async function run(worker: number): Promise<void> {
    while (next < count) await work(next++, worker)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, (_, worker) => run(worker)))
}

export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/**
 * Work in lots of `size` operations; the time and the CPU between two lots are not counted.
 * @param prepare resolves to the work of the next lot, which resolves to the milliseconds it took
 */
export function inLots(
  size: number,
  readCpu: ReadCpu,
  prepare: () => Promise<() => Promise<number>>,
): Running {
  const used: Record<string, number> = {}
  return {
    async slice(forMs): Promise<Slice> {
      let [tookMs, operations] = [0, 0]
      while (tookMs < forMs) {
        const work = await prepare()
        const before = readCpu()
        tookMs += await work()
        for (const [who, seconds] of Object.entries(usedSince(before, readCpu))) {
          used[who] = (used[who] ?? 0) + seconds
        }
        operations += size
      }
      return { value: (operations * 1000) / tookMs, operations }
    },
    cpu: () => ({ ...used }),
  }
}
