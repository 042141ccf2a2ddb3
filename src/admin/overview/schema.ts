// What all nodes do just now, as JSON.

import { type Static, Type } from 'typebox'
import { time, timeOrNull } from '../common-schema.ts'

const perSecond = Type.Number({ description: 'A second, over the last ten.' })
const ms = Type.Number({ description: 'Milliseconds.' })

const msOrNull = Type.Union([ms, Type.Null()], { description: 'Null: no call in ten seconds.' })

const Latency = Type.Union([Type.Object({ p50: ms, p99: ms }), Type.Null()], {
  description: 'Null: nothing happened.',
})

export const OverviewLane = Type.Object({
  depth: Type.Integer({ description: 'Tasks waiting or running.' }),
  busyShare: Type.Number({ description: 'Of its event loop, 0 to 1.' }),
  isUp: Type.Boolean(),
})

export const OverviewNode = Type.Object({
  node: Type.String(),
  isReady: Type.Boolean(),
  /** Parts that keep it from playing. */
  obstacles: Type.Array(Type.String()),
  lanes: Type.Array(OverviewLane),
  lanesReplaced: Type.Integer({ description: 'Since it started.' }),
  sockets: Type.Integer(),
  memoryBytes: Type.Integer(),
  roundsPerSecond: perSecond,
})
export type OverviewNode = Static<typeof OverviewNode>

export const OverviewWallet = Type.Object({
  projectId: Type.String({ description: '`other`: projects past the first ones by name.' }),
  callsPerSecond: perSecond,
  /** Calls without a clear answer, of all: 0 to 1. */
  failedShare: Type.Number(),
  p50: msOrNull,
  p99: msOrNull,
  failingAt: {
    ...timeOrNull,
    description:
      'The last call without a clear answer, where no call was answered clearly after it; null otherwise. Such a ' +
      'wallet stays in the list until it answers.',
  },
})
export type OverviewWallet = Static<typeof OverviewWallet>

export const OverviewState = Type.Object({
  state: Type.String(),
  rounds: Type.Integer(),
  oldestSeconds: Type.Number(),
})

export const Overview = Type.Object({
  at: time,
  roundsPerSecond: perSecond,
  /** From a spin to its outcome, and from its opening to its settling without a decision. */
  outcome: Latency,
  settle: Latency,
  wallets: Type.Array(OverviewWallet),
  nodes: Type.Array(OverviewNode),
  /** Rounds that are not finished; null: the ledger did not say in time. */
  unfinished: Type.Union([Type.Array(OverviewState), Type.Null()]),
  /** Of the node that answers. */
  stores: Type.Array(Type.Object({ name: Type.String(), isUp: Type.Boolean() })),
})
export type Overview = Static<typeof Overview>
