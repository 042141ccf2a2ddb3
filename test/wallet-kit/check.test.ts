// The conformance check passes good wallets, and finds each mistake of broken ones: the checks that
// fail are exactly those that should. The time that a wallet must remember passes on a clock of the
// test.

import { hash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import t, { type Test } from 'tap'
import { startOperatorBackend } from '../../examples/operator-backend.ts'
import { MAX_AMOUNT_MINOR } from '../../src/core/money.ts'
import { createBuiltInWalletAccounts } from '../../src/redis/built-in-wallet.ts'
import { createBuiltInWallet } from '../../src/wallet/built-in.ts'
import { createPlayerId, createSessionId } from '../../src/wallet-kit/check-calls.ts'
import {
  CHECKS,
  type CheckOptions,
  type CheckRun,
  checkWallet,
  dependsOn,
  isPassed,
} from '../../src/wallet-kit/check-run.ts'
import type { Fault } from '../../src/wallet-kit/faults.ts'
import { startMockWallet } from '../../src/wallet-kit/mock-wallet.ts'
import { KEY, type Mistake, startBrokenWallet } from '../support/broken-wallets.ts'
import { holdPort } from '../support/held-port.ts'
import { openRedis } from '../support/redis.ts'
import { isFullSize } from '../support/size.ts'
import { WALLET_MISTAKES } from '../support/wallet-mistakes.ts'
import { startWalletServer } from '../support/wallet-server.ts'

/** Wallets that forget read this clock; only the pauses of the check move it. */
let clockMs = 0
const nowMs = () => clockMs

const check = (callbackUrl: string, more: Partial<CheckOptions> = {}) =>
  checkWallet({
    callbackUrl,
    apiKey: KEY,
    allowLoopback: true,
    deadlineMs: 10_000,
    memoryMs: 3_600_000,
    async pause(ms) {
      clockMs += ms
    },
    playerId: createPlayerId(),
    sessionId: createSessionId(),
    currency: 'USD' as const,
    gameId: 'lucky-lanterns',
    ...more,
  })

const named = (run: CheckRun, outcome: string) =>
  run.results.filter(result => result.outcome === outcome).map(({ check }) => check.name)

function passesAll(t: Test, run: CheckRun): void {
  const wrong = run.results.filter(({ outcome }) => outcome !== 'passed')
  t.strictSame(wrong, [], 'every check passed')
}

t.test('good wallets pass', async t => {
  await t.test('the mock wallet', async t => {
    const wallet = await startMockWallet({ apiKey: KEY })
    t.teardown(wallet.close)
    const run = await check(wallet.url)
    passesAll(t, run)
    t.equal(run.results.length, CHECKS.length)
    t.ok(isPassed(run))
  })
  await t.test('the mock wallet, with signed calls', async t => {
    const wallet = await startMockWallet({ apiKey: KEY, signingKeys: ['rs_old', 'rs_key'] })
    t.teardown(wallet.close)
    const run = await check(wallet.url, { signingKey: 'rs_key' })
    passesAll(t, run)
    t.equal(run.results.at(-1)!.check.name, 'wrong-signature')
  })
  await t.test('the example backend', async t => {
    const port = await holdPort()
    const access = { baseUrl: 'http://127.0.0.1:1', partner: 'casino', apiKey: KEY }
    const casino = await startOperatorBackend({ ...access, port })
    t.teardown(() => casino.close())
    passesAll(t, await check(`http://127.0.0.1:${port}/wallet`))
  })
  await t.test('the built-in wallet', async t => {
    const wallet = createBuiltInWallet({
      accounts: createBuiltInWalletAccounts(await openRedis(t)),
      apiKeySha256: () => hash('sha256', KEY, 'buffer'),
    })
    const answer = async (response: ServerResponse, path: string, text: string) => {
      const currency = path.split('/').at(-1)!
      const { status, body } = await wallet.answer('demo', currency, Buffer.from(text))
      response.writeHead(status).end(body)
    }
    const server = await startWalletServer((response, _, { path, body }) => {
      answer(response, path, body).catch(() => response.destroy())
    })
    t.teardown(server.close)
    passesAll(t, await check(`${server.url}/wallet`))
  })
  await t.test('the wallet below, without a mistake', async t => {
    passesAll(t, await check(await startBrokenWallet(t, [], 0)))
  })
})

t.test('20.00 are enough, less is reported at once, and the largest balance passes', async t => {
  const run = async (openingMinor: bigint) => {
    const wallet = await startMockWallet({ apiKey: KEY, openingMinor })
    t.teardown(wallet.close)
    return check(wallet.url)
  }
  passesAll(t, await run(2_000n))
  const poor = await run(1_999n)
  t.strictSame(named(poor, 'failed'), ['session-info'])
  t.match(poor.results[0]!.failure, { expected: 'a balance of at least 20.00' })
  const rich = await run(2n * MAX_AMOUNT_MINOR)
  t.strictSame(named(rich, 'not-made'), [
    ...['bet-without-funds', 'refund-refused-bet', 'whole-balance', 'refused-bet-repeated'],
    'last-money',
  ])
  t.ok(isPassed(rich))
})

const RACE = 'bet-and-refund-at-once'
const AT_ONCE = ['same-bet-at-once', 'same-win-at-once', 'same-refund-at-once']

/** What fails, and what is advised, for each mistake; dependent checks are not made. */
const FOUND: [mistake: Mistake, failed: string[], advised?: string[]][] = [
  ['bets are debited each time', ['bet-repeated'], ['bet-other-amount']],
  ['wins are credited each time', ['win-repeated', 'free-spin-win']],
  ['refunds are credited each time', ['refund-repeated', 'refund-unknown-bet']],
  [
    'repeats are errors',
    ['bet-repeated', 'free-spin-bet', 'win-repeated', 'refund-repeated', 'refund-unknown-bet'],
  ],
  ['the refund of an unknown bet is credited', ['refund-unknown-bet']],
  ['the refund of an unknown bet is an error', ['refund-unknown-bet']],
  ['cancelled ids are forgotten', ['late-bet']],
  ['refunded bets are deleted', ['bet-after-refund']],
  ['refused bets are refunded', ['refund-refused-bet']],
  ['balances go below zero', ['bet-without-funds', 'answer-form']],
  ['too low a balance is HTTP 500', ['bet-without-funds', 'answer-form']],
  ['too low a balance has a code of its own', ['bet-without-funds']],
  ['balances have three decimals', ['session-info', 'answer-form']],
  ['balances are text', ['session-info', 'answer-form']],
  ['every answer says EUR', ['session-info', 'answer-form']],
  ['answers have no currency', ['session-info', 'answer-form']],
  ['the balance is the one before', ['bet']],
  ['the key is not looked at', ['wrong-key']],
  ['the key is looked at for bets only', ['wrong-key']],
  ['the key may be longer', ['wrong-key']],
  ['zero bets are refused', ['free-spin-bet']],
  ['zero refunds are refused', ['free-spin-refund']],
  ['wins need a living session', ['win-after-session']],
  ['refunds need a living session', ['refund-after-session']],
  ['round_info is unknown', ['round-info']],
  ['unknown fields are refused', ['round-info-forced', 'answer-form']],
  ['summaries are credited', ['freespins-finished']],
  ['summaries are answered once', ['freespins-finished-repeated']],
  ['balances are written as they were read', [RACE, 'bets-at-once', 'last-money']],
  ['ids are looked up beforehand', [RACE, ...AT_ONCE]],
  ['every answer is late', ['session-info', 'answer-time']],
  ['wins are late', ['win', 'free-spin-win', 'answer-time']],
  ['every answer is a page', ['session-info', 'answer-form']],
  ['every answer is a redirect', ['session-info', 'answer-form']],
  ['a crowd gets HTTP 503', ['answer-form']],
  ['any currency will do', [], ['unknown-currency']],
  ['amounts are truncated floats', ['exact-bets']],
  ['wins are truncated floats', ['exact-wins']],
  ['refunds are truncated floats', ['exact-refunds']],
  ['amounts are whole units, as in yen', ['cents', 'win', 'free-spin-win']],
  ['amounts are thousandths, as in dinars', ['bet', 'free-spin-win']],
  ['refused bets are forgotten', ['refused-bet-repeated']],
  ['a refused bet is ok the second time', ['refused-bet-repeated']],
  ['ids are forgotten after three seconds', ['ids-remembered']],
  ['cancelled ids are forgotten after three seconds', ['ids-remembered']],
  ['repeats need a fresh timestamp', ['old-timestamp']],
  ['wins above 10,000 are refused', ['large-win']],
  ['amounts have 32 bits', ['large-win']],
  ['a finish needs a known round', ['round-info-unknown']],
  ['a second refund is credited', ['second-refund-id']],
  ['wins can be refunded', [], ['refund-of-win']],
  ['another amount is another bet', [], ['bet-other-amount']],
  ['bets with unknown fields are refused', [], ['unknown-field']],
  ['the whole balance is too much', ['whole-balance']],
  ['free spins need money', ['whole-balance']],
  ['free spins are debited', ['free-spin-bet']],
  ['the balance of wins is the one before', ['win']],
  ['the bonus is in the reading only', ['bet']],
  ['reading gives a bonus', ['session-info']],
  ['a cancelled bet is HTTP 409', ['late-bet', 'answer-form']],
]

t.test('floats are found at the cents, and in every later amount', async t => {
  const run = await check(await startBrokenWallet(t, ['amounts are floats'], 0))
  const [first] = named(run, 'failed')
  t.equal(first, 'cents')
  t.notOk(isPassed(run))
})

t.test('every planted mistake has its row', async t => {
  const rows = new Set(FOUND.map(([mistake]) => mistake))
  for (const mistake of Object.keys(WALLET_MISTAKES)) t.ok(rows.has(mistake), mistake)
})

/** At each change only mistakes that fail a check which no mistake before them fails. */
const failing = new Set<string>()
const PLAYED = FOUND.filter(([, failed, advised = []]) => {
  const { size } = failing
  for (const name of [...failed, ...advised]) failing.add(name)
  return isFullSize || failing.size > size
})

t.test('each mistake fails exactly the expected checks', async t => {
  for (const [mistake, failed, advised = []] of PLAYED) {
    const isLate = mistake.endsWith('late')
    const url = await startBrokenWallet(t, [mistake], 2_000, nowMs)
    const run = await check(url, isLate ? { deadlineMs: 1_200 } : {})
    t.strictSame(named(run, 'failed').sort(), failed.sort(), `${mistake}: failed`)
    t.strictSame(named(run, 'advice'), advised, `${mistake}: advised`)
    t.equal(isPassed(run), failed.length === 0, mistake)
    for (const { check, outcome } of run.results) {
      const rests = run.results.some(one => dependsOn(check, one.check) && one.outcome !== 'passed')
      t.equal(outcome === 'not-made', rests, `${mistake}: ${check.name} made or not`)
    }
  }
})

t.test('a blocked player is refused for good, and nothing of the bet is kept', async t => {
  let openingMinor = 100_000n
  const wallet = await startMockWallet({ apiKey: KEY, openingMinor: () => openingMinor })
  t.teardown(wallet.close)
  const run = (refuses: Fault, debitMinor = 0n) => {
    wallet.setFaults(({ callback }) => {
      if (callback.playerId !== 'blocked' || callback.method !== 'bet') return null
      openingMinor -= debitMinor
      return refuses
    })
    return check(wallet.url, { blockedPlayerId: 'blocked' })
  }
  for (const fault of ['player-blocked', 'bet-not-allowed'] as const) {
    const passed = await run(fault)
    passesAll(t, passed)
    t.equal(passed.results.at(-1)!.check.name, 'final-refusal')
  }
  t.strictSame(named(await run('error-before-apply'), 'failed'), ['final-refusal'])
  t.strictSame(named(await run('insufficient-funds'), 'failed'), ['final-refusal'])
  t.strictSame(named(await run('player-blocked', 100n), 'failed'), ['final-refusal'])
})

t.test('a wallet that ignores signatures fails their check, and no other', async t => {
  const wallet = await startMockWallet({ apiKey: KEY })
  t.teardown(wallet.close)
  const run = await check(wallet.url, { signingKey: 'rs_key' })
  t.strictSame(named(run, 'failed'), ['wrong-signature'])
})
