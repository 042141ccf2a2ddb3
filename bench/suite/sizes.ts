// Row 11: how much of the platform's memory an idle connected player takes, how much of Redis a
// player, and how much of the ledger a settled round. They have no floor and no peer, because they
// are sizes. Memory is that of the whole process, including what its allocators hold free for
// later; garbage is collected first, because the garbage of the launches depends on the room that
// V8 takes for it and not on the players. Every player was launched over HTTP, connected, sent
// hello and nothing else.

import { setTimeout as pause } from 'node:timers/promises'
import { connectRedis } from '../../src/redis/connection.ts'
import { processUse } from '../process-use.ts'
import { openSpinPlayer } from '../spin-player.ts'
import { openPlatform, withStores } from '../stream-platform.ts'
import { readLedgerCounters } from '../stream-use.ts'
import { createOperator, startWallet } from './operators.ts'
import { launchPlayers, openPaidStream } from './players.ts'
import type { Opened, Row, Scope } from './row.ts'

/** One address may hold 4,096 connections. */
const IDLE = { first: 600, more: 3_000, collections: 16 }
const FEW_IDLE = { first: 1, more: 2, collections: 0 }
/** V8 gives its pages back over a dozen collections; a reading before that varies by 10 MB. */
const COLLECTED_EVERY_MS = 500
const PLAYING = 32
/** Enough to fill the list of recent rounds. */
const ROUNDS_OF_EACH = 40

export const sizes: Row = {
  number: 11,
  name: 'size',
  unit: 'bytes',
  better: 'less',
  abouts: { ours: 'the platform' },
  cases: () => [
    { name: 'memory of an idle connected player', open: openMemory },
    { name: 'Redis of a player', open: openRedis },
    { name: 'ledger of a settled round, with indexes', open: openLedger },
  ],
}

/**
 * On a separate platform, whose heap no other row has filled. The first players bring it to its
 * usual size; a player's size is measured over all who come after them. It varies by a kilobyte
 * from run to run, because V8 holds pages free for later.
 */
async function openMemory(scope: Scope): Promise<Opened> {
  const { platform, operator } = await openEmpty(scope)
  const socketUrl = new URL('/play/socket', platform.baseUrl)
  const { first, more, collections } = scope.size.isSmoke ? FEW_IDLE : IDLE
  async function connect(count: number): Promise<void> {
    for (const link of await launchPlayers([operator], count)) {
      const player = await openSpinPlayer(socketUrl, link)
      scope.defer(player.close)
    }
  }
  async function readBytes(): Promise<number> {
    for (let collected = 0; collected < collections; collected++) {
      await platform.ask({ kind: 'memory' })
      await pause(COLLECTED_EVERY_MS)
    }
    return processUse(platform.pid()).memoryMb * 2 ** 20
  }
  await connect(first)
  const before = await readBytes()
  await connect(more)
  return {
    ours: {
      slice: async () => ({
        value: Math.max((await readBytes()) - before, 1) / more,
        operations: more,
      }),
    },
  }
}

async function openEmpty(scope: Scope) {
  const platform = scope.size.isSmoke ? await scope.platform() : await openPlatform(null, true)
  if (!scope.size.isSmoke) scope.defer(() => platform.stop())
  const { url } = await startWallet(scope, 0)
  return { platform, operator: await createOperator(platform, url) }
}

const startPlaying = (scope: Scope) => openPaidStream(scope, 0, scope.size.isSmoke ? 2 : PLAYING)

async function openRedis(scope: Scope): Promise<Opened> {
  const { platform, operators, generator } = await startPlaying(scope)
  const [operator] = operators
  const wanted = scope.size.isSmoke ? 1 : PLAYING * ROUNDS_OF_EACH
  for (let played = 0; played < wanted; ) {
    played += (await generator.ask({ forMs: 200, aSecond: null })).operations
  }
  return {
    ours: {
      async slice() {
        const size = await sizeOfPlayers(platform.stores().redisUrl, operator!.projectId)
        return { value: size.bytes / size.players, operations: size.players }
      },
    },
  }
}

/** Every key of the project's players: state and recent rounds. */
async function sizeOfPlayers(redisUrl: string, projectId: string) {
  const redis = await connectRedis(redisUrl, '')
  const keys = new Set<string>()
  for await (const found of redis.scanStream({ match: `*p2:{${projectId}:*`, count: 1_000 })) {
    for (const key of found as string[]) keys.add(key)
  }
  const all = [...keys]
  const sizes = await Promise.all(all.map(key => redis.memory('USAGE', key, 'SAMPLES', 0)))
  redis.disconnect()
  return {
    players: all.filter(key => key.endsWith('}')).length,
    bytes: sizes.reduce<number>((sum, bytes) => sum + (bytes ?? 0), 0),
  }
}

async function openLedger(scope: Scope): Promise<Opened> {
  const { platform, generator } = await startPlaying(scope)
  const readSize = () =>
    withStores(platform, async ({ pool }) => {
      const { heap, index } = await readLedgerCounters(pool)
      return heap + index
    })
  const before = await readSize()
  let played = 0
  return {
    ours: {
      async slice(forMs) {
        const { operations } = await generator.ask({ forMs, aSecond: null })
        played += operations
        return { value: Math.max((await readSize()) - before, 1) / played, operations }
      },
    },
  }
}
