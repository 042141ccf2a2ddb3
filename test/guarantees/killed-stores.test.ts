// Guarantee 5, the store processes: Redis is killed and started again, empty or with earlier data;
// Postgres is stopped at once and started again, with players at every point of a round. The node
// keeps running, and every round ends correctly.

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t from 'tap'
import { startRedis } from '../../src/embedded/redis.ts'
import { openSetup } from '../support/operator-setup.ts'
import { startOwnPostgres } from '../support/own-postgres.ts'
import type { PlayClient } from '../support/play-client.ts'
import { openMigrated } from '../support/real-stores.ts'
import { bring, checkBooks, POINTS, playToTheEnd, repeat } from '../support/round-points.ts'
import { onlyFullSize, sized } from '../support/size.ts'
import { moment } from '../support/until.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'reelhouse-killed-'))
// After Redis has ended, which writes into it.
t.teardown(() => rmSync(folder, { recursive: true, force: true }))
const redisFiles = path.join(folder, 'redis', 'appendonlydir')
const earlierFiles = path.join(folder, 'earlier')
let redis = await startRedis({ folder: path.join(folder, 'redis') })
t.teardown(() => redis.stop())
const postgres = await startOwnPostgres(t)
const pool = await openMigrated(t, postgres.url)
const setup = await openSetup(t, {
  databaseUrl: postgres.url,
  redisUrl: redis.url,
  redisPrefix: 'test:',
  pool,
})
const node = await setup.startNode()

/** @param prepare changes its files before it starts again, at the same address */
async function killRedis(prepare: () => void): Promise<void> {
  process.kill(redis.pid, 'SIGKILL')
  await redis.ended
  prepare()
  redis = await startRedis({ folder: path.join(folder, 'redis'), port: redis.port })
}

async function killPostgres(signal: NodeJS.Signals): Promise<void> {
  await postgres.kill(signal)
  await postgres.startAgain()
}

/** Of each player: the stores need the core more while they start. */
const SPIN_EVERY_MS = sized(50, 20)
/** Who play on: two have earlier data. */
const PLAYERS = sized([1, 2], [1, 2, 3, 4])

/** Plays one round after another until stopped. */
function playOn(client: PlayClient, playerId: string) {
  const rounds: string[] = []
  let isStopped = false
  async function play(): Promise<void> {
    while (!isStopped) {
      const round = await playToTheEnd(client, `${playerId}-${rounds.length}`)
      rounds.push(round.roundId)
      await moment(SPIN_EVERY_MS)
    }
  }
  const played = play()
  return {
    rounds,
    async stop() {
      isStopped = true
      await played
    },
  }
}

/** Some players keep playing, others are held at every point of a round; then the store dies. */
async function playThrough(
  tap: Pick<typeof t, 'equal' | 'strictSame' | 'ok'>,
  run: string,
  loss: () => Promise<void>,
) {
  const victims = await Promise.all(
    POINTS.map(point => bring(setup, node, point, `${run}-${point.name}`)),
  )
  const players = await Promise.all(
    PLAYERS.map(async n => {
      const playerId = `${run}-plays-${n}`
      const { client } = await setup.openGame(node, playerId)
      return { playerId, client, play: playOn(client, playerId) }
    }),
  )
  await loss()
  setup.wallet.behave()
  for (const victim of victims) {
    await repeat(tap, victim)
    await playToTheEnd(victim.client, `${victim.playerId}-after`)
    await checkBooks(tap, setup, victim.playerId)
  }
  for (const { playerId, client, play } of players) {
    await play.stop()
    const last = await playToTheEnd(client, `${playerId}-after`)
    const all = [...play.rounds, last.roundId]
    tap.equal(new Set(all).size, all.length, 'each request a round of its own')
    const { rows } = await pool.query<{ sequence: string; round_id: string }>(
      `SELECT sequence, round_id FROM round JOIN player USING (player_key)
       WHERE player_id = $1 AND request_id NOT LIKE '%-past' ORDER BY sequence`,
      [playerId],
    )
    tap.strictSame(
      rows.map(row => row.round_id),
      all,
      'all of them and no other, in their order',
    )
    await checkBooks(tap, setup, playerId)
  }
}

t.test(
  'guarantee 5: Redis is killed in the middle of rounds and starts empty',
  onlyFullSize,
  async t => {
    await playThrough(t, 'empty', () => killRedis(() => rmSync(redisFiles, { recursive: true })))
  },
)

t.test(
  'guarantee 5: Redis is killed in the middle of rounds and starts with earlier data',
  onlyFullSize,
  async t => {
    // Each player has earlier data: rounds, sessions and sequence numbers that are no longer true.
    for (const name of [...POINTS.map(point => point.name), 'plays-1', 'plays-2']) {
      const { client } = await setup.openGame(node, `stale-${name}`)
      await playToTheEnd(client, `stale-${name}-past`)
    }
    cpSync(redisFiles, earlierFiles, { recursive: true })
    const restore = () => {
      rmSync(redisFiles, { recursive: true })
      cpSync(earlierFiles, redisFiles, { recursive: true })
    }
    await playThrough(t, 'stale', () => killRedis(restore))
  },
)

t.test(
  'guarantee 5: Postgres is stopped at once in the middle of rounds',
  onlyFullSize,
  async t => {
    await playThrough(t, 'immediate', () => killPostgres('SIGQUIT'))
  },
)

t.test('guarantee 5: Postgres is killed in the middle of rounds', onlyFullSize, async t => {
  await playThrough(t, 'killed', () => killPostgres('SIGKILL'))
})

t.test('guarantee 5: Redis and Postgres die at the same time', async t => {
  const lose = () => rmSync(redisFiles, { recursive: true })
  await playThrough(t, 'both', async () => {
    await Promise.all([killPostgres(sized('SIGKILL', 'SIGQUIT')), killRedis(lose)])
  })
})
