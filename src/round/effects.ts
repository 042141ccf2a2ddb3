// Performs one effect of the round machine and returns the input that follows from it. One effect
// does one thing: any step in between is an effect of the machine. Never moves a round.

import { SAVE_BEFORE_BET_MS, WALLET_RETRY_FIRST_MS } from '../limits.ts'
import { closeRound } from './close.ts'
import type { RoundDeps } from './deps.ts'
import { reloadPlayer } from './known-player.ts'
import type { RoundEffect, RoundInput } from './machine.ts'
import type { Round } from './round.ts'
import type { RoundsOfPlayer } from './rounds-of-player.ts'

/** Another driver moved the round since this memory read it: another node, or a cancel. */
export interface Overtaken {
  readonly type: 'overtaken'
}
export const OVERTAKEN: Overtaken = { type: 'overtaken' }

export type DoableEffect = Exclude<RoundEffect, { type: 'rest' }>

/** Throws when a store fails; a wallet call never throws, because no answer is an answer too. */
export async function performEffect(
  deps: RoundDeps,
  state: RoundsOfPlayer,
  round: Round,
  effect: DoableEffect,
  cancelRequestId?: string,
): Promise<RoundInput | Overtaken> {
  const { wallet, ledger, nowMs } = deps
  const { player } = state
  switch (effect.type) {
    case 'send-bet': {
      const answer = await wallet.bet(player, round)
      return { type: 'bet-answered', answer, atMs: nowMs() }
    }
    case 'send-win': {
      const answer = await wallet.win(player, round)
      return { type: 'win-answered', answer, atMs: nowMs() }
    }
    case 'send-refund': {
      const answer = await wallet.refund(player, round, cancelRequestId)
      return { type: 'refund-answered', answer, atMs: nowMs() }
    }
    case 'notify': {
      const answer = await wallet.notify(player, round, effect.event)
      if (answer.kind !== 'accepted') return { type: 'unanswered' }
      return { type: 'notified', event: effect.event, atMs: nowMs() }
    }
    case 'defer-notification':
      await ledger.oweNotification(round.intent, effect.event, WALLET_RETRY_FIRST_MS)
      return { type: 'notified', event: effect.event, atMs: nowMs() }
    case 'decide-reveal':
      return decideReveal(deps, state, round, effect.afterSave)
    case 'reload':
      await reloadPlayer(deps, state)
      return { type: 'reloaded' }
    case 'save':
      // Done before the save, because after it the bet must be sent in time.
      if (effect.isTakenUp && isBetToSend(round)) {
        await deps.redisState.noteOpening(player, round.intent.roundId, 'taken-up')
      }
      return save(deps, round)
    case 'close':
      return {
        type: 'closed',
        isOutdated: (await closeRound(deps, state, round)) === 'level-stepped',
      }
  }
}

async function decideReveal(
  { redisState, nowMs }: RoundDeps,
  { player }: RoundsOfPlayer,
  { intent, progress }: Round,
  afterSave: boolean,
): Promise<RoundInput | Overtaken> {
  const { gameId, roundId } = intent
  const wanted = afterSave ? 'revealed-after-save' : 'revealed'
  const winMinor = progress.awaiting ? null : progress.winMinor
  const as = await redisState.decideReveal(player, gameId, roundId, wanted, winMinor)
  if (as === 'revealed' || as === 'cancelled') return { type: 'reveal-decided', as, atMs: nowMs() }
  // Lost a second time: the node that loaded the player state meanwhile found the round over.
  if (afterSave) return OVERTAKEN
  return { type: 'reveal-lost', isHeld: as === 'rebuilt' }
}

async function save({ ledger, nowMs }: RoundDeps, round: Round): Promise<RoundInput | Overtaken> {
  const askedAtMs = nowMs()
  const saved = await ledger.save(round)
  if (saved.kind === 'outdated') return OVERTAKEN
  return isAnsweredLate(askedAtMs, nowMs()) && isBetToSend(round) ? OVERTAKEN : { type: 'saved' }
}

/**
 * A write whose answer came late may already be outdated: the bet may have been cancelled since,
 * and a cancelled bet is never sent again (guarantee 4).
 */
export function isAnsweredLate(askedAtMs: number, nowMs: number): boolean {
  return nowMs - askedAtMs > SAVE_BEFORE_BET_MS
}

function isBetToSend({ progress }: Round): boolean {
  return progress.state === 'debit_pending' && progress.betStatus === 'sent'
}
