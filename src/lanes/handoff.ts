// The lane's side of a player's move: releases a player together with what only this memory holds
// of the player, or takes the player over. Must never leave a round with two drivers: what is
// released is forgotten here, including its timers.

import type { PlayerRef } from '../core/player.ts'
import { WALLET_RETRY_FIRST_MS } from '../limits.ts'
import type { Actor } from '../player/actor.ts'
import type { Handoff, LaneTask, RetryAnswer } from '../wire/lane.ts'
import { actorOf, type HostState, idOf, playerOf } from './hosted-actors.ts'

/** All players of whom this lane remembers something. */
export function listPlayers({ hosted, retries }: HostState): PlayerRef[] {
  return [...new Set([...hosted.keys(), ...retries.players()])].map(playerOf)
}

/** Runs in the player's turn, so that no command of the player is under way. */
export async function release(state: HostState, player: PlayerRef): Promise<Handoff> {
  const id = idOf(player)
  const known = state.hosted.get(id)
  if (known === undefined) return { rounds: state.retries.takeBackAll(id), offers: [] }
  const letGo = async (): Promise<Handoff> => {
    state.hosted.delete(id)
    const timed = state.retries.takeBackAll(id)
    const { undriven, offers } = await known.actor.leave()
    // A retry whose timer has fired waits behind this turn, and will find nothing to do.
    const due = undriven.filter(roundId => timed.every(other => other.roundId !== roundId))
    return { rounds: [...timed, ...due.map(roundId => ({ roundId, dueInMs: 0 }))], offers }
  }
  for (;;) {
    const turn = known.mailbox.add(letGo)
    if (turn !== null) return turn
    await known.mailbox.rest()
  }
}

/**
 * Each round is resumed from the ledger when it is due, like one that lost its driver: after its
 * first save no other driver can save it. A command of the player may resume it earlier.
 */
export function adopt(state: HostState, task: Extract<LaneTask, { kind: 'adopt' }>): void {
  const { rounds, offers } = task.handoff
  if (offers.length > 0) actorOf(state, task).actor.recallOffers(offers)
  for (const { roundId, dueInMs } of rounds) {
    state.retries.schedule(idOf(task), roundId, dueInMs, () => resumeDue(state, task, roundId))
  }
}

function resumeDue(state: HostState, player: PlayerRef, roundId: string): void {
  const { mailbox, actor } = actorOf(state, player)
  const tried = mailbox.add(async () => {
    // The player may have moved on before this turn came.
    if (state.hosted.get(idOf(player))?.actor !== actor) return
    const answer = await tryNow(state, actor, { ...player, roundId })
    if (answer === 'no-budget' && actor.workOn(roundId) === 'resting') again()
  })
  const again = () =>
    state.retries.schedule(idOf(player), roundId, WALLET_RETRY_FIRST_MS, () =>
      resumeDue(state, player, roundId),
    )
  // A full mailbox means that work is under way; the recovery job finds again what did not fit.
  tried?.catch(error => state.onFault(error, 'a retry failed', { roundId }))
}

/**
 * Runs in the player's turn: does what the round owes now, whoever drove it before. It replaces the
 * round's timer, so that the round is never tried twice at once.
 */
export async function tryNow(
  state: HostState,
  actor: Actor,
  round: PlayerRef & { roundId: string },
): Promise<RetryAnswer> {
  const { roundId } = round
  if (actor.workOn(roundId) === 'resting') return resumeNow(state, actor, round)
  state.retries.takeBack(idOf(round), roundId)
  return actor.retry(roundId)
}

/** The round has no driver and its back-off is over, so it does not wait another delay. */
export async function resumeNow(
  state: HostState,
  actor: Actor,
  round: PlayerRef & { roundId: string },
): Promise<RetryAnswer> {
  const { roundId } = round
  const resumed = await actor.resume(roundId)
  if (resumed !== 'waiting') return resumed
  state.retries.takeBack(idOf(round), roundId)
  return actor.retry(roundId)
}
