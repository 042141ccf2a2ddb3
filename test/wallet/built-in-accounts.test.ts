// The built-in wallet's accounts in real Redis: once per transaction, exact, under concurrency.

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import { createAccounts } from '../../src/core/wallet-accounts.ts'
import type { AccountOperation, AccountRef } from '../../src/core/wallet-operation.ts'
import { createBuiltInWalletAccounts } from '../../src/redis/built-in-wallet.ts'
import { openRedis } from '../support/redis.ts'
import { BEFORE_MINOR, BOOKS, operationsOf } from '../support/wallet-books.ts'

const OPENING = 1_000_000n

t.test('the built-in wallet keeps its accounts', async t => {
  const redis = await openRedis(t)
  const accounts = createBuiltInWalletAccounts(redis)
  const someone = (): AccountRef => ({
    projectId: 'demo',
    playerId: `player-${randomUUID()}`,
    currency: 'USD',
  })
  const make = (kind: 'bet' | 'win') => (transaction: string, amountMinor: bigint) =>
    ({ kind, transaction, amountMinor }) as const
  const [bet, win] = [make('bet'), make('win')]
  const refund = (originalTransaction: string, amountMinor: bigint): AccountOperation => ({
    kind: 'refund',
    transaction: `refund1-${originalTransaction}`,
    originalTransaction,
    amountMinor,
  })
  /** Sets a balance and nothing else. */
  const setBalance = async (ref: AccountRef, balance: bigint) => {
    await accounts.apply(ref, { kind: 'read' })
    const key = `wallet:{${ref.projectId}:${ref.playerId}}`
    await redis.hset(key, `${ref.currency}:balance`, balance.toString())
  }

  t.test('a new player starts with 10,000.00 in each currency', async t => {
    const { playerId } = someone()
    const all = { UAH: OPENING, USD: OPENING, EUR: OPENING, RUB: OPENING }
    t.same(await accounts.balances('demo', playerId), all)
    t.equal(await accounts.balance('demo', playerId, 'EUR'), OPENING)
    await accounts.apply({ projectId: 'demo', playerId, currency: 'EUR' }, bet('b', 1n))
    t.same(await accounts.balances('demo', playerId), { ...all, EUR: OPENING - 1n })
  })

  for (const [name, asked, codes, balance] of BOOKS) {
    t.test(name, async t => {
      const ref = someone()
      await setBalance(ref, BEFORE_MINOR)
      const answers = []
      for (const operation of operationsOf(asked))
        answers.push(await accounts.apply(ref, operation))
      t.equal(answers.map(({ code }) => code).join(' '), codes)
      t.equal(answers.at(-1)!.balanceMinor, balance)
    })
  }

  t.test('a transaction belongs to its currency', async t => {
    const ref = someone()
    await accounts.apply(ref, bet('b1', 300n))
    const inEuro = { ...ref, currency: 'EUR' } as const
    t.match(await accounts.apply(inEuro, bet('b1', 300n)), { code: 'INVALID_AMOUNT' })
    t.match(await accounts.apply(inEuro, refund('b1', 300n)), { code: 'INVALID_AMOUNT' })
  })

  t.test('guarantee 12: sums past 2^53 stay exact', async t => {
    const ref = someone()
    const gives = async (operation: AccountOperation, balanceMinor: bigint, code = 'ok') =>
      t.same(await accounts.apply(ref, operation), { code, balanceMinor })
    const large = 2n ** 53n
    await setBalance(ref, large)
    await gives(win('w1', 1n), large + 1n)
    await gives(win('w2', 2n), large + 3n)
    await gives(bet('b1', 1n), large + 2n)
    await gives(refund('b1', 1n), large + 3n)
    const almost = 2n ** 63n - 2n
    await setBalance(ref, almost)
    await gives(win('w3', 2n), almost, 'BALANCE_LIMIT')
    await gives(win('w3', 1n), almost + 1n)
  })

  t.test('concurrent bets never take a balance below zero', async t => {
    const ref = someone()
    await setBalance(ref, 1_000n)
    const bets = Array.from({ length: 50 }, (_, number) =>
      accounts.apply(ref, bet(`b${number}`, 30n)),
    )
    const codes = (await Promise.all(bets)).map(answer => answer.code)
    t.equal(codes.filter(code => code === 'ok').length, 33)
    t.equal(codes.filter(code => code === 'INSUFFICIENT_FUNDS').length, 17)
    t.equal(await accounts.balance('demo', ref.playerId, 'USD'), 10n)
  })

  t.test('simultaneous calls with one transaction are one transaction', async t => {
    const ref = someone()
    const many = (operation: AccountOperation) =>
      Promise.all(Array.from({ length: 30 }, () => accounts.apply(ref, operation)))
    for (const answer of await many(bet('b', 100n))) t.same(answer.balanceMinor, OPENING - 100n)
    for (const answer of await many(refund('b', 100n))) t.same(answer.balanceMinor, OPENING)
    for (const answer of await many(win('w', 7n))) t.same(answer.balanceMinor, OPENING + 7n)
  })

  t.test('a simultaneous bet and its refund end one way or the other, never both', async t => {
    for (let time = 0; time < 30; time++) {
      const ref = someone()
      const [placed, given] = await Promise.all([
        accounts.apply(ref, bet('b', 100n)),
        accounts.apply(ref, refund('b', 100n)),
      ])
      t.equal(given.code, 'ok')
      t.ok(['ok', 'TRANSACTION_CANCELLED'].includes(placed.code))
      t.equal(await accounts.balance('demo', ref.playerId, 'USD'), OPENING)
    }
  })

  t.test('transactions survive one change of generations and are forgotten after two', async t => {
    const ref = someone()
    const key = `wallet:{demo:${ref.playerId}}`
    const turn = () => redis.hset(key, 'turned', '1')
    await accounts.apply(ref, bet('b1', 100n))
    t.ok((await redis.ttl(`${key}:t0`)) > 48 * 3600, 'kept for two days at least')
    await turn()
    await accounts.apply(ref, win('w1', 1n))
    t.same(await accounts.apply(ref, bet('b1', 100n)), { code: 'ok', balanceMinor: 999_901n })
    t.same(await accounts.apply(ref, refund('b1', 100n)), { code: 'ok', balanceMinor: 1_000_001n })
    t.match(await accounts.apply(ref, bet('b1', 100n)), { code: 'TRANSACTION_CANCELLED' })
    t.same(await redis.hkeys(`${key}:t0`), ['b1'])
    await turn()
    await accounts.apply(ref, win('w2', 1n))
    t.same(await redis.hkeys(`${key}:t0`), ['w2'], 'the older generation made room')
    t.match(await accounts.apply(ref, bet('b1', 100n)), { code: 'TRANSACTION_CANCELLED' })
    for (const suffix of ['', ':t0', ':t1']) t.ok((await redis.ttl(key + suffix)) > 48 * 3600)
  })

  t.test('unusual player ids keep separate accounts', async t => {
    const ids = ['a', 'a}', 'a}:t0', '{a}', 'a b', '*', 'Олена', 'x'.repeat(128)]
    for (const [place, playerId] of ids.entries()) {
      await accounts.apply(
        { projectId: 'odd', playerId, currency: 'USD' },
        win('w', BigInt(place + 1)),
      )
    }
    for (const [place, playerId] of ids.entries()) {
      t.equal(await accounts.balance('odd', playerId, 'USD'), OPENING + BigInt(place + 1), playerId)
    }
    t.equal((await accounts.totals('odd')).USD.winsMinor, 36n)
  })

  t.test('guarantee 20: totals add up over players and currencies', async t => {
    for (let number = 0; number < 20; number++) {
      const playerId = `p${number}`
      for (const currency of ['USD', 'EUR'] as const) {
        const ref = { projectId: 'sums', playerId, currency }
        await accounts.apply(ref, bet(`b-${currency}`, 100n))
        await accounts.apply(ref, bet(`b-${currency}`, 100n))
        await accounts.apply(ref, win(`w-${currency}`, 30n))
        if (number % 2 === 0) await accounts.apply(ref, refund(`b-${currency}`, 100n))
        await accounts.apply(ref, refund(`ghost-${currency}`, 100n))
      }
    }
    const each = { betsMinor: 2_000n, winsMinor: 600n, refundsMinor: 1_000n }
    const none = { betsMinor: 0n, winsMinor: 0n, refundsMinor: 0n }
    t.same(await accounts.totals('sums'), { UAH: none, USD: each, EUR: each, RUB: none })
    t.same((await accounts.totals('nobody')).USD, none)
  })

  t.test(
    'property: the script answers as the books do, and a balance is start - bets + wins + refunds',
    async t => {
      const id = fc.integer({ min: 0, max: 7 }).map(number => `t${number}`)
      const amountMinor = fc.oneof(
        fc.bigInt({ min: 1n, max: 400_000n }),
        fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }),
      )
      const operation: fc.Arbitrary<AccountOperation> = fc.oneof(
        fc.record({ kind: fc.constantFrom('bet' as const), transaction: id, amountMinor }),
        fc.record({
          kind: fc.constantFrom('win' as const),
          transaction: id.map(text => `w${text}`),
          amountMinor,
        }),
        fc.record({
          kind: fc.constant('refund' as const),
          transaction: id.map(text => `r${text}`),
          originalTransaction: id,
          amountMinor,
        }),
        fc.constant({ kind: 'read' as const }),
      )
      // Few distinct amounts, so that repeats and refunds often match.
      const sequence = fc
        .tuple(fc.array(operation, { maxLength: 40 }), fc.array(amountMinor, { minLength: 1 }))
        .map(([operations, amounts]) =>
          operations.map((one, number) =>
            one.kind === 'read' || number % 5 === 0
              ? one
              : { ...one, amountMinor: amounts[Number(one.transaction.at(-1)) % amounts.length]! },
          ),
        )
      let run = 0
      await fc.assert(
        fc.asyncProperty(sequence, async operations => {
          const projectId = `prop-${run++}`
          const ref = { projectId, playerId: 'p', currency: 'USD' } as const
          const book = createAccounts(() => OPENING)
          // Pipelined in one go: Redis runs them in this order.
          const answers = await Promise.all(operations.map(one => accounts.apply(ref, one)))
          for (const [place, one] of operations.entries()) {
            const expected = one.kind === 'read' ? 'ok' : book.apply(ref, one)
            const balance = book.balance(ref)
            const { code, balanceMinor } = answers[place]!
            if (code !== expected || balanceMinor !== balance || balanceMinor < 0n) {
              throw new Error(`${place}: ${code} ${balanceMinor}, not ${expected} ${balance}`)
            }
          }
          const { betsMinor, winsMinor, refundsMinor } = (await accounts.totals(projectId)).USD
          const sum = OPENING - betsMinor + winsMinor + refundsMinor
          return sum === (await accounts.balance(projectId, 'p', 'USD'))
        }),
        { numRuns: 300 },
      )
      t.pass(`${run} sequences`)
    },
  )
})
