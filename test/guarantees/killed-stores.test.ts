// Guarantee 5, the store processes: Redis is killed and started again, empty or with earlier data;
// Postgres is stopped at once and started again, with players at every point of a round. The node
// keeps running, and every round ends correctly.

import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import t from 'tap'
import type { Store } from '../../src/embedded/child.ts'
import { startPostgres } from '../../src/embedded/postgres.ts'
import { startRedis } from '../../src/embedded/redis.ts'
import { openSetup } from '../support/operator-setup.ts'
import type { PlayClient } from '../support/play-client.ts'
import { openMigrated } from '../support/real-stores.ts'
import { bring, checkBooks, POINTS, playToTheEnd, repeat } from '../support/round-points.ts'
import { onlyFullSize } from '../support/size.ts'
import { moment } from '../support/until.ts'

/** A store of this test, at one address however often it is started again. */
async function own(start: (port?: number) => Promise<Store>) {
  let store = await start()
  t.teardown(() => store.stop())
  return {
    url: store.url,
    /** Kills the process, prepares its data folder, and starts it again. */
    async dies(signal: NodeJS.Signals, meanwhile = () => {}) {
      process.kill(store.pid, signal)
      await store.ended
      meanwhile()
      store = await start(store.port)
    },
  }
}

const folder = mkdtempSync(path.join(tmpdir(), 'reelhouse-killed-'))
// After the stores have ended, which write into it.
t.teardown(() => rmSync(folder, { recursive: true, force: true }))
const redisFiles = path.join(folder, 'redis', 'appendonlydir')
const earlierFiles = path.join(folder, 'earlier')
const redis = await own(port => startRedis({ folder: path.join(folder, 'redis'), port }))
const postgres = await own(port => startPostgres({ folder: path.join(folder, 'postgres'), port }))
const pool = await openMigrated(t, postgres.url)
const setup = await openSetup(t, {
  databaseUrl: postgres.url,
  redisUrl: redis.url,
  redisPrefix: 'test:',
  pool,
})
const node = await setup.startNode()

/** Of each player: the stores need the core more while they start. */
const SPIN_EVERY_MS = 20

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
    [1, 2, 3, 4].map(async n => {
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
    await playThrough(t, 'empty', () =>
      redis.dies('SIGKILL', () => rmSync(redisFiles, { recursive: true })),
    )
  },
)

t.test(
  'guarantee 5: Redis is killed in the middle of rounds and starts with earlier data',
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
    await playThrough(t, 'stale', () => redis.dies('SIGKILL', restore))
  },
)

t.test(
  'guarantee 5: Postgres is stopped at once in the middle of rounds',
  onlyFullSize,
  async t => {
    await playThrough(t, 'immediate', () => postgres.dies('SIGQUIT'))
  },
)

t.test('guarantee 5: Postgres is killed in the middle of rounds', async t => {
  await playThrough(t, 'killed', () => postgres.dies('SIGKILL'))
})

t.test('guarantee 5: Redis and Postgres die at the same time', async t => {
  const lose = () => rmSync(redisFiles, { recursive: true })
  await playThrough(t, 'both', async () => {
    await Promise.all([postgres.dies('SIGQUIT'), redis.dies('SIGKILL', lose)])
  })
})
