// A round that waits for its retry on a node that is killed: the node that takes it up has waited
// as long as the retry would have, and tries at once.

import t from 'tap'
import { createPair, LOST, WORKS } from './pair.ts'

t.test('an unknown win is sent again when the round is taken up, not a back-off later', async t => {
  const { fates, sent, runTo, one, other, greet, spin, readRound } = createPair()
  await greet()
  // The bet and the start notification are answered, the win never is.
  fates.wallet.push(WORKS, WORKS, ...Array.from({ length: 5 }, () => LOST))
  void spin()
  await runTo(30_000)
  t.equal(sent.at(-1)?.method, 'win')
  one.kill(false)
  await runTo(60_000)
  const before = sent.length
  void other.resume(readRound())
  await runTo(60_100)
  t.match(sent[before], { node: 'other.0', method: 'win' })
  t.strictSame(sent[before]?.body, sent.find(({ method }) => method === 'win')?.body)
})

t.test('a refund that is held back is not sent earlier because of that', async t => {
  const { fates, sent, runTo, one, other, greet, spin, readRound } = createPair()
  await greet()
  fates.wallet.push(LOST)
  void spin()
  await runTo(2_300)
  void other.cancel(readRound())
  await runTo(2_500)
  one.kill(false)
  void other.resume(readRound())
  await runTo(2_600)
  t.notOk(sent.some(({ method }) => method === 'refund'))
})
