// The dispute pack and the timeline of one complete round: each figure is under its title, and each
// event is listed once, in the order of time. Every value of the round is different.

import t from 'tap'
import { describeRound } from '../../src/admin/rounds/detail.ts'
import { printPack } from '../../src/admin/rounds/dispute-pack.ts'
import { printRecord } from '../../src/admin/rounds/round-record.ts'
import { makeTimeline, type RoundStory } from '../../src/admin/rounds/timeline.ts'
import { DEADLINE_REQUEST, type Round } from '../../src/round/round.ts'
import { planned, ROUND_ID, waits } from '../support/round-samples.ts'

const T0 = Date.parse('2026-01-01T00:00:00.000Z')
const at = (ms: number) => new Date(T0 + ms).toISOString()
const SESSION = planned(waits).intent.sessionId

const ROUND: Round = {
  intent: {
    ...planned(waits).intent,
    gameId: 'old-game',
    gameVersion: '3',
    gameMode: 'buy',
    currency: 'EUR',
    sequence: 42n,
    requestId: 'spin-9',
    betTerms: '{"level":4}',
    baseStakeMinor: 101n,
    stakeMinor: 202n,
    levelBps: 9_450,
    levelSource: 'manual',
    createdAtMs: T0,
    appliedTarget: { targetOutcomeId: 'target-1', reelSet: 'high' },
  },
  progress: {
    ...planned(waits).progress,
    state: 'cancelled',
    awaiting: false,
    winUnits: 3,
    winMinor: 303n,
    attempts: 5,
    choices: ['collect', 'red', 'black'],
    choiceRequestIds: ['spin-9', 'choice-1', DEADLINE_REQUEST],
    betStatus: 'confirmed',
    winStatus: 'planned',
    refundStatus: 'confirmed',
    version: 12,
    cancelReason: 'operator_cancel',
    refusalCode: 'PLAYER_BLOCKED',
    balanceAfterBetMinor: 40_000n,
    balanceAfterMinor: 40_202n,
    betConfirmedAtMs: T0 + 1_000,
    winPlannedAtMs: T0 + 2_000,
    refundPlannedAtMs: T0 + 5_000,
    refundConfirmedAtMs: T0 + 6_000,
  },
}

const CALL = {
  projectId: 'acme',
  playerId: 'ann',
  sessionId: SESSION,
  roundId: ROUND_ID,
  currency: 'EUR',
  transactionId: null,
  answerBytes: 3,
  standsFor: 1,
  node: 'node-1',
} as const

const STORY = {
  known: {
    round: ROUND,
    projectId: 'acme',
    playerId: 'ann',
    touchedAtMs: T0 + 7_000,
    readAtMs: T0 + 9_000,
    ownFailure: 'broken',
    ownFailures: 6,
    lastFailure: null,
    notifications: [{ event: 'finish', attempts: 2, nextAttemptAt: at(10_000) }],
  },
  failures: [
    {
      operation: 'bet',
      failures: 1,
      firstAt: at(320),
      lastAt: at(320),
      recent: [{ at: at(320), cause: 'http-status', text: 'HTTP 500' }],
    },
    {
      operation: 'refund',
      failures: 4,
      firstAt: at(5_100),
      lastAt: at(5_200),
      recent: [{ at: at(5_200), cause: 'timeout', text: 'no answer' }],
    },
  ],
  calls: [
    {
      ...CALL,
      callId: 'call-1',
      method: 'bet',
      code: 'CALLBACK_HTTP_ERROR',
      detail: 'too busy',
      attempt: 1,
      atMs: T0 + 300,
      latencyMs: 20.4,
      httpStatus: 500,
      requestBody: '{"bet":1}',
      answerBody: '<b>',
    },
    {
      ...CALL,
      callId: 'call-2',
      method: 'round_info',
      code: 'OK',
      detail: null,
      attempt: null,
      atMs: T0 + 1_500,
      latencyMs: 7.6,
      httpStatus: 200,
      requestBody: '{"event":"start"}',
      answerBody: '{"status":"ok"}',
    },
  ],
  audit: [
    {
      sequence: 7n,
      at: new Date(T0 + 4_500),
      actor: 'owner:olga',
      subject: 'acme',
      origin: 'admin panel, 10.0.0.1',
      action: 'round.cancel-asked',
      before: { state: 'debit_pending' },
      after: { reason: 'asked by mail' },
    },
    {
      sequence: 8n,
      at: new Date(T0 + 5_500),
      actor: 'owner:otto',
      subject: 'acme',
      origin: 'a shell',
      action: 'round.pushed',
      before: null,
      after: { pushId: 'push-1' },
    },
  ],
  pushes: new Map([['push-1', { answer: 'tried', node: 'node-2' }]]),
  orphaned: null,
} as unknown as RoundStory & { orphaned: null }

function print(language: 'en' | 'uk' = 'en'): string {
  return printPack({
    story: STORY,
    round: describeRound(STORY),
    record: printRecord(STORY.known),
    sheet: null,
    made: { by: 'owner:olga', atMs: T0 + 20_000 },
    language,
  })
}

const plain = (text: string) =>
  text
    .replace(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")

/** The part under a title. */
const partOf = (page: string, title: string) =>
  page.split(`<h2>${title}</h2>`)[1]!.split('<h2>')[0]!

const factsOf = (page: string, title: string) =>
  Object.fromEntries(
    [...partOf(page, title).matchAll(/<th scope="row">(.*?)<\/th><td>(.*?)<\/td>/gs)].map(
      ([, name, value]) => [plain(name!), plain(value!)],
    ),
  )

function tableOf(page: string, title: string): string[][] {
  const rows = [...partOf(page, title).matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) => row!)
  return rows
    .map(row => [...row.matchAll(/<td>(.*?)<\/td>/gs)].map(([, cell]) => plain(cell!)))
    .filter(cells => cells.length > 0)
}

t.test('each property of the round is under its title', async t => {
  const page = print()
  t.strictSame(factsOf(page, 'Round'), {
    State: 'cancelled',
    Project: 'acme',
    Player: 'ann',
    Level: '94.5 % (manual)',
    Game: 'old-game (old-game), version 3, mode buy',
    'Number of the player’s rounds': '42',
    Request: 'spin-9',
    Session: SESSION,
    'Bet as it was given': '{"level":4}',
    'Target outcome': 'target-1',
    Choices:
      'collect (by the platform with the spin), red, black (by the platform, after the deadline)',
    'Cancelled because': 'operator_cancel',
    'Refused with': 'PLAYER_BLOCKED',
  })
  t.match(page, 'The player was never shown the result.')
  t.match(page, `made ${at(20_000)} for owner:olga`)
})

t.test('every amount is under its title', async t => {
  t.strictSame(factsOf(print(), 'Money'), {
    Stake: '2.02 EUR',
    'Base bet': '1.01 EUR',
    Debited: '2.02 EUR',
    'Win as drawn': '3.03 EUR',
    'Balance before the bet': '402.02 EUR',
    'Balance after the bet': '400.00 EUR',
    'Balance after the round': '402.02 EUR',
  })
})

t.test('every operation, logged call and act of an owner has its row', async t => {
  const page = print()
  t.strictSame(tableOf(page, 'Wallet operations'), [
    ['bet', `bet-${ROUND_ID}`, '2.02 EUR', 'confirmed', at(0), at(1_000), '1'],
    ['win', `win-${ROUND_ID}`, '3.03 EUR', 'planned', at(2_000), '', '0'],
    ['refund', `refund-${ROUND_ID}`, '2.02 EUR', 'confirmed', at(5_000), at(6_000), '4'],
  ])
  t.strictSame(tableOf(page, 'Wallet calls'), [
    [at(300), 'bet', '1', 'CALLBACK_HTTP_ERROR: too busy', '500', '20 ms', '{"bet":1}', '<b>'],
    [at(1_500), 'round_info', '', 'OK', '200', '8 ms', '{"event":"start"}', '{"status":"ok"}'],
  ])
  t.strictSame(tableOf(page, 'Audit log'), [
    [
      '7',
      at(4_500),
      'round.cancel-asked',
      'owner:olga, admin panel, 10.0.0.1',
      '{"state":"debit_pending"} → {"reason":"asked by mail"}',
    ],
    ['8', at(5_500), 'round.pushed', 'owner:otto, a shell', 'null → {"pushId":"push-1"}'],
  ])
})

t.test('the pack has the seed, the record and its hash, in both languages', async t => {
  const { text, sha256 } = printRecord(STORY.known)
  for (const language of ['en', 'uk'] as const) {
    const page = print(language)
    t.match(page, Buffer.from(ROUND.intent.seed).toString('hex'))
    t.match(page, `<code>${sha256}</code>`)
    t.ok(plain(page).includes(text))
    t.match(page, `reelhouse replay ${ROUND_ID}`)
    t.equal(page.split('<h2>').length, print().split('<h2>').length, 'the same number of parts')
  }
})

t.test('each event is listed once, in the order of time', async t => {
  const none = {
    operation: null,
    attempt: null,
    callId: null,
    latencyMs: null,
    code: null,
    text: null,
    by: null,
    amountMinor: null,
    balanceMinor: null,
  }
  const entry = (kind: string, ms: number | null, fields: object) => ({
    ...none,
    kind,
    at: ms === null ? null : at(ms),
    ...fields,
  })
  const answered = (callId: string, latencyMs: number, code: string, text: string) => ({
    ...{ callId, latencyMs, code, text },
    by: 'node-1',
  })
  const failed = answered('call-1', 20, 'CALLBACK_HTTP_ERROR', 'HTTP 500, too busy')
  const started = answered('call-2', 8, 'OK', 'HTTP 200')
  const bet = { operation: 'bet', amountMinor: '202', text: `bet-${ROUND_ID}` }
  const refund = { operation: 'refund', amountMinor: '202', text: `refund-${ROUND_ID}` }
  const listed = makeTimeline(STORY).map(each => ({ ...each }))
  t.strictSame(listed, [
    entry('opened', 0, { code: 'spin-9' }),
    entry('planned', 0, bet),
    entry('call', 300, { ...failed, operation: 'bet', attempt: 1 }),
    entry('confirmed', 1_000, { ...bet, latencyMs: 1_000, balanceMinor: '40000' }),
    entry('collected', null, { code: 'collect', text: 'spin-9' }),
    entry('chosen', null, { code: 'red', text: 'choice-1' }),
    entry('decided', null, { code: 'black', text: DEADLINE_REQUEST }),
    entry('call', 1_500, { ...started, operation: 'start' }),
    entry('planned', 2_000, { operation: 'win', amountMinor: '303', text: `win-${ROUND_ID}` }),
    entry('owner', 4_500, { code: 'round.cancel-asked', by: 'owner:olga', text: 'asked by mail' }),
    entry('planned', 5_000, refund),
    entry('cancelled', 5_000, { code: 'operator_cancel' }),
    entry('unclear', 5_200, { operation: 'refund', code: 'timeout', text: 'no answer' }),
    entry('owner', 5_500, { code: 'round.pushed', by: 'owner:otto', text: 'tried, node-2' }),
    entry('confirmed', 6_000, { ...refund, latencyMs: 1_000, balanceMinor: '40202' }),
    entry('notification-owed', null, { operation: 'finish', code: '2', text: at(10_000) }),
  ])
})

t.test('the page of a round has every figure and the actions that it allows', async t => {
  t.match(describeRound(STORY), {
    roundId: ROUND_ID,
    projectId: 'acme',
    playerId: 'ann',
    gameId: 'old-game',
    gameVersion: '3',
    gameMode: 'buy',
    currency: 'EUR',
    state: 'cancelled',
    shown: 'no',
    createdAt: at(0),
    touchedAt: at(7_000),
    settledAt: null,
    stakeMinor: '202',
    baseStakeMinor: '101',
    betMinor: '202',
    winMinor: '303',
    balanceBeforeMinor: '40202',
    balanceAfterBetMinor: '40000',
    balanceAfterMinor: '40202',
    betTerms: '{"level":4}',
    level: '94.5',
    levelSource: 'manual',
    sequence: '42',
    requestId: 'spin-9',
    sessionId: SESSION,
    grantId: null,
    targetOutcomeId: 'target-1',
    reelSet: 'high',
    choices: ['collect', 'red', 'black'],
    deciders: ['spin', 'player', 'deadline'],
    attempts: 5,
    version: 12,
    cancelReason: 'operator_cancel',
    refusalCode: 'PLAYER_BLOCKED',
    failure: 'broken',
    failures: 6,
    owes: ['finish notification'],
    next: { driver: null, at: at(10_000) },
    actions: {
      push: { isAllowed: true, code: null },
      putBack: { isAllowed: false, code: 'ROUND_NOT_SET_ASIDE' },
      cancel: { isAllowed: false, code: 'ROUND_NOT_CANCELLABLE' },
    },
  })
})
