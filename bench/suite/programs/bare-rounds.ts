// The floor of a paid round: the same three scripts, the same two statements in group commits and
// the same wallet calls as our round, one after another, with nothing in between. No socket, no
// actor, no recovery.

import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import type { PlayerRef } from '../../../src/core/player.ts'
import { findGame } from '../../../src/games/catalogue/games.ts'
import { SEED_BYTES } from '../../../src/games/engine/contract.ts'
import { connectRedis } from '../../../src/redis/connection.ts'
import { createRedisState } from '../../../src/redis/player-state.ts'
import { groupCommit, openBareLedger } from '../bare-ledger.ts'
import { openBareWallet } from '../bare-wallet.ts'
import { type LoadQuestion, runLoad } from '../load.ts'
import { runProgram } from '../program.ts'
import { addPlayers, driveRound, newRound } from '../rounds.ts'
import type { StoreAddresses } from '../row.ts'

export interface BareRoundsSetup extends StoreAddresses {
  walletUrl: string
  /** As many as wallet connections. */
  players: number
}

const SESSION = { sessionId: uuidv7(), tokenVersion: 1 }
const LEDGER = { sequence: 0n, entitlementsRevision: 0n, openRounds: [], targets: [] }

runProgram<BareRoundsSetup, LoadQuestion>(async setup => {
  const pool = new pg.Pool({ connectionString: setup.databaseUrl, max: 1 })
  const keys = await addPlayers(pool, setup.players)
  await pool.end()
  const redis = await connectRedis(setup.redisUrl, setup.redisPrefix)
  const state = createRedisState(redis)
  const ledger = openBareLedger(setup.databaseUrl)
  const open = groupCommit(ledger.open)
  const finish = groupCommit(ledger.finish)
  const wallet = openBareWallet(setup.walletUrl, setup.players)
  const game = findGame('forty-suns')!
  const gameId = game.id

  async function play(player: PlayerRef, playerKey: string): Promise<null> {
    const roundId = uuidv7()
    const seed = randomBytes(SEED_BYTES)
    const spin = { entitlementsRevision: 0n, spin: 'base', modeId: 'base' } as const
    const outcome = game.play({ mode: 'base', levelBps: null, seed, choices: [] })
    const planned = newRound(playerKey, game, outcome, roundId)
    const { currency, stakeMinor, baseStakeMinor, requestId, betTerms } = planned.intent
    const record = { currency, stakeMinor, baseStakeMinor, requestId, betTerms, freeSpin: null }
    const opened = await state.openRound(player, SESSION, { gameId, roundId, ...spin, record })
    if (opened.kind !== 'opened') throw new Error(`a round was ${opened.kind}`)
    const { sequence } = opened
    const round = { ...planned, intent: { ...planned.intent, sequence } }
    await open(round)
    await wallet.call()
    const { winMinor } = round.progress
    await state.decideReveal(player, gameId, roundId, 'revealed', winMinor)
    await wallet.call()
    if (winMinor > 0n) await wallet.call()
    await wallet.call()
    await finish(driveRound(round))
    await state.closeRound(player, gameId, roundId, 'over')
    return null
  }

  const channels = await Promise.all(
    keys.map(async key => {
      const player = { projectId: 'bench', playerId: key }
      await state.load(player, LEDGER)
      await state.putSession(player, SESSION.sessionId, Date.now() + 3_600_000, 1)
      return () => play(player, key)
    }),
  )
  return { ready: null, answer: question => runLoad(channels, question) }
})
