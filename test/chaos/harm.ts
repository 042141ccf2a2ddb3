// Carries out a plan: injects its faults into the stores, nodes, wallets and connections of a run,
// window by window, and repairs them. No fault may remain after its window.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Harm as LaneHarm } from '../support/faulty-lane.ts'
import type { Figures } from './figures.ts'
import type { ChaosNode } from './nodes.ts'
import type { FaultName, PlannedFault, Window } from './plan.ts'
import type { ChaosStores } from './stores.ts'
import type { ChaosWallet } from './wallets.ts'

export interface HarmSetup {
  stores: ChaosStores
  nodes: readonly ChaosNode[]
  wallets: readonly ChaosWallet[]
  figures: Figures
  cutPlayers(share: number): void
  /** Ends the thread of some player's lane on a node. */
  harmLane(node: number, how: LaneHarm): Promise<void>
  /** Of every node. */
  setLanes(count: number): Promise<unknown>
  isStopping(): boolean
  onFault(name: FaultName, error: unknown): void
}

/** A killed node stays down for a moment before a supervisor restarts it. */
const MISSED_MS = 500

/** A fault that needs a target draws it as a share in the plan. */
const LANES_BY_SHARE: Readonly<Record<number, number>> = { 0.1: 1, 0.5: 2, 1: 3 }

export type Harm = ReturnType<typeof createHarm>

export function createHarm(setup: HarmSetup) {
  const { stores, nodes, wallets, figures } = setup
  /** When a node was stopped: from, to (epoch). */
  const standstills: { fromMs: number; toMs: number }[] = []

  async function standStill(node: ChaosNode, ms: number): Promise<void> {
    const still = { fromMs: Date.now(), toMs: Number.POSITIVE_INFINITY }
    standstills.push(still)
    await node.pause(ms)
    still.toMs = Date.now()
  }

  const DO: Record<FaultName, (fault: PlannedFault) => Promise<unknown>> = {
    'wallet-calls': ({ forMs }) => sleep(forMs),
    'wallet-outage': async ({ operator, node, forMs }) => {
      const wallet = wallets[operator]!
      wallet.beginOutage(operator + node)
      await sleep(forMs)
      wallet.endOutage()
    },
    'redis-flush': () => stores.flushRedis(),
    'redis-empty': () => stores.restartRedis('empty'),
    'redis-stale': async ({ forMs }) => {
      stores.copyRedis()
      await sleep(forMs / 2)
      await stores.restartRedis('stale')
    },
    'redis-cut': () => stores.cutRedis(),
    'redis-pause': ({ forMs }) => stores.pauseRedis(forMs),
    'postgres-cut': () => stores.cutPostgres(),
    'postgres-restart': () => stores.restartPostgres(),
    'postgres-pause': ({ forMs }) => stores.pausePostgres(forMs),
    'node-kill': async ({ node }) => {
      await nodes[node]!.kill()
      await sleep(MISSED_MS)
      await nodes[node]!.start()
    },
    'node-drain': async ({ node }) => {
      await nodes[node]!.drain()
      await sleep(MISSED_MS)
      await nodes[node]!.start()
    },
    'node-pause': ({ node, forMs }) => standStill(nodes[node]!, forMs),
    'lane-throw': ({ node }) => setup.harmLane(node, 'throw'),
    'lane-exit': ({ node }) => setup.harmLane(node, 'exit'),
    'lane-memory': ({ node }) => setup.harmLane(node, 'memory'),
    'lane-hang': ({ node }) => setup.harmLane(node, 'hang'),
    'lanes-resize': ({ share }) => setup.setLanes(LANES_BY_SHARE[share] ?? 1),
    'network-cut': async ({ share }) => setup.cutPlayers(share),
  }

  async function inject(fault: PlannedFault): Promise<void> {
    await sleep(fault.afterMs)
    await DO[fault.name](fault).catch(error => setup.onFault(fault.name, error))
  }

  async function run(window: Window): Promise<void> {
    figures.beginWindow(window.faults.map(fault => fault.name))
    for (const [i, wallet] of wallets.entries()) wallet.setRate(window.walletRates[i]!)
    await Promise.all([sleep(window.forMs), ...window.faults.map(inject)])
    for (const wallet of wallets) wallet.setRate(0)
    figures.endWindow()
  }

  return {
    /** Window after window until the run stops; resolves with everything repaired. */
    async work(windows: Iterable<Window>): Promise<void> {
      for (const window of windows) {
        for (let left = window.calmMs; left > 0 && !setup.isStopping(); left -= 100)
          await sleep(100)
        if (setup.isStopping()) return
        await run(window)
      }
    },
    stoodStill: (fromMs: number, toMs: number) =>
      standstills.some(still => still.fromMs <= toMs && still.toMs >= fromMs),
  }
}
