// Answers to commands that have a round: the round as the command left it, the same however often
// the command is repeated. Drives what is owed first; decides no move.

import type { Outcome } from '../games/engine/contract.ts'
import { drive } from '../round/drive.ts'
import { isAtWork } from '../round/driver-state.ts'
import { recallPlayer } from '../round/known-player.ts'
import { drawnOf, drawOutcome } from '../round/outcome.ts'
import { isOver, lastRequestOf, type Round } from '../round/round.ts'
import type { RoundInPlay } from '../round/rounds-of-player.ts'
import { takeUp } from '../round/set-aside.ts'
import { ANSWERED, type LanePush, type PlaySession } from '../wire/lane.ts'
import type { PlayErrorCode } from '../wire/play-errors.ts'
import type { PlayerDeps } from './deps.ts'
import { findDueGrant, viewGrants } from './entitlements.ts'
import type { PlayerState } from './player-state.ts'
import {
  balanceOf,
  encodeEarlierRound,
  encodeError,
  encodeOutcome,
  encodeRound,
  encodeSettled,
  statusOf,
  viewFreeSpins,
} from './views.ts'

/**
 * The answer to a command of this round: the round as that command left it. The latest command's
 * answer is the current round; an earlier one's is drawn again from the seed.
 */
export async function answerRound(
  deps: PlayerDeps,
  state: PlayerState,
  round: Round,
  requestId: string,
): Promise<string> {
  const { intent, progress } = round
  if (progress.state === 'rejected') {
    return answerUndone(deps, state, round, requestId, 'INSUFFICIENT_FUNDS')
  }
  if (progress.state === 'cancelled') {
    return answerUndone(deps, state, round, requestId, 'BET_REFUSED')
  }
  if (progress.state === 'reconciliation_required') {
    return encodeError(requestId, 'RECONCILIATION_REQUIRED')
  }
  const game = deps.findGame(intent.gameId)
  if (game === undefined) return encodeError(requestId, 'PROJECT_GAME_DISABLED')
  const grants = await viewGrants(deps, state, round)
  const choiceCount = progress.choiceRequestIds.indexOf(requestId) + 1
  if (choiceCount === progress.choices.length) {
    const drawn = state.rounds.get(intent.roundId)?.outcome
    const outcome = drawn ?? drawOutcome(game, intent, progress.choices)
    return encodeRound(round, outcome, grants, requestId)
  }
  const earlier = drawOutcome(game, intent, progress.choices.slice(0, choiceCount))
  const { winMinor } = drawnOf(game, intent.baseStakeMinor, earlier)
  return encodeEarlierRound(round, earlier, choiceCount, winMinor, grants, requestId)
}

/** A free spin that was not played can be played again. */
async function answerUndone(
  deps: PlayerDeps,
  state: PlayerState,
  { intent }: Round,
  requestId: string,
  code: PlayErrorCode,
): Promise<string> {
  if (intent.freeSpin === null) return encodeError(requestId, code)
  const due = await findDueGrant(deps, state, intent)
  return encodeError(requestId, code, { freeSpins: viewFreeSpins(due) })
}

/**
 * Drives the round of a new command. Its outcome is sent as soon as nothing can undo it; the answer
 * is sent once the round is over or rests. A decision's answer goes to all sessions that were shown
 * the question.
 */
export async function driveAndAnswer(
  deps: PlayerDeps,
  state: PlayerState,
  { sessionId }: PlaySession,
  play: RoundInPlay,
  requestId: string,
): Promise<string> {
  let telling: Promise<boolean> | null = null
  await drive(deps, state, play, round => {
    // Another node may have applied another command to the round.
    if (lastRequestOf(round) !== requestId) return
    telling ??= tellOutcome(deps, state, sessionId, round, play.outcome)
  })
  const { round } = play.driven
  const isTold = telling !== null && (await telling)
  const { state: ended } = round.progress
  const isDecision = isDecidedBy(round, requestId) && requestId !== round.intent.requestId
  const isForOthers = isDecision && ended !== 'reconciliation_required'
  if (!isTold && !isForOthers) {
    // The balance after its bet concerns the player's other pages too, though the round is not
    // shown there.
    deps.push(newsOf(state, sessionId, round, null, requestId))
    return answerRound(deps, state, round, requestId)
  }
  // Pushed on the same channel as the outcome, so that it arrives after it.
  const answer = isTold
    ? await answerTold(deps, state, round, requestId)
    : await answerRound(deps, state, round, requestId)
  deps.push(newsOf(state, sessionId, round, answer, requestId))
  return ANSWERED
}

export function isDecidedBy({ progress }: Round, requestId: string): boolean {
  return progress.choiceRequestIds.includes(requestId)
}

/**
 * The push about a round. A new spin is shown to its own session only; a round that rests or was
 * decided is shown to all sessions of the game, because any of them may display it.
 */
function newsOf(
  { player: { projectId, playerId } }: PlayerState,
  sessionId: string,
  round: Round,
  message: string | null,
  requestId: string | null,
): LanePush {
  const { gameId, currency, requestId: opened } = round.intent
  return {
    ...{ projectId, playerId, sessionId, message, requestId },
    gameId: requestId === opened ? null : gameId,
    currency,
    ...balanceOf(round),
  }
}

/** False: it could not be sent, so the answer contains the outcome. */
async function tellOutcome(
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
    deps.push(newsOf(state, sessionId, round, message, requestId))
    return true
  } catch (error) {
    deps.observe.fault(error, round, requestId)
    return false
  }
}

async function answerTold(
  deps: PlayerDeps,
  state: PlayerState,
  round: Round,
  requestId: string,
): Promise<string> {
  if (round.progress.state !== 'settled') return answerRound(deps, state, round, requestId)
  return encodeSettled(round, await viewGrants(deps, state, round), requestId)
}

/**
 * A spin while a round is open: a repeat of the round's own spin is answered, after driving what is
 * owed. A cancel whose save failed waits for its retry: until the ledger holds it, it is not
 * reported.
 */
export async function answerOpenRound(
  deps: PlayerDeps,
  state: PlayerState,
  play: RoundInPlay,
  requestId: string,
): Promise<string> {
  await driveOwed(deps, state, play)
  const { round, driver } = play.driven
  if (driver.saveOwed) return encodeError(requestId, 'REQUEST_FAILED', { retry: true })
  if (round.intent.requestId === requestId) return answerRound(deps, state, round, requestId)
  return refuseUnlessAccepted(deps, state, requestId, 'ROUND_OPEN')
}

/**
 * A refusal, unless the same request was accepted before: then the answer of that request, whose
 * round is driven first if it is still open.
 */
export async function refuseUnlessAccepted(
  deps: PlayerDeps,
  state: PlayerState,
  requestId: string,
  code: PlayErrorCode,
): Promise<string> {
  const recorded = await answerFromRecord(deps, state, requestId)
  return recorded ?? encodeError(requestId, code, { retry: isPassing(code) })
}

/** The same command may be accepted in a moment. */
function isPassing(code: PlayErrorCode): boolean {
  return code === 'WALLET_BUSY' || code === 'SPIN_TOO_SOON' || code === 'BUSY'
}

/**
 * The answer to a request that opened a round before, which is driven if it is open; null: there is
 * no such round.
 */
export async function answerFromRecord(
  deps: PlayerDeps,
  state: PlayerState,
  requestId: string,
): Promise<string | null> {
  const { playerKey } = await recallPlayer(deps, state)
  const round = await deps.ledger.findRoundByRequest(playerKey, requestId)
  if (round === null) return null
  if (isOver(round)) return answerRound(deps, state, round, requestId)
  return answerOpenRound(deps, state, await takeUp(deps, state, round), requestId)
}

/**
 * A round whose retry is scheduled is left to it. A new status is pushed to all sessions that were
 * shown the round, because the current command belongs to something else.
 */
export async function driveOwed(
  deps: PlayerDeps,
  state: PlayerState,
  play: RoundInPlay,
): Promise<void> {
  if (isAtWork(play.driven.driver)) return
  const before = statusOf(play.driven.round.progress)
  await drive(deps, state, play)
  if (statusOf(play.driven.round.progress) !== before) await pushRound(deps, state, play)
}

/** Shows a round's new status to all of the player's sessions in its game. */
export async function pushRound(
  deps: PlayerDeps,
  state: PlayerState,
  { driven, outcome }: RoundInPlay,
): Promise<void> {
  try {
    const { round } = driven
    const message = encodeRound(round, outcome, await viewGrants(deps, state, round))
    deps.push(newsOf(state, round.intent.sessionId, round, message, null))
  } catch (error) {
    deps.observe.fault(error, driven.round)
  }
}
