// The checks of a chaos run can fail: records of correct rounds pass them, and every planted fault
// in the records is found, under the guarantee that it breaks.

import { createHash } from 'node:crypto'
import t from 'tap'
import { findGame } from '../../src/games/catalogue/games.ts'
import { listBets, resolveBaseStakeMinor } from '../../src/games/engine/bets.ts'
import { drawOutcome } from '../../src/round/outcome.ts'
import { accountKey, createBooks, type Statements } from './books.ts'
import { checkRound, type MoneyState, type RoundEvidence, type Violation } from './invariants.ts'
import type { LedgerGrant, LedgerRound, LedgerTarget } from './ledger.ts'
import { createShown, digestResult, type ShownRound } from './shown.ts'
import { createWalletRecord, type Operation, type RoundCalls } from './wallet-record.ts'

const GAME = findGame('river-of-ways')!
const BET = listBets(GAME, 'EUR')[0]!
const BASE_MINOR = resolveBaseStakeMinor(GAME, 'EUR', BET)!
const ROUND_ID = '01a1fcc3-7c13-7451-afca-f4136af53bef'
const GRANT_ID = '01a1fcc3-8a02-7e51-8f1d-90bb1b3f7a46'
const TARGET_ID = '01a1fcc3-8a02-7e51-8f1d-90bb1b3f7a47'

const seedOf = (n: number) => createHash('sha256').update(`seed ${n}`).digest()

function draw(n: number) {
  const intent = { gameMode: 'base', levelBps: null, seed: seedOf(n), appliedTarget: null }
  return drawOutcome(GAME, intent, [])
}

/** A seed whose round ends at once with a win, so that it has every operation. */
function findPayingSeed(): number {
  for (let n = 0; ; n++) {
    const outcome = draw(n)
    if (outcome.awaiting === null && outcome.winUnits > 0) return n
  }
}
const PAYING = findPayingSeed()
const OUTCOME = draw(PAYING)
const WIN_MINOR = (BigInt(OUTCOME.winUnits) * BASE_MINOR) / BigInt(GAME.unitsPerBet)

interface Records {
  row: LedgerRound
  calls: RoundCalls | undefined
  shown: ShownRound | undefined
  money: Map<string, MoneyState>
  stoodStill: boolean
}

function settledRow(): LedgerRound {
  return {
    roundId: ROUND_ID,
    projectId: 'casino-0',
    playerId: 'player-0',
    playerKey: '1',
    sequence: 1n,
    requestId: 'p0.1',
    gameId: GAME.id,
    gameVersion: GAME.version,
    gameMode: 'base',
    currency: 'EUR',
    baseStakeMinor: BASE_MINOR,
    stakeMinor: BASE_MINOR,
    seed: seedOf(PAYING),
    levelBps: null,
    reelSet: null,
    choices: [],
    choiceRequestIds: [],
    awaiting: false,
    isOrphaned: false,
    winUnits: OUTCOME.winUnits,
    winMinor: WIN_MINOR,
    state: 'settled',
    betStatus: 'confirmed',
    winStatus: 'confirmed',
    refundStatus: null,
    cancelReason: null,
    grantId: null,
    grantRemaining: null,
    targetOutcomeId: null,
    balanceAfterMinor: 5_000n,
    createdAtMs: 1_000,
    settledAtMs: 2_000,
  }
}

/** The wallet's record of these calls, in their order. */
function recordCalls(
  row: LedgerRound,
  reported: readonly { kind: string; amountMinor?: bigint; text?: string; transaction?: string }[],
): RoundCalls | undefined {
  let nowMs = 1_000
  const record = createWalletRecord(() => nowMs++)
  for (const { kind, amountMinor = 0n, text = kind, transaction } of reported) {
    const isNotice = kind === 'start' || kind === 'finish'
    record.see({
      operator: 0,
      method: isNotice ? 'round_info' : kind,
      event: isNotice ? kind : '',
      playerId: row.playerId,
      currency: row.currency,
      roundId: row.roundId,
      transaction: isNotice ? '' : (transaction ?? `${kind}-${row.roundId}`),
      amountMinor,
      forced: row.targetOutcomeId !== null,
      grantId: isNotice ? null : row.grantId,
      text,
    })
  }
  return record.rounds.get(row.roundId)
}

const SETTLED_CALLS = [
  { kind: 'bet', amountMinor: BASE_MINOR },
  { kind: 'start' },
  { kind: 'win', amountMinor: WIN_MINOR },
  { kind: 'finish' },
]

function settled(): Records {
  const row = settledRow()
  return {
    row,
    calls: recordCalls(row, [SETTLED_CALLS[0]!, ...SETTLED_CALLS]),
    shown: {
      player: 0,
      requestIds: ['p0.1'],
      results: [
        {
          choices: [],
          status: 'settled',
          digest: digestResult(OUTCOME),
          stakeMinor: BASE_MINOR,
          winMinor: WIN_MINOR,
          balanceMinor: 5_000n,
        },
      ],
      rejected: false,
    },
    money: new Map([
      [`bet-${ROUND_ID}`, 'applied'],
      [`win-${ROUND_ID}`, 'applied'],
    ]),
    stoodStill: false,
  }
}

const REFUNDED = [
  { kind: 'bet', amountMinor: BASE_MINOR },
  { kind: 'refund', amountMinor: BASE_MINOR },
]

function cancelled(): Records {
  const row: LedgerRound = {
    ...settledRow(),
    state: 'cancelled',
    betStatus: 'unknown',
    winStatus: null,
    refundStatus: 'confirmed',
    cancelReason: 'bet_unconfirmed',
    settledAtMs: null,
  }
  return {
    row,
    calls: recordCalls(row, REFUNDED),
    shown: { player: 0, requestIds: ['p0.1'], results: [], rejected: true },
    money: new Map([
      [`bet-${ROUND_ID}`, 'cancelled'],
      [`refund-${ROUND_ID}`, 'applied'],
    ]),
    stoodStill: false,
  }
}

function check(records: Records) {
  const { row, calls, shown, money, stoodStill } = records
  const evidence: RoundEvidence = {
    row,
    calls,
    shown,
    moneyOf: transaction => money.get(transaction),
    stoodStill: () => stoodStill,
  }
  return checkRound(evidence)
}

const broken = (violations: readonly Violation[]) => violations.map(({ guarantee }) => guarantee)

t.test('records of correct rounds pass', async t => {
  t.strictSame(check(settled()).violations, [])
  t.strictSame(check(cancelled()).violations, [])
})

/** Each breaks one record of a correct round. */
const PLANTED: [
  name: string,
  guarantee: number,
  from: () => Records,
  plant: (r: Records) => void,
][] = [
  ['a second bet', 1, settled, r => again(r, { kind: 'bet', transaction: 'bet-other' })],
  ['a refund of another amount', 1, cancelled, r => again(r, { kind: 'refund' }, 0)],
  ['a win and a refund', 1, settled, r => again(r, REFUNDED[1]!)],
  ['a cancelled round that was paid', 1, cancelled, r => apply(r, 'win')],
  ['a settled round that was refunded', 1, settled, r => apply(r, 'refund')],
  ['a repeat with another body', 3, settled, r => again(r, { kind: 'bet', text: 'another body' })],
  ['a bet after its refund', 4, cancelled, awaitLateBet],
  ['a refund that never came', 4, cancelled, r => r.money.delete(`refund-${ROUND_ID}`)],
  ['a refund still owed', 4, cancelled, r => change(r, { refundStatus: 'unknown' })],
  ['a round left open', 5, settled, r => change(r, { state: 'credit_pending' })],
  ['a shown round that is cancelled', 5, settled, r => Object.assign(r.row, cancelled().row)],
  [
    'a rejected round that is settled',
    5,
    settled,
    r => Object.assign(r.shown!, { rejected: true }),
  ],
  ['an unknown request', 6, settled, r => r.shown!.requestIds.push('p0.2')],
  [
    "another grant's bet",
    8,
    settled,
    r => Object.assign(r.calls!.reported.bet!, { grantId: GRANT_ID }),
  ],
  [
    'a mark of no target',
    9,
    settled,
    r => Object.assign(r.calls!.reported.start!, { forced: true }),
  ],
  ['another draw', 11, settled, r => change(r, { seed: seedOf(PAYING + 1) })],
  ['other events', 11, settled, r => Object.assign(r.shown!.results[0]!, { digest: 'other' })],
  ['another win shown', 12, settled, r => Object.assign(r.shown!.results[0]!, { winMinor: 1n })],
  ['another balance', 12, settled, r => Object.assign(r.shown!.results[0]!, { balanceMinor: 1n })],
  ['a bet of another amount', 12, settled, r => again(r, { kind: 'bet' }, 0)],
  ['another currency', 12, settled, r => Object.assign(r.calls!, { currency: 'USD' })],
  ["another player's call", 14, settled, r => Object.assign(r.calls!, { playerId: 'player-1' })],
  ['a bet never debited', 19, settled, r => r.money.delete(`bet-${ROUND_ID}`)],
  ['a win never credited', 19, settled, r => r.money.delete(`win-${ROUND_ID}`)],
  ['a win unconfirmed', 19, settled, r => change(r, { winStatus: 'unknown' })],
  ['a rejected bet that was debited', 19, settled, r => change(r, REJECTED)],
]
const REJECTED = { state: 'rejected', betStatus: 'rejected', winStatus: null } as const

function change(records: Records, changed: Partial<LedgerRound>): void {
  Object.assign(records.row, changed)
}

function awaitLateBet({ calls }: Records): void {
  calls!.awaitedAfterRefund = { ms: 9_000 }
}

function apply({ money }: Records, kind: string): void {
  money.set(`${kind}-${ROUND_ID}`, 'applied')
}

/** One more call; with `from`, it replaces the calls from that one on. */
function again(records: Records, call: Parameters<typeof recordCalls>[1][number], from = -1): void {
  const known = records.row.state === 'settled' ? SETTLED_CALLS : REFUNDED
  const amountMinor = from < 0 && call.kind === 'bet' ? BASE_MINOR : call.amountMinor
  const kept = from < 0 ? known : known.filter(({ kind }) => kind !== call.kind)
  records.calls = recordCalls(records.row, [...kept, { ...call, amountMinor: amountMinor ?? 1n }])
}

for (const [name, guarantee, from, plant] of PLANTED) {
  t.test(`a planted fault is found: ${name}`, async t => {
    const records = from()
    plant(records)
    t.ok(broken(check(records).violations).includes(guarantee), `as one of guarantee ${guarantee}`)
  })
}

t.test('a bet that was given up and read late is not sent again', async t => {
  const records = cancelled()
  again(records, REFUNDED[0]!)
  t.strictSame(check(records), { violations: [], isLateBet: false })
})

t.test('the late bet of a stopped node is counted, and is no violation', async t => {
  const records = cancelled()
  awaitLateBet(records)
  records.stoodStill = true
  const found = check(records)
  t.strictSame(found.violations, [])
  t.equal(found.isLateBet, true)
})

const SUMMARY = {
  status: 'used',
  total: 1,
  played: 1,
  bet: '0.20',
  total_win: '0.40',
}
const GRANT: LedgerGrant = {
  grantId: GRANT_ID,
  projectId: 'casino-0',
  playerId: 'player-0',
  total: 1,
  taken: 1,
  played: 1,
  totalWinMinor: 40n,
  betMinor: 20n,
  status: 'used',
  summaryAnswered: true,
}
const TARGET: LedgerTarget = {
  targetOutcomeId: TARGET_ID,
  projectId: 'casino-0',
  playerId: 'player-0',
  gameId: GAME.id,
  multiplierHundredths: (BigInt(OUTCOME.winUnits) * 100n) / BigInt(GAME.unitsPerBet),
  status: 'applied',
  roundId: 'forced-1',
}

/** A paid round, a free spin and a forced round of one player, and all records of them. */
function goodBooks() {
  const paid = settledRow()
  const free: LedgerRound = {
    ...settledRow(),
    roundId: 'free-1',
    sequence: 2n,
    requestId: 'p0.2',
    createdAtMs: 3_000,
    settledAtMs: 4_000,
    grantId: GRANT_ID,
    grantRemaining: 0,
    winMinor: 40n,
  }
  const forced: LedgerRound = {
    ...settledRow(),
    roundId: 'forced-1',
    sequence: 3n,
    requestId: 'p0.3',
    createdAtMs: 5_000,
    settledAtMs: 6_000,
    targetOutcomeId: TARGET_ID,
    reelSet: 'natural',
  }
  const change = 2n * (WIN_MINOR - BASE_MINOR) + 40n
  const said = {
    grants: [{ ...GRANT }],
    targets: [{ ...TARGET }],
    summaries: new Map([[GRANT_ID, summaryOf(SUMMARY)]]),
    walletChanges: new Map([[accountKey('casino-0', 'player-0', 'EUR'), change]]),
    acknowledgedGrants: [GRANT_ID],
  }
  const reported = [1, 3, 5].map(at => ({ bet: operationAt(at), win: operationAt(at + 1) }))
  return { rows: [paid, free, forced], reported, said }
}

const operationAt = (firstAt: number): Operation => ({
  transaction: '',
  amountMinor: 0n,
  grantId: null,
  forced: false,
  digest: '',
  times: 1,
  differing: 0,
  firstAt,
  lastAt: firstAt,
  firstMs: 0,
  lastMs: 0,
})

const summaryOf = (fields: object) => ({
  operator: 0,
  playerId: 'player-0',
  currency: 'EUR',
  text: JSON.stringify(fields),
  times: 1,
  differing: 0,
  firstAt: 10,
})

function checkBooks({ rows, reported, said }: ReturnType<typeof goodBooks>) {
  const books = createBooks()
  for (const [i, row] of rows.entries()) books.add(row, reported[i])
  return books.check(said as Statements)
}

t.test('correct books pass', async t => {
  t.strictSame(checkBooks(goodBooks()), [])
})

type Good = ReturnType<typeof goodBooks>
const PLANTED_IN_BOOKS: [name: string, guarantee: number, plant: (good: Good) => void][] = [
  ['a lost grant', 5, good => good.said.acknowledgedGrants.push('another')],
  ['a sequence twice', 7, good => Object.assign(good.rows[1]!, { sequence: 1n })],
  ['two rounds at once', 7, good => Object.assign(good.reported[1]!.bet, { firstAt: 1 })],
  ['a free spin too few', 8, good => Object.assign(good.said.grants[0]!, { played: 0 })],
  ['a free spin too many taken', 8, good => Object.assign(good.said.grants[0]!, { taken: 2 })],
  ['a grant that won more', 8, good => Object.assign(good.said.grants[0]!, { totalWinMinor: 41n })],
  ['one spin twice', 8, good => good.rows.push({ ...good.rows[1]!, roundId: 'f', sequence: 9n })],
  ['no summary', 8, good => good.said.summaries.clear()],
  ['a summary too early', 8, good => edit(good, { firstAt: 3 })],
  ['a summary that says more', 8, good => edit(good, summaryOf({ ...SUMMARY, played: 2 }))],
  ['a summary with another body', 3, good => edit(good, { differing: 1 })],
  ['a target twice', 9, good => good.rows.push({ ...good.rows[2]!, roundId: 'g', sequence: 9n })],
  ['a target of another multiple', 9, good => multiply(good)],
  ['a target applied to nothing', 9, good => void good.rows.pop()],
  ['money lost in the wallet', 20, good => move(good, -1n)],
  ['money without a round', 20, good => void good.said.walletChanges.set('elsewhere', 1n)],
]

function edit({ said }: Good, changed: object): void {
  Object.assign(said.summaries.get(GRANT_ID)!, changed)
}

function multiply({ said }: Good): void {
  said.targets[0]!.multiplierHundredths *= 2n
}

function move({ said }: Good, byMinor: bigint): void {
  for (const [key, change] of said.walletChanges) said.walletChanges.set(key, change + byMinor)
}

for (const [name, guarantee, plant] of PLANTED_IN_BOOKS) {
  t.test(`a planted fault in the books is found: ${name}`, async t => {
    const good = goodBooks()
    plant(good)
    t.ok(broken(checkBooks(good)).includes(guarantee), `as one of guarantee ${guarantee}`)
  })
}

t.test('two answers to one request are reported at once', async t => {
  const conflicts: string[] = []
  const shown = createShown(what => conflicts.push(what))
  const message = (roundId: string, winUnits: number) =>
    ({
      type: 'round',
      requestId: 'p0.1',
      balance: '1.00',
      freeSpins: null,
      round: {
        roundId,
        status: 'settled',
        stake: '0.20',
        win: '0.40',
        winUnits,
        events: [],
        choices: [],
        awaiting: null,
      },
    }) as never
  shown.round(0, message(ROUND_ID, 2))
  shown.round(0, message(ROUND_ID, 2))
  t.equal(conflicts.length, 0)
  shown.round(0, message(ROUND_ID, 3))
  shown.round(0, message('another', 2))
  t.equal(conflicts.length, 2)
  shown.round(1, message(ROUND_ID, 2))
  t.equal(conflicts.length, 3)
})
