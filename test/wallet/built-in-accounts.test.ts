// The built-in wallet's accounts in real Redis: once per transaction, exact, under concurrency.

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import t from 'tap'
import type { AccountOperation, AccountRef } from '../../src/core/wallet-operation.ts'
import { createBuiltInWalletAccounts } from '../../src/redis/built-in-wallet.ts'
import { openRedis } from '../support/redis.ts'

const OPENING = 1_000_000n

t.test('the built-in wallet keeps its accounts', async t => {
  const redis = await openRedis(t)
  const accounts = createBuiltInWalletAccounts(redis)
  const someone = (): AccountRef => ({
    projectId: 'demo',
    playerId: `player-${randomUUID()}`,
    currency: 'USD',
  })
  const bet = (transaction: string, amountMinor: bigint): AccountOperation => ({
    kind: 'bet',
    transaction,
    amountMinor,
  })
  const win = (transaction: string, amountMinor: bigint): AccountOperation => ({
    kind: 'win',
    transaction,
    amountMinor,
  })
  const refund = (originalTransaction: string, amountMinor: bigint, n = 1): AccountOperation => ({
    kind: 'refund',
    transaction: `refund${n}-${originalTransaction}`,
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

  t.test('guarantee 1: a repeated operation is applied once', async t => {
    const ref = someone()
    for (let i = 0; i < 3; i++) {
      t.same(await accounts.apply(ref, bet('b1', 300n)), { code: 'ok', balanceMinor: 999_700n })
    }
    for (let i = 0; i < 3; i++) {
      t.same(await accounts.apply(ref, win('w1', 500n)), { code: 'ok', balanceMinor: 1_000_200n })
    }
    t.same(await accounts.apply(ref, bet('b1', 300n)), { code: 'ok', balanceMinor: 1_000_200n })
    for (let i = 0; i < 3; i++) {
      const answer = await accounts.apply(ref, refund('b1', 300n))
      t.same(answer, { code: 'ok', balanceMinor: 1_000_500n })
    }
  })

  t.test('a repeat with another body is an error and changes nothing', async t => {
    const ref = someone()
    await accounts.apply(ref, bet('b1', 300n))
    await accounts.apply(ref, win('w1', 500n))
    const before = OPENING + 200n
    const wrong: [AccountOperation, string][] = [
      [bet('b1', 301n), 'INVALID_AMOUNT'],
      [win('w1', 499n), 'INVALID_AMOUNT'],
      [refund('b1', 299n), 'INVALID_AMOUNT'],
      [win('b1', 300n), 'INVALID_TRANSACTION'],
      [bet('w1', 500n), 'INVALID_TRANSACTION'],
      [refund('w1', 500n), 'INVALID_TRANSACTION'],
      [{ ...refund('b1', 300n), transaction: 'w1' } as AccountOperation, 'INVALID_TRANSACTION'],
    ]
    for (const [operation, code] of wrong) {
      t.same(await accounts.apply(ref, operation), { code, balanceMinor: before }, code)
    }
    const inEuro = { ...ref, currency: 'EUR' } as const
    t.match(await accounts.apply(inEuro, bet('b1', 300n)), { code: 'INVALID_AMOUNT' })
    t.match(await accounts.apply(inEuro, refund('b1', 300n)), { code: 'INVALID_AMOUNT' })
  })

  t.test('a bet above the balance is refused with the balance, and stays refused', async t => {
    const ref = someone()
    const refused = { code: 'INSUFFICIENT_FUNDS', balanceMinor: OPENING }
    t.same(await accounts.apply(ref, bet('b1', OPENING + 1n)), refused)
    await accounts.apply(ref, win('w1', 100n))
    const still = { code: 'INSUFFICIENT_FUNDS', balanceMinor: OPENING + 100n }
    t.same(await accounts.apply(ref, bet('b1', OPENING + 1n)), still)
    t.same(await accounts.apply(ref, bet('b2', OPENING + 100n)), { code: 'ok', balanceMinor: 0n })
    t.same(await accounts.apply(ref, bet('b3', 1n)), { ...refused, balanceMinor: 0n })
    t.same(
      await accounts.apply(ref, bet('b4', 0n)),
      { code: 'ok', balanceMinor: 0n },
      'a free spin',
    )
  })

  t.test('guarantee 4: a late bet of a cancelled transaction is refused', async t => {
    const ref = someone()
    const ok = { code: 'ok', balanceMinor: OPENING }
    t.same(await accounts.apply(ref, refund('never-came', 100n)), ok)
    const cancelled = { code: 'TRANSACTION_CANCELLED', balanceMinor: OPENING }
    t.same(await accounts.apply(ref, bet('never-came', 100n)), cancelled)
    t.same(await accounts.apply(ref, bet('never-came', 100n)), cancelled)
    t.same(await accounts.apply(ref, refund('never-came', 100n)), ok, 'the refund stays ok')
    await accounts.apply(ref, bet('came', 100n))
    t.same(await accounts.apply(ref, refund('came', 100n)), ok)
    t.same(await accounts.apply(ref, bet('came', 100n)), cancelled, 'a refunded bet too')
    t.same(await accounts.apply(ref, refund('came', 100n, 2)), ok, 'another refund of the same bet')
    await accounts.apply(ref, bet('short', OPENING + 1n))
    t.same(await accounts.apply(ref, refund('short', OPENING + 1n)), ok, 'no bet to refund')
  })

  t.test('guarantee 12: sums past 2^53 stay exact', async t => {
    const ref = someone()
    const large = 2n ** 53n
    await setBalance(ref, large)
    t.same(await accounts.apply(ref, win('w1', 1n)), { code: 'ok', balanceMinor: large + 1n })
    t.same(await accounts.apply(ref, win('w2', 2n)), { code: 'ok', balanceMinor: large + 3n })
    t.same(await accounts.apply(ref, bet('b1', 1n)), { code: 'ok', balanceMinor: large + 2n })
    t.same(await accounts.apply(ref, refund('b1', 1n)), { code: 'ok', balanceMinor: large + 3n })
    const almost = 2n ** 63n - 2n
    await setBalance(ref, almost)
    t.same(await accounts.apply(ref, win('w3', 2n)), {
      code: 'BALANCE_LIMIT',
      balanceMinor: almost,
    })
    t.same(await accounts.apply(ref, win('w3', 1n)), { code: 'ok', balanceMinor: almost + 1n })
  })

  t.test('concurrent bets never take a balance below zero', async t => {
    const ref = someone()
    await setBalance(ref, 1_000n)
    const bets = Array.from({ length: 50 }, (_, i) => accounts.apply(ref, bet(`b${i}`, 30n)))
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
    for (let i = 0; i < 30; i++) {
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
    for (const [i, playerId] of ids.entries()) {
      await accounts.apply({ projectId: 'odd', playerId, currency: 'USD' }, win('w', BigInt(i + 1)))
    }
    for (const [i, playerId] of ids.entries()) {
      t.equal(await accounts.balance('odd', playerId, 'USD'), OPENING + BigInt(i + 1), playerId)
    }
    t.equal((await accounts.totals('odd')).USD.winsMinor, 36n)
  })

  t.test('guarantee 20: totals add up over players and currencies', async t => {
    for (let i = 0; i < 20; i++) {
      const playerId = `p${i}`
      for (const currency of ['USD', 'EUR'] as const) {
        const ref = { projectId: 'sums', playerId, currency }
        await accounts.apply(ref, bet(`b-${currency}`, 100n))
        await accounts.apply(ref, bet(`b-${currency}`, 100n))
        await accounts.apply(ref, win(`w-${currency}`, 30n))
        if (i % 2 === 0) await accounts.apply(ref, refund(`b-${currency}`, 100n))
        await accounts.apply(ref, refund(`ghost-${currency}`, 100n))
      }
    }
    const each = { betsMinor: 2_000n, winsMinor: 600n, refundsMinor: 1_000n }
    const none = { betsMinor: 0n, winsMinor: 0n, refundsMinor: 0n }
    t.same(await accounts.totals('sums'), { UAH: none, USD: each, EUR: each, RUB: none })
    t.same((await accounts.totals('nobody')).USD, none)
  })

  t.test('property: balance = start - bets + wins + refunds, and never below zero', async t => {
    const id = fc.integer({ min: 0, max: 7 }).map(n => `t${n}`)
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
        operations.map((one, i) =>
          one.kind === 'read' || i % 5 === 0
            ? one
            : { ...one, amountMinor: amounts[Number(one.transaction.at(-1)) % amounts.length]! },
        ),
      )
    let n = 0
    await fc.assert(
      fc.asyncProperty(sequence, async operations => {
        const projectId = `prop-${n++}`
        const ref = { projectId, playerId: 'p', currency: 'USD' } as const
        const model = createModel()
        // Pipelined in one go: Redis runs them in this order.
        const answers = await Promise.all(operations.map(one => accounts.apply(ref, one)))
        for (const [i, one] of operations.entries()) {
          const expected = model.apply(one)
          const { code, balanceMinor } = answers[i]!
          if (code !== expected || balanceMinor !== model.balance() || balanceMinor < 0n) {
            throw new Error(`${i}: ${code} ${balanceMinor}, not ${expected} ${model.balance()}`)
          }
        }
        const { betsMinor, winsMinor, refundsMinor } = (await accounts.totals(projectId)).USD
        const sum = OPENING - betsMinor + winsMinor + refundsMinor
        return sum === (await accounts.balance(projectId, 'p', 'USD'))
      }),
      { numRuns: 300 },
    )
    t.pass(`${n} sequences`)
  })
})

/** The wallet's expected behaviour, written a second time and as plainly as possible. */
function createModel() {
  let balance = OPENING
  const known = new Map<string, { kind: string; amountMinor: bigint }>()

  function repeated(one: Exclude<AccountOperation, { kind: 'read' }>): string | null {
    const first = known.get(one.transaction)
    if (first === undefined) return null
    if (one.kind === 'bet' && first.kind === 'void') return 'TRANSACTION_CANCELLED'
    const isSameKind = first.kind === one.kind || (one.kind === 'bet' && first.kind === 'short')
    if (!isSameKind) return 'INVALID_TRANSACTION'
    if (first.amountMinor !== one.amountMinor) return 'INVALID_AMOUNT'
    return first.kind === 'short' ? 'INSUFFICIENT_FUNDS' : 'ok'
  }

  function applyNew(one: Exclude<AccountOperation, { kind: 'read' }>): string {
    const { kind, transaction, amountMinor } = one
    if (kind === 'win') balance += amountMinor
    if (kind === 'bet' && amountMinor > balance) {
      known.set(transaction, { kind: 'short', amountMinor })
      return 'INSUFFICIENT_FUNDS'
    }
    if (kind === 'bet') balance -= amountMinor
    if (kind === 'refund') {
      const bet = known.get(one.originalTransaction)
      if (bet !== undefined && bet.amountMinor !== amountMinor) return 'INVALID_AMOUNT'
      if (bet?.kind === 'bet') balance += amountMinor
      known.set(one.originalTransaction, { kind: 'void', amountMinor })
    }
    known.set(transaction, { kind, amountMinor })
    return 'ok'
  }

  return {
    balance: () => balance,
    apply: (one: AccountOperation) =>
      one.kind === 'read' ? 'ok' : (repeated(one) ?? applyNew(one)),
  }
}
