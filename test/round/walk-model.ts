// A model small enough to be walked in full: one round, one or two nodes that drive it, the
// ledger's row, the reveal decision in Redis and a wallet. Every move that anyone can make at any
// moment, and what must hold after each.

import { transactionId, type WalletAnswer } from '../../src/core/wallet-operation.ts'
import {
  applyInput,
  canSetAside,
  type DrivenRound,
  nextEffect,
  type RoundEffect,
  type RoundInput,
  resumeRound,
} from '../../src/round/machine.ts'
import { DEADLINE_REQUEST, type Drawn, isCancellable, type Round } from '../../src/round/round.ts'
import { accepted, opened, planned, refused, unknown } from '../support/round-samples.ts'

type Kind = 'bet' | 'win' | 'refund'

/** A node's memory of the round; `asked` is the wallet call it waits for. */
interface Node {
  driven: DrivenRound
  asked: Kind | null
}

export interface Model {
  ledger: Round
  nodes: (Node | null)[]
  redis: { holds: boolean; decision: '' | 'revealed' | 'cancelled'; isRebuilt: boolean }
  wallet: { bet: 'none' | 'debited' | 'refused' | 'void'; win: boolean; refund: boolean }
  /** The body of each operation's first call. */
  bodies: Record<Kind, string | null>
  /** Requests without a waiting caller that may still reach the wallet. */
  late: Record<Kind, boolean>
  /** The player may have seen the result. */
  seen: boolean
  nowMs: number
}

/** The possible faults of a walk. */
export interface Scope {
  nodes: 1 | 2
  redisIsLost: boolean
  cancels: boolean
  /**
   * A round is set aside at any moment: by its driver, or by its row alone when a thread was lost.
   */
  setsAside?: boolean
  /** A mistake that the walk must find: a cancel trusts a decision that may have been lost. */
  cancelsTrustRebuilt?: boolean
  /** Another: a cancel by a driver that is not exclusive makes no decision in Redis either. */
  everyoneCancelsAsExclusive?: boolean
  /** Another: a driver that finds the decision lost decides again without a save. */
  revealsWithoutSave?: boolean
}

export interface Move {
  name: string
  to: Model
}

export class Broken extends Error {}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Broken(what)
}

const OPEN = ['debit_pending', 'in_progress', 'credit_pending']
const isOpen = ({ progress }: Round) => OPEN.includes(progress.state)

export function startModel(drawn: Drawn, scope: Scope): Model {
  return {
    ledger: planned(drawn),
    nodes: [{ driven: opened(drawn), asked: null }, ...(scope.nodes === 2 ? [null] : [])],
    redis: { holds: true, decision: '', isRebuilt: false },
    wallet: { bet: 'none', win: false, refund: false },
    bodies: { bet: null, win: null, refund: null },
    late: { bet: false, win: false, refund: false },
    seen: false,
    nowMs: 2_000,
  }
}

/** Nothing is owed: the round is over and its refund, if any, is confirmed. */
export function isEnded({ ledger }: Model): boolean {
  const { refundStatus } = ledger.progress
  return !isOpen(ledger) && (refundStatus === null || refundStatus === 'confirmed')
}

/** Every model one move away. Throws Broken when a move breaks a rule. */
export function movesFrom(model: Model, scope: Scope): Move[] {
  const moves: Move[] = []
  for (const node of model.nodes.keys()) moves.push(...movesOfNode(model, node, scope))
  if (scope.redisIsLost) moves.push(...movesOfRedis(model))
  if (scope.setsAside && isOpen(model.ledger)) {
    moves.push(change('the row is set aside', model, setRowAside))
  }
  for (const kind of ['bet', 'win', 'refund'] as const) {
    if (model.late[kind]) moves.push(change(`a late ${kind} arrives`, model, m => arrive(m, kind)))
  }
  return moves
}

function setRowAside(m: Model): void {
  const { intent, progress } = m.ledger
  const version = progress.version + 1
  const state = 'reconciliation_required'
  m.ledger = { intent, progress: { ...progress, state, awaitingSinceMs: null, version } }
}

function movesOfRedis(model: Model): Move[] {
  if (model.redis.holds) return [setRedis('Redis is lost', model, LOST)]
  return isOpen(model.ledger) ? [setRedis('a hello rebuilds', model, REBUILT)] : []
}

const LOST: Model['redis'] = { holds: false, decision: '', isRebuilt: false }
const REBUILT: Model['redis'] = { holds: true, decision: '', isRebuilt: true }

function setRedis(name: string, model: Model, redis: Model['redis']): Move {
  return change(name, model, m => {
    m.redis = { ...redis }
  })
}

/** A node's one move without a fault. Null: the round is over for it. */
export function goodMove(model: Model, node: number, scope: Scope): Move | null {
  const driver = model.nodes[node]
  if (driver?.asked != null) return change('ok', model, m => answerOk(m, node))
  return step(model, node, 0, scope)
}

function movesOfNode(model: Model, node: number, scope: Scope): Move[] {
  const driver = model.nodes[node] ?? null
  if (driver === null) return present([step(model, node, 0, scope)])
  const moves = driver.asked === null ? restless(model, node, scope) : answers(model, node)
  moves.push(change(`node ${node} dies`, model, m => die(m, node)))
  return moves
}

function restless(model: Model, node: number, scope: Scope): Move[] {
  const moves = DECISIONS.map((_, option) => step(model, node, option, scope))
  if (scope.cancels) moves.push(...cancels(model, node, scope))
  if (scope.setsAside && canSetAside(model.nodes[node]!.driven)) {
    moves.push(change(`node ${node} sets it aside`, model, m => take(m, node, SET_ASIDE)))
  }
  return present(moves)
}

const SET_ASIDE: RoundInput = { type: 'set-aside' }

const present = (moves: (Move | null)[]): Move[] => moves.filter(move => move !== null)

function change(name: string, model: Model, edit: (m: Model) => void): Move {
  const to = copy(model)
  to.nowMs++
  edit(to)
  for (const driver of to.nodes) if (driver !== null) look(to, driver)
  checkRow(to)
  return { name, to }
}

/** Rounds are never changed in place, so they are shared. */
function copy(model: Model): Model {
  return {
    ...model,
    nodes: model.nodes.map(each => (each === null ? null : { ...each })),
    redis: { ...model.redis },
    wallet: { ...model.wallet },
    bodies: { ...model.bodies },
    late: { ...model.late },
  }
}

/** A visible state that needs no save has reached the player. */
function look(m: Model, { driven }: Node): void {
  const { state } = driven.round.progress
  const isVisible = ['in_progress', 'credit_pending', 'settled'].includes(state)
  if (isVisible && !driven.driver.saveOwed) m.seen = true
}

// What a node does
// ---------------------------------------------------------------------------------

const DECISIONS: { option: string; drawn: Drawn; requestId?: string }[] = [
  { option: 'collect', drawn: { winUnits: 50, winMinor: 2_500n, awaiting: false } },
  { option: 'black', drawn: { winUnits: 0, winMinor: 0n, awaiting: false } },
  { option: 'red', drawn: { winUnits: 100, winMinor: 5_000n, awaiting: true } },
  // The platform's, past the deadline.
  {
    option: 'collect',
    drawn: { winUnits: 50, winMinor: 2_500n, awaiting: false },
    requestId: DEADLINE_REQUEST,
  },
]

function step(model: Model, node: number, decision: number, scope: Scope): Move | null {
  const driver = model.nodes[node]
  if (driver == null) {
    if (isEnded(model)) return null
    return change(`node ${node} reads the round`, model, m => {
      m.nodes[node] = { driven: resumeRound(m.ledger), asked: null }
    })
  }
  const effect = nextEffect(driver.driven)
  const isDecision = effect.type === 'rest' && effect.until === 'player'
  if (decision > 0 && !isDecision) return null
  // Gambling on: twice with one node, once with two, to keep the model small.
  const gambles = 3 - model.nodes.length
  if (decision === 2 && driver.driven.round.progress.choices.length >= gambles) return null
  if (effect.type === 'rest' && effect.until === 'done') return null
  return change(`node ${node}: ${effect.type}`, model, m =>
    perform(m, node, effect, decision, scope),
  )
}

function perform(
  m: Model,
  node: number,
  effect: RoundEffect,
  decision: number,
  scope: Scope,
): void {
  switch (effect.type) {
    case 'send-bet':
    case 'send-win':
    case 'send-refund':
      ask(m, m.nodes[node]!, effect.type.slice(5) as Kind)
      break
    case 'save':
      save(m, node)
      break
    case 'decide-reveal':
      decideReveal(m, node, effect.afterSave, scope)
      break
    case 'reload':
      if (!m.redis.holds && isOpen(m.ledger)) m.redis = { ...REBUILT }
      take(m, node, { type: 'reloaded' })
      break
    case 'notify':
    case 'defer-notification':
      take(m, node, { type: 'notified', event: effect.event, atMs: m.nowMs })
      break
    case 'close':
      m.redis = { ...LOST }
      take(m, node, { type: 'closed', isOutdated: false })
      break
    case 'rest':
      if (effect.until === 'retry') take(m, node, { type: 'retry' })
      else decide(m, node, decision)
  }
}

function ask(m: Model, driver: Node, kind: Kind): void {
  checkSend(m, driver.driven.round, kind)
  driver.asked = kind
}

function decide(m: Model, node: number, decision: number): void {
  const { option, drawn, ...by } = DECISIONS[decision]!
  const requestId = by.requestId ?? `d-${m.nodes[node]!.driven.round.progress.choices.length}`
  take(m, node, { type: 'decided', option, requestId, drawn, atMs: m.nowMs })
}

function take(m: Model, node: number, input: RoundInput): void {
  const memory = m.nodes[node]!
  memory.driven = applyInput(memory.driven, input)
}

/**
 * The version guard: a row that another node has changed is not written, and the memory is dropped.
 */
function save(m: Model, node: number): void {
  const { round } = m.nodes[node]!.driven
  if (round.progress.version !== m.ledger.progress.version) {
    m.nodes[node] = null
    return
  }
  must(m.ledger.progress.state !== 'reconciliation_required', 'a round set aside goes on')
  take(m, node, { type: 'saved' })
  m.ledger = m.nodes[node]!.driven.round
}

/**
 * A driver that finds the decision lost, or put back after a loss, saves the round before it
 * decides. A round that is over in the ledger is not put back, and its memory is dropped.
 */
function decideReveal(m: Model, node: number, afterSave: boolean, scope: Scope): void {
  const { redis } = m
  const isLost = !redis.holds || (redis.isRebuilt && redis.decision === '')
  if (isLost && !afterSave && !scope.revealsWithoutSave) {
    take(m, node, { type: 'reveal-lost', isHeld: redis.holds })
    return
  }
  if (!redis.holds) {
    if (afterSave || !isOpen(m.ledger)) {
      m.nodes[node] = null
      return
    }
    m.redis = { ...REBUILT }
  }
  if (m.redis.decision === '') m.redis.decision = 'revealed'
  take(m, node, { type: 'reveal-decided', as: m.redis.decision, atMs: m.nowMs })
}

/**
 * A cancel runs in the player's mailbox: the decision first, then the machine's move, and its node
 * may die between the two. It is refused when the player state was rebuilt, because the decision it
 * would find open may have been lost. An exclusive driver makes no decision in Redis.
 */
function cancels(model: Model, node: number, scope: Scope): Move[] {
  const { round, driver } = model.nodes[node]!.driven
  if (!isCancellable(round) || driver.saveOwed) return []
  const input = { type: 'cancelled', reason: 'operator_cancel', atMs: model.nowMs } as const
  if (driver.claim === 'exclusive' || scope.everyoneCancelsAsExclusive) {
    return [change(`node ${node}: cancel as exclusive driver`, model, m => take(m, node, input))]
  }
  if (!model.redis.holds || model.redis.decision === 'revealed') return []
  if (model.redis.isRebuilt && !scope.cancelsTrustRebuilt) return []
  const decides = (name: string, then: (m: Model) => void) =>
    change(`node ${node}: ${name}`, model, m => {
      m.redis.decision = 'cancelled'
      then(m)
    })
  return [
    decides('cancel', m => take(m, node, input)),
    decides('cancel decides and dies', m => die(m, node)),
  ]
}

/** A sent request may still arrive after the node is gone. */
function die(m: Model, node: number): void {
  const { asked } = m.nodes[node]!
  if (asked !== null) m.late[asked] = true
  m.nodes[node] = null
}

// What the wallet does
// -----------------------------------------------------------------------------

function answers(model: Model, node: number): Move[] {
  const kind = model.nodes[node]!.asked!
  const moves = [
    change(`${kind}: ok`, model, m => answerOk(m, node)),
    change(`${kind}: applied, answer lost`, model, m => {
      arrive(m, kind)
      answer(m, node, unknown)
    }),
    change(`${kind}: lost`, model, m => answer(m, node, unknown)),
    change(`${kind}: late`, model, m => {
      m.late[kind] = true
      answer(m, node, unknown)
    }),
  ]
  if (kind === 'bet' && model.wallet.bet === 'none') {
    moves.push(
      change('bet: insufficient funds', model, m => {
        m.wallet.bet = 'refused'
        answer(m, node, refused)
      }),
    )
  }
  return moves
}

function answerOk(m: Model, node: number): void {
  const kind = m.nodes[node]!.asked!
  arrive(m, kind)
  answer(m, node, kind === 'bet' ? BET_ANSWERS[m.wallet.bet] : accepted())
}

const BET_ANSWERS: Record<Model['wallet']['bet'], WalletAnswer> = {
  none: unknown,
  debited: accepted(),
  refused,
  // TRANSACTION_CANCELLED is neither ok nor INSUFFICIENT_FUNDS.
  void: unknown,
}

function answer(m: Model, node: number, walletAnswer: WalletAnswer): void {
  const driver = m.nodes[node]!
  const kind = driver.asked!
  driver.asked = null
  take(m, node, { type: `${kind}-answered`, answer: walletAnswer, atMs: m.nowMs })
}

/** A correct wallet: idempotent by transaction, a refunded bet is void for ever. */
function arrive(m: Model, kind: Kind): void {
  m.late[kind] = false
  if (kind === 'bet' && m.wallet.bet === 'none') m.wallet.bet = 'debited'
  if (kind === 'win') m.wallet.win = true
  if (kind === 'refund') {
    m.wallet.refund = true
    m.wallet.bet = 'void'
  }
  must(!(m.wallet.win && m.wallet.refund), 'one round was both paid and refunded')
}

// What must hold
// -----------------------------------------------------------------------------------

/** Guarantees 1, 2 and 3 when an operation is sent. */
function checkSend(m: Model, round: Round, kind: Kind): void {
  const row = m.ledger.progress
  const body = bodyOf(round, kind)
  if (kind === 'win') {
    must(row.winStatus !== null, 'a win is sent that the ledger does not plan')
    must(bodyOf(m.ledger, 'win') === body, 'a win is sent with another body than the ledger plans')
  }
  if (kind === 'refund') {
    must(row.refundStatus !== null, 'a refund is sent that the ledger does not plan')
    must(bodyOf(m.ledger, 'refund') === body, 'a refund is sent with another body than planned')
    must(!m.seen, 'a refund is sent for a round the player has seen')
  }
  if (kind === 'bet' && m.nodes.length === 1) {
    must(row.state !== 'cancelled', 'a cancelled bet is sent again')
  }
  must(
    m.bodies[kind] === null || m.bodies[kind] === body,
    `a ${kind} is repeated with another body`,
  )
  m.bodies[kind] = body
}

function bodyOf({ intent, progress }: Round, kind: Kind): string {
  const id = transactionId(kind, intent.roundId)
  if (kind === 'bet') return `${id} ${intent.stakeMinor} ${intent.createdAtMs}`
  if (kind === 'win') return `${id} ${progress.winMinor} ${progress.winPlannedAtMs}`
  return `${id} ${intent.stakeMinor} ${progress.refundPlannedAtMs}`
}

/** Guarantee 19, and the checks that Postgres makes of the row. */
function checkRow({ ledger, wallet, redis }: Model): void {
  const p = ledger.progress
  const waits = p.state === 'in_progress' && p.awaiting
  must(waits === (p.awaitingSinceMs !== null), 'a deadline counts from when the decision was open')
  if (p.state === 'settled') {
    must(p.betStatus === 'confirmed' && wallet.bet === 'debited', 'settled without its bet')
    must(
      p.winMinor === 0n || (p.winStatus === 'confirmed' && wallet.win),
      'settled without its win',
    )
    must(p.refundStatus === null, 'settled with a refund')
  }
  if (p.state === 'rejected') must(wallet.bet === 'refused', 'rejected, but the bet was taken')
  must(p.state !== 'cancelled' || p.refundStatus !== null, 'cancelled without a refund')
  must(p.refundStatus === null || p.winStatus === null, 'a win and a refund planned together')
  must(
    redis.decision !== 'cancelled' || p.state !== 'settled',
    'settled although a cancel was decided',
  )
}

// Which models are the same
// ------------------------------------------------------------------------

/**
 * Clock readings and counters matter only as equal or different. Plain text: JSON would take most
 * of the walk's time.
 */
export function keyOf(model: Model): string {
  const { ledger, nodes, redis, wallet, bodies, late, seen } = model
  const memories = nodes.map(node => (node === null ? 'none' : memoryOf(node, ledger)))
  // The two nodes can be exchanged.
  const sorted = memories.sort().join('|')
  const { holds, decision, isRebuilt } = redis
  const { bet, win, refund } = wallet
  return (
    `${bare(ledger)}|${sorted}|${holds} ${decision} ${isRebuilt}|${bet} ${win} ${refund}|` +
    `${bodies.bet !== null} ${sentAs('win')} ${sentAs('refund')}|` +
    `${late.bet} ${late.win} ${late.refund} ${seen}`
  )

  /** Whether it was sent, and as the ledger plans it. */
  function sentAs(kind: Kind): string {
    const body = bodies[kind]
    return body === null ? 'unsent' : `${body === bodyOf(ledger, kind)}`
  }
}

function memoryOf({ asked, driven }: Node, ledger: Round): string {
  const { progress } = driven.round
  const { claim, saveOwed, reloadOwed, revealLost, slotClosed } = driven.driver
  const now = ledger.progress
  const isWin = progress.winMinor === now.winMinor && progress.winPlannedAtMs === now.winPlannedAtMs
  return (
    `${asked} ${bare(driven.round)} ${claim} ${saveOwed} ${reloadOwed} ${revealLost} ` +
    `${slotClosed} ${progress.version === now.version} ${isWin} ` +
    `${progress.refundPlannedAtMs === now.refundPlannedAtMs}`
  )
}

function bare({ progress: p }: Round): string {
  return (
    `${p.state} ${p.betStatus} ${p.winStatus} ${p.refundStatus} ${p.awaiting} ` +
    `${p.startNotified} ${p.finishNotified} ${p.choices.length} ${p.winMinor}`
  )
}
