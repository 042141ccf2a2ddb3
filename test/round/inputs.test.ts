// Every input in every state that the machine can reach, on any path: it is accepted where the
// table below allows it, and refused with the round unchanged everywhere else. The table is written
// separately, so that a slip in the machine's own shows.

import t from 'tap'
import {
  applyInput,
  type DrivenRound,
  IllegalMove,
  nextEffect,
  type RoundEffect,
  type RoundInput,
} from '../../src/round/machine.ts'
import type { RoundProgress } from '../../src/round/round.ts'
import { input, loses, opened, pays, reloaded, waits } from '../support/round-samples.ts'
import { sized } from '../support/size.ts'

const INPUTS: readonly RoundInput[] = Object.values(input)
/** Gambling on and on adds nothing new. */
const CHOICES_MAX = sized(1, 2)

/** The inputs that a round accepts. */
const TAKES: Record<RoundInput['type'], (p: RoundProgress, input: RoundInput) => boolean> = {
  'bet-answered': p => p.state === 'debit_pending' && p.betStatus !== 'confirmed',
  'reveal-decided': p => p.state === 'debit_pending' && p.betStatus === 'confirmed',
  'reveal-lost': p => p.state === 'debit_pending' && p.betStatus === 'confirmed',
  reloaded: () => true,
  // A win that was not planned must not end with the round.
  notified: (p, input) =>
    isRevealed(p) && !(isFinish(input) && p.winMinor > 0n && !p.awaiting && p.winStatus === null),
  unanswered: p => isRevealed(p),
  'win-answered': p => p.state === 'credit_pending' && p.winStatus !== null,
  'refund-answered': p => p.state === 'cancelled',
  decided: p => p.state === 'in_progress' && p.awaiting,
  cancelled: p => p.state === 'debit_pending',
  retry: () => true,
  'set-aside': p => p.state !== 'cancelled' && p.state !== 'reconciliation_required',
  saved: () => true,
  closed: p => p.state !== 'debit_pending' && !isRevealed(p),
}

/**
 * A win that must be saved first has not been sent, so no answer to it is accepted; a reload that
 * is not owed does not end; an end that is saved stays.
 */
function takes({ round, driver }: DrivenRound, input: RoundInput): boolean {
  if (input.type === 'reloaded') return driver.reloadOwed
  if (input.type === 'win-answered' && driver.saveOwed) return false
  if (input.type === 'set-aside' && isEnded(round.progress) && !driver.saveOwed) return false
  return TAKES[input.type](round.progress, input)
}

const isEnded = ({ state }: RoundProgress) => state === 'settled' || state === 'rejected'
const isFinish = (input: RoundInput) => input.type === 'notified' && input.event === 'finish'
const isRevealed = ({ state }: RoundProgress) =>
  state === 'in_progress' || state === 'credit_pending'

const print = (value: unknown) =>
  JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? part.toString() : part))

/** Rounds that differ in counters and clock readings only are alike. */
function keyOf({ round, driver }: DrivenRound): string {
  const { version: _version, attempts: _attempts, ...rest } = round.progress
  return print(
    Object.entries({ ...rest, ...driver }).filter(
      ([name]) => !/AtMs$|Minor$|RequestIds$/.test(name),
    ),
  )
}

function freeze(driven: DrivenRound): DrivenRound {
  Object.freeze(driven.round.progress)
  Object.freeze(driven.driver)
  return Object.freeze(driven)
}

/** Every reachable round, with a path to it. */
function walk(): Map<string, { round: DrivenRound; way: string }> {
  const known = new Map<string, { round: DrivenRound; way: string }>()
  const add = (round: DrivenRound, way: string) => {
    const key = keyOf(round)
    if (!known.has(key)) known.set(key, { round: freeze(round), way })
  }
  for (const [name, drawn] of Object.entries({ loses, pays, waits })) add(opened(drawn), name)
  for (const { round, way } of known.values()) {
    add(reloaded(round), `${way}, read anew`)
    for (const [name, one] of Object.entries(input)) {
      if (!takes(round, one)) continue
      if (one.type === 'decided' && round.round.progress.choices.length >= CHOICES_MAX) continue
      add(applyInput(round, one), `${way}, ${name}`)
    }
  }
  return known
}

const reached = walk()

t.test('an input is accepted where the table says, and refused everywhere else', async t => {
  let refusals = 0
  for (const { round, way } of reached.values()) {
    const before = print(round)
    for (const one of INPUTS) {
      const isTaken = takes(round, one)
      try {
        applyInput(round, one)
        if (!isTaken) t.fail(`${one.type} is taken after: ${way}`)
      } catch (error) {
        if (isTaken || !(error instanceof IllegalMove)) {
          t.fail(`${one.type} after: ${way}: ${String(error)}`)
        }
        refusals++
      }
    }
    if (print(round) !== before) t.fail(`a round was changed in place: ${way}`)
  }
  t.comment(`${reached.size} rounds, ${refusals} refusals`)
  t.ok(reached.size > 200 && refusals > 2_000)
  const states = new Set([...reached.values()].map(({ round }) => round.round.progress.state))
  t.equal(states.size, 7, 'every state is reached')
})

t.test('an ended round stays ended, and only a save raises a version', async t => {
  const OVER = ['settled', 'rejected', 'cancelled', 'reconciliation_required']
  for (const { round, way } of reached.values()) {
    for (const one of INPUTS.filter(each => takes(round, each))) {
      const [p, next] = [round.round.progress, applyInput(round, one).round.progress]
      const what = `${one.type} after: ${way}`
      const isUnsaved = one.type === 'set-aside' && round.driver.saveOwed
      if (OVER.includes(p.state) && next.state !== p.state && !isUnsaved)
        t.fail(`${what}: it goes on`)
      const raised = next.version - p.version
      if (raised !== (one.type === 'saved' ? 1 : 0)) t.fail(`${what}: version + ${raised}`)
      if (p.refundStatus !== null && next.refundStatus === null) t.fail(`${what}: no refund`)
      const isRefused = next.betStatus === 'rejected' || next.state === 'cancelled'
      if (isRefused && next.winStatus !== null) t.fail(`${what}: a win without a bet`)
    }
  }
  t.pass()
})

t.test('no call is sent before the pending save, and a cancelled bet never', async t => {
  for (const { round, way } of reached.values()) {
    const { state, winStatus, refundStatus } = round.round.progress
    const { type } = nextEffect(round)
    if (round.driver.saveOwed && type !== 'save') t.fail(`${type} before a save, after: ${way}`)
    if (type === 'send-bet' && state !== 'debit_pending') t.fail(`a bet after: ${way}`)
    if (type === 'send-win' && winStatus === null) t.fail(`a win after: ${way}`)
    if (type === 'send-refund' && (state !== 'cancelled' || refundStatus === null)) {
      t.fail(`a refund after: ${way}`)
    }
  }
  t.pass()
})

/** The answers of a setup without faults. */
function goodAnswer(effect: RoundEffect): RoundInput | null {
  switch (effect.type) {
    case 'send-bet':
      return input.betAccepted
    case 'send-win':
      return input.winAccepted
    case 'send-refund':
      return input.refundAccepted
    case 'decide-reveal':
      return input.revealed
    case 'reload':
      return input.reloaded
    case 'notify':
    case 'defer-notification':
      return { type: 'notified', event: effect.event, atMs: 2_000 }
    case 'save':
      return input.saved
    case 'close':
      return input.closed
    case 'rest':
      if (effect.until === 'done') return null
      return effect.until === 'retry' ? input.retry : input.collects
  }
}

t.test('from every state good answers lead to an end, with the money confirmed', async t => {
  for (const { round, way } of reached.values()) {
    let last = round
    let answer = goodAnswer(nextEffect(last))
    for (let steps = 0; answer !== null && steps < 40; steps++) {
      last = applyInput(last, answer)
      answer = goodAnswer(nextEffect(last))
    }
    const p = last.round.progress
    if (answer !== null) t.fail(`stuck in ${p.state} after: ${way}`)
    const isPaid = p.winMinor === 0n || p.winStatus === 'confirmed'
    if (p.state === 'settled' && !(p.betStatus === 'confirmed' && isPaid)) {
      t.fail(`settled without its money after: ${way}`)
    }
    if (p.state === 'cancelled' && p.refundStatus !== 'confirmed') {
      t.fail(`cancelled without its refund after: ${way}`)
    }
  }
  t.pass()
})
