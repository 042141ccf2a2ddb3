// The scripts of a player state against Redis: each fact, and each again when the same call arrives
// twice, after a loss, and from a state older than the ledger.

import { randomUUID } from 'node:crypto'
import t from 'tap'
import { HOUR_MS } from '../../src/core/time.ts'
import { createRedisState, type PlayerToLoad } from '../../src/redis/player-state.ts'
import { readRun } from '../support/redis.ts'
import { loadPlayer, openRedisState } from '../support/redis-players.ts'

const { redis, connect, redisState } = await openRedisState(t)

const [A, B, C] = ['01a', '01b', '01c']

/** What the ledger holds: open paid rounds, and no targets unless given. */
const ledgerAt = (
  sequence: bigint,
  open: { gameId: string; roundId: string; sequence: bigint }[] = [],
): Partial<PlayerToLoad> => ({
  sequence,
  openRounds: open.map(round => ({ ...round, freeSpin: null, appliedTarget: null })),
})

/** A new player with one live session, loaded at this sequence. */
async function newPlayer(sequence = 0n) {
  const known = await loadPlayer(redisState, { sequence })
  const open = (roundId: string, gameId = 'game', as = known.session) =>
    known.open(roundId, { gameId }, as)
  const decide = (roundId: string, as: 'revealed' | 'cancelled' | 'revealed-after-save') =>
    redisState.decideReveal(known.player, 'game', roundId, as)
  return { ...known, openSpin: known.open, open, decide }
}

t.test('a round opens with the next sequence, once, for any repeats of the call', async t => {
  const { open } = await newPlayer(7n)
  t.strictSame(await open(A), { kind: 'opened', sequence: 8n, targetOutcomeId: null })
  t.strictSame(
    await open(A),
    { kind: 'opened', sequence: 8n, targetOutcomeId: null },
    'the same call again',
  )
  t.strictSame(await open(B), { kind: 'open', roundId: A }, 'another round waits its turn')
  t.strictSame(
    await open(B, 'other-game'),
    { kind: 'opened', sequence: 9n, targetOutcomeId: null },
    'other games do not wait',
  )
})

t.test('of two simultaneous writers one opens, and the other gets the open round', async t => {
  const { open } = await newPlayer()
  const { openSpin, session } = await newPlayer()
  const others = createRedisState(await connect())
  const answers = await Promise.all([openSpin(A), openSpin(B, {}, session, others)])
  t.equal(answers.filter(a => a.kind === 'opened').length, 1)
  t.equal(answers.filter(a => a.kind === 'open').length, 1)
  t.equal((await open(C)).kind, 'opened', 'another player does not wait')
})

t.test('nothing opens without a live session of the right version', async t => {
  const { session, putSession, open } = await newPlayer()
  const stranger = { sessionId: randomUUID(), tokenVersion: 1 }
  t.strictSame(await open(A, 'game', stranger), { kind: 'no-session' })
  t.strictSame(await open(A, 'game', { ...session, tokenVersion: 2 }), { kind: 'revoked' })
  await putSession(HOUR_MS, 2)
  t.strictSame(await open(A), { kind: 'revoked' }, 'the old link after a new one')
  await putSession(-1, 3)
  t.strictSame(await open(A, 'game', { ...session, tokenVersion: 3 }), { kind: 'expired' })
  const { key, open: openUnloaded } = await newPlayer()
  await redis.del(key)
  t.strictSame(await openUnloaded(A), { kind: 'not-loaded' })
})

t.test('an expired session still gets its open round', async t => {
  const { putSession, open } = await newPlayer()
  await open(A)
  await putSession(-1)
  t.strictSame(await open(B), { kind: 'open', roundId: A })
})

t.test('the first reveal decision is final, for its maker and for everyone later', async t => {
  const { open, decide } = await newPlayer()
  await open(A)
  t.equal(await decide(A, 'revealed'), 'revealed')
  t.equal(await decide(A, 'cancelled'), 'revealed')
  t.equal(await decide(A, 'revealed'), 'revealed', 'the same call again')
  const other = await newPlayer()
  await other.open(A)
  t.equal(await other.decide(A, 'cancelled'), 'cancelled')
  t.equal(await other.decide(A, 'revealed'), 'cancelled')
})

t.test('decisions raced from two sides agree', async t => {
  for (let i = 0; i < 20; i++) {
    const { open, decide } = await newPlayer()
    await open(A)
    const decisions = await Promise.all([
      decide(A, 'revealed'),
      decide(A, 'cancelled'),
      decide(A, 'revealed'),
    ])
    t.equal(new Set(decisions).size, 1)
  }
})

t.test('a reveal decision of a round that is not open here is lost', async t => {
  const { open, decide } = await newPlayer()
  t.equal(await decide(A, 'revealed'), 'lost')
  await open(A)
  t.equal(await decide(B, 'revealed'), 'lost')
  t.equal(await decide(A, 'cancelled'), 'cancelled', 'and changes no other')
})

t.test('closing frees the game for the next round, and leaves another round alone', async t => {
  const { player, open } = await newPlayer()
  await open(A)
  await redisState.closeRound(player, 'game', B, 'over')
  t.strictSame(await open(C), { kind: 'open', roundId: A }, 'the wrong round closes nothing')
  await redisState.closeRound(player, 'game', A, 'over')
  await redisState.closeRound(player, 'game', A, 'over')
  t.strictSame(await open(C), { kind: 'opened', sequence: 2n, targetOutcomeId: null })
  await redisState.closeRound(player, 'game', A, 'over')
  t.strictSame(
    await open(B),
    { kind: 'open', roundId: C },
    'a late close does not affect the next round',
  )
})

t.test('an opening frees the slot of a round that is over, and of no other', async t => {
  const { openSpin: open, decide } = await newPlayer()
  await open(A)
  t.strictSame(await open(B, { over: C }), { kind: 'open', roundId: A })
  const opened = { kind: 'opened', sequence: 2n, targetOutcomeId: null }
  t.strictSame(await open(B, { over: A }), opened)
  t.strictSame(await open(B, { over: A }), opened, 'repeated')
  t.equal(await decide(A, 'cancelled'), 'lost')
  t.strictSame(await open(C, { over: A }), { kind: 'open', roundId: B })
})

t.test(
  'a lost state is not loaded, and is rebuilt with its rounds and without their decisions',
  async t => {
    const { key, load, putSession, open, decide } = await newPlayer()
    await open(A)
    await decide(A, 'revealed')
    await redis.del(key)
    t.strictSame(await open(B), { kind: 'not-loaded' })
    t.equal(await decide(A, 'revealed'), 'lost')
    t.equal(await putSession(), 'not-loaded')
    await load(ledgerAt(1n, [{ gameId: 'game', roundId: A, sequence: 1n }]))
    t.strictSame(await open(B), { kind: 'no-session' }, 'sessions come back one by one')
    await putSession()
    t.strictSame(await open(B), { kind: 'open', roundId: A })
    t.equal(await decide(A, 'cancelled'), 'rebuilt', 'it may have been revealed before: no cancel')
    t.equal(await decide(A, 'revealed'), 'rebuilt', 'or cancelled: its driver saves it first')
    t.equal(await decide(A, 'revealed-after-save'), 'revealed', 'and may reveal it then')
    t.equal(await decide(A, 'cancelled'), 'revealed')
  },
)

t.test('an older copy that took over is another run, whose slots have no decisions', async t => {
  const { key, open, decide } = await newPlayer()
  await open(A)
  const place = (await redis.hget(key, 'o:game'))!
  const run = await readRun(redis)
  t.ok(place.endsWith(`:${run}`), place)
  // Its state when it was copied, before its reveal was decided, from a server that is gone.
  await redis.hset(key, 'o:game', place.replace(run, '0123456789abcdef'))
  t.equal(await decide(A, 'cancelled'), 'rebuilt')
  t.equal(await decide(A, 'revealed'), 'rebuilt')
  t.equal(await decide(A, 'revealed-after-save'), 'revealed')
})

t.test('loading keeps a state newer than the ledger: no sequence is used twice', async t => {
  const { player, load, open, decide } = await newPlayer(5n)
  await open(A)
  await decide(A, 'revealed')
  await load(ledgerAt(5n))
  t.equal(await decide(A, 'cancelled'), 'revealed', 'the decision is kept')
  await redisState.closeRound(player, 'game', A, 'over')
  t.strictSame(await open(B), { kind: 'opened', sequence: 7n, targetOutcomeId: null })
})

t.test('loading drops a state that is older than the ledger', async t => {
  const { load, putSession, open, decide } = await newPlayer(5n)
  await open(A)
  await decide(A, 'cancelled')
  await load(ledgerAt(9n, [{ gameId: 'other', roundId: C, sequence: 9n }]))
  t.equal(await decide(A, 'revealed'), 'lost', 'the outdated round is gone')
  await putSession()
  t.strictSame(await open(B), { kind: 'opened', sequence: 10n, targetOutcomeId: null })
  t.strictSame(await open(B, 'other'), { kind: 'open', roundId: C })
})

t.test('loading replaces a round that was never written by the ledger’s open round', async t => {
  const { load, open, decide } = await newPlayer()
  await open(A)
  await load(ledgerAt(1n, [{ gameId: 'game', roundId: B, sequence: 1n }]))
  t.strictSame(await open(C), { kind: 'open', roundId: B })
  t.equal(await decide(A, 'revealed'), 'lost')
})

t.test('a sequence past 2^31 and near 2^53 counts on exactly', async t => {
  for (const sequence of [2n ** 31n, 2n ** 53n - 10n]) {
    const { open } = await newPlayer(sequence)
    t.strictSame(await open(A), { kind: 'opened', sequence: sequence + 1n, targetOutcomeId: null })
    t.strictSame(await open(A), { kind: 'opened', sequence: sequence + 1n, targetOutcomeId: null })
  }
})

t.test('an older token version never replaces a newer one', async t => {
  const { session, putSession, open } = await newPlayer()
  const put = (version: number) => putSession(HOUR_MS, version)
  t.equal(await put(3), 'put')
  t.equal(await put(2), 'newer')
  t.equal(await put(3), 'put', 'the same call again')
  const opening = await open(A, 'game', { ...session, tokenVersion: 3 })
  t.equal(opening.kind, 'opened')
})

t.test('ended sessions are deleted, live ones and rounds are not', async t => {
  const { player, key, open } = await newPlayer()
  await open(A)
  for (let i = 0; i < 70; i++)
    await redisState.putSession(player, randomUUID(), Date.now() - 60_000, 1)
  const fields = await redis.hkeys(key)
  t.ok(fields.length <= 66, `${fields.length} fields`)
  t.strictSame(await open(B), { kind: 'open', roundId: A })
})

t.test('one player’s state never affects another’s', async t => {
  const [one, other] = [await newPlayer(), await newPlayer()]
  await one.open(A)
  t.equal((await other.open(A)).kind, 'opened')
  t.equal(await other.decide(A, 'cancelled'), 'cancelled')
  t.equal(await one.decide(A, 'revealed'), 'revealed')
})

t.test('scripts that Redis lost are loaded again', async t => {
  const { open } = await newPlayer()
  await redis.script('FLUSH')
  t.equal((await open(A)).kind, 'opened')
})

t.test(
  'a pace applies from the last spin on, in every game, but not from one never written',
  async t => {
    const { player, key, openSpin } = await newPlayer()
    const open = (
      roundId: string,
      gameId: string,
      spin: 'base' | 'free' = 'base',
      entitlementsRevision = 0n,
    ) => openSpin(roundId, { gameId, spin, entitlementsRevision, paceMs: HOUR_MS })
    t.match(await open(A, 'game', 'free'), { kind: 'opened' }, 'a free spin is a spin too')
    t.strictSame(await open(B, 'other'), { kind: 'too-soon' })
    t.strictSame(await open(B, 'other', 'base', 9n), { kind: 'too-soon' }, 'nothing is read for it')
    t.match(await open(A, 'game', 'free'), { kind: 'opened' }, 'the same call again')
    await redisState.closeRound(player, 'game', A, 'undone')
    t.strictSame(await open(B, 'other'), { kind: 'too-soon' }, 'a refused bet was a spin')
    await redis.hset(key, 'last', `${Date.now() - 2 * HOUR_MS}`)
    t.match(await open(B, 'other'), { kind: 'opened' }, 'the time has passed')
    await redisState.closeRound(player, 'other', B, 'unwritten')
    t.match(await open(C, 'third'), { kind: 'opened' }, 'a round never written was no spin')
    const unpaced = await openSpin('01d', { gameId: 'fourth' })
    t.match(unpaced, { kind: 'opened' }, 'without a pace there is no limit')
  },
)

t.test('a round that is loaded again keeps what was decided, and its session', async t => {
  const { load, open, decide } = await newPlayer()
  await open(A)
  await decide(A, 'revealed')
  await load(ledgerAt(1n, [{ gameId: 'game', roundId: A, sequence: 1n }]))
  t.equal(await decide(A, 'cancelled'), 'revealed')
  t.strictSame(await open(B), { kind: 'open', roundId: A }, 'the session is still known')
})

t.test('a rebuilt round has the ledger’s spin and target outcome', async t => {
  const { player, key, load, putSession, open } = await newPlayer()
  const round = { gameId: 'game', roundId: A, sequence: 1n, freeSpin: null, appliedTarget: null }
  const rebuild = async (as: object) => {
    await redis.del(key)
    await load({ sequence: 1n, openRounds: [{ ...round, ...as }] })
    await putSession()
  }
  await rebuild({ appliedTarget: { targetOutcomeId: 'target' } })
  t.strictSame(await open(A), { kind: 'opened', sequence: 1n, targetOutcomeId: 'target' })
  await redisState.closeRound(player, 'game', A, 'undone')
  t.strictSame(await open(B), { kind: 'outdated' }, 'the target is due again: it is read anew')
  await rebuild({ freeSpin: {}, appliedTarget: { targetOutcomeId: 'target' } })
  await redisState.closeRound(player, 'game', A, 'undone')
  t.match(await open(B), { kind: 'opened' }, 'a free spin counts toward none')
})

t.test('after a change of the entitlements the next round reads them again', async t => {
  const { player, open } = await newPlayer()
  await redisState.dropEntitlements(player)
  t.strictSame(await open(A), { kind: 'outdated' })
})

t.test('the mark of a game and a session changes with everything that a hello shows', async t => {
  const { player, session, key, load, putSession, open, decide } = await newPlayer()
  const place = { gameId: 'game', sessionId: session.sessionId }
  const marks = new Set<string | null>()
  const look = async (what: string, isNew = true) => {
    const before = marks.size
    marks.add(await redisState.readMark(player, place))
    t.equal(marks.size > before, isNew, what)
  }
  await look('as it was loaded')
  await look('nothing has happened', false)
  await open(C, 'other')
  await look('a round of another game')
  await open(A)
  await look('a round')
  await decide(A, 'revealed')
  await look('its reveal')
  await redisState.closeRound(player, 'game', A, 'over')
  await look('its end')
  await putSession(HOUR_MS, 2)
  await look('another link')
  await redisState.dropEntitlements(player)
  t.equal(await redisState.readMark(player, place), null, 'the entitlements must be read')
  await load({ sequence: 2n, entitlementsRevision: 1n })
  await look('other entitlements')
  await redis.del(key)
  t.equal(await redisState.readMark(player, place), null, 'the state is not loaded')
})
