// The transaction ids of a round's wallet operations, and the kinds that they begin with.

import t from 'tap'
import { TRANSACTION_PREFIX, transactionId } from '../../src/core/wallet-operation.ts'

t.test('a transaction id is the kind and the round: each round has one of a kind', async t => {
  t.equal(transactionId('bet', 'r1'), 'bet-r1')
  t.equal(transactionId('win', 'r1'), 'win-r1')
  t.equal(transactionId('refund', 'r2'), 'refund-r2')
})

t.test('a transaction id begins with its kind, in either case', async t => {
  const kindIn = (text: string) => TRANSACTION_PREFIX.exec(text)?.[1]
  for (const kind of ['bet', 'win', 'refund'] as const) {
    t.equal(kindIn(transactionId(kind, 'r1')), kind)
    t.equal(kindIn(`${kind}-`.toUpperCase()), kind.toUpperCase())
  }
  for (const text of ['r1', 'bet', 'betr1', 'a-bet-r1', 'bets-r1', '-r1']) {
    t.equal(kindIn(text), undefined, text)
  }
})
