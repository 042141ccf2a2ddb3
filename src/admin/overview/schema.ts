// What all nodes are doing now, as JSON.

import { type Static, Type } from 'typebox'
import { time, timeOrNull } from '../common-schema.ts'
import { Pause } from '../pauses/schema.ts'

const perSecond = Type.Number({ description: 'Per second, over the last ten seconds.' })
const ms = Type.Number({ description: 'Milliseconds.' })

const msOrNull = Type.Union([ms, Type.Null()], { description: 'Null: no call in ten seconds.' })

const Latency = Type.Union([Type.Object({ p50: ms, p99: ms }), Type.Null()], {
  description: 'Null: nothing happened.',
})

export const OverviewLane = Type.Object({
  depth: Type.Integer({ description: 'Tasks waiting or running.' }),
  busyShare: Type.Number({ description: "Of the lane's event loop, 0 to 1." }),
  isUp: Type.Boolean(),
})

export const OverviewNode = Type.Object({
  node: Type.String(),
  isReady: Type.Boolean(),
  /** The parts that keep the node from playing. */
  obstacles: Type.Array(Type.String()),
  lanes: Type.Array(OverviewLane),
  lanesReplaced: Type.Integer({ description: 'Since the node started.' }),
  sockets: Type.Integer(),
  socketsMoved: Type.Integer({
    description: 'Players sent to nodes with fewer, since the node started.',
  }),
  memoryBytes: Type.Integer(),
  roundsPerSecond: perSecond,
})
export type OverviewNode = Static<typeof OverviewNode>

export const OverviewWallet = Type.Object({
  projectId: Type.String({ description: '`other`: all projects after the first ones by name.' }),
  callsPerSecond: perSecond,
  /** The share of calls without a clear answer: 0 to 1. */
  failedShare: Type.Number(),
  p50: msOrNull,
  p99: msOrNull,
  failingAt: {
    ...timeOrNull,
    description:
      'The last call without a clear answer, if no call was answered clearly after it; ' +
      'otherwise null. Such a wallet stays in the list until it answers.',
  },
})
export type OverviewWallet = Static<typeof OverviewWallet>

export const OverviewState = Type.Object({
  state: Type.String(),
  rounds: Type.Integer(),
  oldestSeconds: Type.Number(),
})

export const OverviewMove = Type.Object({
  place: Type.String({ description: '`home`, or the shards of the place.' }),
  server: Type.String({ description: 'Where it moves, as `DATABASE_SERVERS` names it.' }),
  parts: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The number of places that it is split into on its server; null: it moves.',
  }),
  step: Type.String({ description: 'preparing, copying, following, closing or moved.' }),
  copiedShare: Type.Number({ description: 'Of its bytes, 0 to 1.' }),
  behindBytes: Type.Number({ description: "Of the source's log, not yet in the copy." }),
  waitingPlayers: Type.Number({
    description: 'Of a split: players to be copied, or copied again.',
  }),
  changedAt: time,
})
export type OverviewMove = Static<typeof OverviewMove>

export const Overview = Type.Object({
  at: time,
  roundsPerSecond: perSecond,
  /**
   * Time from a spin to its outcome, and from a round's opening to its settlement, where no
   * decision was needed.
   */
  outcome: Latency,
  settle: Latency,
  wallets: Type.Array(OverviewWallet),
  nodes: Type.Array(OverviewNode),
  /** Rounds that are not finished; null: the ledger did not answer in time. */
  unfinished: Type.Union([Type.Array(OverviewState), Type.Null()]),
  /** As seen by the node that answers. */
  stores: Type.Array(Type.Object({ name: Type.String(), isUp: Type.Boolean() })),
  /** Places that are being moved or split, or whose former copy is not dropped yet. */
  moves: Type.Array(OverviewMove),
})
export type Overview = Static<typeof Overview>

export const ProjectOverview = Type.Object({
  at: time,
  wallet: Type.Union([OverviewWallet, Type.Null()], {
    description: 'Null: no call in ten seconds, and none failed before.',
  }),
  unfinished: Type.Array(OverviewState),
  pauses: Type.Array(Pause, { description: 'Those that may cover the project.' }),
})
export type ProjectOverview = Static<typeof ProjectOverview>
