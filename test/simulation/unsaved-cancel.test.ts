// One node and a cancel whose save failed: until the ledger has it, the player is not sent it.

import t from 'tap'
import { createPair, LOST, REFUSED } from './pair.ts'

t.test('a cancel that was not saved is no answer to the spin', async t => {
  const { ledger, fates, runTo, one, greet, spin, readRound } = createPair()
  await greet()
  fates.wallet.push(LOST)
  void spin()
  await runTo(2_400)
  const round = readRound()
  fates.write.push(REFUSED)
  void one.cancel(round)
  await runTo(2_500)
  const answer = spin()
  await runTo(2_600)
  t.match(await answer, /"code":"REQUEST_FAILED".*"retry":true/)
  t.equal(ledger.row(round.roundId)?.progress.state, 'debit_pending')
  await runTo(10_000)
  const repeated = spin()
  await runTo(10_100)
  t.match(await repeated, /"code":"BET_REFUSED"/)
  t.equal(ledger.row(round.roundId)?.progress.state, 'cancelled')
})
