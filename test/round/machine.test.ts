// The round machine as stories: what each path owes next. Which input is legal in which state is in
// inputs.test.ts, and every interleaving in exhaustive-walk.test.ts.

import t from 'tap'
import { OPENED_HERE } from '../../src/round/driver-state.ts'
import {
  applyInput,
  canSetAside,
  type DrivenRound,
  IllegalMove,
  isOutcomeKnown,
  nextEffect,
  type RoundInput,
} from '../../src/round/machine.ts'
import { isCallOwed, isCancellable } from '../../src/round/round.ts'
import {
  after,
  input,
  loses,
  opened,
  pays,
  reloaded,
  STAKE,
  WIN,
  waits,
} from '../support/round-samples.ts'

const confirmed = (round: DrivenRound) => after(round, input.betAccepted)
const crediting = () => after(confirmed(opened(pays)), input.revealed)
const awaiting = () => after(confirmed(opened(waits)), input.revealed, input.saved)
const cancelledRound = () => after(opened(pays), input.cancelledByOperator)
const owed = (round: DrivenRound) => {
  const effect = nextEffect(round)
  if ('event' in effect) return `${effect.type}-${effect.event}`
  return effect.type === 'rest' ? `rest-${effect.until}` : effect.type
}

t.test('a round set aside is saved, frees its game, and nothing more is sent for it', async t => {
  for (const [name, round] of [
    ['its bet is in flight', opened(pays)],
    ['its win is owed', after(crediting(), input.started)],
    ['its decision waits', awaiting()],
    ['it was read again', reloaded(after(crediting(), input.started))],
  ] as const) {
    const aside = after(round, input.setAside)
    t.equal(owed(aside), 'save', name)
    t.equal(owed(after(aside, input.saved)), 'close')
    t.equal(owed(after(aside, input.saved, input.closed)), 'rest-done')
    const { betStatus, winStatus, refundStatus } = round.round.progress
    t.match(aside.round.progress, { betStatus, winStatus, refundStatus }, 'as it was')
  }
})

/** A story: each line is what is owed, then the input that answers it. */
function run(t: Tap, round: DrivenRound, lines: [owed: string, answer: RoundInput][]): DrivenRound {
  for (const [expected, answer] of lines) {
    t.equal(owed(round), expected)
    round = applyInput(round, answer)
  }
  return round
}
type Tap = Pick<typeof t, 'equal'>

t.test('a paid win owes bet, mark, start, win, finish, then one save and close', async t => {
  const round = run(t, opened(pays), [
    ['send-bet', input.betAccepted],
    ['decide-reveal', input.revealed],
    ['notify-start', input.started],
    ['send-win', input.winAccepted],
    ['notify-finish', input.finished],
    ['save', input.saved],
    ['close', input.closed],
  ])
  t.equal(owed(round), 'rest-done')
  t.match(round.round.progress, {
    state: 'settled',
    betStatus: 'confirmed',
    winStatus: 'confirmed',
    refundStatus: null,
    startNotified: true,
    finishNotified: true,
    balanceAfterBetMinor: 5_000n,
    balanceAfterMinor: 7_500n,
    settledAtMs: 1_900,
    version: 2,
  })
})

t.test('a loss sends no win', async t => {
  const round = run(t, opened(loses), [
    ['send-bet', input.betAccepted],
    ['decide-reveal', input.revealed],
    ['notify-start', input.started],
    ['notify-finish', input.finished],
    ['save', input.saved],
    ['close', input.closed],
  ])
  t.match(round.round.progress, { state: 'settled', winStatus: null, winMinor: 0n })
})

t.test('a refused bet ends the round: no mark, notification or payment', async t => {
  const round = run(t, opened(pays), [
    ['send-bet', input.betRefused],
    ['save', input.saved],
    ['close', input.closed],
  ])
  t.equal(owed(round), 'rest-done')
  t.match(round.round.progress, {
    state: 'rejected',
    betStatus: 'rejected',
    winStatus: null,
    refusalCode: 'INSUFFICIENT_FUNDS',
  })
})

t.test('the round keeps the code of its refusal', async t => {
  const answer = { kind: 'refused', code: 'SESSION_CLOSED' } as const
  const round = after(opened(pays), { type: 'bet-answered', answer, atMs: 1_100 })
  t.match(round.round.progress, { state: 'rejected', refusalCode: 'SESSION_CLOSED' })
})

t.test('an unknown bet is saved, waits, is sent again and then continues', async t => {
  const round = run(t, opened(pays), [
    ['send-bet', input.betUnknown],
    ['save', input.saved],
    ['rest-retry', input.retry],
    ['save', input.saved],
    ['send-bet', input.betUnknown],
    ['save', input.saved],
    ['rest-retry', input.retry],
    ['save', input.saved],
    ['send-bet', input.betAccepted],
  ])
  t.equal(owed(round), 'decide-reveal')
  t.equal(round.round.progress.state, 'debit_pending')
})

t.test('an unknown bet that is refused in the end rejects the round', async t => {
  const round = after(
    opened(pays),
    input.betUnknown,
    input.saved,
    input.retry,
    input.saved,
    input.betRefused,
  )
  t.match(round.round.progress, { state: 'rejected', betStatus: 'rejected' })
  t.ok(round.driver.saveOwed)
})

t.test('an unknown win is saved and sent again until the wallet says ok', async t => {
  const start = after(crediting(), input.started)
  const round = run(t, start, [
    ['send-win', input.winUnknown],
    ['save', input.saved],
    ['rest-retry', input.retry],
    ['save', input.saved],
    ['send-win', input.winAccepted],
    ['notify-finish', input.finished],
  ])
  t.equal(round.round.progress.state, 'settled')
  t.equal(round.round.progress.winPlannedAtMs, start.round.progress.winPlannedAtMs, 'planned once')
})

t.test('a cancel plans the refund of the whole bet, durably, before it is sent', async t => {
  const round = run(t, after(opened(pays), input.betUnknown, input.saved), [
    ['rest-retry', input.cancelledByPolicy],
    ['save', input.saved],
    ['close', input.closed],
    ['rest-retry', input.retry],
    ['save', input.saved],
    ['send-refund', input.refundUnknown],
    ['save', input.saved],
    ['rest-retry', input.retry],
    ['save', input.saved],
    ['send-refund', input.refundAccepted],
    ['save', input.saved],
  ])
  t.equal(owed(round), 'rest-done')
  t.match(round.round.progress, {
    state: 'cancelled',
    cancelReason: 'bet_unconfirmed',
    winStatus: null,
    refundStatus: 'confirmed',
    refundPlannedAtMs: 1_600,
  })
  t.equal(round.round.intent.stakeMinor, STAKE)
})

t.test('a cancel that decided first is followed: nothing is revealed, nothing is paid', async t => {
  const round = after(confirmed(opened(pays)), input.cancelledBefore)
  t.match(round.round.progress, { state: 'cancelled', refundStatus: 'planned', winStatus: null })
  t.equal(owed(round), 'save')
})

t.test('a round that the ledger has as revealed needs no second decision', async t => {
  for (const shown of [awaiting(), crediting()]) {
    const round = reloaded(after(shown, input.saved))
    t.throws(() => applyInput(round, input.cancelledBefore), IllegalMove)
    t.not(owed(round), 'decide-reveal', 'the round continues')
  }
})

t.test(
  'a lost decision is made after a save, and after a reload when the round is gone',
  async t => {
    const rounds = { held: input.revealUnsure, gone: input.revealLost }
    for (const [name, lost] of Object.entries(rounds)) {
      const round = after(confirmed(opened(pays)), lost)
      t.equal(owed(round), 'save', name)
      const saved = after(round, input.saved)
      if (lost === input.revealLost) t.equal(owed(saved), 'reload')
      const ready = lost === input.revealLost ? after(saved, input.reloaded) : saved
      t.strictSame(nextEffect(ready), { type: 'decide-reveal', afterSave: true }, name)
      t.equal(after(ready, input.revealed).round.progress.state, 'credit_pending')
    }
  },
)

t.test('a start that is not answered in line defers the finish too', async t => {
  const round = run(t, crediting(), [
    ['notify-start', input.unanswered],
    ['defer-notification-start', input.started],
    ['send-win', input.winAccepted],
    ['defer-notification-finish', input.finished],
  ])
  t.equal(round.round.progress.state, 'settled')
})

t.test('a round whose closing changed the entitlements is done after a reload', async t => {
  const settled = after(crediting(), input.started, input.winAccepted, input.finished, input.saved)
  const closed = after(settled, input.closedOutdated)
  t.equal(owed(closed), 'reload')
  t.equal(owed(after(closed, input.reloaded)), 'rest-done')
})

t.test('a cancelled bet is never sent again, after any answer of the wallet', async t => {
  let round = after(cancelledRound(), input.saved, input.closed)
  const answers = [input.retry, input.saved, input.refundUnknown, input.saved, input.retry]
  for (const answer of answers) {
    round = applyInput(round, answer)
    t.not(owed(round), 'send-bet')
    t.not(owed(reloaded(round)), 'send-bet')
  }
})

t.test('a revealed round cannot be cancelled', async t => {
  t.ok(isCancellable(opened(pays).round))
  t.ok(isCancellable(confirmed(opened(pays)).round), 'confirmed, not revealed')
  t.notOk(isCancellable(crediting().round))
  t.notOk(isCancellable(awaiting().round))
})

t.test('the step before a decision is durable before the player sees it', async t => {
  const round = run(t, opened(waits), [
    ['send-bet', input.betAccepted],
    ['decide-reveal', input.revealed],
    ['save', input.saved],
    ['notify-start', input.started],
  ])
  t.equal(owed(round), 'rest-player')
  t.match(round.round.progress, { state: 'in_progress', winStatus: null, awaiting: true })
})

t.test(
  'every gamble step is saved before the next, and the win is planned by the last',
  async t => {
    const round = run(t, after(awaiting(), input.started), [
      ['rest-player', input.gambles],
      ['save', input.saved],
      ['rest-player', input.collects],
      ['save', input.saved],
      ['send-win', input.winAccepted],
      ['notify-finish', input.finished],
    ])
    t.match(round.round.progress, {
      state: 'settled',
      choices: ['red', 'collect'],
      choiceRequestIds: ['d-2', 'd-1'],
      winMinor: WIN,
      winPlannedAtMs: 1_400,
    })
  },
)

t.test('a lost gamble pays nothing and settles', async t => {
  const round = run(t, after(awaiting(), input.started), [
    ['rest-player', input.busts],
    ['save', input.saved],
    ['notify-finish', input.finished],
  ])
  t.match(round.round.progress, { state: 'settled', winStatus: null, winMinor: 0n })
})

/** Read again at this point, the round owes this first. */
const RESUMED: [name: string, round: DrivenRound, owed: string][] = [
  ['opened', opened(pays), 'save'],
  ['bet unknown', after(opened(pays), input.betUnknown, input.saved), 'save'],
  ['awaiting', awaiting(), 'notify-start'],
  ['decided', after(awaiting(), input.collects, input.saved), 'save'],
  ['win unknown', after(crediting(), input.winUnknown, input.saved), 'save'],
  [
    'settled',
    after(crediting(), input.started, input.winAccepted, input.finished, input.saved),
    'close',
  ],
  ['rejected', after(opened(pays), input.betRefused, input.saved), 'close'],
  ['cancelled', after(cancelledRound(), input.saved), 'save'],
]

t.test('a round read from the ledger is saved before its first call', async t => {
  for (const [name, round, expected] of RESUMED) t.equal(owed(reloaded(round)), expected, name)
})

t.test('a save says whether the round was taken up from the ledger', async t => {
  const own = after(opened(pays), input.betUnknown)
  t.strictSame(nextEffect(own), { type: 'save', isTakenUp: false })
  t.strictSame(nextEffect(reloaded(own)), { type: 'save', isTakenUp: true })
  const again = after(reloaded(own), input.saved, input.retry)
  t.strictSame(nextEffect(again), { type: 'save', isTakenUp: false }, 'once')
})

t.test('the outcome is known once it is revealed and only wallet calls remain', async t => {
  const isKnown = (round: DrivenRound) => isOutcomeKnown(round.round, nextEffect(round))
  const unanswered = after(crediting(), input.unanswered)
  const won = after(crediting(), input.started)
  const settling = after(won, input.winAccepted)
  for (const round of [crediting(), unanswered, won, settling]) t.ok(isKnown(round), owed(round))
  const settled = after(settling, input.finished)
  const early = [opened(pays), confirmed(opened(pays)), cancelledRound(), awaiting()]
  for (const round of [...early, after(awaiting(), input.started), reloaded(won), settled]) {
    t.notOk(isKnown(round), owed(round))
  }
})

t.test('the former driver of a resumed round cannot save it any more', async t => {
  const first = opened(pays)
  const second = after(reloaded(first), input.saved)
  t.ok(second.round.progress.version > first.round.progress.version)
  t.equal(second.round.progress.betStatus, 'sent', 'its bet may have been sent already')
  t.equal(owed(second), 'send-bet')
})

t.test(
  'a resumed unknown win is saved before it waits, and again before it is repeated',
  async t => {
    const lost = reloaded(after(crediting(), input.started, input.winUnknown, input.saved))
    const round = run(t, lost, [
      ['save', input.saved],
      ['rest-retry', input.retry],
      ['save', input.saved],
      ['send-win', input.winAccepted],
      ['notify-finish', input.finished],
    ])
    t.equal(round.round.progress.state, 'settled')
  },
)

t.test('a finish does not end the round while the win is not confirmed', async t => {
  const round = after(crediting(), input.finished)
  t.equal(round.round.progress.state, 'credit_pending')
  t.equal(after(awaiting(), input.finished).round.progress.state, 'in_progress')
})

t.test('the process that opened a round is its exclusive driver and owes only the bet', async t => {
  t.strictSame(OPENED_HERE, {
    claim: 'exclusive',
    work: 'resting',
    saveOwed: false,
    reloadOwed: false,
    revealLost: false,
    slotClosed: false,
    notifies: 'in-line',
  })
  const effect = nextEffect(confirmed(opened(pays)))
  t.strictSame(effect, { type: 'decide-reveal', afterSave: false })
})

t.test('a revealed loss is in progress; a cancel before the reveal is the operator’s', async t => {
  const round = confirmed(opened(loses))
  t.equal(after(round, input.revealed).round.progress.state, 'in_progress')
  t.equal(crediting().round.progress.state, 'credit_pending')
  const cancelled = after(round, input.cancelledBefore).round.progress
  t.match(cancelled, { cancelReason: 'operator_cancel', refundPlannedAtMs: 1_200 })
})

t.test('a retry repeats unknown operations, and changes nothing else', async t => {
  for (const round of [opened(pays), confirmed(opened(pays)), crediting()]) {
    t.strictSame(after(round, input.retry), round)
  }
  const sent = after(opened(pays), input.betUnknown, input.saved, input.retry)
  t.match(sent, { round: { progress: { betStatus: 'sent' } }, driver: { saveOwed: true } })
})

t.test('a win that was not planned is neither paid nor ended; its start is sent', async t => {
  const { round, driver } = crediting()
  const progress = { ...round.progress, winStatus: null }
  const forgotten = { driver, round: { ...round, progress } }
  t.throws(() => applyInput(forgotten, input.winAccepted), IllegalMove)
  t.throws(() => applyInput(forgotten, input.finished), IllegalMove)
  const shown = applyInput(forgotten, input.started)
  t.equal(shown.round.progress.startNotified, true)
  t.throws(() => applyInput(shown, input.finished), IllegalMove)
})

t.test('a round is set aside while it is open, or when its end could not be saved', async t => {
  const refused = after(opened(pays), input.betRefused)
  t.equal(canSetAside(crediting()), true)
  t.equal(canSetAside(refused), true)
  t.equal(canSetAside(after(refused, input.saved)), false)
  t.equal(canSetAside(after(opened(pays), input.cancelledByOperator)), false, 'a refund is owed')
  t.equal(canSetAside(after(crediting(), input.setAside)), false, 'it is already')
})

t.test(
  'the wallet is owed the bet of every round just opened, and nothing once set aside',
  async t => {
    for (const drawn of [loses, pays, waits]) t.equal(isCallOwed(opened(drawn).round), true)
    t.equal(isCallOwed(after(crediting(), input.setAside).round), false)
  },
)
