// A node that gets no answer to the write of its round has sent no bet of it, and notes that; a
// node that reads the round from the ledger notes that its bet is sent next, before sending it.

import t from 'tap'
import { createPair, LOST, REFUSED } from './pair.ts'

/** Written, and its answer is lost. */
const UNANSWERED = { name: 'unanswered', appliedMs: 1, knownMs: 5, fails: true } as const

async function openUnanswered() {
  const pair = createPair()
  const { fates, runTo, greet, spin, readRound } = pair
  await greet()
  fates.write.push(UNANSWERED)
  void spin().catch(() => {})
  await runTo(200)
  return { ...pair, round: readRound() }
}

t.test('an opening without an answer is noted as unsent', async t => {
  const { redisState, sent, round } = await openUnanswered()
  t.equal(redisState.openingOf(round.roundId), 'unsent')
  t.strictSame(sent, [])
})

t.test('an opening with an answer is not noted', async t => {
  const { redisState, runTo, greet, spin, readRound } = createPair()
  await greet()
  void spin()
  await runTo(200)
  t.equal(redisState.openingOf(readRound().roundId), 'opened')
})

t.test('the node that takes it up notes that before it sends the bet', async t => {
  const { redisState, fates, sent, runTo, other, round } = await openUnanswered()
  fates.wallet.push(LOST)
  void other.resume(round)
  await runTo(300)
  t.match(sent, [{ node: 'other.0', method: 'bet' }])
  t.equal(redisState.openingOf(round.roundId), 'taken-up')
})

t.test('it sends no bet while that cannot be noted', async t => {
  const { ledger, fates, sent, runTo, other, round } = await openUnanswered()
  // The player is loaded into Redis first.
  fates.redisState.push(REFUSED)
  void other.resume(round).catch(() => {})
  await runTo(300)
  t.strictSame(sent, [])
  t.equal(ledger.row(round.roundId)?.progress.version, 1, 'it is not saved either')
})

t.test('a later note of its opener changes nothing', async t => {
  const { redisState, fates, runTo, greet, spin, readRound, other } = createPair()
  await greet()
  fates.write.push({ ...UNANSWERED, knownMs: 8_000 })
  fates.wallet.push(LOST)
  void spin().catch(() => {})
  await runTo(3_000)
  const { roundId } = readRound()
  void other.resume(readRound())
  await runTo(9_000)
  t.equal(redisState.openingOf(roundId), 'taken-up')
})
