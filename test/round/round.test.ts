// The properties of a round in its present state: its debit, whether it is over, what it owes, and
// when an unconfirmed bet is given up.

import t from 'tap'
import { Compile } from 'typebox/compile'
import {
  countChoicesOfSpin,
  DEADLINE_REQUEST,
  debitMinor,
  decidersOf,
  isBetUnsent,
  isCallOwed,
  isCancelDue,
  isDecidedByDeadline,
  isFinished,
  isOver,
  isRefundOwed,
  isToSendAgain,
  lastRequestOf,
  openRound,
  type Round,
  type RoundProgress,
  stateToGoOn,
} from '../../src/round/round.ts'
import { RequestId } from '../../src/wire/play-commands.ts'
import {
  after,
  input,
  loses,
  opened,
  pays,
  planned,
  reloaded,
  STAKE,
  waits,
} from '../support/round-samples.ts'

const { betAccepted, betUnknown, revealed, started, winAccepted, winUnknown } = input
const { cancelledByOperator, refundAccepted, refundUnknown, retry, saved } = input

const withProgress = (progress: Partial<RoundProgress>): Round => {
  const round = planned(loses)
  return { ...round, progress: { ...round.progress, ...progress } }
}

t.test('a paid round debits its stake, a free spin nothing', async t => {
  const { intent } = planned(loses)
  t.equal(debitMinor(intent), STAKE)
  const freeSpin = { grantId: 'g1', externalId: 'promo-7', remaining: 2 }
  t.equal(debitMinor({ ...intent, freeSpin }), 0n)
})

t.test('a round is over, owes a call or owes a refund, by its state', async t => {
  const rounds: [
    progress: Partial<RoundProgress>,
    over: boolean,
    call: boolean,
    refund: boolean,
  ][] = [
    [{ state: 'debit_pending' }, false, true, false],
    [{ state: 'credit_pending' }, false, true, false],
    [{ state: 'in_progress', awaiting: false }, false, true, false],
    [{ state: 'in_progress', awaiting: true }, false, false, false],
    [{ state: 'settled' }, true, false, false],
    [{ state: 'rejected' }, true, false, false],
    [{ state: 'cancelled', refundStatus: 'planned' }, true, true, true],
    [{ state: 'cancelled', refundStatus: 'sent' }, true, true, true],
    [{ state: 'cancelled', refundStatus: 'unknown' }, true, true, true],
    [{ state: 'cancelled', refundStatus: 'confirmed' }, true, false, false],
  ]
  for (const [progress, ...expected] of rounds) {
    const round = withProgress(progress)
    t.strictSame([isOver(round), isCallOwed(round), isRefundOwed(round)], expected)
  }
})

t.test('a round changes no longer once it is settled, rejected or refunded', async t => {
  const states = ['debit_pending', 'in_progress', 'credit_pending', 'settled', 'rejected'] as const
  for (const state of [...states, 'cancelled', 'reconciliation_required'] as const) {
    const isEnd = state === 'settled' || state === 'rejected'
    t.equal(isFinished(withProgress({ state })), isEnd, state)
  }
  for (const refundStatus of ['planned', 'sent', 'unknown', 'confirmed'] as const) {
    const round = withProgress({ state: 'cancelled', refundStatus })
    t.equal(isFinished(round), refundStatus === 'confirmed', refundStatus)
  }
})

t.test('a retry sends what has no clear answer, and a refund that was never sent', async t => {
  const rounds: [progress: Partial<RoundProgress>, isAgain: boolean][] = [
    [{}, false],
    [{ betStatus: 'sent' }, false],
    [{ betStatus: 'unknown' }, true],
    [{ state: 'in_progress', betStatus: 'unknown' }, false],
    [{ state: 'credit_pending', winStatus: 'planned' }, false],
    [{ state: 'credit_pending', winStatus: 'sent' }, false],
    [{ state: 'credit_pending', winStatus: 'unknown' }, true],
    [{ state: 'settled', winStatus: 'confirmed' }, false],
    [{ state: 'cancelled', betStatus: 'unknown', refundStatus: 'planned' }, true],
    [{ state: 'cancelled', betStatus: 'unknown', refundStatus: 'sent' }, false],
    [{ state: 'cancelled', betStatus: 'unknown', refundStatus: 'unknown' }, true],
    [{ state: 'cancelled', betStatus: 'unknown', refundStatus: 'confirmed' }, false],
  ]
  for (const [progress, isAgain] of rounds) {
    t.equal(isToSendAgain(withProgress(progress)), isAgain, JSON.stringify(progress))
  }
})

t.test('a bet is unsent until it is sent, and of a round read again it is not', async t => {
  t.equal(isBetUnsent(planned(pays)), true)
  for (const betStatus of ['sent', 'unknown', 'confirmed', 'rejected'] as const) {
    t.equal(isBetUnsent(withProgress({ betStatus })), false, betStatus)
  }
  t.equal(isBetUnsent(reloaded(opened(pays)).round), false)
})

t.test(
  'a bet is given up after so many attempts or so long, and only while it is unknown',
  async t => {
    const policy = { afterMs: 600, attempts: 5 }
    const unknown = (attempts: number) => withProgress({ betStatus: 'unknown', attempts })
    t.equal(isCancelDue(unknown(4), policy, 1_599), false)
    t.equal(isCancelDue(unknown(5), policy, 1_000), true)
    t.equal(isCancelDue(unknown(6), policy, 1_000), true)
    t.equal(isCancelDue(unknown(1), policy, 1_600), true, 'at the instant itself')
    t.equal(isCancelDue(unknown(1), policy, 9_999), true)
    for (const betStatus of ['planned', 'sent', 'confirmed'] as const) {
      t.equal(
        isCancelDue(withProgress({ betStatus, attempts: 9 }), policy, 9_999),
        false,
        betStatus,
      )
    }
    const over = withProgress({ state: 'cancelled', betStatus: 'unknown', attempts: 9 })
    t.equal(isCancelDue(over, policy, 9_999), false)
  },
)

t.test('a new round has sent neither its start nor its finish', t => {
  const { progress } = planned(pays)
  t.match(progress, { startNotified: false, finishNotified: false })
  t.end()
})

t.test(
  'attempts count the unknown answers of one operation, and restart with the next',
  async t => {
    const attempts = (...inputs: Parameters<typeof after>[1][]) =>
      after(opened(pays), ...inputs).round.progress.attempts
    t.equal(attempts(betUnknown), 1)
    t.equal(attempts(betUnknown, saved, retry, saved, betUnknown), 2)
    t.equal(attempts(betUnknown, saved, retry, saved, betAccepted), 0)
    const toWin = [betAccepted, revealed, started] as const
    t.equal(attempts(...toWin, winUnknown), 1)
    t.equal(attempts(...toWin, winUnknown, saved, retry, saved, winUnknown), 2)
    t.equal(attempts(...toWin, winUnknown, saved, retry, saved, winAccepted), 0)
  },
)

t.test('a round that waits for a decision and is cancelled waits no longer', async t => {
  const cancelled = after(opened(waits), betUnknown, saved, cancelledByOperator).round.progress
  t.match(cancelled, { state: 'cancelled', awaiting: false, refundStatus: 'planned', attempts: 0 })
})

t.test('attempts of a refund are counted from one', async t => {
  const closed = [betUnknown, saved, cancelledByOperator, saved, input.closed] as const
  const first = after(opened(pays), ...closed, refundUnknown)
  t.equal(first.round.progress.attempts, 1)
  const again = after(first, saved, retry)
  t.equal(again.round.progress.refundStatus, 'sent')
  t.equal(after(again, saved, refundUnknown).round.progress.attempts, 2)
  t.match(after(again, saved, refundAccepted).round.progress, {
    refundStatus: 'confirmed',
    attempts: 0,
  })
})

t.test(
  'choices made with a spin have its request id, and those of the player their own',
  async t => {
    const { intent } = planned(pays)
    const collected = openRound(intent, pays, ['collect', 'collect'])
    t.strictSame(collected.progress.choiceRequestIds, ['spin-1', 'spin-1'])
    t.equal(countChoicesOfSpin(collected), 2)
    t.equal(lastRequestOf(collected), 'spin-1')
    const choiceRequestIds = ['spin-1', 'd-1', 'd-2']
    const decided = withProgress({ choices: ['a', 'b', 'c'], choiceRequestIds })
    t.equal(countChoicesOfSpin(decided), 1)
    t.equal(lastRequestOf(decided), 'd-2')
    t.equal(countChoicesOfSpin(planned(pays)), 0)
    t.equal(lastRequestOf(planned(pays)), 'spin-1', 'the spin itself')
  },
)

t.test('the platform decides with a request id that no client can send', async t => {
  const requestIds = ['own', 'spin', DEADLINE_REQUEST]
  const round = withProgress({ choices: ['a', 'b', 'c'], choiceRequestIds: requestIds })
  const { intent } = round
  const played = { ...round, intent: { ...intent, requestId: 'spin' } }
  t.strictSame(decidersOf(played), ['player', 'spin', 'deadline'])
  t.equal(isDecidedByDeadline(played), true)
  t.equal(isDecidedByDeadline(withProgress({ choiceRequestIds: [DEADLINE_REQUEST, 'own'] })), false)
  t.equal(isDecidedByDeadline(withProgress({})), false)
  t.notOk(Compile(RequestId).Check(DEADLINE_REQUEST))
  t.equal(DEADLINE_REQUEST, 'platform·deadline', 'stored with the round')
  t.notMatch(DEADLINE_REQUEST, / /, 'the ledger separates request ids with blanks')
})

t.test('a round that was set aside continues where its operations say', async t => {
  const rows = [
    { betStatus: 'planned', awaiting: false, winStatus: 'planned', state: 'debit_pending' },
    { betStatus: 'sent', awaiting: false, winStatus: null, state: 'debit_pending' },
    { betStatus: 'unknown', awaiting: true, winStatus: null, state: 'debit_pending' },
    { betStatus: 'confirmed', awaiting: true, winStatus: null, state: 'in_progress' },
    { betStatus: 'confirmed', awaiting: false, winStatus: null, state: 'in_progress' },
    { betStatus: 'confirmed', awaiting: false, winStatus: 'planned', state: 'credit_pending' },
    { betStatus: 'confirmed', awaiting: false, winStatus: 'unknown', state: 'credit_pending' },
    { betStatus: 'confirmed', awaiting: false, winStatus: 'confirmed', state: 'credit_pending' },
  ] as const
  for (const { state, ...progress } of rows) {
    t.equal(stateToGoOn(progress), state, JSON.stringify(progress))
  }
})
