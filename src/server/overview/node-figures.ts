// What one node does, published to the others through Redis while the overview is being read:
// counts since its start, from two of which a reader computes rates. Costs nothing while the
// overview is not read.

import type { Lanes } from '../../lanes/routing.ts'
import { NODE_FIGURES_EVERY_MS, NODE_FIGURES_KEPT_MS } from '../../limits/admin.ts'
import type { RedisClient } from '../../redis/connection.ts'
import { isClear, LAST_CALL } from '../metrics/calls.ts'
import type { Metric } from '../metrics/tally.ts'
import type { ThreadReading } from '../metrics/thread-metrics.ts'
import type { Parts } from '../parts.ts'
import type { Readiness } from '../readiness.ts'

/** Counts of a histogram, by the upper bound of their bucket in seconds. */
export type Buckets = readonly (readonly [bound: number, count: number])[]

export interface WalletFigures {
  projectId: string
  failed: number
  buckets: Buckets
  /**
   * When a call last had a clear answer, and when one last had none: milliseconds since 1970; 0:
   * never.
   */
  clearAtMs: number
  unclearAtMs: number
}

export interface NodeFigures {
  node: string
  /** Since 1970, by the time of record. */
  atMs: number
  obstacles: readonly string[]
  sockets: number
  /** Missing from nodes of the version before. */
  socketsMoved?: number
  memoryBytes: number
  lanesReplaced: number
  lanes: readonly { depth: number; busySeconds: number; isUp: boolean }[]
  rounds: number
  outcome: Buckets
  settle: Buckets
  wallets: readonly WalletFigures[]
}

const WATCHED = 'admin:watched'
const keyOf = (node: string) => `admin:figures:${node}`

/** Makes every node publish its figures for some more seconds. */
export async function watchNodes(redis: RedisClient): Promise<void> {
  await redis.set(WATCHED, '1', 'PX', NODE_FIGURES_KEPT_MS)
}

export async function readNodeFigures(
  redis: RedisClient,
  nodes: readonly string[],
): Promise<NodeFigures[]> {
  const texts = await Promise.all(nodes.map(node => redis.get(keyOf(node))))
  return texts.flatMap(text => (text === null ? [] : [JSON.parse(text) as NodeFigures]))
}

export interface FiguresOf {
  parts: Parts
  lanes: Lanes
  readiness: Readiness
  sockets(): number
}

/** @returns a function that stops it */
export function publishNodeFigures(of: FiguresOf): () => void {
  const { redis, config } = of.parts
  let isPublishing = false
  const publish = async () => {
    if (isPublishing || (await redis.exists(WATCHED)) === 0) return
    isPublishing = true
    try {
      const text = JSON.stringify(await readOwnFigures(of))
      await redis.set(keyOf(config.nodeName), text, 'PX', NODE_FIGURES_KEPT_MS)
    } finally {
      isPublishing = false
    }
  }
  // The figures are only for display; an outage of Redis is reported elsewhere.
  const timer = setInterval(() => void publish().catch(() => {}), NODE_FIGURES_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

export async function readOwnFigures({
  parts,
  lanes,
  readiness,
  sockets,
}: FiguresOf): Promise<NodeFigures> {
  const texts = await lanes.counts()
  const { obstacles, away } = readiness.now()
  const load = lanes.load()
  const ofLanes = texts.map(text =>
    text === null ? [] : (JSON.parse(text) as ThreadReading).metrics,
  )
  const counted = [
    parts.metrics.readCounted(),
    parts.threadMetrics.readCounted().metrics,
    ...ofLanes,
  ].flat()
  return {
    node: parts.config.nodeName,
    atMs: parts.clock.nowMs(),
    obstacles: [...obstacles, ...away],
    sockets: sockets(),
    socketsMoved: sum(counted, 'reelhouse_play_sockets_moved_total'),
    memoryBytes: process.memoryUsage.rss(),
    lanesReplaced: sum(counted, 'reelhouse_lane_threads_lost_total'),
    lanes: load.map(({ depth, isUp }, lane) => ({
      depth,
      isUp,
      busySeconds: sum(ofLanes[lane] ?? [], 'reelhouse_event_loop_busy_seconds_total'),
    })),
    rounds: sum(counted, 'reelhouse_rounds_total'),
    outcome: bucketsOf(counted, 'reelhouse_outcome_seconds', () => true),
    settle: bucketsOf(counted, 'reelhouse_settle_seconds', ({ decided }) => decided === 'no'),
    wallets: walletsOf(counted),
  }
}

type Labels = Readonly<Record<string, string | number>>

function valuesOf(metrics: readonly Metric[], name: string) {
  return metrics.filter(metric => metric.name === name).flatMap(({ values }) => values)
}

function sum(metrics: readonly Metric[], name: string): number {
  return valuesOf(metrics, name).reduce((total, { value }) => total + value, 0)
}

function bucketsOf(
  metrics: readonly Metric[],
  name: string,
  isMeant: (labels: Labels) => boolean,
): Buckets {
  const counts = new Map<number, number>()
  for (const { metricName, labels, value } of valuesOf(metrics, name)) {
    if (metricName !== `${name}_bucket` || !isMeant(labels)) continue
    const bound = labels.le === '+Inf' ? Number.MAX_VALUE : Number(labels.le)
    counts.set(bound, (counts.get(bound) ?? 0) + value)
  }
  return [...counts].sort(([a], [b]) => a - b)
}

function walletsOf(counted: readonly Metric[]): NodeFigures['wallets'] {
  const name = 'reelhouse_wallet_call_seconds'
  const calls = valuesOf(counted, name).filter(({ metricName }) => metricName === `${name}_count`)
  const projects = [...new Set(calls.map(({ labels }) => String(labels.project)))]
  return projects.map(projectId => ({
    projectId,
    failed: calls
      .filter(({ labels }) => labels.project === projectId && !isClear(String(labels.outcome)))
      .reduce((total, { value }) => total + value, 0),
    buckets: bucketsOf(counted, name, ({ project }) => project === projectId),
    clearAtMs: lastOf(counted, projectId, 'yes'),
    unclearAtMs: lastOf(counted, projectId, 'no'),
  }))
}

function lastOf(counted: readonly Metric[], projectId: string, clear: 'yes' | 'no'): number {
  const times = valuesOf(counted, LAST_CALL)
    .filter(({ labels }) => labels.project === projectId && labels.clear === clear)
    .map(({ value }) => value * 1000)
  return Math.max(0, ...times)
}
