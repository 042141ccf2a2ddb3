// Row 7: paid rounds end to end, durable, with the operator's wallet over HTTP in a separate
// process. Ours is a whole platform with its players on sockets. The floor makes the same scripts,
// statements in group commits and wallet calls, one after another, with nothing in between. The
// peers are Fastify and pg with one transaction for each step, and the same behind a worker queue.
// Fair: one wallet, the same game, calls and bytes, the same number of rounds and wallet
// connections under way, every acknowledged commit on disk. With a wallet over TLS 1.3 the floor is
// the same platform with its wallet over HTTP.

import { loadHttp } from './authenticated-post.ts'
import { cpuOf, joinCpu, platformCpu, storesCpu } from './cpu.ts'
import { type LoadQuestion, loadedBy } from './load.ts'
import type { Wallet } from './operators.ts'
import { generated, openPaidStream } from './players.ts'
import { loopback, startProgram } from './program.ts'
import type { BareRoundsSetup } from './programs/bare-rounds.ts'
import type { FastifyCasinoSetup } from './programs/fastify-casino.ts'
import type { PeerWorkerSetup } from './programs/peer-worker.ts'
import type { Case, Opened, ReadCpu, Row, Running, Scope, Size, Slice } from './row.ts'
import { storesOf } from './setting.ts'

const LATENCIES_MS = [0, 5, 50]
const PLAYERS = [64, 256, 1024]
/** What is measured without --full: latency and players. */
const USUAL = [
  [0, 64],
  [0, 256],
  [50, 256],
] as const
/** The case of a wallet with TLS: latency and players. */
const TLS = [50, 256] as const
/** As many as a node's lane, its front end and its jobs have together. */
const POOL_CONNECTIONS = 16

export const paidRounds: Row = {
  number: 7,
  name: 'paid rounds',
  unit: 'rounds/s',
  better: 'more',
  sliceTimes: 1.5,
  abouts: {
    ours: 'the platform, players on sockets',
    floor: 'the same calls and rows with nothing between',
    peer: 'Fastify + pg, a transaction a step',
    otherPeer: 'the same with a worker queue',
  },
  cases: sizes,
}

function sizes({ isSmoke, isFull, isOwn }: Size): Case[] {
  const [latencyMs, players] = isSmoke ? ([0, 4] as const) : TLS
  return [...plainSizes(isSmoke, isFull), ...(isOwn ? [tlsCaseOf(latencyMs, players)] : [])]
}

function plainSizes(isSmoke: boolean, isFull: boolean): Case[] {
  if (isSmoke) return [caseOf(0, 4)]
  if (!isFull) return USUAL.map(([latencyMs, players]) => caseOf(latencyMs, players))
  return LATENCIES_MS.flatMap(latencyMs => PLAYERS.map(players => caseOf(latencyMs, players)))
}

const caseOf = (latencyMs: number, players: number): Case => ({
  name: `${players} players, wallet ${latencyMs} ms`,
  open: scope => open(scope, latencyMs, players),
})

/**
 * Without peers: connections that wait for longer than three seconds are closed, and every slice
 * would begin with handshakes.
 */
const tlsCaseOf = (latencyMs: number, players: number): Case => ({
  name: `${players} players, wallet ${latencyMs} ms, TLS 1.3`,
  abouts: { ours: 'the platform, wallet over TLS 1.3', floor: 'the platform, wallet over HTTP' },
  open: scope => openTls(scope, latencyMs, players),
})

async function openTls(scope: Scope, latencyMs: number, players: number): Promise<Opened> {
  const platform = await scope.platform()
  const shared = joinCpu(await storesCpu(platform), await platformCpu(platform))
  const play = async (isTls: boolean) => {
    const { wallet, generator } = await openPaidStream(scope, latencyMs, players, isTls)
    const running = generated(generator, joinCpu(shared, cpuOf({ wallet })))
    return isTls ? countingHandshakes(running, wallet) : running
  }
  return { ours: await play(true), floor: await play(false) }
}

function countingHandshakes(running: Running, wallet: Wallet): Running {
  return {
    ...running,
    async slice(forMs) {
      const before = await wallet.ask({})
      const slice = await running.slice(forMs)
      const after = await wallet.ask({})
      return { ...slice, handshakes: after.connections - before.connections }
    },
  }
}

async function open(scope: Scope, latencyMs: number, players: number): Promise<Opened> {
  const opened = await openPaidStream(scope, latencyMs, players)
  const { platform, walletUrl: url, wallet, generator } = opened
  const shared = joinCpu(await storesCpu(platform), cpuOf({ wallet }))
  const stores = await storesOf(scope)
  const casino: FastifyCasinoSetup = {
    ...stores,
    poolConnections: POOL_CONNECTIONS,
    walletUrls: [url],
    walletConnections: players,
  }
  return {
    ours: generated(generator, joinCpu(await platformCpu(platform), shared)),
    floor: await openFloor(scope, { ...stores, walletUrl: url, players }, shared),
    peer: await openPeer(scope, casino, players, shared),
    otherPeer: await openPeer(scope, { ...casino, hasQueue: true }, players, shared),
  }
}

async function openFloor(scope: Scope, setup: BareRoundsSetup, shared: ReadCpu): Promise<Running> {
  const floor = await startProgram<null, LoadQuestion, Slice>(scope, 'bare-rounds', setup)
  return loadedBy(floor, joinCpu(cpuOf({ caller: floor }), shared))
}

async function openPeer(
  scope: Scope,
  setup: FastifyCasinoSetup,
  players: number,
  shared: ReadCpu,
): Promise<Running> {
  const server = await startProgram<number>(scope, 'fastify-casino', setup)
  const cpu = [cpuOf({ server }), shared]
  if (setup.hasQueue) {
    const own = { ...setup, atOnce: players } satisfies PeerWorkerSetup
    cpu.push(cpuOf({ worker: await startProgram(scope, 'peer-worker', own) }))
  }
  const requests = Array.from({ length: players }, (_, i) => ({
    path: '/spin',
    body: JSON.stringify({ player: i + 1 }),
    status: 200,
  }))
  return loadHttp(scope, loopback(server.ready), requests, joinCpu(...cpu), players)
}
