// Two nodes and one round, with chosen faults: a node whose opening is confirmed late does not send
// the bet before a save shows that no other node has changed the round since.

import t from 'tap'
import { createPair, LOST, WORKS } from './pair.ts'

const LATE = { name: 'late', appliedMs: 1, knownMs: 5_000 } as const

t.test('the node that opened does not send a bet that another node has cancelled', async t => {
  const { ledger, fates, sent, runTo, other, greet, spin, readRound } = createPair()
  await greet()
  fates.write.push(LATE)
  fates.wallet.push(LOST)
  void spin()
  await runTo(200)
  const round = readRound()
  void other.resume(round)
  await runTo(2_400)
  const cancel = other.cancel(round)
  await runTo(5_000)
  t.equal(await cancel, 'cancelled')
  const before = sent.length
  await runTo(10_000)
  const after = sent.slice(before).map(({ node, method }) => `${node} ${method}`)
  t.notOk(after.includes('one.0 bet'), `after its write was answered: ${after.join(', ')}`)
  t.equal(ledger.row(round.roundId)?.progress.state, 'cancelled')
})

t.test('an opening that is answered in time needs no save before its bet', async t => {
  const { ledger, fates, sent, runTo, greet, spin } = createPair()
  await greet()
  fates.write.push({ ...WORKS, knownMs: 1_900 })
  fates.wallet.push(LOST)
  void spin()
  await runTo(2_150)
  t.equal(sent.at(-1)?.method, 'bet')
  t.equal([...ledger.rows()][0]?.progress.version, 1)
})
