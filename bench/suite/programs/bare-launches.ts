// The floor of a launch: the platform's requests to Postgres, Redis and the wallet, with nothing in
// between, as often as asked. Answers no HTTP.

import { createHmac, randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { ONE_PLAN, openPool } from '../../../src/ledger/database/pool.ts'
import { groupLaunches } from '../../../src/ledger/players/sessions.ts'
import { createCredentialsReader } from '../../../src/ledger/projects/credentials.ts'
import { connectRedis } from '../../../src/redis/connection.ts'
import { createRateLimits } from '../../../src/redis/rate-limits.ts'
import { openBareWallet } from '../bare-wallet.ts'
import { type LoadQuestion, runLoad } from '../load.ts'
import { LIFTED_PER_MINUTE } from '../operators.ts'
import { runProgram } from '../program.ts'
import { BENCH_SESSION, ensureBenchProject } from '../rounds.ts'
import type { StoreAddresses } from '../row.ts'

export interface BareLaunchesSetup extends StoreAddresses {
  walletUrl: string
  poolConnections: number
  atOnce: number
  /** Each of the callers launches one player again and again; otherwise new players. */
  isKnown: boolean
}

runProgram<BareLaunchesSetup, LoadQuestion>(async setup => {
  const pool = openPool(setup.databaseUrl, setup.poolConnections, () => {}, ONE_PLAN)
  await ensureBenchProject(pool)
  const redis = await connectRedis(setup.redisUrl, setup.redisPrefix)
  const takeCall = createRateLimits(redis)
  const wallet = openBareWallet(setup.walletUrl, setup.atOnce)

  const credentials = createCredentialsReader(pool)
  const sessions = groupLaunches(pool)

  async function launch(playerId: string): Promise<null> {
    await credentials.find('bench')
    await takeCall('bench', 'launch', LIFTED_PER_MINUTE)
    const player = { projectId: 'bench', playerId }
    await sessions.lookUp({ ...player, gameId: BENCH_SESSION.gameId })
    await wallet.call()
    const sessionId = uuidv7()
    await sessions.create({ ...player, ...BENCH_SESSION, sessionId }, Date.now())
    createHmac('sha256', 'a key').update(sessionId).digest('base64url')
    return null
  }

  const channels = Array.from({ length: setup.atOnce }, () => {
    const known = randomUUID()
    return () => launch(setup.isKnown ? known : randomUUID())
  })
  return { ready: null, answer: question => runLoad(channels, question) }
})
