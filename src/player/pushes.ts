// What is pushed to a player's sockets about a round: the outcome of a command before the command
// is over, and a new status. Never fails a command: a fault is reported, and the answer has the
// rest.

import type { Outcome } from '../games/engine/contract.ts'
import { lastRequestOf, type Round } from '../round/round.ts'
import type { RoundInPlay } from '../round/rounds-of-player.ts'
import type { LanePush } from '../wire/lane.ts'
import type { PlayerDeps } from './deps.ts'
import { viewGrants } from './entitlements.ts'
import type { PlayerState } from './player-state.ts'
import { balanceOf, encodeOutcome, encodeRound } from './views.ts'

/** False: it could not be sent, so the answer contains the outcome. */
export async function pushOutcome(
  deps: PlayerDeps,
  state: PlayerState,
  sessionId: string,
  round: Round,
  outcome: Outcome,
): Promise<boolean> {
  const requestId = lastRequestOf(round)
  try {
    const grants = await viewGrants(deps, state, round)
    const message = encodeOutcome(round, outcome, grants, requestId)
    deps.push(pushOf(state, sessionId, round, message, requestId))
    return true
  } catch (error) {
    deps.observe.fault(error, round, requestId)
    return false
  }
}

/**
 * Shows a round's new status to all of the player's sessions in its game, if this node can draw it.
 */
export async function pushRound(
  deps: PlayerDeps,
  state: PlayerState,
  { driven, outcome }: RoundInPlay,
): Promise<void> {
  if (outcome === null) return
  try {
    const { round } = driven
    const message = encodeRound(round, outcome, await viewGrants(deps, state, round))
    deps.push(pushOf(state, round.intent.sessionId, round, message, null))
  } catch (error) {
    deps.observe.fault(error, driven.round)
  }
}

/**
 * The push about a round. A new spin is shown to its own session only; a round that rests or was
 * decided is shown to all sessions of the game, because any of them may display it.
 */
export function pushOf(
  { player: { projectId, playerId } }: PlayerState,
  sessionId: string,
  round: Round,
  message: string | null,
  requestId: string | null,
): LanePush {
  const { gameId, currency, requestId: opened } = round.intent
  return {
    projectId,
    playerId,
    sessionId,
    message,
    requestId,
    gameId: requestId === opened ? null : gameId,
    currency,
    ...balanceOf(round),
  }
}
