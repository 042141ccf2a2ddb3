// The overview of all nodes, made once for everyone who reads it: their present figures compared
// with those of some seconds ago, the unfinished rounds and this node's stores.

import type { OverviewFeed } from '../../admin/deps.ts'
import { readEvery } from '../../admin/events.ts'
import type { Overview, OverviewMove, OverviewNode } from '../../admin/overview/schema.ts'
import { databasePart } from '../../ledger/database/shard-map.ts'
import { listNodes } from '../../ledger/nodes/node-settings.ts'
import { listLastMoves, type PlaceMove } from '../../ledger/places/place-moves.ts'
import { UNFINISHED_STATES } from '../../ledger/rounds/unfinished-rounds.ts'
import { NODE_FIGURES_KEPT_MS } from '../../limits/admin.ts'
import { NODE_GONE_MS } from '../../limits.ts'
import type { LedgerFigures } from '../metrics/ledger-figures.ts'
import {
  type FiguresOf,
  type NodeFigures,
  readNodeFigures,
  readOwnFigures,
  watchNodes,
} from './node-figures.ts'
import { busyShares, latencyOf, roundsPerSecond, type Span, walletRates } from './rates.ts'

/** How often the overview is pushed. */
const OVERVIEW_EVERY_MS = 2_000

export function createOverviewFeed(of: FiguresOf, ledger: LedgerFigures): OverviewFeed {
  const seen = new Map<string, NodeFigures[]>()
  let kept: { untilMs: number; view: Promise<Overview> } | null = null

  async function look(): Promise<Overview> {
    const { redis, databases, clock } = of.parts
    const others = await readOthers(of)
    const own = await readOwnFigures(of)
    const spans = [own, ...others].map(figures => remember(seen, figures))
    const unfinished = await ledger.unfinishedRounds()
    const out = own.obstacles
    void watchNodes(redis).catch(() => {})
    return {
      at: new Date(clock.nowMs()).toISOString(),
      roundsPerSecond: spans.reduce((sum, span) => sum + roundsPerSecond(span), 0),
      outcome: latencyOf(spans, figures => figures.outcome),
      settle: latencyOf(spans, figures => figures.settle),
      wallets: walletRates(spans).map(({ failingAtMs, ...wallet }) => ({
        ...wallet,
        failingAt: failingAtMs === null ? null : new Date(failingAtMs).toISOString(),
      })),
      nodes: spans.map(describeNode),
      unfinished: unfinished && UNFINISHED_STATES.map(state => ({ state, ...unfinished[state] })),
      stores: [
        ...['redis', ...databases.all.map(databasePart)].map(name => ({
          name,
          isUp: !out.includes(name),
        })),
      ],
      moves: await readMoves(of),
    }
  }

  function now(): Promise<Overview> {
    const nowMs = performance.now()
    if (kept !== null && nowMs < kept.untilMs) return kept.view
    const view = look()
    const reading = { untilMs: nowMs + OVERVIEW_EVERY_MS / 2, view }
    kept = reading
    view.catch(() => {
      if (kept === reading) kept = null
    })
    return view
  }

  return {
    now,
    follow: signal => readEvery(now, OVERVIEW_EVERY_MS, signal),
  }
}

/** The nodes that run besides this one; empty while a store is away. */
async function readOthers({ parts }: FiguresOf): Promise<NodeFigures[]> {
  try {
    const nodes = await listNodes(parts.pool, NODE_GONE_MS)
    const names = nodes.map(({ node }) => node).filter(node => node !== parts.config.nodeName)
    return await readNodeFigures(parts.redis, names)
  } catch (error) {
    parts.onFault(error)
    return []
  }
}

/** Empty while the home database is away. */
async function readMoves({ parts }: FiguresOf): Promise<OverviewMove[]> {
  try {
    const moves = await listLastMoves(parts.databases.home.reportPool)
    return moves.filter(({ step }) => step !== 'dropped' && step !== 'taken-back').map(describeMove)
  } catch (error) {
    parts.onFault(error)
    return []
  }
}

function describeMove(move: PlaceMove): OverviewMove {
  const { place, toServer: server, step, sourceBytes, copiedBytes, behindBytes } = move
  const { intoParts: parts, waitingPlayers } = move
  const share = step === 'moved' ? 1 : (copiedBytes ?? 0) / Math.max(1, sourceBytes ?? 1)
  return {
    place,
    server,
    parts,
    step,
    copiedShare: Math.min(1, share),
    behindBytes: behindBytes ?? 0,
    waitingPlayers: waitingPlayers ?? 0,
    changedAt: move.changedAt.toISOString(),
  }
}

/** Pairs the new reading with the oldest one of the last seconds. */
function remember(seen: Map<string, NodeFigures[]>, to: NodeFigures): Span {
  const recent = (seen.get(to.node) ?? []).filter(
    ({ atMs }) => atMs < to.atMs && atMs > to.atMs - NODE_FIGURES_KEPT_MS,
  )
  seen.set(to.node, [...recent, to])
  for (const [node, readings] of seen) {
    if (readings.at(-1)!.atMs < to.atMs - 2 * NODE_FIGURES_KEPT_MS) seen.delete(node)
  }
  return { from: recent[0] ?? to, to }
}

function describeNode(span: Span): OverviewNode {
  const { node, obstacles, lanes, lanesReplaced, sockets, socketsMoved = 0, memoryBytes } = span.to
  const busy = busyShares(span)
  return {
    node,
    isReady: obstacles.length === 0,
    obstacles: [...obstacles],
    lanes: lanes.map(({ depth, isUp }, i) => ({ depth, isUp, busyShare: busy[i]! })),
    lanesReplaced,
    sockets,
    socketsMoved,
    memoryBytes,
    roundsPerSecond: roundsPerSecond(span),
  }
}
