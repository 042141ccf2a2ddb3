// What is wired around the pure machine: the pushes and repeats of a retry, the state after a
// failure, a bet after a late save, a cancel by another node or after a store's fault. Real actors
// in simulated time.

import t from 'tap'
import { DEFAULT_SETTINGS } from '../../src/core/project-settings.ts'
import { SAVE_BEFORE_BET_MS } from '../../src/limits.ts'
import { endOf } from '../../src/round/close.ts'
import type { Fate } from '../simulation/fates.ts'
import {
  answerBy,
  createPair,
  helloAs,
  LOST,
  type Opening,
  openPair,
  REFUSED,
  session,
  spinAs,
} from '../simulation/pair.ts'
import { newGrant } from '../support/grant-samples.ts'

type Pair = ReturnType<typeof createPair>

const slow = (knownMs: number): Fate => ({ name: 'slow', appliedMs: 1, knownMs })
const methods = ({ sent }: Pair) => sent.map(({ method }) => method)
/** Pushed messages at this node. */
const newsAt = ({ heard }: Pair, node = 'one') =>
  heard.flatMap(({ node: at, message }) =>
    at === node && message.type === 'round' && message.requestId === undefined
      ? [message.round.status]
      : [],
  )
const look = async ({ one }: Pair, roundId: string) =>
  JSON.parse(
    await one.ask({ kind: 'look', projectId: 'casino', playerId: 'ann', roundId }),
  ) as object

/** A round whose bet was left without an answer: its retry is due about a second later. */
async function openUnknown(own: Opening = {}) {
  const pair = await openPair(2_300, { wallet: [LOST], ...own })
  await pair.answer
  return { pair, round: pair.round }
}

const givesUpAfter = (attempts: number): Opening => ({
  settings: { ...DEFAULT_SETTINGS, betCancel: { afterMs: 600_000, attempts } },
})

t.test('a retry without a result pushes nothing, and the end is pushed once', async t => {
  const { pair } = await openUnknown()
  pair.fates.wallet.push(LOST, LOST)
  await pair.runTo(9_000)
  t.strictSame(newsAt(pair), [])
  await pair.runTo(20_000)
  t.strictSame(newsAt(pair), ['settled'])
  t.strictSame(methods(pair), ['bet', 'bet', 'bet', 'bet', 'round_info', 'win', 'round_info'])
  t.strictSame(pair.observed, ['retry', 'retry', 'retry', 'ended'])
})

t.test("the project's own policy gives a bet up, not the node's", async t => {
  const { pair, round } = await openUnknown(givesUpAfter(1))
  await pair.runTo(3_500)
  t.equal(pair.ledger.row(round.roundId)?.progress.cancelReason, 'bet_unconfirmed')
  await pair.runTo(20_000)
  t.strictSame(methods(pair), ['bet', 'refund'])
  t.strictSame(pair.observed, ['retry', 'ended'], 'a first refund is not a retry')
})

t.test('a bet that is given up is pushed at once, and once more with its refund', async t => {
  const { pair } = await openUnknown(givesUpAfter(1))
  pair.fates.wallet.push(LOST, LOST)
  await pair.runTo(3_400)
  t.strictSame(newsAt(pair), ['rejected'])
  await pair.runTo(7_000)
  t.strictSame(newsAt(pair), ['rejected'], 'nothing new while the refund is not confirmed')
  await pair.runTo(60_000)
  t.strictSame(newsAt(pair), ['rejected', 'rejected'])
  t.strictSame(methods(pair), ['bet', 'refund', 'refund', 'refund'])
})

t.test('a cancel of another node is pushed here too, once', async t => {
  const { pair, round } = await openUnknown()
  void pair.other.cancel(round)
  pair.fates.wallet.push(LOST, LOST, LOST)
  await pair.runTo(3_500)
  t.strictSame(newsAt(pair), [], 'not by a save that came too late')
  await pair.runTo(12_000)
  t.strictSame(newsAt(pair), ['rejected'])
})

t.test('a cancel whose save failed is pushed once the ledger has it', async t => {
  const { pair, round } = await openUnknown()
  pair.fates.write.push(REFUSED)
  void pair.one.cancel(round)
  await pair.runTo(2_500)
  t.strictSame(newsAt(pair), [], 'not yet')
  t.match(pair.faults[0], { requestId: 'simulated', round: { intent: { roundId: round.roundId } } })
  pair.fates.wallet.push(LOST)
  await pair.runTo(5_400)
  t.strictSame(newsAt(pair), ['rejected'], 'whether or not its refund still waits')
})

t.test('a cancel whose save failed is done when it is requested again', async t => {
  const { pair, round } = await openUnknown()
  pair.fates.write.push(REFUSED)
  void pair.one.cancel(round)
  await pair.runTo(2_500)
  const again = pair.one.cancel(round)
  await pair.runTo(2_600)
  t.equal(await again, 'cancelled')
  t.equal(pair.ledger.row(round.roundId)?.progress.state, 'cancelled', 'saved before that')
})

t.test('a retry without a budget sends nothing, and comes again', async t => {
  const { pair } = await openUnknown()
  pair.room.takesRetries = false
  await pair.runTo(6_000)
  t.strictSame(methods(pair), ['bet'])
  pair.room.takesRetries = true
  await pair.runTo(7_500)
  t.equal(methods(pair)[1], 'bet')
})

t.test('a bet is not sent on a save that came late', async t => {
  const { pair } = await openUnknown()
  pair.fates.write.push(slow(SAVE_BEFORE_BET_MS + 100))
  await pair.runTo(5_600)
  t.strictSame(methods(pair), ['bet'], 'the round is read again first')
  await pair.runTo(8_000)
  t.equal(methods(pair)[1], 'bet')
})

t.test('a bet is sent on a save that came in time', async t => {
  const { pair } = await openUnknown()
  pair.fates.write.push(slow(SAVE_BEFORE_BET_MS - 100))
  await pair.runTo(5_400)
  t.strictSame(methods(pair).slice(0, 2), ['bet', 'bet'])
})

t.test('a retry whose project can’t be read is reported with its round', async t => {
  const { pair, round } = await openUnknown()
  pair.project.fails = true
  await pair.runTo(3_500)
  t.match(pair.faults[0], { round: { intent: { roundId: round.roundId } } })
  t.strictSame(await look(pair, round.roundId), { work: 'none' }, 'and is given up')
})

t.test('a round that another node took is forgotten here, with its retry', async t => {
  const { pair, round } = await openUnknown(givesUpAfter(1))
  pair.fates.wallet.push(slow(4_000))
  void pair.other.resume(round)
  await pair.runTo(3_500)
  t.strictSame(await look(pair, round.roundId), { work: 'none' })
  await pair.runTo(9_000)
  t.notOk(pair.sent.some(({ node, method }) => node === 'one.0' && method !== 'bet'))
})

t.test('an overtaken driver shows the round’s new state', async t => {
  const pair = await openPair(300, { shape: 'gamble' })
  const { roundId } = pair.round
  const gamble = (requestId: string, option: string) =>
    ({ type: 'gamble', requestId, roundId, option }) as const
  await answerBy(pair, 400, helloAs(), pair.other)
  await answerBy(pair, 500, gamble('first', 'red'), pair.other)
  const refused = await answerBy(pair, 600, gamble('second', 'black'))
  t.match(refused, { code: 'REQUEST_FAILED', retry: true })
  const { round } = await answerBy(pair, 700, helloAs('h3'))
  t.match(round, { choices: ['red'], awaiting: { stepsLeft: 2 }, winUnits: 40 })
})

t.test('the writes of a drive are marked as work on its round', async t => {
  const pair = await openPair(300)
  const { roundId } = pair.round
  const saves = pair.asked.filter(({ what }) => / saves | decides /.test(what))
  t.ok(saves.length >= 2)
  for (const { what, atWork } of saves) t.equal(atWork, roundId, what)
})

t.test('an opening whose row another request holds is answered from that row', async t => {
  const pair = await openPair(300)
  await answerBy(pair, 400, helloAs(), pair.other)
  const repeated = await answerBy(pair, 600, spinAs(), pair.other)
  t.equal([...pair.ledger.rows()].length, 1)
  t.equal(repeated.round.roundId, JSON.parse(await pair.answer).round.roundId)
  const next = await answerBy(pair, 900, spinAs('next'))
  t.match(next, { round: { status: 'settled' } }, 'and its slot is free')
})

t.test('an opening that failed in the ledger leaves no round in memory', async t => {
  const pair = createPair()
  await pair.greet()
  pair.fates.write.push(REFUSED)
  t.match(await answerBy(pair, 200, spinAs()), { code: 'REQUEST_FAILED', retry: true })
  const repeated = await answerBy(pair, 400, spinAs())
  t.match(repeated, { round: { status: 'settled' } }, 'no retry is scheduled')
})

t.test('an opening that was written late is saved before its bet', async t => {
  const pair = await openPair(2_400, { write: [slow(SAVE_BEFORE_BET_MS + 100)] })
  const { roundId } = pair.round
  const calls = pair.asked.filter(({ what }) => / saves |bet /.test(what)).map(({ what }) => what)
  t.match(calls, [/ saves /, /bet /])
  t.ok(pair.ledger.row(roundId))
})

t.test('a round whose slot Redis lost is loaded and saved before it is shown', async t => {
  const pair = await openPair(300, { shape: 'gamble', wallet: [slow(500)] })
  pair.redisState.flush()
  await pair.runTo(1_200)
  const calls = pair.asked.map(({ what }) => what).slice(-12)
  const place = (pattern: RegExp) => calls.findIndex(what => pattern.test(what))
  t.ok(place(/ loads/) > place(/ decides .* revealed /), 'the player state is made again')
  t.ok(place(/ loads/) < place(/ decides .* revealed-after-save/))
  t.match(JSON.parse(await pair.answer), { round: { status: 'awaiting' } })
})

t.test('after a free spin the player is read again, after a paid one not', async t => {
  const pair = await openPair(300)
  pair.asked.length = 0
  const readsAnew = () => pair.asked.some(({ what }) => what.includes('reads player'))
  void pair.spin('paid')
  await pair.runTo(500)
  t.notOk(readsAnew())
  const grant = newGrant({
    gameId: 'game',
    betMinor: 20n,
    betTerms: '{"level":1}',
    expiresAtMs: 2e12,
  })
  pair.ledger.addGrant('1', grant)
  const free = (requestId: string) =>
    ({ type: 'free-spin', requestId, grantId: grant.grantId }) as const
  t.match(await answerBy(pair, 800, free('f1')), { round: { freeSpin: { played: 1 } } })
  pair.asked.length = 0
  void pair.one.play(session, free('f2'))
  await pair.runTo(1_100)
  t.ok(readsAnew())
})

t.test('the end of a round is noted where its reveal does not show it', async t => {
  const { pair, round } = await openUnknown()
  const { progress } = pair.ledger.row(round.roundId)!
  const of = (change: Partial<typeof progress>) =>
    endOf({ intent: pair.ledger.row(round.roundId)!.intent, progress: { ...progress, ...change } })
  t.equal(of({ state: 'settled', winMinor: 0n, choices: [] }), undefined)
  t.strictSame(of({ state: 'settled', winMinor: 0n, choices: ['red'] }), {
    kind: 'paid',
    winMinor: 0n,
  })
  t.strictSame(of({ state: 'settled', winMinor: 7n, choices: [] }), { kind: 'paid', winMinor: 7n })
  t.strictSame(of({ state: 'rejected' }), { kind: 'nothing' })
  t.strictSame(of({ state: 'cancelled' }), { kind: 'cancelled' })
  t.equal(of({ state: 'in_progress' }), undefined)
})
