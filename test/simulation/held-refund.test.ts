// Two nodes and one round, with chosen faults: a node sends the bet on a save from before another
// node took the round up and cancelled it. The refund is sent when that bet is over.

import t from 'tap'
import { createPair, LOST } from './pair.ts'

/** In time for the bet that waits for the save. */
const LATE_SAVE = { name: 'late save', appliedMs: 1, knownMs: 1_500 } as const
const SLOW_BET = { name: 'slow bet', appliedMs: 1_500, knownMs: 1_900 } as const

t.test("the refund of a round taken up from another node waits for that node's bet", async t => {
  const { ledger, fates, sent, runTo, other, greet, spin, readRound } = createPair()
  const refunds = () => sent.filter(({ method }) => method === 'refund').length
  await greet()
  fates.wallet.push(LOST, LOST, SLOW_BET)
  void spin()
  await runTo(2_900)
  fates.write.push(LATE_SAVE)
  await runTo(3_200)
  const round = readRound()
  void other.resume(round)
  await runTo(5_300)
  const cancel = other.cancel(round)
  await runTo(5_400)
  t.equal(await cancel, 'cancelled', 'at once')
  t.strictSame(
    sent.map(({ node, method }) => `${node} ${method}`),
    ['one.0 bet', 'other.0 bet', 'one.0 bet'],
    'the bet of the first node is in flight',
  )
  await runTo(9_200)
  t.equal(refunds(), 0, 'until that bet must be over')
  await runTo(9_500)
  t.equal(refunds(), 1)
  t.equal(ledger.row(round.roundId)?.progress.refundStatus, 'confirmed')
})

t.test('a node that takes a cancelled round up holds its refund back equally long', async t => {
  const { fates, sent, runTo, one, other, greet, spin, readRound } = createPair()
  const refunds = () => sent.filter(({ method }) => method === 'refund').length
  await greet()
  fates.wallet.push(LOST)
  void spin()
  await runTo(2_400)
  const round = readRound()
  one.kill(true)
  const cancel = other.cancel(round)
  await runTo(2_500)
  t.equal(await cancel, 'cancelled')
  other.kill(true)
  one.start()
  void one.resume(round)
  await runTo(6_300)
  t.equal(refunds(), 0)
  await runTo(6_600)
  t.equal(refunds(), 1)
})

t.test('the refund is not held back when no other node drove the round', async t => {
  const { fates, sent, runTo, one, greet, spin, readRound } = createPair()
  await greet()
  fates.wallet.push(LOST)
  void spin()
  await runTo(2_400)
  void one.cancel(readRound())
  await runTo(3_300)
  t.strictSame(
    sent.map(({ method }) => method),
    ['bet', 'refund'],
    'when the retry of the bet would have been due',
  )
})
