// The floor of a return: the platform's requests to Postgres and Redis for the hello of a known
// player, with nothing in between, as often as asked. Answers no socket.

import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { ONE_PLAN, openPool } from '../../../src/ledger/database/pool.ts'
import {
  groupLastBalances,
  groupLaunches,
  groupSessionReads,
} from '../../../src/ledger/players/sessions.ts'
import { createRoundReader } from '../../../src/ledger/rounds/round-reader.ts'
import { connectRedis } from '../../../src/redis/connection.ts'
import { createRedisState } from '../../../src/redis/player-state.ts'
import { forEach, type LoadQuestion, runLoad } from '../load.ts'
import { runProgram } from '../program.ts'
import { BENCH_SESSION, ensureBenchProject } from '../rounds.ts'
import type { StoreAddresses } from '../row.ts'

export interface BareReturnsSetup extends StoreAddresses {
  poolConnections: number
  atOnce: number
  players: number
}

runProgram<BareReturnsSetup, LoadQuestion>(async setup => {
  const pool = openPool(setup.databaseUrl, setup.poolConnections, () => {}, ONE_PLAN)
  await ensureBenchProject(pool)
  const redisState = createRedisState(await connectRedis(setup.redisUrl, setup.redisPrefix))
  const { create } = groupLaunches(pool)
  const sessionIds: string[] = []
  await forEach(setup.players, setup.atOnce, async i => {
    const player = { projectId: 'bench', playerId: randomUUID() }
    const session = { ...player, ...BENCH_SESSION, sessionId: uuidv7() }
    sessionIds[i] = (await create(session, Date.now())).sessionId
  })
  const findSession = groupSessionReads(pool)
  const { loadPlayer } = createRoundReader(pool)
  const findLastBalance = groupLastBalances(pool)
  let returns = 0

  async function comeBack(): Promise<null> {
    const session = (await findSession(sessionIds[returns++ % setup.players]!))!
    const { projectId, playerId, sessionId, expiresAtMs, tokenVersion } = session
    const known = (await loadPlayer(projectId, playerId))!
    const { sequence, openRounds, entitlements } = known
    const { revision: entitlementsRevision, targets } = entitlements
    const stored = { sequence, entitlementsRevision, openRounds: [], targets }
    if (openRounds.length > 0) throw new Error('a player of the floor has no rounds')
    await Promise.all([
      redisState.load(session, stored),
      redisState.putSession(session, sessionId, expiresAtMs, tokenVersion),
      redisState.readMark(session, session),
    ])
    await findLastBalance(known.playerKey, session, Date.now())
    return null
  }

  const channels = Array.from({ length: setup.atOnce }, () => comeBack)
  return { ready: null, answer: question => runLoad(channels, question) }
})
