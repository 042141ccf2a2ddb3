// The text of every callback to an operator's wallet: fields, exact amounts, identical repeats.

import { parse } from 'lossless-json'
import t from 'tap'
import { createWalletBodies, type MoneyFields, summaryBody } from '../../src/wallet/bodies.ts'

const context = {
  apiKey: 'key-"quoted"',
  playerId: 'Олена \u2028',
  sessionId: 'session-1',
  currency: 'EUR',
  gameId: 'amber-falls',
} as const
const bodies = createWalletBodies(context)
const common = {
  api_key: context.apiKey,
  player_id: context.playerId,
  session_id: context.sessionId,
  currency: 'EUR',
  game: 'amber-falls',
  timestamp: 1_700_000_000,
}
const roundId = 'r1'
const timeS = common.timestamp
const money = { amountMinor: 1_250n, transaction: 'bet-r1', roundId, timeS }
const paid = { transaction: 'bet-r1', round_id: roundId, time: timeS }

t.test('bodies carry exactly the fields of the specification', async t => {
  t.same(JSON.parse(bodies.sessionInfo()), {
    method: 'session_info',
    player_id: context.playerId,
    session_id: context.sessionId,
    api_key: context.apiKey,
  })
  const meta = paid
  t.same(JSON.parse(bodies.bet(money)), { method: 'bet', ...common, amount: 12.5, meta })
  t.same(JSON.parse(bodies.win(money)), { method: 'win', ...common, amount: 12.5, meta })
  const transaction = 'refund-r1'
  const refund = bodies.refund({ ...money, transaction, originalTransaction: 'bet-r1' })
  const refunded = { ...paid, transaction, original_transaction: 'bet-r1' }
  t.same(JSON.parse(refund), { method: 'refund', ...common, amount: 12.5, meta: refunded })
})

t.test('the bet and the win of a free spin name its grant, paid ones name none', async t => {
  const freeSpin = { grantId: 'g1', externalId: 'operator-"1"', nominalBetMinor: 20n, remaining: 9 }
  const free = {
    is_freespins: true,
    freespins: { grant_id: 'g1', external_id: 'operator-"1"', nominal_bet: 0.2, remaining: 9 },
  }
  const metaOf = (body: string) => JSON.parse(body).meta
  for (const make of [(of: MoneyFields) => bodies.bet(of), (of: MoneyFields) => bodies.win(of)]) {
    t.same(metaOf(make({ ...money, freeSpin })), { ...paid, ...free })
    t.strictSame(metaOf(make({ ...money, freeSpin: null })), paid)
    t.strictSame(metaOf(make(money)), paid)
  }
})

t.test('the summary of a grant carries exactly the fields of the specification', async t => {
  const body = summaryBody(context, {
    grantId: 'g1',
    externalId: 'operator-1',
    status: 'completed',
    total: 10,
    played: 10,
    betMinor: 20n,
    totalWinMinor: 1_234n,
    finishedAtMs: 1_700_000_000_999,
  })
  t.strictSame(JSON.parse(body), {
    method: 'freespins_finished',
    api_key: context.apiKey,
    player_id: context.playerId,
    currency: 'EUR',
    game: 'amber-falls',
    timestamp: 1_700_000_000,
    grant_id: 'g1',
    external_id: 'operator-1',
    status: 'completed',
    total: 10,
    played: 10,
    bet: '0.20',
    total_win: '12.34',
    finished_at: '2023-11-14T22:13:20.999Z',
  })
})

t.test('round_info has forced only for a forced round', async t => {
  const fields = { event: 'start', roundId, timeS } as const
  const meta = { event: 'start', round_id: roundId, time: timeS }
  const plain = JSON.parse(bodies.roundInfo({ ...fields, forced: false }))
  t.same(plain, { method: 'round_info', ...common, meta })
  const forced = JSON.parse(bodies.roundInfo({ ...fields, forced: true }))
  t.same(forced, { method: 'round_info', ...common, forced: true, meta })
})

t.test('every text is printed as JSON.stringify prints it', t => {
  for (let code = 0; code < 0x3000; code++) {
    const text = `a${String.fromCharCode(code)}b`
    const own = createWalletBodies({ ...context, playerId: text })
    const quoted = JSON.stringify(text)
    if (!own.bet(money).includes(`"player_id":${quoted},`)) t.fail(`player ${code}`)
    const body = bodies.bet({ ...money, roundId: text })
    if (!body.includes(`"round_id":${quoted},`)) t.fail(`round ${code}`)
  }
  const quote = JSON.stringify('"')
  const info = bodies.roundInfo({ event: 'start', roundId: '"', timeS, forced: false })
  t.ok(info.includes(`"round_id":${quote},`), 'a text of nothing else')
  const refund = bodies.refund({ ...money, originalTransaction: '"' })
  t.ok(refund.includes(`"original_transaction":${quote},`))
  t.end()
})

t.test('guarantee 3: a repeated body is byte-identical, of another object too', async t => {
  const again = createWalletBodies({ ...context })
  t.equal(again.bet(money), bodies.bet(money))
  t.equal(again.sessionInfo(), bodies.sessionInfo())
})

t.test('guarantee 12: an amount is an exact number literal', async t => {
  const literals: [bigint, string][] = [
    [0n, '0.00'],
    [1n, '0.01'],
    [100n, '1.00'],
    [999_999_999_999_999n, '9999999999999.99'],
    [900_719_925_474_099n, '9007199254740.99'],
    [10n ** 15n, '10000000000000.00'],
    [2n ** 63n - 1n, '92233720368547758.07'],
  ]
  for (const [amountMinor, literal] of literals) {
    const body = bodies.bet({ ...money, amountMinor })
    t.ok(body.includes(`"amount":${literal},`), literal)
    t.equal(String((parse(body) as { amount: unknown }).amount), literal)
  }
  t.throws(() => bodies.win({ ...money, amountMinor: -1n }), 'negative')
  t.throws(() => bodies.win({ ...money, amountMinor: 2n ** 63n }), 'more than a column holds')
  t.throws(() => bodies.bet({ ...money, timeS: 1.5 }), 'a time with a fraction')
  t.throws(() => bodies.bet({ ...money, timeS: -1 }), 'a time before 1970')
  t.doesNotThrow(() => bodies.bet({ ...money, timeS: 0 }))
})
