// The transaction ids of a round's wallet operations.

import t from 'tap'
import { transactionId } from '../../src/core/wallet-operation.ts'

t.test('a transaction id is the kind and the round: each round has one of a kind', async t => {
  t.equal(transactionId('bet', 'r1'), 'bet-r1')
  t.equal(transactionId('win', 'r1'), 'win-r1')
  t.equal(transactionId('refund', 'r2'), 'refund-r2')
})
