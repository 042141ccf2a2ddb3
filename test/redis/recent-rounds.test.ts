// Redis's record of a player's recent rounds, from the opening to the end, and the players found
// with it.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import type { RecentPlayer, RecentRound } from '../../src/core/recent-round.ts'
import {
  createUnrevealedCancel,
  RECENT_ROUNDS,
  RECENT_ROUNDS_KEPT_MS,
} from '../../src/redis/open-rounds.ts'
import { takeRecentPlayers } from '../../src/redis/recent-rounds.ts'
import { loadPlayer, openRedisState } from '../support/redis-players.ts'

const { redis, redisState } = await openRedisState(t)

const RECORD = {
  currency: 'EUR',
  stakeMinor: 250n,
  baseStakeMinor: 200n,
  requestId: 'a "request": 1',
  betTerms: '{"coin":"0.01","lines":20}',
  freeSpin: null,
} as const

async function newPlayer(playerId?: string) {
  const ledger = { sequence: 7n, entitlementsRevision: 3n }
  const known = await loadPlayer(redisState, ledger, playerId)
  const open = (roundId: string, gameId = 'game', record: object = RECORD) =>
    known.open(roundId, { gameId, modeId: 'ante', record: { ...RECORD, ...record } })
  return { ...known, open }
}

async function take(playerId: string): Promise<RecentPlayer> {
  for await (const players of takeRecentPlayers(redis, 'ledger/2')) {
    const found = players.find(player => player.playerId === playerId)
    if (found !== undefined) return found
  }
  throw new Error(`${playerId} is not known`)
}

const statesOf = async (playerId: string) =>
  (await take(playerId)).rounds.map(({ roundId, state }) => [roundId, state])

t.test('everything that a refund needs is recorded', async t => {
  const { player, session, open } = await newPlayer('a player: {odd} é')
  const roundId = randomUUID()
  await open(roundId, 'game', { freeSpin: { grantId: 'g', remaining: 4 } })
  const { sequence, rounds } = await take(player.playerId)
  t.equal(sequence, 8n)
  t.strictSame(rounds, [
    {
      ...RECORD,
      roundId,
      sequence: 8n,
      gameId: 'game',
      modeId: 'ante',
      sessionId: session.sessionId,
      freeSpin: { grantId: 'g', remaining: 4 },
      state: { kind: 'opened' },
    },
  ])
})

t.test('rounds with one setup keep it once, and each is read with its own', async t => {
  const { player, open, ...known } = await newPlayer()
  const key = `${known.key}:recent`
  const stakes = [250n, 250n, 250n, 90n, 90n, 250n]
  for (const [i, stakeMinor] of stakes.entries()) {
    const roundId = randomUUID()
    await open(roundId, 'game', { stakeMinor, requestId: `${i}` })
    await redisState.closeRound(player, 'game', roundId, 'over')
    if (i > 0) await redis.ltrim(key, -4, -1)
  }
  const packed = await redis.lrange(key, 0, -1)
  t.strictSame(
    packed.map(text => text.endsWith('\n')),
    [false, true, false, false],
    'the last of each setup has it',
  )
  const { rounds } = await take(player.playerId)
  t.match(rounds, [
    { stakeMinor: 250n, requestId: '2' },
    { stakeMinor: 90n, requestId: '3' },
    { stakeMinor: 90n, requestId: '4' },
    { stakeMinor: 250n, requestId: '5', betTerms: RECORD.betTerms, gameId: 'game' },
  ])
})

t.test('the record of a player who plays one game takes less than 2 KiB', async t => {
  const { player, key, open } = await newPlayer('a player of any casino')
  for (let round = 0; round < RECENT_ROUNDS; round++) {
    const roundId = randomUUID()
    await open(roundId, 'forty-suns', { requestId: `17.${round}` })
    await redisState.decideReveal(player, 'forty-suns', roundId, 'revealed', 120n)
    await redisState.closeRound(player, 'forty-suns', roundId, 'over')
  }
  const sizes = await Promise.all([key, `${key}:recent`].map(each => redis.memory('USAGE', each)))
  t.ok(sizes[0]! + sizes[1]! < 2_048, `${sizes}`)
})

t.test('the progress of each round is recorded', async t => {
  const { player, open } = await newPlayer()
  const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'] as const
  for (const id of [a, b, c, d, e]) await open(id, `game-${id}`)
  await redisState.decideReveal(player, 'game-a', a, 'revealed', 0n)
  await redisState.closeRound(player, 'game-a', a, 'over')
  await redisState.decideReveal(player, 'game-b', b, 'revealed', null)
  await redisState.decideReveal(player, 'game-c', c, 'cancelled')
  await redisState.closeRound(player, 'game-d', d, 'undone', { kind: 'nothing' })
  await redisState.decideReveal(player, 'game-e', e, 'revealed', 90n)
  t.strictSame(await statesOf(player.playerId), [
    [a, { kind: 'revealed', winMinor: 0n }],
    [b, { kind: 'revealed', winMinor: null }],
    [c, { kind: 'cancelled' }],
    [d, { kind: 'nothing' }],
    [e, { kind: 'revealed', winMinor: 90n }],
  ])
  const paid = { kind: 'paid', winMinor: 12_345_678_901_234_567n } as const
  await redisState.closeRound(player, 'game-b', b, 'over', paid)
  t.strictSame((await statesOf(player.playerId))[1], [b, paid])
})

t.test('a round whose opener sent no bet is no bet, until a node takes it up', async t => {
  const { player, open } = await newPlayer()
  const [unsent, takenUp, late, revealed] = ['a', 'b', 'c', 'd'] as const
  for (const id of [unsent, takenUp, late, revealed]) await open(id, `game-${id}`)
  await redisState.noteOpening(player, unsent, 'unsent')
  await redisState.noteOpening(player, takenUp, 'unsent')
  await redisState.noteOpening(player, takenUp, 'taken-up')
  await redisState.noteOpening(player, late, 'taken-up')
  await redisState.noteOpening(player, late, 'unsent')
  await redisState.decideReveal(player, 'game-d', revealed, 'revealed', 0n)
  await redisState.noteOpening(player, revealed, 'unsent')
  await redisState.noteOpening(player, revealed, 'taken-up')
  await redisState.noteOpening(player, 'forgotten', 'unsent')
  t.strictSame(await statesOf(player.playerId), [
    [unsent, { kind: 'nothing' }],
    [takenUp, { kind: 'opened' }],
    [late, { kind: 'opened' }],
    [revealed, { kind: 'revealed', winMinor: 0n }],
  ])
})

t.test('a lost round is cancelled only where no other decision can have been made', async t => {
  const { player, open, key } = await newPlayer()
  const ids = ['held', 'revealed', 'no-slot', 'other-run', 'freed', 'freed-other-run'] as const
  for (const id of ids) await open(id, `game-${id}`)
  await redisState.decideReveal(player, 'game-revealed', 'revealed', 'revealed', 90n)
  await redis.hdel(key, 'o:game-no-slot')
  for (const id of ['other-run', 'freed-other-run']) {
    const slot = (await redis.hget(key, `o:game-${id}`))!
    await redis.hset(key, `o:game-${id}`, slot.replace(/[^:]+$/, 'another-run'))
  }
  // Their players spun again, and the ledger had no such round.
  for (const id of ['freed', 'freed-other-run']) {
    await redisState.closeRound(player, `game-${id}`, id, 'unwritten')
  }
  const cancel = createUnrevealedCancel(redis)
  const states = async (after: (round: RecentRound) => unknown) => {
    const { rounds } = await take(player.playerId)
    return Object.fromEntries(
      await Promise.all(rounds.map(async each => [each.roundId, await after(each)])),
    )
  }
  const [opened, cancelled] = [{ kind: 'opened' }, { kind: 'cancelled' }]
  const left = { 'no-slot': opened, 'other-run': opened, 'freed-other-run': opened }
  t.strictSame(await states(({ state }) => state), {
    ...left,
    held: opened,
    revealed: { kind: 'revealed', winMinor: 90n },
    freed: cancelled,
  })
  t.match(await states(round => cancel(player, round)), {
    ...left,
    held: cancelled,
    revealed: { kind: 'revealed', winMinor: null },
  })
  t.match(await states(({ state }) => state), { ...left, held: cancelled })
  const late = await redisState.decideReveal(player, 'game-held', 'held', 'revealed', 90n)
  t.equal(late, 'cancelled', 'a driver that comes late pays no win')
})

t.test('a counted round that is settled was paid', async t => {
  const { player, open } = await newPlayer()
  await open('a')
  const round = { gameId: 'game', roundId: 'a', sequence: 8n, stakeMinor: 200n, winMinor: 50n }
  const ref = { provider: 'provider_a', currency: 'EUR' } as const
  await redisState.settleRound(player, ref, round, { windowRounds: 10, revision: 1 })
  t.strictSame(await statesOf(player.playerId), [['a', { kind: 'paid', winMinor: 50n }]])
})

t.test('the last rounds are kept, for a time', async t => {
  const { player, key, open } = await newPlayer()
  for (let round = 0; round < RECENT_ROUNDS + 3; round++) {
    await open(`${round}`)
    await redisState.closeRound(player, 'game', `${round}`, 'over')
  }
  const keptMs = await redis.pttl(`${key}:recent`)
  t.ok(keptMs > 0 && keptMs <= RECENT_ROUNDS_KEPT_MS)
  const kept = await statesOf(player.playerId)
  t.equal(kept.length, RECENT_ROUNDS)
  t.equal(kept[0]![0], '3')
})

t.test('a player read from the earlier ledger is read again', async t => {
  const { player, open } = await newPlayer()
  await open('a')
  await redisState.closeRound(player, 'game', 'a', 'over')
  await take(player.playerId)
  t.strictSame(await open('b'), { kind: 'outdated' })
  t.equal((await take(player.playerId)).sequence, 8n, 'sequence numbers continue')
})
