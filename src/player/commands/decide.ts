// choose, gamble and collect: the decision that a round waits for, made by the player, or by the
// platform after the deadline. The decision is saved before the player sees its result.

import { isDecisionOverdue } from '../../core/expiry.ts'
import {
  COLLECT,
  type GameDefinition,
  type Outcome,
  type Decision as Question,
} from '../../games/engine/contract.ts'
import { drive, move } from '../../round/drive.ts'
import { isAtWork } from '../../round/driver-state.ts'
import { recallPlayer } from '../../round/known-player.ts'
import { drawnOf, drawOutcome } from '../../round/outcome.ts'
import { DEADLINE_REQUEST, isOver, type Round } from '../../round/round.ts'
import type { RoundInPlay } from '../../round/rounds-of-player.ts'
import { noteFailure, resumeFromLedger } from '../../round/set-aside.ts'
import type { PlaySession } from '../../wire/lane.ts'
import type { PlayErrorCode } from '../../wire/play-answers.ts'
import type { ClientMessage } from '../../wire/play-commands.ts'
import { answerCommand, driveCommand, driveOwed, isDecidedBy, refuseUndrawn } from '../answers.ts'
import type { PlayerDeps } from '../deps.ts'
import type { PlayerState } from '../player-state.ts'
import { pushRound } from '../pushes.ts'
import { encodeError } from '../views.ts'

/** Decisions in one round: gamble steps and choices together. */
const ROUND_CHOICES_MAX = 16

type Decision = Extract<ClientMessage, { type: 'choose' | 'gamble' | 'collect' }>

export async function decide(
  deps: PlayerDeps,
  state: PlayerState,
  session: PlaySession,
  message: Decision,
): Promise<string> {
  const { requestId } = message
  const round = await findRound(deps, state, message.roundId)
  if (round === null || round.intent.gameId !== session.gameId) {
    return encodeError(requestId, 'ROUND_NOT_FOUND')
  }
  if (round.progress.state === 'reconciliation_required') {
    return encodeError(requestId, 'RECONCILIATION_REQUIRED')
  }
  if (isOver(round)) {
    return isDecidedBy(round, requestId)
      ? answerCommand(deps, state, round, requestId)
      : encodeError(requestId, 'NOT_AWAITING')
  }
  const play = await resumeFromLedger(deps, state, round)
  await driveOwed(deps, state, play)
  if (isDecidedBy(play.driven.round, requestId)) {
    return answerCommand(deps, state, play.driven.round, requestId)
  }
  const { game, outcome } = play
  if (game === null || outcome === null) return refuseUndrawn(requestId)
  const checked = checkDecision(play.driven.round, outcome, message)
  if (checked.kind === 'refused') return encodeError(requestId, checked.code)
  if (!(await isCurrentLink(deps, session))) return encodeError(requestId, 'UNAUTHORIZED')
  await applyDecision(deps, state, play, game, () => checked.option, requestId)
  const answer = await driveCommand(deps, state, session, play, requestId)
  return isDecidedBy(play.driven.round, requestId)
    ? answer
    : encodeError(requestId, 'REQUEST_FAILED', { retry: true })
}

/**
 * Makes the decision for the player, after checking the deadline again: the player may have decided
 * meanwhile, or the project's setting may have changed. Without retry budget a later recovery pass
 * finds the round again. Throws without the version of the game that drew the round.
 */
export async function decideOverdue(
  deps: PlayerDeps,
  state: PlayerState,
  roundId: string,
): Promise<void> {
  const { playerKey } = await recallPlayer(deps, state)
  const round = await deps.ledger.findRound(playerKey, roundId)
  if (round === null || isOver(round) || !(await isOverdue(deps, state, round))) return
  const play = await resumeFromLedger(deps, state, round)
  const { game } = play
  if (game === null) {
    const { gameId, gameVersion } = round.intent
    throw new Error(
      `a decision is overdue, and ${gameId} ${gameVersion}, which drew it, is not here`,
    )
  }
  if (isAtWork(play.driven.driver) || !deps.wallet.takeRetry(state.player.projectId)) return
  await driveOwed(deps, state, play)
  const awaiting = play.outcome?.awaiting ?? null
  if (awaiting === null || !(await isOverdue(deps, state, play.driven.round))) return
  await applyDecision(deps, state, play, game, () => defaultOf(game, awaiting), DEADLINE_REQUEST)
  await drive(deps, state, play)
  await pushRound(deps, state, play)
}

async function isOverdue(
  deps: PlayerDeps,
  { player }: PlayerState,
  { progress }: Round,
): Promise<boolean> {
  const { settings } = await deps.findProject(player.projectId)
  return isDecisionOverdue(progress.awaitingSinceMs, settings.decisionDeadlineMinutes, deps.nowMs())
}

/**
 * Throws RangeError when no decision is possible, so that the round is set aside for the platform
 * owner.
 */
function defaultOf(game: GameDefinition, { kind }: Question): string {
  if (kind === 'gamble') return COLLECT
  if (game.defaultOption === null) throw new RangeError('a game that asks without a default')
  return game.defaultOption
}

async function findRound(
  deps: PlayerDeps,
  state: PlayerState,
  roundId: string,
): Promise<Round | null> {
  const held = state.rounds.get(roundId)
  if (held !== undefined) return held.driven.round
  const { playerKey } = await recallPlayer(deps, state)
  return deps.ledger.findRound(playerKey, roundId)
}

/** False when a launch has given the session a newer link since this socket sent hello. */
async function isCurrentLink(
  { ledger }: PlayerDeps,
  { sessionId, tokenVersion }: PlaySession,
): Promise<boolean> {
  return (await ledger.findSession(sessionId))?.tokenVersion === tokenVersion
}

/** A decision is legal when the round waits for this kind of answer and offers the option. */
function checkDecision(
  { progress, intent }: Round,
  { awaiting }: Outcome,
  message: Decision,
): { kind: 'passed'; option: string } | { kind: 'refused'; code: PlayErrorCode } {
  const refused = (code: PlayErrorCode) => ({ kind: 'refused', code }) as const
  if (message.requestId === intent.requestId) return refused('INVALID_REQUEST')
  if (progress.state !== 'in_progress' || awaiting === null) return refused('NOT_AWAITING')
  const kind = message.type === 'choose' ? 'choice' : 'gamble'
  if (awaiting.kind !== kind) return refused('NOT_AWAITING')
  if (message.type === 'collect') return { kind: 'passed', option: COLLECT }
  if (progress.choices.length >= ROUND_CHOICES_MAX) return refused('INVALID_OPTION')
  if (!awaiting.options.includes(message.option)) return refused('INVALID_OPTION')
  return { kind: 'passed', option: message.option }
}

/** The machine moves first, then the outcome is updated; both use the same draw. */
async function applyDecision(
  deps: PlayerDeps,
  state: PlayerState,
  play: RoundInPlay,
  game: GameDefinition,
  optionOf: () => string,
  requestId: string,
): Promise<void> {
  const { intent, progress } = play.driven.round
  const { option, outcome } = await orNoteFailure(deps, state, play, () => {
    const option = optionOf()
    return { option, outcome: drawOutcome(game, intent, [...progress.choices, option]) }
  })
  const drawn = drawnOf(game, intent.baseStakeMinor, outcome)
  move(play, { type: 'decided', option, requestId, drawn, atMs: deps.nowMs() })
  play.outcome = outcome
}

async function orNoteFailure<Answer>(
  deps: PlayerDeps,
  state: PlayerState,
  { driven }: RoundInPlay,
  work: () => Answer,
): Promise<Answer> {
  try {
    return deps.atWork(driven.round.intent.roundId, work)
  } catch (error) {
    deps.observe.fault(error, driven.round)
    await noteFailure(deps, state, driven, error)
    throw error
  }
}
