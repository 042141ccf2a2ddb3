// The rows of the reports for operators: every field of the specification, amounts as texts, and
// the two sums that are made here.

import t from 'tap'
import { presentGgr, presentPlayer, presentRound } from '../../src/operator/reports/rows.ts'

const ROUND = {
  roundId: 'r1',
  projectId: 'acme',
  playerId: 'ann',
  gameId: 'lucky-lanterns',
  currency: 'EUR',
  state: 'cancelled',
  freeSpin: false,
  betMinor: 200n,
  winMinor: 1_250n,
  betStatus: 'confirmed',
  winStatus: null,
  refundStatus: 'sent',
  cancelReason: 'operator_cancel',
  createdAt: new Date('2026-05-01T12:00:00.000Z'),
  settledAt: new Date('2026-05-01T12:00:03.000Z'),
  decidedForPlayer: false,
  refusalCode: null,
  position: { createdAt: '2026-05-01 12:00:00+00', roundId: 'r1' },
} as const

t.test('an operation that a round lacks has neither amount nor status', async t => {
  t.strictSame(presentRound(ROUND, []), {
    round_id: 'r1',
    player_id: 'ann',
    symbol: 'lucky-lanterns',
    currency: 'EUR',
    mode: 'TEST_ONLY',
    state: 'cancelled',
    free_spin: false,
    bet: { amount: '2.00', status: 'confirmed' },
    win: { amount: null, status: null },
    refund: { amount: '2.00', status: 'sent' },
    cancel_reason: 'operator_cancel',
    created_at: '2026-05-01T12:00:00.000Z',
    settled_at: '2026-05-01T12:00:03.000Z',
  })
  const won = { ...ROUND, freeSpin: true, winStatus: 'planned', settledAt: null } as const
  t.match(presentRound(won, []), {
    free_spin: true,
    win: { amount: '12.50', status: 'planned' },
    settled_at: null,
  })
  t.strictSame(presentRound({ ...ROUND, decidedForPlayer: true }, []), {
    ...presentRound(ROUND, []),
    decided_for_player: true,
  })
  const refused = { ...ROUND, state: 'rejected', refusalCode: 'PLAYER_BLOCKED' } as const
  t.match(presentRound(refused, []), { state: 'rejected', refusal_code: 'PLAYER_BLOCKED' })
})

t.test('an unknown operation has the cause of its last call, others have none', async t => {
  const unclear = [
    { transactionId: 'bet-r1', code: 'INVALID_CALLBACK_RESPONSE', detail: 'currency' },
    { transactionId: 'win-r1', code: 'CONNECTION_FAILED', detail: 'CERT_HAS_EXPIRED' },
    { transactionId: 'refund-r1', code: 'DROPPED', detail: null },
    { transactionId: 'bet-r2', code: 'TIMEOUT', detail: null },
  ] as const
  const unknown = { betStatus: 'unknown', winStatus: 'unknown', refundStatus: 'unknown' } as const
  const { bet, win, refund } = presentRound({ ...ROUND, ...unknown }, unclear)
  t.strictSame(bet, { amount: '2.00', status: 'unknown', cause: 'invalid_answer' })
  t.strictSame(win, { amount: '12.50', status: 'unknown', cause: 'tls' })
  t.strictSame(refund, { amount: '2.00', status: 'unknown' }, 'a gap of the log is no cause')
  const timedOut = [{ transactionId: 'refund-r1', code: 'TIMEOUT', detail: null }] as const
  const again = presentRound({ ...ROUND, ...unknown }, timedOut)
  t.strictSame(again.refund, { amount: '2.00', status: 'unknown', cause: 'timeout' })
  t.strictSame(again.bet, { amount: '2.00', status: 'unknown' }, 'no such call was kept')
  t.strictSame(presentRound(ROUND, unclear).bet, { amount: '2.00', status: 'confirmed' })
})

const TOTALS = {
  currency: 'EUR',
  rounds: 10,
  cancelledRounds: 1,
  freeSpinRounds: 2,
  betsMinor: 1_000n,
  winsMinor: 750n,
  refundsMinor: 100n,
  pendingRounds: 3,
} as const

t.test('gross gaming revenue is bets minus refunds and wins', async t => {
  const row = presentGgr({ ...TOTALS, day: '2026-05-01', gameId: 'lucky-lanterns' })
  t.strictSame(row, {
    day: '2026-05-01',
    symbol: 'lucky-lanterns',
    currency: 'EUR',
    rounds: 10,
    cancelled_rounds: 1,
    free_spin_rounds: 2,
    bets: '10.00',
    wins: '7.50',
    refunds: '1.00',
    ggr: '1.50',
    pending_operations: 3,
  })
  t.match(presentGgr({ ...TOTALS, winsMinor: 1_000n, day: null, gameId: null }), { ggr: '-1.00' })
})

t.test('a row that is not grouped by day or game has no such field', async t => {
  const keys = (row: object) => Object.keys(row).slice(0, 3)
  t.same(keys(presentGgr({ ...TOTALS, day: null, gameId: 'g' })), ['symbol', 'currency', 'rounds'])
  t.same(keys(presentGgr({ ...TOTALS, day: 'd', gameId: null })), ['day', 'currency', 'rounds'])
})

t.test('a player’s wallet changed by wins and refunds minus bets', async t => {
  const row = presentPlayer({
    playerId: 'ann',
    currency: 'EUR',
    betCount: 5,
    winCount: 2,
    refundCount: 1,
    betsMinor: 1_000n,
    winsMinor: 300n,
    refundsMinor: 200n,
    pendingOperations: 4,
    pendingRefundsMinor: 50n,
    pendingWinsMinor: 75n,
  })
  t.strictSame(row, {
    player_id: 'ann',
    currency: 'EUR',
    bets: '10.00',
    wins: '3.00',
    refunds: '2.00',
    net_wallet_change: '-5.00',
    bet_count: 5,
    win_count: 2,
    refund_count: 1,
    pending: { operations: 4, refunds: '0.50', wins: '0.75' },
  })
})
