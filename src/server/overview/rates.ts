// Computes rates and latencies from two readings of a node's counts. Pure. A count that went back,
// because a thread was replaced, counts as zero.

import type { Buckets, NodeFigures, WalletFigures } from './node-figures.ts'

/** From an earlier reading to a later one. */
export interface Span {
  from: NodeFigures
  to: NodeFigures
}

const secondsOf = ({ from, to }: Span) => Math.max(0.001, (to.atMs - from.atMs) / 1000)
const grown = (from: number, to: number) => Math.max(0, to - from)

export function roundsPerSecond(span: Span): number {
  return grown(span.from.rounds, span.to.rounds) / secondsOf(span)
}

/** The share of time in which each lane's event loop was busy. */
export function busyShares(span: Span): number[] {
  return span.to.lanes.map(({ busySeconds }, lane) => {
    const before = span.from.lanes[lane]?.busySeconds ?? busySeconds
    return Math.min(1, grown(before, busySeconds) / secondsOf(span))
  })
}

/** What was added to each bucket, over several spans together. */
function growBuckets(pairs: readonly { from: Buckets; to: Buckets }[]): Buckets {
  const counts = new Map<number, number>()
  for (const { from, to } of pairs) {
    const before = new Map(from)
    for (const [bound, count] of to) {
      counts.set(bound, (counts.get(bound) ?? 0) + grown(before.get(bound) ?? 0, count))
    }
  }
  return [...counts].sort(([a], [b]) => a - b)
}

export function latencyOf(
  spans: readonly Span[],
  pick: (figures: NodeFigures) => Buckets,
): { p50: number; p99: number } | null {
  return percentiles(growBuckets(spans.map(({ from, to }) => ({ from: pick(from), to: pick(to) }))))
}

/** @param buckets cumulative, as a histogram counts them */
function percentiles(buckets: Buckets): { p50: number; p99: number } | null {
  const all = buckets.at(-1)?.[1] ?? 0
  if (all === 0) return null
  return { p50: percentile(buckets, 0.5 * all), p99: percentile(buckets, 0.99 * all) }
}

/** Milliseconds; interpolated as if values were spread evenly between the bounds of a bucket. */
function percentile(buckets: Buckets, rank: number): number {
  let [lower, below] = [0, 0]
  for (const [bound, count] of buckets) {
    if (count >= rank) {
      if (bound === Number.MAX_VALUE) return lower * 1000
      const share = count === below ? 1 : (rank - below) / (count - below)
      return (lower + (bound - lower) * share) * 1000
    }
    ;[lower, below] = [bound, count]
  }
  return lower * 1000
}

export interface WalletRates {
  projectId: string
  callsPerSecond: number
  failedShare: number
  /** Null: no call in the time between the readings. */
  p50: number | null
  p99: number | null
  /** The last call without a clear answer, if no call was answered clearly after it. */
  failingAtMs: number | null
}

/**
 * By project, of all nodes together; those with calls, and those that have not answered since they
 * failed.
 */
export function walletRates(spans: readonly Span[]): WalletRates[] {
  const projects = [...new Set(spans.flatMap(({ to }) => to.wallets.map(each => each.projectId)))]
  return projects.sort().flatMap(projectId => {
    const pairs = spans.map(span => ({ span, from: of(span.from), to: of(span.to) }))
    const buckets = growBuckets(
      pairs.map(({ from, to }) => ({ from: from.buckets, to: to.buckets })),
    )
    const now = pairs.map(({ to }) => to)
    const unclearAtMs = Math.max(...now.map(each => each.unclearAtMs))
    const isFailing = unclearAtMs > Math.max(...now.map(each => each.clearAtMs))
    const latency = percentiles(buckets) ?? (isFailing ? { p50: null, p99: null } : null)
    if (latency === null) return []
    const calls = buckets.at(-1)?.[1] ?? 0
    const failed = pairs.reduce((sum, { from, to }) => sum + grown(from.failed, to.failed), 0)
    const callsPerSecond = pairs.reduce((sum, { span, from, to }) => {
      const more = grown(from.buckets.at(-1)?.[1] ?? 0, to.buckets.at(-1)?.[1] ?? 0)
      return sum + more / secondsOf(span)
    }, 0)
    const failedShare = calls === 0 ? 0 : failed / calls
    const failingAtMs = isFailing ? unclearAtMs : null
    return [{ projectId, callsPerSecond, failedShare, failingAtMs, ...latency }]

    function of({ wallets }: NodeFigures): WalletFigures {
      const none = { projectId, failed: 0, buckets: [], clearAtMs: 0, unclearAtMs: 0 }
      return wallets.find(each => each.projectId === projectId) ?? none
    }
  })
}
