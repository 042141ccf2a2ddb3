// The floor of a launch: the platform's requests to Postgres, Redis and the wallet, with nothing in
// between, as often as asked. Answers no HTTP.

import { createHmac, randomUUID } from 'node:crypto'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { createSession, findSessionOfOpenRound } from '../../../src/ledger/players/sessions.ts'
import { connectRedis } from '../../../src/redis/connection.ts'
import { createRedisState } from '../../../src/redis/player-state.ts'
import { createRateLimits } from '../../../src/redis/rate-limits.ts'
import { openBareWallet } from '../bare-wallet.ts'
import { type LoadQuestion, runLoad } from '../load.ts'
import { LIFTED_PER_MINUTE } from '../operators.ts'
import { runProgram } from '../program.ts'
import { ensureBenchProject } from '../rounds.ts'
import type { StoreAddresses } from '../row.ts'

export interface BareLaunchesSetup extends StoreAddresses {
  walletUrl: string
  poolConnections: number
  atOnce: number
}

const READ_EPOCH = { name: 'read-epoch', text: 'SELECT epoch FROM credentials_epoch' }
const SESSION = {
  gameId: 'forty-suns',
  currency: 'USD',
  language: 'en',
  clientPlatform: 'desktop',
} as const

runProgram<BareLaunchesSetup, LoadQuestion>(async setup => {
  const pool = new pg.Pool({ connectionString: setup.databaseUrl, max: setup.poolConnections })
  await ensureBenchProject(pool)
  const redis = await connectRedis(setup.redisUrl, setup.redisPrefix)
  const { putSession } = createRedisState(redis)
  const takeCall = createRateLimits(redis)
  const wallet = openBareWallet(setup.walletUrl, setup.atOnce)

  async function launch(): Promise<null> {
    await pool.query(READ_EPOCH)
    await takeCall('bench', 'launch', LIFTED_PER_MINUTE)
    const player = { projectId: 'bench', playerId: randomUUID() }
    await findSessionOfOpenRound(pool, player, SESSION.gameId)
    await wallet.call()
    const sessionId = uuidv7()
    const { expiresAtMs, tokenVersion } = await createSession(
      pool,
      { ...player, ...SESSION, sessionId, balanceMinor: 1_000_000n },
      Date.now(),
    )
    await putSession(player, sessionId, expiresAtMs, tokenVersion)
    createHmac('sha256', 'a key').update(sessionId).digest('base64url')
    return null
  }

  const channels = Array.from({ length: setup.atOnce }, () => launch)
  return { ready: null, answer: question => runLoad(channels, question) }
})
