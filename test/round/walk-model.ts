// A setup small enough to be walked in full: one round, one or two nodes that drive it, a ledger row,
// a player state in Redis mark and a wallet. Every move anyone can make at any moment, and what must hold after each.

import { transactionId, type WalletAnswer } from '../../src/core/wallet-operation.ts'
import {
  applyInput,
  cancellable,
  type Drawn,
  nextEffect,
  type Round,
  type RoundEffect,
  type RoundInput,
} from '../../src/round/machine.ts'
import { accepted, opened, recorded, refused, reloaded, unknown } from './samples.ts'

type Kind = 'bet' | 'win' | 'refund'

/** A node's memory of the round; `asked` is the wallet call it waits for. */
interface Driver {
  round: Round
  asked: Kind | null
  /** It has saved the round since it learned that the mark may have been lost. */
  fenced?: boolean
}

export interface World {
  ledger: Round
  drivers: (Driver | null)[]
  redisState: { holds: boolean; mark: '' | 'shown' | 'cancelled'; isRebuilt: boolean }
  wallet: { bet: 'none' | 'debited' | 'refused' | 'void'; win: boolean; refund: boolean }
  /** The words each operation was first sent with. */
  words: Record<Kind, string | null>
  /** Requests nobody waits for any more that may still reach the wallet. */
  late: Record<Kind, boolean>
  /** The player may have seen the result. */
  shown: boolean
  nowMs: number
}

/** What may go wrong in a walk. */
export interface Scope {
  nodes: 1 | 2
  redisIsLost: boolean
  cancels: boolean
  /** A mistake, to see the walk find it: a cancel believes a mark that may have been lost. */
  cancelsTrustRebuiltMarks?: boolean
  /** Another: a cancel by a driver that is not the sole one takes no mark either. */
  everyoneCancelsAsSole?: boolean
  /** Another: a driver that finds the mark lost marks anew without a save. */
  marksWithoutFence?: boolean
}

export interface Move {
  name: string
  to: World
}

export class Broken extends Error {}

function must(holds: boolean, what: string): void {
  if (!holds) throw new Broken(what)
}

const OPEN = ['debit_pending', 'in_progress', 'credit_pending']
const isOpen = ({ progress }: Round) => OPEN.includes(progress.state)

export function startSetup(drawn: Drawn, scope: Scope): World {
  const round = opened(drawn)
  return {
    ledger: round,
    drivers: [{ round, asked: null }, ...(scope.nodes === 2 ? [null] : [])],
    redisState: { holds: true, mark: '', isRebuilt: false },
    wallet: { bet: 'none', win: false, refund: false },
    words: { bet: null, win: null, refund: null },
    late: { bet: false, win: false, refund: false },
    shown: false,
    nowMs: 2_000,
  }
}

/** Nothing is owed to anyone: the round is over and its refund, if any, is confirmed. */
export function isEnded({ ledger }: World): boolean {
  const { refundStatus } = ledger.progress
  return !isOpen(ledger) && (refundStatus === null || refundStatus === 'confirmed')
}

/** Every setup one move away. Throws Broken when a move breaks a rule. */
export function movesFrom(setup: World, scope: Scope): Move[] {
  const moves: Move[] = []
  for (const node of setup.drivers.keys()) moves.push(...movesOfNode(setup, node, scope))
  if (scope.redisIsLost) moves.push(...movesOfRedis(setup))
  for (const kind of ['bet', 'win', 'refund'] as const) {
    if (setup.late[kind]) moves.push(change(`a late ${kind} arrives`, setup, w => arrive(w, kind)))
  }
  return moves
}

function movesOfRedis(setup: World): Move[] {
  if (setup.redisState.holds) return [setRedisField('Redis is lost', setup, LOST)]
  return isOpen(setup.ledger) ? [setRedisField('a hello rebuilds', setup, REBUILT)] : []
}

const LOST: World['redisState'] = { holds: false, mark: '', isRebuilt: false }
const REBUILT: World['redisState'] = { holds: true, mark: '', isRebuilt: true }

function setRedisField(name: string, setup: World, redisState: World['redisState']): Move {
  return change(name, setup, w => {
    w.redisState = { ...redisState }
  })
}

/** The one move of a node when nothing goes wrong. Null: the round is over for it. */
export function goodMove(setup: World, node: number, scope: Scope): Move | null {
  const driver = setup.drivers[node]
  if (driver?.asked != null) return change('ok', setup, w => answerOk(w, node))
  return step(setup, node, 0, scope)
}

function movesOfNode(setup: World, node: number, scope: Scope): Move[] {
  const driver = setup.drivers[node] ?? null
  if (driver === null) return present([step(setup, node, 0, scope)])
  const moves = driver.asked === null ? restless(setup, node, scope) : answers(setup, node)
  moves.push(change(`node ${node} dies`, setup, w => die(w, node)))
  return moves
}

function restless(setup: World, node: number, scope: Scope): Move[] {
  const moves = DECISIONS.map((_, option) => step(setup, node, option, scope))
  if (scope.cancels) moves.push(...cancels(setup, node, scope))
  return present(moves)
}

const present = (moves: (Move | null)[]): Move[] => moves.filter(move => move !== null)

function change(name: string, setup: World, edit: (w: World) => void): Move {
  const to = copy(setup)
  to.nowMs++
  edit(to)
  for (const driver of to.drivers) if (driver !== null) look(to, driver)
  checkRow(to)
  return { name, to }
}

/** Rounds are never changed in place, so they are shared. */
function copy(setup: World): World {
  return {
    ...setup,
    drivers: setup.drivers.map(driver => (driver === null ? null : { ...driver })),
    redisState: { ...setup.redisState },
    wallet: { ...setup.wallet },
    words: { ...setup.words },
    late: { ...setup.late },
  }
}

/** A visible state that needs no save has reached the player. */
function look(w: World, { round }: Driver): void {
  const { state, unsaved } = round.progress
  if (['in_progress', 'credit_pending', 'settled'].includes(state) && !unsaved) w.shown = true
}

// What a node does ---------------------------------------------------------------------------------

const DECISIONS: { option: string; drawn: Drawn }[] = [
  { option: 'collect', drawn: { winUnits: 50, winMinor: 2_500n, awaiting: false } },
  { option: 'black', drawn: { winUnits: 0, winMinor: 0n, awaiting: false } },
  { option: 'red', drawn: { winUnits: 100, winMinor: 5_000n, awaiting: true } },
]

function step(setup: World, node: number, decision: number, scope: Scope): Move | null {
  const driver = setup.drivers[node]
  if (driver == null) {
    if (isEnded(setup)) return null
    return change(`node ${node} reads the round`, setup, w => {
      w.drivers[node] = { round: reloaded(w.ledger), asked: null }
    })
  }
  const effect = nextEffect(driver.round)
  const isDecision = effect.type === 'rest' && effect.until === 'player'
  if (decision > 0 && !isDecision) return null
  // Gambling on: twice with one node, once with two, to keep the setup small.
  const gambles = 3 - setup.drivers.length
  if (decision === 2 && driver.round.progress.choices.length >= gambles) return null
  if (effect.type === 'rest' && effect.until === 'done') return null
  return change(`node ${node}: ${effect.type}`, setup, w =>
    perform(w, node, effect, decision, scope),
  )
}

function perform(
  w: World,
  node: number,
  effect: RoundEffect,
  decision: number,
  scope: Scope,
): void {
  switch (effect.type) {
    case 'send-bet':
    case 'send-win':
    case 'send-refund':
      ask(w, w.drivers[node]!, effect.type.slice(5) as Kind)
      break
    case 'save':
      save(w, node)
      break
    case 'mark':
      mark(w, node, scope)
      break
    case 'notify':
      take(w, node, { type: 'notified', event: effect.event, atMs: w.nowMs })
      break
    case 'close':
      w.redisState = { ...LOST }
      take(w, node, { type: 'closed' })
      break
    case 'rest':
      if (effect.until === 'retry') take(w, node, { type: 'retry' })
      else decide(w, node, decision)
  }
}

function ask(w: World, driver: Driver, kind: Kind): void {
  checkSend(w, driver.round, kind)
  driver.asked = kind
}

function decide(w: World, node: number, decision: number): void {
  const { option, drawn } = DECISIONS[decision]!
  const requestId = `d-${w.drivers[node]!.round.progress.choices.length}`
  take(w, node, { type: 'decided', option, requestId, drawn, atMs: w.nowMs })
}

function take(w: World, node: number, input: RoundInput): void {
  const driver = w.drivers[node]!
  driver.round = applyInput(driver.round, input)
}

/** The ledger's fence: a row somebody else has moved is not written; the memory is dropped. */
function save(w: World, node: number): void {
  const { round } = w.drivers[node]!
  if (round.progress.version !== w.ledger.progress.version) {
    w.drivers[node] = null
    return
  }
  take(w, node, { type: 'saved' })
  w.ledger = recorded(w.drivers[node]!.round)
}

/**
 * The player state is rebuilt when it is lost; a round that is over in the ledger is not put back. A
 * driver that finds it rebuilt saves the round before it marks it.
 */
function mark(w: World, node: number, scope: Scope): void {
  const driver = w.drivers[node]!
  const isLost = !w.redisState.holds || (w.redisState.isRebuilt && w.redisState.mark === '')
  if (isLost && !driver.fenced && !scope.marksWithoutFence) {
    save(w, node)
    if (w.drivers[node] !== null) driver.fenced = true
    return
  }
  if (!w.redisState.holds) {
    if (!isOpen(w.ledger)) {
      w.drivers[node] = null
      return
    }
    w.redisState = { ...REBUILT }
  }
  if (w.redisState.mark === '') w.redisState.mark = 'shown'
  take(w, node, { type: 'marked', as: w.redisState.mark, atMs: w.nowMs })
  driver.fenced = false
}

/**
 * A cancel runs in the player's mailbox: the mark first, then the machine's move, and its node may die
 * between the two. It must refuse when the player state was rebuilt, because the mark it would find empty
 * may have been lost. The sole driver of a round takes no mark.
 */
function cancels(setup: World, node: number, scope: Scope): Move[] {
  const { round } = setup.drivers[node]!
  if (!cancellable(round.progress) || round.progress.unsaved) return []
  const input = { type: 'cancelled', reason: 'operator_cancel', atMs: setup.nowMs } as const
  if (round.progress.sole || scope.everyoneCancelsAsSole) {
    return [change(`node ${node}: cancel as the sole driver`, setup, w => take(w, node, input))]
  }
  if (!setup.redisState.holds || setup.redisState.mark === 'shown') return []
  if (setup.redisState.isRebuilt && !scope.cancelsTrustRebuiltMarks) return []
  const marks = (name: string, then: (w: World) => void) =>
    change(`node ${node}: ${name}`, setup, w => {
      w.redisState.mark = 'cancelled'
      then(w)
    })
  return [
    marks('cancel', w => take(w, node, input)),
    marks('cancel takes the mark and dies', w => die(w, node)),
  ]
}

/** What was asked may still arrive after the node is gone. */
function die(w: World, node: number): void {
  const { asked } = w.drivers[node]!
  if (asked !== null) w.late[asked] = true
  w.drivers[node] = null
}

// What the wallet does -----------------------------------------------------------------------------

function answers(setup: World, node: number): Move[] {
  const kind = setup.drivers[node]!.asked!
  const moves = [
    change(`${kind}: ok`, setup, w => answerOk(w, node)),
    change(`${kind}: applied, answer lost`, setup, w => {
      arrive(w, kind)
      answer(w, node, unknown)
    }),
    change(`${kind}: lost`, setup, w => answer(w, node, unknown)),
    change(`${kind}: late`, setup, w => {
      w.late[kind] = true
      answer(w, node, unknown)
    }),
  ]
  if (kind === 'bet' && setup.wallet.bet === 'none') {
    moves.push(
      change('bet: insufficient funds', setup, w => {
        w.wallet.bet = 'refused'
        answer(w, node, refused)
      }),
    )
  }
  return moves
}

function answerOk(w: World, node: number): void {
  const kind = w.drivers[node]!.asked!
  arrive(w, kind)
  answer(w, node, kind === 'bet' ? BET_ANSWERS[w.wallet.bet] : accepted())
}

const BET_ANSWERS: Record<World['wallet']['bet'], WalletAnswer> = {
  none: unknown,
  debited: accepted(),
  refused,
  // TRANSACTION_CANCELLED is neither yes nor INSUFFICIENT_FUNDS.
  void: unknown,
}

function answer(w: World, node: number, walletAnswer: WalletAnswer): void {
  const driver = w.drivers[node]!
  const kind = driver.asked!
  driver.asked = null
  take(w, node, { type: `${kind}-answered`, answer: walletAnswer, atMs: w.nowMs })
}

/** A good wallet: idempotent by transaction, a refunded bet is void for ever. */
function arrive(w: World, kind: Kind): void {
  w.late[kind] = false
  if (kind === 'bet' && w.wallet.bet === 'none') w.wallet.bet = 'debited'
  if (kind === 'win') w.wallet.win = true
  if (kind === 'refund') {
    w.wallet.refund = true
    w.wallet.bet = 'void'
  }
  must(!(w.wallet.win && w.wallet.refund), 'one round was both paid and refunded')
}

// What must hold -----------------------------------------------------------------------------------

/** Guarantees 1, 2 and 3 at the moment an operation leaves. */
function checkSend(w: World, round: Round, kind: Kind): void {
  const row = w.ledger.progress
  const words = wordsOf(round, kind)
  if (kind === 'win') {
    must(row.winStatus !== null, 'a win is sent that the ledger does not plan')
    must(wordsOf(w.ledger, 'win') === words, 'a win is sent in other words than the ledger plans')
  }
  if (kind === 'refund') {
    must(row.refundStatus !== null, 'a refund is sent that the ledger does not plan')
    must(wordsOf(w.ledger, 'refund') === words, 'a refund is sent in other words than planned')
    must(!w.shown, 'a refund is sent for a round the player has seen')
  }
  if (kind === 'bet' && w.drivers.length === 1) {
    must(row.state !== 'cancelled', 'a cancelled bet is sent again')
  }
  must(w.words[kind] === null || w.words[kind] === words, `a ${kind} is repeated in other words`)
  w.words[kind] = words
}

function wordsOf({ intent, progress }: Round, kind: Kind): string {
  const id = transactionId(kind, intent.roundId)
  if (kind === 'bet') return `${id} ${intent.stakeMinor} ${intent.createdAtMs}`
  if (kind === 'win') return `${id} ${progress.winMinor} ${progress.winPlannedAtMs}`
  return `${id} ${intent.stakeMinor} ${progress.refundPlannedAtMs}`
}

/** Guarantee 19, and the checks that Postgres makes of the row. */
function checkRow({ ledger, wallet, redisState }: World): void {
  const p = ledger.progress
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
    redisState.mark !== 'cancelled' || p.state !== 'settled',
    'settled under the mark of a cancel',
  )
}

// Which worlds are the same ------------------------------------------------------------------------

/** Clock readings and counters do not matter beyond being equal or not. */
export function keyOf(setup: World): string {
  const { ledger, drivers, redisState, wallet, words, late, shown } = setup
  const plans = (['win', 'refund'] as const).map(kind => words[kind] === wordsOf(ledger, kind))
  const sent = [words.bet !== null, words.win !== null, words.refund !== null]
  const nodes = drivers.map(d =>
    d === null ? null : [d.asked, d.fenced, bare(d.round), behind(d, ledger)],
  )
  // Two nodes are alike: which is which does not matter.
  const sorted = nodes.map(node => JSON.stringify(node)).sort()
  return JSON.stringify([bare(ledger), sorted, redisState, wallet, plans, sent, late, shown])
}

function behind({ round }: Driver, ledger: Round): boolean[] {
  return [
    round.progress.version === ledger.progress.version,
    wordsOf(round, 'win') === wordsOf(ledger, 'win'),
    wordsOf(round, 'refund') === wordsOf(ledger, 'refund'),
  ]
}

function bare({ progress: p }: Round): unknown[] {
  const statuses = [p.state, p.betStatus, p.winStatus, p.refundStatus, p.awaiting]
  const memory = [p.marked, p.unsaved, p.closed, p.sole, p.startNotified, p.finishNotified]
  return [...statuses, ...memory, p.choices.length, p.winMinor.toString()]
}
