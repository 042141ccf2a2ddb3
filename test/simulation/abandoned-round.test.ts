// Two nodes and one round, with chosen faults: a node that failed to take a round over does not
// have its driver's state, so its cancel waits.

import t from 'tap'
import { createPair, LOST, REFUSED, WORKS } from './pair.ts'

t.test('a cancel by a node that could not take the round over is busy', async t => {
  const { ledger, fates, runTo, other, greet, spin, readRound } = createPair()
  await greet()
  fates.wallet.push(LOST)
  void spin()
  await runTo(200)
  const round = readRound()
  fates.write.push(REFUSED)
  void other.resume(round)
  await runTo(300)
  const cancel = other.cancel(round)
  await runTo(400)
  t.equal(await cancel, 'busy', 'the other node waits for the wallet')
  t.equal(ledger.row(round.roundId)?.progress.state, 'debit_pending')
})

t.test('a cancel by the node that abandoned the round succeeds', async t => {
  const { fates, runTo, one, greet, spin, readRound } = createPair()
  await greet()
  fates.wallet.push(LOST)
  fates.write.push(WORKS, REFUSED)
  void spin()
  await runTo(3_000)
  const round = readRound()
  const cancel = one.cancel(round)
  await runTo(3_100)
  t.equal(await cancel, 'cancelled', 'no other node drives it')
})
