// Row 12: how long a player waits for the outcome of a spin, and for its settlement, while every
// wallet call takes time. The floor of the outcome is one wallet call and one commit; that of the
// settlement, the calls that a round needs in a row (three, if it does not win) and two commits.
// The peer is the simple casino: its player sees the outcome when everything is done. Fair: one
// wallet, the same number of players, the same durability.

import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { findGame } from '../../src/games/catalogue/games.ts'
import { SEED_BYTES } from '../../src/games/engine/contract.ts'
import type { Round } from '../../src/round/round.ts'
import { createHistogram } from '../histogram.ts'
import { openSpinPlayer } from '../spin-player.ts'
import { groupCommit, openBareLedger } from './bare-ledger.ts'
import { openBareWallet } from './bare-wallet.ts'
import { readLatency, runMany } from './load.ts'
import { createOperator, startWallet } from './operators.ts'
import { openCasino } from './peer-casino.ts'
import { GAME, launchPlayers } from './players.ts'
import { addPlayers, driveRound, newRound } from './rounds.ts'
import type { Case, Opened, Row, Running, Scope } from './row.ts'
import { storesOf, usePool } from './setting.ts'

type Moment = 'outcome' | 'settled'

/** Few, so that the time is that of the steps in a row, not of a queue. */
const PLAYERS = 8
const LATENCIES_MS = [50, 5, 100]
const CALLS_OF_SETTLED = 3
/** Every round of the floor is the first and only one of its player. */
const PLAYERS_MADE_READY = 2_000

export const timeToOutcome: Row = {
  number: 12,
  name: 'time to',
  unit: 'ms p50',
  better: 'less',
  sliceTimes: 1.5,
  abouts: {
    ours: 'player on a socket',
    floor: 'the wallet calls and commits it needs in a row',
    peer: 'simple casino: all calls, then the answer',
  },
  cases: ({ isSmoke, isFull }) =>
    (isSmoke ? [5] : LATENCIES_MS.slice(0, isFull ? undefined : 1)).flatMap(latencyMs => [
      caseOf('outcome', latencyMs),
      caseOf('settled', latencyMs),
    ]),
}

const caseOf = (moment: Moment, latencyMs: number): Case => ({
  name: `${moment}, wallet ${latencyMs} ms`,
  open: scope => open(scope, moment, latencyMs),
})

/**
 * @param play records nothing: resolves at the moment that is measured, or calls `reached` before
 */
function timing(play: (worker: number, reached: () => void) => Promise<unknown>): Running {
  return {
    async slice(forMs) {
      const times = createHistogram()
      const { operations } = await runMany(PLAYERS, forMs, async worker => {
        const startedMs = performance.now()
        let isNoted = false
        const reached = () => {
          if (!isNoted) times.record((performance.now() - startedMs) * 1000)
          isNoted = true
        }
        await play(worker, reached)
        reached()
      })
      const latencyMs = readLatency(times)
      return { value: latencyMs.p50, operations, latencyMs }
    },
  }
}

async function open(scope: Scope, moment: Moment, latencyMs: number): Promise<Opened> {
  const platform = await scope.platform()
  const { url } = await startWallet(scope, latencyMs)
  const links = await launchPlayers([await createOperator(platform, url)], PLAYERS)
  const socketUrl = new URL('/play/socket', platform.baseUrl)
  const players = await Promise.all(links.map(link => openSpinPlayer(socketUrl, link)))
  scope.defer(() => {
    for (const player of players) player.close()
  })
  const casino = await openCasino({
    ...(await storesOf(scope)),
    poolConnections: PLAYERS,
    walletUrls: [url],
    walletConnections: PLAYERS,
  })
  scope.defer(casino.close)
  return {
    ours: timing(async (worker, reached) => {
      const answer = await players[worker]!.spin(moment === 'outcome' ? reached : undefined)
      if (answer !== 'settled') throw new Error(`a spin was answered ${answer}`)
    }),
    floor: await openFloor(scope, url, moment),
    peer: timing(worker => casino.spin({ player: worker + 1, requestId: randomUUID() })),
  }
}

async function openFloor(scope: Scope, walletUrl: string, moment: Moment): Promise<Running> {
  const wallet = openBareWallet(walletUrl, PLAYERS)
  const ledger = openBareLedger(await scope.databaseUrl())
  scope.defer(wallet.close)
  scope.defer(ledger.close)
  const openRound = groupCommit(ledger.open)
  const finishRound = groupCommit(ledger.finish)
  const next = await readyRounds(
    await usePool(scope, 1),
    scope.size.isSmoke ? 100 : PLAYERS_MADE_READY,
  )
  return timing(async () => {
    const round = await next()
    await openRound(round)
    await wallet.call()
    if (moment === 'outcome') return
    for (let call = 1; call < CALLS_OF_SETTLED; call++) await wallet.call()
    await finishRound(driveRound(round))
  })
}

/** Rounds of players without one; more are made when they run out. */
async function readyRounds(pool: Pool, lot: number): Promise<() => Promise<Round>> {
  const game = findGame(GAME)!
  const seed = Buffer.alloc(SEED_BYTES, 1)
  const outcome = game.play({ mode: 'base', levelBps: null, seed, choices: [] })
  const keys = await addPlayers(pool, lot)
  return async () => {
    if (keys.length === 0) keys.push(...(await addPlayers(pool, lot)))
    return newRound(keys.pop()!, game, outcome)
  }
}
