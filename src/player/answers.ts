// Answers to commands that have a round: the round as the command left it, the same however often
// the command is repeated. Drives what is owed first; decides no move.

import { drive } from '../round/drive.ts'
import { isAtWork } from '../round/driver-state.ts'
import { recallPlayer } from '../round/known-player.ts'
import { drawnOf, drawOutcome } from '../round/outcome.ts'
import { isOver, lastRequestOf, type Round } from '../round/round.ts'
import type { RoundInPlay } from '../round/rounds-of-player.ts'
import { resumeFromLedger } from '../round/set-aside.ts'
import { ANSWERED, type PlaySession } from '../wire/lane.ts'
import type { PlayErrorCode } from '../wire/play-answers.ts'
import type { PlayerDeps } from './deps.ts'
import { findDueGrant, viewGrants } from './entitlements.ts'
import type { PlayerState } from './player-state.ts'
import { pushOf, pushOutcome, pushRound } from './pushes.ts'
import {
  encodeEarlierRound,
  encodeError,
  encodeRound,
  encodeSettled,
  statusOf,
  viewFreeSpins,
} from './views.ts'

/**
 * The answer to a command of this round: the round as that command left it. The latest command's
 * answer is the current round; an earlier one's is drawn again from the seed.
 */
export async function answerCommand(
  deps: PlayerDeps,
  state: PlayerState,
  round: Round,
  requestId: string,
): Promise<string> {
  const { intent, progress } = round
  if (progress.state === 'rejected') {
    const code = progress.refusalCode ?? 'INSUFFICIENT_FUNDS'
    return refuseUndone(deps, state, round, requestId, code)
  }
  if (progress.state === 'cancelled') {
    return refuseUndone(deps, state, round, requestId, 'BET_REFUSED')
  }
  if (progress.state === 'reconciliation_required') {
    return encodeError(requestId, 'RECONCILIATION_REQUIRED')
  }
  const game = deps.findGame(intent.gameId, intent.gameVersion)
  if (game === undefined) return refuseUndrawn(requestId)
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

/** The version that drew the round is not here. A node that has it answers a repeat. */
export function refuseUndrawn(requestId: string): string {
  return encodeError(requestId, 'REQUEST_FAILED', { retry: true })
}

/** A free spin that was not played can be played again. */
async function refuseUndone(
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
export async function driveCommand(
  deps: PlayerDeps,
  state: PlayerState,
  { sessionId }: PlaySession,
  play: RoundInPlay,
  requestId: string,
): Promise<string> {
  let pushing: Promise<boolean> | null = null
  await drive(deps, state, play, round => {
    // Another node may have applied another command to the round.
    if (lastRequestOf(round) !== requestId || play.outcome === null) return
    pushing ??= pushOutcome(deps, state, sessionId, round, play.outcome)
  })
  const { round } = play.driven
  const isOutcomeSent = pushing !== null && (await pushing)
  const { state: ended } = round.progress
  const isDecision = isDecidedBy(round, requestId) && requestId !== round.intent.requestId
  const isForOthers = isDecision && ended !== 'reconciliation_required'
  if (!isOutcomeSent && !isForOthers) {
    // The balance after its bet concerns the player's other pages too, though the round is not
    // shown there.
    deps.push(pushOf(state, sessionId, round, null, requestId))
    return answerCommand(deps, state, round, requestId)
  }
  // Pushed on the same channel as the outcome, so that it arrives after it.
  const answer = isOutcomeSent
    ? await answerAfterOutcome(deps, state, round, requestId)
    : await answerCommand(deps, state, round, requestId)
  deps.push(pushOf(state, sessionId, round, answer, requestId))
  return ANSWERED
}

/** The end of a command whose outcome was sent. */
async function answerAfterOutcome(
  deps: PlayerDeps,
  state: PlayerState,
  round: Round,
  requestId: string,
): Promise<string> {
  if (round.progress.state !== 'settled') return answerCommand(deps, state, round, requestId)
  return encodeSettled(round, await viewGrants(deps, state, round), requestId)
}

export function isDecidedBy({ progress }: Round, requestId: string): boolean {
  return progress.choiceRequestIds.includes(requestId)
}

/**
 * A spin while a round is open: a repeat of the round's own spin is answered, after driving what is
 * owed; any other is refused.
 */
export async function answerDuringRound(
  deps: PlayerDeps,
  state: PlayerState,
  play: RoundInPlay,
  requestId: string,
): Promise<string> {
  const answer = await answerOpener(deps, state, play, requestId)
  return answer ?? refuseUnlessAccepted(deps, state, requestId, 'ROUND_OPEN')
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
  const recorded = await repeatAnswer(deps, state, requestId)
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
export async function repeatAnswer(
  deps: PlayerDeps,
  state: PlayerState,
  requestId: string,
): Promise<string | null> {
  const { playerKey } = await recallPlayer(deps, state)
  const round = await deps.ledger.findRoundByRequest(playerKey, requestId)
  if (round === null) return null
  if (isOver(round)) return answerCommand(deps, state, round, requestId)
  return answerOpener(deps, state, await resumeFromLedger(deps, state, round), requestId)
}

/**
 * The answer to the request that opened this round, after driving what is owed; null: another
 * request opened it. A cancel whose save failed waits for its retry: until the ledger holds it, it
 * is not reported.
 */
async function answerOpener(
  deps: PlayerDeps,
  state: PlayerState,
  play: RoundInPlay,
  requestId: string,
): Promise<string | null> {
  await driveOwed(deps, state, play)
  const { round, driver } = play.driven
  if (driver.saveOwed) return encodeError(requestId, 'REQUEST_FAILED', { retry: true })
  const isOpener = round.intent.requestId === requestId
  return isOpener ? answerCommand(deps, state, round, requestId) : null
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
