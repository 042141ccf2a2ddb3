// The adaptive windows in Redis: a round enters its window once, every currency has its own, and
// after a step the windows of all currencies start again.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { CURRENCIES, type Currency } from '../../src/core/money.ts'
import type { WindowRef } from '../../src/redis/adaptive-windows.ts'
import { takeRecentPlayers } from '../../src/redis/recent-rounds.ts'
import { loadPlayer, openRedisState } from '../support/redis-players.ts'

const { redis, redisState } = await openRedisState(t)

const RULE = { windowRounds: 3, revision: 1 }
const refOf = (currency: Currency, provider = 'provider_c'): WindowRef => ({ provider, currency })

type Amounts = { stakeMinor: bigint; winMinor: bigint }

/** A new player whose rounds are opened and settled one after another. */
async function newPlayer() {
  const { player, key, open: openRound, ...known } = await loadPlayer(redisState)
  async function load(sequence: bigint) {
    await known.load({ sequence })
    await known.putSession()
  }

  async function open() {
    const roundId = randomUUID()
    const opening = await openRound(roundId)
    if (opening.kind !== 'opened') throw new Error(opening.kind)
    return { gameId: 'game', roundId, sequence: opening.sequence }
  }
  const settle = (
    ref: WindowRef,
    round: Awaited<ReturnType<typeof open>>,
    [stakeMinor, winMinor]: [bigint, bigint],
    rule = RULE,
  ) => redisState.settleRound(player, ref, { ...round, stakeMinor, winMinor }, rule)
  const play = async (ref: WindowRef, amounts: [bigint, bigint], rule = RULE) =>
    settle(ref, await open(), amounts, rule)

  /** A round that finds its window missing; with `loadWindow` it loads one. */
  async function miss(ref: WindowRef, amounts: [bigint, bigint] = [1n, 0n], rule = RULE) {
    const missing = await play(ref, amounts, rule)
    if (missing.kind !== 'not-loaded') throw new Error(missing.kind)
    const loading = { token: missing.token, revision: rule.revision }
    return (afterSequence: bigint, rounds: Amounts[] = []) =>
      redisState.loadWindow(player, ref, loading, afterSequence, rounds)
  }
  /** An empty window after this sequence, in place of the missing one. */
  const begin = async (ref: WindowRef, afterSequence: bigint, rule = RULE) =>
    (await miss(ref, [1n, 0n], rule))(afterSequence)
  return { player, key, load, open, settle, play, miss, begin }
}

const windowOf = (rounds: number, stakeMinor: bigint, winMinor: bigint) => ({
  kind: 'window',
  window: { rounds, stakeMinor, winMinor },
})

t.test('a window whose sums do not fit 64 bits is read from the ledger, until they do', async t => {
  const { play, miss, begin } = await newPlayer()
  const ref = refOf('RUB')
  t.equal(await begin(ref, 1n), 'loaded')
  const largest = 2n ** 62n
  t.strictSame(await play(ref, [1n, largest]), windowOf(1, 1n, largest))
  for (const _ of [1, 2, 3]) {
    const load = await miss(ref, [1n, largest])
    const rounds = Array.from({ length: 3 }, () => ({ stakeMinor: 1n, winMinor: largest }))
    t.equal(await load(1n, rounds), 'too-large')
  }
  const load = await miss(ref, [largest, 0n])
  t.equal(await load(1n, [{ stakeMinor: largest, winMinor: 0n }]), 'loaded')
  t.strictSame(await play(ref, [5n, 7n]), windowOf(2, largest + 5n, 7n))
})

t.test('a window holds the last rounds and their exact sums', async t => {
  const { play, begin } = await newPlayer()
  const ref = refOf('EUR')
  t.equal(await begin(ref, 1n), 'loaded')
  const huge = 2n ** 60n + 1n
  t.strictSame(await play(ref, [huge, 7n]), windowOf(1, huge, 7n))
  t.strictSame(await play(ref, [10n, 0n]), windowOf(2, huge + 10n, 7n))
  t.strictSame(await play(ref, [20n, 5n]), windowOf(3, huge + 30n, 12n))
  t.strictSame(await play(ref, [40n, 1n]), windowOf(3, 70n, 6n), 'the oldest has left')
  t.strictSame(await play(ref, [40n, 2n]), windowOf(3, 100n, 8n), 'one without a win too')
})

t.test('a round enters its window once', async t => {
  const { settle, play, open, begin } = await newPlayer()
  const ref = refOf('EUR')
  await begin(ref, 1n)
  const round = await open()
  t.strictSame(await settle(ref, round, [10n, 5n]), windowOf(1, 10n, 5n))
  t.strictSame(await settle(ref, round, [10n, 5n]), { kind: 'closed' }, 'the same call again')
  t.strictSame(await play(ref, [10n, 5n]), windowOf(2, 20n, 10n))
})

t.test('a round that a window was loaded with does not enter it again', async t => {
  const { settle, open, miss } = await newPlayer()
  const ref = refOf('EUR')
  const load = await miss(ref, [10n, 5n])
  // The second round is settled in the ledger when the first one's window is read.
  const second = await open()
  const read = [
    { stakeMinor: 10n, winMinor: 5n },
    { stakeMinor: 30n, winMinor: 0n },
  ]
  t.equal(await load(second.sequence, read), 'loaded')
  t.strictSame(await settle(ref, second, [30n, 0n]), windowOf(2, 40n, 5n))
})

t.test('of two rounds that find the window missing the later one loads it', async t => {
  const { miss } = await newPlayer()
  const ref = refOf('EUR')
  const [first, second] = [await miss(ref), await miss(ref, [2n, 0n])]
  const read = [{ stakeMinor: 3n, winMinor: 0n }]
  t.equal(await first(0n, read), 'superseded')
  t.equal(await second(0n, read), 'loaded')
  t.equal(await second(0n, read), 'superseded', 'once')
})

t.test(
  'a window is loaded again under other settings, and after its player state was lost',
  async t => {
    const { load, play, begin } = await newPlayer()
    const ref = refOf('EUR')
    await begin(ref, 1n)
    t.strictSame(await play(ref, [1n, 0n]), windowOf(1, 1n, 0n))
    const changed = { ...RULE, revision: 2 }
    t.match(await play(ref, [1n, 0n], changed), { kind: 'not-loaded' })
    await begin(ref, 4n, changed)
    t.strictSame(await play(ref, [1n, 0n], changed), windowOf(1, 1n, 0n))
    await load(100n)
    t.match(await play(ref, [1n, 0n], changed), { kind: 'not-loaded' })
  },
)

t.test('every provider and currency has its own window', async t => {
  const { play, begin } = await newPlayer()
  for (const currency of CURRENCIES) {
    await begin(refOf(currency), 0n)
    t.strictSame(await play(refOf(currency), [10n, 1n]), windowOf(1, 10n, 1n))
  }
  t.match(await play(refOf('EUR', 'provider_a'), [10n, 1n]), { kind: 'not-loaded' })
})

t.test("after a step the provider's windows of every currency start again", async t => {
  const { player, play, begin } = await newPlayer()
  const other = refOf('EUR', 'provider_a')
  for (const ref of [...CURRENCIES.map(currency => refOf(currency)), other]) {
    await begin(ref, 0n)
    t.equal((await play(ref, [10n, 1n])).kind, 'window', `${ref.currency} before`)
  }
  await redisState.dropWindows(player, 'provider_c')
  for (const currency of CURRENCIES) {
    t.equal((await play(refOf(currency), [10n, 1n])).kind, 'not-loaded', `${currency} after`)
  }
  t.strictSame(await play(other, [10n, 1n]), windowOf(2, 20n, 2n))
})

t.test('a window of many rounds is loaded whole', async t => {
  const { play, miss } = await newPlayer()
  const ref = refOf('EUR')
  const rule = { windowRounds: 2_500, revision: 1 }
  const load = await miss(ref, [1n, 0n], rule)
  const rounds = Array.from({ length: 2_500 }, (_, n) => ({
    stakeMinor: BigInt(n + 1),
    winMinor: 1n,
  }))
  t.equal(await load(1n, rounds), 'loaded')
  const all = (2_500n * 2_501n) / 2n
  t.strictSame(await play(ref, [10n, 0n], rule), windowOf(2_500, all - 1n + 10n, 2_499n))
  t.strictSame(await play(ref, [10n, 0n], rule), windowOf(2_500, all - 3n + 20n, 2_498n))
})

t.test('a window of which Redis has lost a part is loaded again', async t => {
  for (const lost of ['rounds', 'sums']) {
    const { key, play, begin } = await newPlayer()
    const ref = refOf('EUR')
    await begin(ref, 1n)
    t.match(await play(ref, [1n, 0n]), { kind: 'window' })
    await redis.del(`${key}:provider_c:EUR:${lost}`)
    t.match(await play(ref, [1n, 0n]), { kind: 'not-loaded' }, lost)
  }
})

t.test('no window is loaded for a player without a state in Redis', async t => {
  const { key, load, play, miss } = await newPlayer()
  const ref = refOf('EUR')
  const loadWindow = await miss(ref)
  await redis.del(key)
  t.equal(await loadWindow(1n), 'superseded')
  await load(1n)
  t.match(await play(ref, [1n, 0n]), { kind: 'not-loaded' })
})

t.test('a window that was counted with another ledger is loaded again', async t => {
  const { player, play, begin, load } = await newPlayer()
  const ref = refOf('EUR')
  await begin(ref, 1n)
  t.match(await play(ref, [1n, 0n]), { kind: 'window' })
  for await (const players of takeRecentPlayers(redis, 'ledger/2')) {
    if (players.some(({ playerId }) => playerId === player.playerId)) break
  }
  await load(2n)
  t.match(await play(ref, [1n, 0n]), { kind: 'not-loaded' })
})
