// The mock wallet follows the operator API, and records its calls.

import t, { type Test } from 'tap'
import { request } from 'undici'
import { createAccounts } from '../../src/core/wallet-accounts.ts'
import { createMockBook } from '../../src/wallet-kit/mock-book.ts'
import { type MockCall, startMockWallet } from '../../src/wallet-kit/mock-wallet.ts'
import { openMockWallet, PLAYER } from '../support/mock-wallet-setup.ts'
import { until } from '../support/until.ts'

const accepted = (balanceMinor: bigint) => ({ kind: 'accepted', balanceMinor })
const error = (detail: string) => ({ kind: 'unknown', reason: 'wallet-error', detail })
const FREE_SPIN = { grantId: 'g-1', externalId: null, nominalBetMinor: 20n, remaining: 4 }

/** The account's change equals the sum of the operations. */
function addsUp(t: Test, { wallet }: Awaited<ReturnType<typeof openMockWallet>>): void {
  const moved = wallet.accounts.operations().reduce((sum, one) => sum + one.movedMinor, 100_000n)
  t.equal(wallet.accounts.balance(PLAYER, 'EUR'), moved, 'balance = opening + operations')
}

t.test('each transaction moves money once', async t => {
  const setup = await openMockWallet(t)
  t.same(await setup.sessionInfo(), accepted(100_000n))
  for (let time = 0; time < 3; time++) t.same(await setup.bet('bet-1'), accepted(99_000n))
  for (let time = 0; time < 3; time++) t.same(await setup.win('win-1'), accepted(100_000n))
  for (let time = 0; time < 3; time++) {
    t.same(await setup.refund('refund-1', 'bet-1'), accepted(101_000n))
  }
  t.match(setup.wallet.accounts.operations(), [
    { transaction: 'bet-1', method: 'bet', timesSeen: 3, state: 'cancelled', movedMinor: -1_000n },
    { transaction: 'win-1', method: 'win', timesSeen: 3, state: 'applied', movedMinor: 1_000n },
    { transaction: 'refund-1', originalTransaction: 'bet-1', timesSeen: 3, movedMinor: 1_000n },
  ])
  addsUp(t, setup)
})

t.test('a known transaction with another body is refused and counted', async t => {
  const setup = await openMockWallet(t)
  await setup.bet('bet-1')
  await setup.win('win-1')
  const wrong: [answer: unknown, code: string][] = [
    [await setup.bet('bet-1', { amountMinor: 999n }), 'INVALID_AMOUNT'],
    [await setup.win('win-1', { amountMinor: 999n }), 'INVALID_AMOUNT'],
    [await setup.refund('refund-1', 'bet-1', { amountMinor: 999n }), 'INVALID_AMOUNT'],
    [await setup.bet('bet-1', { playerId: 'bob' }), 'INVALID_TRANSACTION'],
    [await setup.win('bet-1'), 'INVALID_TRANSACTION'],
    [await setup.refund('refund-2', 'win-1'), 'INVALID_TRANSACTION'],
    [await setup.bet('bet-2', { amountMinor: 0n }), 'INVALID_AMOUNT'],
    [await setup.win('win-2', { amountMinor: 0n }), 'INVALID_AMOUNT'],
  ]
  for (const [answer, code] of wrong) t.same(answer, error(code))
  t.equal(setup.wallet.accounts.violations().length, wrong.length)
  t.equal(setup.wallet.accounts.balance(PLAYER, 'EUR'), 100_000n)
  const [bet] = setup.wallet.accounts.operations()
  t.equal(bet!.differing.length, 3, 'the other bodies are kept')
  addsUp(t, setup)
})

t.test('a free spin bets nothing, and its fields are recorded', async t => {
  const setup = await openMockWallet(t)
  const free = { amountMinor: 0n, freeSpin: FREE_SPIN }
  t.same(await setup.bet('bet-1', free), accepted(100_000n))
  await setup.roundInfo('1', 'start', true)
  await setup.roundInfo('1', 'start', true)
  t.same(await setup.win('win-1', { amountMinor: 500n, freeSpin: FREE_SPIN }), accepted(100_500n))
  t.same(await setup.summary('g-1'), { kind: 'accepted', balanceMinor: 0n })
  const [bet] = setup.wallet.accounts.operations()
  t.match(bet, { forced: true, freeSpin: { nominalBetMinor: 20n, remaining: 4 } })
  t.match(setup.wallet.notifications(), [{ timesSeen: 2, callback: { event: 'start' } }])
  t.match(setup.wallet.summaries().get('g-1'), { timesSeen: 1, callback: { status: 'used' } })
})

t.test('the answer to a call is chosen with all that is known of it', async t => {
  const seen: unknown[] = []
  const setup = await openMockWallet(t, {
    chooseFault: ({ callback, timesSeen, isBooked }) => {
      seen.push([callback.method, timesSeen, isBooked])
      return { fault: timesSeen === 1 ? 'http-500-before-apply' : null, delayMs: 1 }
    },
  })
  for (let time = 0; time < 3; time++) await setup.bet('bet-1')
  await setup.roundInfo('1', 'finish')
  await setup.summary('g-1')
  await setup.sessionInfo()
  t.strictSame(seen, [
    ['bet', 1, false],
    ['bet', 2, false],
    ['bet', 3, true],
    ['round_info', 1, false],
    ['freespins_finished', 1, false],
    ['session_info', 1, false],
  ])
})

t.test('a call that was given up is marked so', async t => {
  const calls: MockCall[] = []
  const chooseFault = (call: MockCall) => {
    calls.push(call)
    return calls.length === 1 ? null : 'hang-before-apply'
  }
  const setup = await openMockWallet(t, { chooseFault }, 200)
  await setup.bet('bet-1')
  t.equal(calls[0]!.hasCallerGone(), false, 'the connection is kept for the next call')
  t.match(await setup.bet('bet-1'), { reason: 'timeout' })
  await until('the caller is gone', () => calls[1]!.hasCallerGone())
})

t.test('an invalid call moves nothing', async t => {
  const setup = await openMockWallet(t)
  const { wallet, bodiesOf, fields } = setup
  const body = bodiesOf({}).bet(fields('bet-1', {}))
  const send = async (path: string, text: string, method: 'POST' | 'GET' = 'POST') => {
    const options = method === 'POST' ? { method, body: text } : { method }
    const { statusCode, body: answer } = await request(`${wallet.url}${path}`, options)
    return `${statusCode} ${((await answer.json()) as { message: string }).message}`
  }
  t.equal(await send('/USD', body), '400 INVALID_REQUEST', 'the body says EUR')
  t.equal(await send('/JPY', body.replace('EUR', 'JPY')), '400 INVALID_REQUEST')
  t.equal(await send('/EUR', body.replace('"bet"', '"debit"')), '400 INVALID_REQUEST')
  const long = `${body.slice(0, -1)},"pad":"${'x'.repeat(70_000)}"}`
  t.equal(await send('/EUR', long), '400 INVALID_REQUEST')
  t.equal(await send('/EUR', '', 'GET'), '400 INVALID_REQUEST')
  t.match(await setup.bet('bet-1', { apiKey: 'rk_other' }), { detail: 'HTTP 401' })
  t.strictSame(wallet.accounts.operations(), [])
  t.same(await setup.bet('bet-1'), accepted(99_000n), 'the right one is still new')
})

t.test('without a configured key it accepts any key, but not a missing one', async t => {
  const wallet = await startMockWallet()
  t.teardown(wallet.close)
  const ask = async (api_key?: string) => {
    const call = { method: 'session_info', player_id: 'p', session_id: 's', api_key }
    const body = JSON.stringify(call)
    return (await request(`${wallet.url}/EUR`, { method: 'POST', body })).statusCode
  }
  t.strictSame([await ask('any'), await ask(''), await ask()], [200, 401, 401])
})

t.test('past its bound the book accepts nothing new and keeps everything old', async t => {
  const book = createMockBook(
    createAccounts(() => 100n),
    { recordsMax: 2, keepsBodies: false },
  )
  const summary = (grantId: string) => ({
    ...({ method: 'freespins_finished', playerId: PLAYER, currency: 'EUR', grantId } as const),
    ...({ externalId: null, game: 'g', status: 'used', total: 1, played: 1 } as const),
    betMinor: 1n,
    totalWinMinor: 0n,
    finishedAt: '',
  })
  for (const grantId of ['a', 'b']) t.ok(book.note(summary(grantId), grantId))
  t.equal(book.note(summary('c'), 'c'), null)
  t.match(book.note(summary('a'), 'a'), { timesSeen: 2, differing: [] })
  t.match(book.note(summary('a'), 'other'), { timesSeen: 3, differing: ['other'] })
  t.strictSame([...book.summaries().keys()], ['a', 'b'])
})
