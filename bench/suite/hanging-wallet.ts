// Row 9: the slowest spins of healthy operators while the wallet of another one never answers. All
// of them spin by the clock, well below the capacity of the machine. The floor is the same load
// with every wallet healthy. The peer is the simple casino with one bounded pool of wallet calls
// for all operators, as in a server whose authors did not think of this. Fair: the same rates,
// wallets and deadline (two seconds a call).

import { setTimeout as sleep } from 'node:timers/promises'
import { type Platform, withStores } from '../stream-platform.ts'
import type { HttpRequest } from './http-channel.ts'
import type { Loader } from './load.ts'
import { createOperator, startWallet } from './operators.ts'
import { launchPlayers, startGenerator, startPlayers } from './players.ts'
import { loopback, startProgram } from './program.ts'
import type { FastifyCasinoSetup } from './programs/fastify-casino.ts'
import type { Opened, Row, Running, Scope } from './row.ts'
import { storesOf } from './setting.ts'

const HEALTHY_OPERATORS = 4
/** Players of each healthy operator, and of the other one. */
const PLAYERS = { each: 16, other: 64 }
/** Spins a second of the healthy ones together, and of the other one. */
const RATES = { healthy: 80, other: 50 }
/** Of a healthy wallet. */
const LATENCY_MS = 5
const NEVER_MS = 2 ** 31 - 1
const SHARED_CALLS = 64
const SETTLE_DEADLINE_MS = 20_000

export const hangingWallet: Row = {
  number: 9,
  name: 'healthy operators while a wallet hangs',
  unit: 'ms p99',
  better: 'less',
  sliceTimes: 2,
  isOverloaded: true,
  abouts: {
    ours: 'the platform, one wallet of five hangs',
    floor: 'the platform, all healthy',
    peer: 'one shared pool of wallet calls',
  },
  cases: () => [{ name: '', open }],
}

async function open(scope: Scope): Promise<Opened> {
  const platform = await scope.platform()
  const { url: healthyUrl } = await startWallet(scope, LATENCY_MS)
  const { url: hangingUrl, program: hanging } = await startWallet(scope, 0)
  const players = scope.size.isSmoke ? { each: 1, other: 2 } : PLAYERS
  const operators = await Promise.all(
    Array.from({ length: HEALTHY_OPERATORS }, () => createOperator(platform, healthyUrl)),
  )
  const sixth = await createOperator(platform, healthyUrl)
  const fifth = await createOperator(platform, hangingUrl)
  const links = {
    healthy: await launchPlayers(operators, players.each),
    fifth: await launchPlayers([fifth], players.other),
    sixth: await launchPlayers([sixth], players.other),
  }
  await hanging.ask({ latencyMs: NEVER_MS })
  scope.defer(async () => {
    await hanging.ask({ latencyMs: 0 })
    await untilSettled(platform, fifth.projectId)
  })
  const healthy = await startPlayers(scope, platform, links.healthy)
  return {
    ours: together(healthy, await startPlayers(scope, platform, links.fifth)),
    floor: together(healthy, await startPlayers(scope, platform, links.sixth)),
    peer: await openPeer(scope, healthyUrl, hangingUrl, players),
  }
}

/** Unclear operations are repeated about once a second. */
async function untilSettled(platform: Platform, projectId: string): Promise<void> {
  const untilMs = performance.now() + SETTLE_DEADLINE_MS
  await withStores(platform, async ({ pool }) => {
    const count = `SELECT count(*)::int AS open FROM round
      WHERE project_id = $1 AND state NOT IN ('settled', 'rejected', 'cancelled')`
    while (performance.now() < untilMs) {
      const { rows } = await pool.query<{ open: number }>(count, [projectId])
      if (rows[0]!.open === 0) return
      await sleep(200)
    }
    throw new Error('rounds of the wallet that hung are not settled')
  })
}

function together(healthy: Loader, other: Loader): Running {
  return {
    async slice(forMs) {
      const [slice] = await Promise.all([
        healthy.ask({ forMs, aSecond: RATES.healthy }),
        other.ask({ forMs, aSecond: RATES.other }),
      ])
      return { ...slice, value: slice.latencyMs!.p99 }
    },
  }
}

async function openPeer(
  scope: Scope,
  healthyUrl: string,
  hangingUrl: string,
  players: typeof PLAYERS,
): Promise<Running> {
  const wallets = HEALTHY_OPERATORS + 1
  const server = await startProgram<number>(scope, 'fastify-casino', {
    ...(await storesOf(scope)),
    poolConnections: 16,
    walletUrls: [...new Array(HEALTHY_OPERATORS).fill(healthyUrl), hangingUrl],
    walletConnections: SHARED_CALLS,
    callsAtOnce: SHARED_CALLS,
  } satisfies FastifyCasinoSetup)
  // The operator of a player is the remainder of the player's number.
  const requests = (count: number, operatorOf: (i: number) => number): HttpRequest[] =>
    Array.from({ length: count }, (_, i) => {
      const player = (i + 1) * wallets + operatorOf(i)
      return { path: '/spin', body: JSON.stringify({ player }), status: 200 }
    })
  const ofHealthy = requests(players.each * HEALTHY_OPERATORS, i => i % HEALTHY_OPERATORS)
  const ofHanging = requests(players.other, () => HEALTHY_OPERATORS)
  const url = loopback(server.ready)
  const start = (requests: readonly HttpRequest[]) =>
    startGenerator(scope, { kind: 'http', url, requests, connections: requests.length })
  return together(await start(ofHealthy), await start(ofHanging))
}
