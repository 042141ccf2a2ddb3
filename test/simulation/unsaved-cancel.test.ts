// One node and a cancel whose save failed: until the ledger holds it, the player is not told of it.

import t from 'tap'
import { createPair, LOST, REFUSED, session } from './pair.ts'

t.test('a cancel that was not saved is no answer to the spin', async t => {
  const { ledger, fates, runTo, one } = createPair()
  void one.play(session, { type: 'hello', requestId: 'h', token: 't' })
  await runTo(100)
  const spin = { type: 'spin', requestId: 'r', bet: { level: 1 }, mode: 'base' } as const
  fates.wallet.push(LOST)
  void one.play(session, spin)
  await runTo(2_400)
  const [row] = ledger.rows()
  const { roundId } = row!.intent
  fates.write.push(REFUSED)
  void one.cancel({ projectId: 'casino', playerId: 'ann', roundId })
  await runTo(2_500)
  const answer = one.play(session, spin)
  await runTo(2_600)
  t.match(await answer, /"code":"REQUEST_FAILED".*"retry":true/)
  t.equal(ledger.row(roundId)?.progress.state, 'debit_pending')
  await runTo(10_000)
  const repeated = one.play(session, spin)
  await runTo(10_100)
  t.match(await repeated, /"code":"BET_REFUSED"/)
  t.equal(ledger.row(roundId)?.progress.state, 'cancelled')
})
