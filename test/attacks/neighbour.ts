// The neighbours that must not suffer: a monitor that asks for health, another operator that
// launches, and a player who spins. Measures how long each waits; judges nothing.

import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { findGame } from '../../src/games/catalogue/games.ts'
import { smallestBet } from '../../src/games/engine/bets.ts'
import type { OperatorSetup } from '../support/operator-setup.ts'

/** A game without decisions. */
const GAME = 'forty-suns'
const BET = smallestBet(findGame(GAME)!, 'EUR')

/** How often each asks. */
const HEALTH_EVERY_MS = 20
const LAUNCH_EVERY_MS = 20
const SPIN_EVERY_MS = 20

interface Figures {
  asked: number
  failed: number
  p99Ms: number
}

export interface NeighbourFigures {
  health: Figures
  launch: Figures
  spin: Figures
}

export interface Neighbour {
  /** Each of the three once; false for what failed. */
  askOnce(): Promise<Record<keyof NeighbourFigures, boolean>>
  measure(ms: number): Promise<NeighbourFigures>
}

export async function openNeighbour(
  setup: OperatorSetup,
  node: { baseUrl: string },
): Promise<Neighbour> {
  const { client } = await setup.openGame(node, 'neighbour', { symbol: GAME })
  const health = async () => {
    const { statusCode, body } = await request(`${node.baseUrl}/health`)
    await body.dump()
    return statusCode === 200
  }
  const launch = () => setup.launch(node, { player_id: 'launched' }).then(() => true)
  const spin = async () => (await client.spin(BET)).type === 'round'
  const isGood = (ask: () => Promise<boolean>) => ask().catch(() => false)
  return {
    async askOnce() {
      const [isHealthy, isLaunched, isSpun] = await Promise.all([health, launch, spin].map(isGood))
      return { health: isHealthy!, launch: isLaunched!, spin: isSpun! }
    },
    async measure(ms) {
      const [ofHealth, ofLaunch, ofSpin] = await Promise.all([
        askAgain(health, HEALTH_EVERY_MS, ms),
        askAgain(launch, LAUNCH_EVERY_MS, ms),
        askAgain(spin, SPIN_EVERY_MS, ms),
      ])
      return { health: ofHealth, launch: ofLaunch, spin: ofSpin }
    },
  }
}

/** One question after another, each when it is due or the one before it was answered. */
async function askAgain(ask: () => Promise<boolean>, everyMs: number, ms: number) {
  const timesMs: number[] = []
  let failed = 0
  const untilMs = performance.now() + ms
  while (performance.now() < untilMs) {
    const askedMs = performance.now()
    if (!(await ask().catch(() => false))) failed++
    const tookMs = performance.now() - askedMs
    timesMs.push(tookMs)
    await sleep(Math.max(0, everyMs - tookMs))
  }
  timesMs.sort((a, b) => a - b)
  const p99Ms = timesMs[Math.ceil(0.99 * timesMs.length) - 1]!
  return { asked: timesMs.length, failed, p99Ms }
}
