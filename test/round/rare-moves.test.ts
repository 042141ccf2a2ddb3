// Rare moves: the driver of a round just opened, a retry with nothing unknown, a win that was not
// planned, and the rounds that may be set aside.

import t from 'tap'
import { OPENED_HERE } from '../../src/round/driver-state.ts'
import {
  applyInput,
  canSetAside,
  type DrivenRound,
  IllegalMove,
  nextEffect,
} from '../../src/round/machine.ts'
import { isCallOwed } from '../../src/round/round.ts'
import { after, input, loses, opened, pays, waits } from '../support/round-samples.ts'

const confirmed = (round: DrivenRound) => after(round, input.betAccepted)
const crediting = () => after(confirmed(opened(pays)), input.revealed)

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
  t.equal(applyInput(forgotten, input.started).round.progress.startNotified, true)
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
