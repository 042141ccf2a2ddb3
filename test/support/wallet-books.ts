// What a wallet's books answer, as a table: for the books in TypeScript and for the Redis script
// that keeps the same ones.

import type { MoneyOperation } from '../../src/core/wallet-accounts.ts'

/** The balance before the first operation. */
export const BEFORE_MINOR = 100n

/** Operations by kind, transaction and amount (10 if none is named), their codes, the balance. */
export const BOOKS: readonly [name: string, asked: string, codes: string, balance: bigint][] = [
  ['guarantee 1: a bet is debited once', 'bet b, bet b, bet b', 'ok ok ok', 90n],
  ['guarantee 1: a win is credited once', 'win w, win w, win w', 'ok ok ok', 110n],
  ['guarantee 1: a refund is credited once', 'bet b, refund b, refund b', 'ok ok ok', 100n],
  ['guarantee 4: a refunded bet', 'bet b, refund b, bet b', 'ok ok TRANSACTION_CANCELLED', 100n],
  ['guarantee 4: a late bet', 'refund b, bet b, refund b', 'ok TRANSACTION_CANCELLED ok', 100n],
  ['guarantee 4: of any amount', 'refund b, bet b 9', 'ok TRANSACTION_CANCELLED', 100n],
  ['the whole balance is bet', 'bet b 100, bet c 1', 'ok INSUFFICIENT_FUNDS', 0n],
  ['nothing is bet of nothing', 'bet b 100, bet free 0', 'ok ok', 0n],
  ['too much', 'bet b 101, win w, bet b 101', 'INSUFFICIENT_FUNDS ok INSUFFICIENT_FUNDS', 110n],
  ['the refund of a refused bet', 'bet b 101, refund b 101', 'INSUFFICIENT_FUNDS ok', 100n],
  ['another amount of a bet', 'bet b, bet b 9', 'ok INVALID_AMOUNT', 90n],
  ['another amount of a win', 'win w, win w 9', 'ok INVALID_AMOUNT', 110n],
  ['another amount of a refund', 'bet b, refund b 9', 'ok INVALID_AMOUNT', 90n],
  ['a win with the id of a bet', 'bet b, win b', 'ok INVALID_TRANSACTION', 90n],
  ['a bet with the id of a win', 'win w, bet w', 'ok INVALID_TRANSACTION', 110n],
  ['the refund of a win', 'win w, refund w', 'ok INVALID_TRANSACTION', 110n],
]

export function operationsOf(asked: string): MoneyOperation[] {
  return asked.split(', ').map(text => {
    const [kind, transaction, amount = '10'] = text.split(' ') as [MoneyOperation['kind'], string]
    const amountMinor = BigInt(amount)
    return kind === 'refund'
      ? refundOf(transaction, amountMinor)
      : { kind, transaction, amountMinor }
  })
}

export const refundOf = (bet: string, amountMinor: bigint): MoneyOperation => ({
  kind: 'refund',
  transaction: `refund-${bet}`,
  originalTransaction: bet,
  amountMinor,
})
