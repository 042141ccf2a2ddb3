// What must hold in a simulated setup: the guarantees about rounds, checked at every send, every
// commit and every message, and once more when all is finished. Only watches; the first broken rule
// is kept.

import { isPlayable } from '../../src/core/grant.ts'
import { formatAmount } from '../../src/core/money.ts'
import type { PlayerRef } from '../../src/core/player.ts'
import { BET_REFUSALS, transactionId } from '../../src/core/wallet-operation.ts'
import { DriverConflict } from '../../src/round/drive.ts'
import { debitMinor } from '../../src/round/round.ts'
import type { ServerMessage } from '../../src/wire/play-answers.ts'
import { isOpen, type LedgerModel, type Row } from './ledger-model.ts'
import { InjectedFault, UnpayableWin } from './node.ts'
import { readCallback, type WalletModel } from './wallet-model.ts'

/** The record of a round. */
interface Seen {
  readonly bodies: Map<string, string>
  /**
   * "node kind" of operations that may be sent: the node has committed the round since its last
   * send.
   */
  readonly allowed: Set<string>
  /** The last sender of the bet that still waits for the answer; events are numbered. */
  asking: { by: string; at: number } | null
  /** The last node that committed the round, and since when no other has. */
  driver: { by: string; since: number } | null
  isShown: boolean
  /** The life of the node that ended it without a win or a loss. */
  endedBy: string | null
}

export interface Counts {
  /** A bet sent by a stopped node while another one cancelled: the one known exception. */
  betsAfterCancel: number
  driverConflicts: number
  storeFaults: number
  /** Drives that threw for a reason of our own. */
  unpayableWins: number
}

type RoundView = Extract<ServerMessage, { type: 'round' }>['round']

const FINAL = ['settled', 'rejected', 'cancelled', 'reconciliation_required']
const VISIBLE = ['awaiting', 'crediting', 'settled']

export function createRules(
  models: () => { ledger: LedgerModel; wallet: WalletModel },
  isActive: (node: string) => boolean,
) {
  const seen = new Map<string, Seen>()
  const answers = new Map<string, string>()
  const sequences = new Map<string, bigint>()
  const places = new Map<string, string>()
  const counts: Counts = {
    betsAfterCancel: 0,
    driverConflicts: 0,
    storeFaults: 0,
    unpayableWins: 0,
  }
  let broken: string | null = null
  let events = 0

  function must(holds: boolean, what: string, roundId = ''): void {
    if (!holds) broken ??= roundId === '' ? what : `${what} (round ${roundId.slice(-4)})`
  }

  function seenOf(roundId: string): Seen {
    const known = seen.get(roundId)
    if (known !== undefined) return known
    const fresh = {
      bodies: new Map(),
      allowed: new Set<string>(),
      asking: null,
      driver: null,
      isShown: false,
      endedBy: null,
    }
    seen.set(roundId, fresh)
    return fresh
  }

  const walletHas = (kind: 'bet' | 'win' | 'refund', roundId: string) =>
    models().wallet.records.get(transactionId(kind, roundId))

  /** Guarantees 1 to 4, when an operation is sent. */
  function onSend(by: string, method: string, body: string) {
    if (method !== 'bet' && method !== 'win' && method !== 'refund') return
    const { roundId, amountMinor, transaction } = readCallback(body)
    const row = models().ledger.row(roundId)
    if (row === undefined) return must(false, `a ${method} is sent before its intent`, roundId)
    const { bodies, allowed, isShown, asking, endedBy } = seenOf(roundId)
    must(allowed.delete(`${by} ${method}`), `a ${method} is sent without a save before it`, roundId)
    const first = bodies.get(transaction)
    must(
      first === undefined || first === body,
      `a ${method} is repeated with another body`,
      roundId,
    )
    bodies.set(transaction, body)
    const { progress, intent } = row
    const amount = method === 'win' ? progress.winMinor : debitMinor(intent)
    must(amountMinor === amount, `a ${method} of another amount`, roundId)
    if (method === 'bet') seenOf(roundId).asking = { by, at: ++events }
    if (method === 'bet' && (progress.state === 'cancelled' || progress.state === 'rejected')) {
      must(endedBy !== by, `a bet is sent again after it was ${progress.state}`, roundId)
      counts.betsAfterCancel++
    }
    if (method === 'win') {
      must(progress.winStatus !== null, 'a win is sent that the ledger does not plan', roundId)
      must(walletHas('bet', roundId)?.state === 'applied', 'a win is sent without its bet', roundId)
    }
    if (method === 'refund') {
      must(progress.refundStatus !== null, 'a refund is sent that is not planned', roundId)
      must(!isShown, 'a refund is sent for a round the player has seen', roundId)
      const isUnderWay = asking !== null && isActive(asking.by)
      must(!isUnderWay, 'a refund is sent while its bet is asked for', roundId)
    }
  }

  function onAnswered(by: string, method: string, body: string): void {
    if (method !== 'bet') return
    const known = seenOf(readCallback(body).roundId)
    if (known.asking?.by === by) known.asking = null
  }

  /** Guarantees 4, 7, 8, 9, 10 and 19, at every commit. */
  function onCommit(before: Row | null, row: Row, by: string) {
    const { roundId } = row.intent
    const p = row.progress
    const known = seenOf(roundId)
    for (const kind of ['bet', 'win', 'refund']) known.allowed.add(`${by} ${kind}`)
    if (known.driver?.by !== by) known.driver = { by, since: ++events }
    checkPlace(before, row)
    if (before === null) return onOpened(row)
    const was = before.progress.state
    must(!FINAL.includes(was) || was === p.state, `${was} became ${p.state}`, roundId)
    const prefix = before.progress.choices.every((choice, at) => p.choices[at] === choice)
    must(prefix, 'a decision was taken back', roundId)
    if ((p.state === 'cancelled' || p.state === 'rejected') && was !== p.state) {
      known.endedBy = by
      must(!known.isShown, `${p.state} after the player has seen it`, roundId)
      // A bet that was sent after this driver took the round up is the one exception: its sender
      // was stopped.
      const { asking, driver } = known
      const isUnderWay = asking !== null && asking.by !== by && asking.at < driver!.since
      const isBroken = p.state === 'cancelled' && isUnderWay && isActive(asking.by)
      must(!isBroken, 'cancelled while its bet is asked for', roundId)
    }
    const bet = walletHas('bet', roundId)?.state
    const win = walletHas('win', roundId)
    if (p.betStatus === 'confirmed' && p.state !== 'cancelled') {
      must(bet === 'applied', `confirmed, but the bet is ${bet ?? 'nowhere'}`, roundId)
    }
    if (p.state === 'rejected') must(bet === 'refused', 'rejected, but not by the wallet', roundId)
    if (p.state === 'cancelled') must(win === undefined, 'cancelled beside a win', roundId)
    if (p.winStatus === 'confirmed') {
      must(win?.amountMinor === p.winMinor, 'a win is confirmed that is not there', roundId)
    }
    if (p.refundStatus === 'confirmed') {
      const refund = walletHas('refund', roundId)
      must(
        bet === 'cancelled' && refund !== undefined,
        'a refund is confirmed that is not',
        roundId,
      )
    }
    checkGrant(row)
  }

  /** Guarantee 7: a player's rounds come one after another, in a game one at a time. */
  function checkPlace(before: Row | null, row: Row): void {
    const { playerKey, gameId, roundId, sequence } = row.intent
    const place = `${playerKey} ${gameId}`
    if (before === null) {
      must(sequence > (sequences.get(playerKey) ?? 0n), 'a sequence number came back', roundId)
      sequences.set(playerKey, sequence)
      must(!places.has(place), 'two rounds are open in one game', roundId)
      places.set(place, roundId)
    }
    if (!isOpen(row) && places.get(place) === roundId) places.delete(place)
  }

  /** Free spins come first: a paid round was made for entitlements without one. */
  function checkPaid({ intent }: Row): void {
    for (const { grant, playerKey } of models().ledger.grants()) {
      const isDue = playerKey === intent.playerKey && grant.gameId === intent.gameId
      must(
        !isDue || !isPlayable(grant, intent.createdAtMs),
        'a paid round beside a free spin',
        intent.roundId,
      )
    }
  }

  function onOpened(row: Row) {
    const { roundId, appliedTarget } = row.intent
    must(walletHas('bet', roundId) === undefined, 'a bet came before its intent', roundId)
    checkGrant(row)
    if (row.intent.freeSpin === null) checkPaid(row)
    if (appliedTarget === null) return
    const target = [...models().ledger.targets()].find(
      ({ ready }) => ready.targetOutcomeId === appliedTarget.targetOutcomeId,
    )
    const seed = Buffer.from(row.intent.seed).toString('hex')
    must(target?.ready.found[0]?.seed === seed, 'a forced round of another seed', roundId)
    const counted = target === undefined ? 0 : models().ledger.countSpins(target)
    must(
      target !== undefined && counted >= target.ready.spinNumber,
      `a target outcome came on paid spin ${counted}`,
      roundId,
    )
  }

  function checkGrant({ intent }: Row): void {
    const grant = intent.freeSpin && models().ledger.findAnyGrant(intent.freeSpin.grantId)
    if (grant === null || grant.status !== 'active') return
    const sum = grant.remaining + grant.played + grant.inFlight
    must(sum === grant.total, `a grant of ${grant.total} spins holds ${sum}`, intent.roundId)
  }

  /**
   * Guarantees 5 and 6: what a player was answered is in the ledger, and a repeat gets the same.
   */
  function onMessage(player: PlayerRef, text: string) {
    const message = JSON.parse(text) as ServerMessage
    if (message.type === 'error') return onError(player, message)
    // With its outcome it is a round, and is judged as a round.
    if (message.type === 'settled' || message.type === 'balance') return
    if (message.round === null) return
    const view = message.round
    const row = models().ledger.row(view.roundId)
    if (row === undefined) return must(false, 'a player sees a round that is not in the ledger')
    checkView(view, row)
    if (message.type !== 'welcome' && message.requestId !== undefined) {
      checkRepeat(`${player.playerId} ${message.requestId}`, view)
    }
  }

  function checkView(view: RoundView, { progress }: Row) {
    const { roundId, status } = view
    const { state } = progress
    if (status === 'rejected') {
      return must(state === 'rejected' || state === 'cancelled', 'reported as rejected', roundId)
    }
    if (!VISIBLE.includes(status)) return
    seenOf(roundId).isShown = true
    must(state !== 'cancelled' && state !== 'rejected', `shown, but ${state}`, roundId)
    must(walletHas('bet', roundId)?.state === 'applied', 'shown, but the bet is not taken', roundId)
    const kept = view.choices.every((choice, at) => progress.choices[at] === choice)
    must(kept, 'a decision was shown that is not in the ledger', roundId)
    if (status === 'awaiting') {
      must(state !== 'debit_pending', 'a decision is asked that is not in the ledger', roundId)
    }
    if (status === 'settled') {
      must(state === 'settled', `reported as settled, but ${state}`, roundId)
      must(view.win === formatAmount(progress.winMinor), 'another win was reported', roundId)
    }
  }

  function checkRepeat(request: string, view: RoundView) {
    // A node with an outdated memory answers "pending", without a result.
    if (view.status === 'pending') return
    const shown = JSON.stringify([view.roundId, view.choices, view.events, view.win])
    const first = answers.get(request)
    must(first === undefined || first === shown, `${request} had another answer`, view.roundId)
    answers.set(request, shown)
  }

  function onError(
    player: PlayerRef,
    { code, requestId }: { code: string; requestId: string | null },
  ) {
    if (code !== 'BET_REFUSED' && !BET_REFUSALS.some(each => each === code)) return
    const { ledger } = models()
    const { playerKey } = ledger.readPlayer(player.projectId, player.playerId)!
    const round = ledger.findRoundByRequest(playerKey, requestId!)
    const state = code === 'BET_REFUSED' ? 'cancelled' : 'rejected'
    must(round?.progress.state === state, `${code}, but the round is ${round?.progress.state}`)
  }

  /** A store may fail; any other exception is a mistake. */
  function onFault(error: unknown): void {
    if (error instanceof InjectedFault) counts.storeFaults++
    else if (error instanceof DriverConflict) counts.driverConflicts++
    else if (error instanceof UnpayableWin) counts.unpayableWins++
    else must(false, error instanceof Error ? `${error.name}: ${error.message}` : String(error))
  }

  /** After the last fault and some time: the money is where the ledger has it. */
  function checkQuiet(players: readonly PlayerRef[], startMinor: bigint): void {
    const { ledger, wallet } = models()
    const expected = new Map(players.map(({ playerId }) => [playerId, startMinor]))
    const played = new Map<string, number>()
    const applied = new Map<string, string>()
    for (const row of ledger.rows()) {
      const { intent, progress } = row
      const { roundId, freeSpin, appliedTarget } = intent
      const waits = progress.state === 'in_progress' && progress.awaiting
      must(!isOpen(row) || waits, `left in ${progress.state}`, roundId)
      const isOwed = progress.refundStatus !== null && progress.refundStatus !== 'confirmed'
      must(!isOwed, `its refund was left ${progress.refundStatus}`, roundId)
      checkMoney(row)
      const { playerId } = ledger.ownerOf(intent.playerKey)
      expected.set(playerId, expected.get(playerId)! + netMinor(row))
      if (freeSpin !== null && progress.state === 'settled') {
        played.set(freeSpin.grantId, (played.get(freeSpin.grantId) ?? 0) + 1)
      }
      if (appliedTarget === null || progress.state === 'cancelled' || progress.state === 'rejected')
        continue
      must(
        !applied.has(appliedTarget.targetOutcomeId),
        'a target outcome was applied twice',
        roundId,
      )
      applied.set(appliedTarget.targetOutcomeId, roundId)
    }
    for (const [playerId, minor] of expected) {
      const balance = wallet.balanceOf(playerId)
      must(balance === minor, `${playerId} has ${balance} in the wallet, ${minor} by the ledger`)
    }
    for (const id of wallet.records.keys()) {
      const roundId = id.slice(id.indexOf('-') + 1)
      must(ledger.row(roundId) !== undefined, `the wallet holds ${id} of an unknown round`)
    }
    for (const { grant } of ledger.grants()) {
      must(grant.played === (played.get(grant.grantId) ?? 0), 'a grant counts other spins')
      const sum = grant.remaining + grant.played + grant.inFlight
      must(grant.status !== 'active' || sum === grant.total, 'a grant does not add up')
    }
    must(ledger.notificationsOwed() === 0, 'a round_info is still owed')
  }

  function checkMoney({ intent: { roundId }, progress }: Row) {
    const bet = walletHas('bet', roundId)?.state ?? 'unknown'
    const hasWin = walletHas('win', roundId) !== undefined
    switch (progress.state) {
      case 'rejected':
        return must(bet === 'refused' && !hasWin, `rejected, the bet is ${bet}`, roundId)
      case 'cancelled':
        return must(bet === 'cancelled' && !hasWin, `cancelled, the bet is ${bet}`, roundId)
      default:
        must(bet === 'applied', `${progress.state}, the bet is ${bet}`, roundId)
        must(
          hasWin === (progress.state === 'settled' && progress.winMinor > 0n),
          `${progress.state}, ${hasWin ? 'with' : 'without'} a win`,
          roundId,
        )
    }
  }

  return {
    counts,
    broken: () => broken,
    must,
    onSend,
    onAnswered,
    onCommit,
    onMessage,
    onFault,
    checkQuiet,
  }
}

export type Rules = ReturnType<typeof createRules>

/** The money that a round moved, once it is over. */
function netMinor({ intent, progress }: Row): bigint {
  if (progress.state === 'rejected' || progress.state === 'cancelled') return 0n
  return (progress.state === 'settled' ? progress.winMinor : 0n) - debitMinor(intent)
}
