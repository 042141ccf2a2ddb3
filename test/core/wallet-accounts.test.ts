// The books of a wallet: each transaction moves money once, a repeat is answered from its record, a
// cancelled bet is never debited. Guarantees 1 and 4, on the wallet's side.

import t from 'tap'
import {
  createAccounts,
  isAmountPossible,
  type MoneyOperation,
} from '../../src/core/wallet-accounts.ts'
import { BEFORE_MINOR, BOOKS, operationsOf } from '../support/wallet-books.ts'

const ANN = { playerId: 'ann', currency: 'EUR' }

/** An account of 100 after the operations, with the code of each. */
function after(asked: string) {
  const accounts = createAccounts(() => BEFORE_MINOR)
  const codes = operationsOf(asked).map(operation => accounts.apply(ANN, operation))
  return { accounts, codes, balance: accounts.balance(ANN) }
}

for (const [name, asked, codes, balance] of BOOKS) {
  t.test(name, async t => {
    const books = after(asked)
    t.equal(books.codes.join(' '), codes)
    t.equal(books.balance, balance)
    const moved = [...books.accounts.records.values()].map(({ movedMinor }) => movedMinor)
    t.equal(
      moved.reduce((sum, one) => sum + one, BEFORE_MINOR),
      balance,
      'the sum of its records',
    )
  })
}

t.test('a transaction belongs to its player and currency', async t => {
  const { accounts } = after('bet b, bet c, refund c')
  for (const other of [
    { ...ANN, playerId: 'bob' },
    { ...ANN, currency: 'USD' },
  ]) {
    for (const operation of operationsOf('bet b, refund b, bet c')) {
      t.equal(accounts.apply(other, operation), 'INVALID_TRANSACTION')
    }
    t.equal(accounts.balance(other), 100n)
  }
})

t.test('a record says what became of a transaction', async t => {
  const { accounts } = after('bet b, refund b, refund late 5, bet short 101, win w 7')
  t.strictSame(Object.fromEntries(accounts.records), {
    b: { kind: 'bet', ...ANN, amountMinor: 10n, state: 'cancelled', movedMinor: -10n },
    'refund-b': { kind: 'refund', ...ANN, amountMinor: 10n, state: 'applied', movedMinor: 10n },
    'refund-late': { kind: 'refund', ...ANN, amountMinor: 5n, state: 'applied', movedMinor: 0n },
    late: { kind: 'bet', ...ANN, amountMinor: 5n, state: 'cancelled', movedMinor: 0n },
    short: { kind: 'bet', ...ANN, amountMinor: 101n, state: 'refused', movedMinor: 0n },
    w: { kind: 'win', ...ANN, amountMinor: 7n, state: 'applied', movedMinor: 7n },
  })
})

t.test('a player who was never seen has the present opening balance until money moves', async t => {
  let openingMinor = 100n
  const accounts = createAccounts(() => openingMinor)
  t.equal(accounts.apply(ANN, operationsOf('bet free 0')[0]!), 'ok')
  openingMinor = 200n
  t.equal(accounts.balance(ANN), 200n)
  accounts.move(ANN, 5n)
  openingMinor = 300n
  t.equal(accounts.balance(ANN), 205n)
})

t.test('only the bet of a free spin and a refund may be zero', async t => {
  const possible = (kind: MoneyOperation['kind'], amountMinor: bigint, isFreeSpin = false) =>
    isAmountPossible(kind, amountMinor, isFreeSpin)
  for (const kind of ['bet', 'win', 'refund'] as const) {
    t.ok(possible(kind, 1n))
    t.notOk(possible(kind, -1n, true))
  }
  t.ok(possible('refund', 0n))
  t.ok(possible('bet', 0n, true))
  t.notOk(possible('bet', 0n))
  t.notOk(possible('win', 0n, true))
})
