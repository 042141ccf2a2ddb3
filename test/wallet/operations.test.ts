// A round's calls as the wallet gets them: each with its own amount, times and transaction, with
// its cause, and counted from the first attempt on; and the reports of calls without a clear
// answer.

import type { IncomingHttpHeaders } from 'node:http'
import t from 'tap'
import type { WalletAnswer } from '../../src/core/wallet-operation.ts'
import { PROJECT_BEFORE_CALL_MS } from '../../src/limits.ts'
import type { Round, RoundIntent, RoundProgress } from '../../src/round/round.ts'
import type { WalletCall } from '../../src/wallet/client.ts'
import { createWalletOperations } from '../../src/wallet/operations.ts'
import { reportUnknownAnswers } from '../../src/wallet/unknown-answers.ts'
import { newGrant } from '../support/grant-samples.ts'
import { pays, planned, ROUND_ID, unknown } from '../support/round-samples.ts'
import { type Behaviour, openWallet, says } from '../support/wallet-server.ts'

const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const PLAYER = { projectId: 'acme', playerId: 'ann' }
const OK = '{"status":"ok","balance":12.34,"currency":"EUR"}'

/** Every amount and every second differs. */
const INTENT = { stakeMinor: 1_000n, createdAtMs: 1_000_999 }
const PROGRESS = { winMinor: 2_500n, winPlannedAtMs: 2_000_999, refundPlannedAtMs: 3_000_999 }

function roundWith(intent: Partial<RoundIntent> = {}, progress: Partial<RoundProgress> = {}) {
  const round = planned(pays)
  return {
    intent: { ...round.intent, ...INTENT, ...intent },
    progress: { ...round.progress, ...PROGRESS, ...progress },
  } satisfies Round
}

const headers: IncomingHttpHeaders[] = []
const calls: WalletCall[] = []
const answer: Behaviour = (response, request) => {
  headers.push(request.headers)
  response.end(OK)
}
const { wallet, client } = await openWallet(t, answer, { onCall: call => void calls.push(call) })
const project = {
  projectId: 'acme',
  callbackUrl: wallet.url,
  apiKey: 'key',
  internal: false,
  signingKeys: ['one', 'other'],
}
const operations = createWalletOperations(client, async () => project, TRACE)

type RoundCalls = Pick<typeof operations, 'bet' | 'win' | 'refund' | 'notify'>

/** What the wallet received of one call. */
async function sent(call: Promise<WalletAnswer>) {
  t.match(await call, { kind: 'accepted' })
  const body = JSON.parse(wallet.received.at(-1)!.body)
  return { body, headers: headers.at(-1)!, attempt: calls.at(-1)!.attempt }
}

const common = {
  api_key: 'key',
  player_id: 'ann',
  currency: 'EUR',
  game: 'some-game',
  session_id: planned(pays).intent.sessionId,
}

t.test('a bet whose project was read too late is not sent', async t => {
  const { now } = performance
  let tookMs = 0
  const late = createWalletOperations(client, async () => {
    t.intercept(performance, 'now', { value: () => now.call(performance) + tookMs })
    return project
  })
  const before = calls.length
  tookMs = PROJECT_BEFORE_CALL_MS + 1
  t.match(await late.bet(PLAYER, roundWith()), { kind: 'unknown', reason: 'timeout' })
  t.equal(calls.length, before)
  tookMs = 0
  t.match(await late.bet(PLAYER, roundWith()), { kind: 'accepted' })
})

t.test('each call of a round has its own amount, transaction and second', async t => {
  const round = roundWith()
  const expected = [
    ['bet', 10, 1_000, {}],
    ['win', 25, 2_000, {}],
    ['refund', 10, 3_000, { original_transaction: `bet-${ROUND_ID}` }],
  ] as const
  for (const [method, amount, timestamp, more] of expected) {
    const { body } = await sent(operations[method](PLAYER, round))
    const meta = { transaction: `${method}-${ROUND_ID}`, round_id: ROUND_ID, time: timestamp }
    t.strictSame(body, { method, ...common, timestamp, amount, meta: { ...meta, ...more } })
  }
})

t.test('a start has the second of its round, a finish that of its win', async t => {
  const target = { targetOutcomeId: 'target', reelSet: 'natural' } as const
  for (const [appliedTarget, forced] of [[null, {}] as const, [target, { forced: true }] as const])
    for (const [event, time] of [['start', 1_000] as const, ['finish', 2_000] as const]) {
      const { body } = await sent(operations.notify(PLAYER, roundWith({ appliedTarget }), event))
      const meta = { event, round_id: ROUND_ID, time }
      t.strictSame(body, { method: 'round_info', ...common, timestamp: time, ...forced, meta })
    }
  const unpaid = roundWith({}, { winPlannedAtMs: null })
  const { body } = await sent(operations.notify(PLAYER, unpaid, 'finish'))
  t.equal(body.timestamp, 1_000, 'without a win that of its round')
})

t.test('a free spin costs nothing, and its bet and win name the grant', async t => {
  const freeSpin = { grantId: 'g1', externalId: 'promo', remaining: 4 }
  const round = roundWith({ freeSpin })
  const grant = { grant_id: 'g1', external_id: 'promo', nominal_bet: 10, remaining: 4 }
  const bet = await sent(operations.bet(PLAYER, round))
  t.match(bet.body, { amount: 0, meta: { is_freespins: true, freespins: grant } })
  const win = await sent(operations.win(PLAYER, round))
  t.match(win.body, { amount: 25, meta: { is_freespins: true, freespins: grant } })
  t.match((await sent(operations.refund(PLAYER, round))).body, { amount: 0 })
})

t.test('the summary of a grant goes to the wallet of its currency, with its end', async t => {
  const grant = { ...newGrant(), status: 'used', finishedAtMs: 4_000_999 } as const
  const { body } = await sent(operations.finishFreeSpins('acme', grant))
  t.match(body, {
    method: 'freespins_finished',
    api_key: 'key',
    player_id: 'ann',
    currency: 'EUR',
    status: 'used',
    timestamp: 4_000,
    game: grant.gameId,
    grant_id: grant.grantId,
  })
  t.equal(wallet.received.at(-1)!.path, '/EUR')
  await t.rejects(operations.finishFreeSpins('acme', { ...grant, finishedAtMs: null }))
})

t.test('an operation is counted from the first attempt on, and a notification is not', async t => {
  const money = ['bet', 'win', 'refund'] as const
  for (const attempts of [0, 1, 4])
    for (const method of money) {
      const { attempt } = await sent(operations[method](PLAYER, roundWith({}, { attempts })))
      t.equal(attempt, attempts + 1, `${method} after ${attempts}`)
    }
  t.equal((await sent(operations.sessionInfo(PLAYER, roundWith().intent))).attempt, null)
  t.equal((await sent(operations.notify(PLAYER, roundWith(), 'start'))).attempt, null)
})

t.test('a call has its cause, its step and every signature', async t => {
  const round = roundWith()
  const { intent } = round
  const caused = [
    () => operations.sessionInfo(PLAYER, intent, 'request-7'),
    () => operations.refund(PLAYER, round, 'request-7'),
  ]
  const uncaused = [
    () => operations.sessionInfo(PLAYER, intent),
    () => operations.refund(PLAYER, round),
    () => operations.bet(PLAYER, round),
    () => operations.win(PLAYER, roundWith({}, { attempts: 1 })),
    () => operations.notify(PLAYER, round, 'start'),
  ]
  for (const call of [...caused, ...uncaused]) {
    const { headers } = await sent(call())
    t.equal(headers['x-request-id'], caused.includes(call) ? 'request-7' : undefined)
    t.equal(headers.traceparent, TRACE)
    t.match(headers['x-reelhouse-signature'], /^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/)
    t.match(headers, {
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'reelhouse',
    })
  }
})

t.test(
  'a final refusal counts for a bet that was never sent, where the project says so',
  async t => {
    wallet.behave(says('{"status":"error","message":"PLAYER_BLOCKED"}'))
    t.teardown(() => wallet.behave(answer))
    const ask = async (finalRefusals: boolean, progress: Partial<RoundProgress>) => {
      const settings = { walletConnections: 1, finalRefusals }
      const { bet } = createWalletOperations(client, async () => ({ ...project, settings }))
      return (await bet(PLAYER, roundWith({}, progress))).kind
    }
    t.equal(await ask(true, { betStatus: 'planned' }), 'refused')
    t.equal(await ask(true, { betStatus: 'sent', attempts: 1 }), 'unknown', 'a repeat')
    t.equal(await ask(true, { betStatus: 'sent', attempts: 0 }), 'unknown', 'after a lost node')
    t.equal(await ask(false, { betStatus: 'planned' }), 'unknown')
    const { win } = createWalletOperations(client, async () => ({
      ...project,
      settings: { walletConnections: 1, finalRefusals: true },
    }))
    t.equal((await win(PLAYER, roundWith())).kind, 'unknown')
  },
)

t.test('every call without a clear answer is reported, and no other', async t => {
  const round = roundWith()
  const heard: unknown[] = []
  const requestIds: unknown[] = []
  const under = (answer: WalletAnswer) =>
    reportUnknownAnswers<RoundCalls>(
      {
        bet: async () => answer,
        win: async () => answer,
        notify: async () => answer,
        refund: async (_player, _round, requestId) => {
          requestIds.push(requestId)
          return answer
        },
      },
      (player, roundId, call, why) => heard.push([player, roundId, call, why]),
    )
  const askAll = (wallet: ReturnType<typeof under>) =>
    Promise.all([
      wallet.bet(PLAYER, round),
      wallet.win(PLAYER, round),
      wallet.refund(PLAYER, round, 'request-7'),
      wallet.notify(PLAYER, round, 'start'),
      wallet.notify(PLAYER, round, 'finish'),
    ])
  for (const clear of [
    { kind: 'accepted', balanceMinor: 1n },
    { kind: 'refused', code: 'INSUFFICIENT_FUNDS' },
  ] as const)
    t.strictSame(await askAll(under(clear)), [clear, clear, clear, clear, clear])
  t.strictSame(heard, [])
  await askAll(under(unknown))
  const named = ['bet', 'win', 'refund', 'start', 'finish']
  const expected = named.map(call => [PLAYER, ROUND_ID, call, unknown])
  t.strictSame(heard, expected)
  t.strictSame(requestIds, ['request-7', 'request-7', 'request-7'])
})
