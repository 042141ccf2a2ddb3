// choose, gamble and collect: the decision that a round waits for. The decision is saved before the player
// sees what it led to.

import { COLLECT, type Outcome } from '../../games/engine/contract.ts'
import { ROUND_CHOICES_MAX } from '../../limits.ts'
import { move } from '../../round/drive.ts'
import { recallPlayer } from '../../round/known-player.ts'
import { drawnOf, drawOutcome } from '../../round/outcome.ts'
import { isOver, type Round } from '../../round/round.ts'
import type { RoundInPlay } from '../../round/rounds-of-player.ts'
import { noteFailure, takeUp } from '../../round/set-aside.ts'
import type { PlaySession } from '../../wire/lane.ts'
import type { ClientMessage } from '../../wire/play.ts'
import type { PlayErrorCode } from '../../wire/play-errors.ts'
import { answerRound, driveAndAnswer, driveOwed } from '../answers.ts'
import type { PlayerDeps } from '../deps.ts'
import type { PlayerState } from '../player-state.ts'
import { encodeError } from '../views.ts'

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
      ? answerRound(deps, state, round, requestId)
      : encodeError(requestId, 'NOT_AWAITING')
  }
  const play = await takeUp(deps, state, round)
  await driveOwed(deps, state, play)
  if (isDecidedBy(play.driven.round, requestId)) {
    return answerRound(deps, state, play.driven.round, requestId)
  }
  const checked = checkDecision(play, message)
  if (checked.kind === 'refused') return encodeError(requestId, checked.code)
  if (!(await isCurrentLink(deps, session))) return encodeError(requestId, 'UNAUTHORIZED')
  const answer = await takeDecision(deps, state, session, play, checked.option, requestId)
  return isDecidedBy(play.driven.round, requestId)
    ? answer
    : encodeError(requestId, 'REQUEST_FAILED', { retry: true })
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

function isDecidedBy({ progress }: Round, requestId: string): boolean {
  return progress.choiceRequestIds.includes(requestId)
}

/** False when a launch has given the session a newer link since this socket said hello. */
async function isCurrentLink(
  { ledger }: PlayerDeps,
  { sessionId, tokenVersion }: PlaySession,
): Promise<boolean> {
  return (await ledger.findSession(sessionId))?.tokenVersion === tokenVersion
}

/** A decision is legal when the round waits for this kind of answer and offers the option. */
function checkDecision(
  { game, driven, outcome }: RoundInPlay,
  message: Decision,
): { kind: 'passed'; option: string } | { kind: 'refused'; code: PlayErrorCode } {
  const { awaiting } = outcome
  const { progress, intent } = driven.round
  const refused = (code: PlayErrorCode) => ({ kind: 'refused', code }) as const
  if (message.requestId === intent.requestId) return refused('INVALID_REQUEST')
  if (progress.state !== 'in_progress' || awaiting === null) return refused('NOT_AWAITING')
  const kind = message.type === 'choose' ? 'choice' : 'gamble'
  if (awaiting.kind !== kind) return refused('NOT_AWAITING')
  // Another version's mathematics would answer another question than the one the player saw.
  if (game.version !== intent.gameVersion) return refused('PROJECT_GAME_DISABLED')
  if (message.type === 'collect') return { kind: 'passed', option: COLLECT }
  if (progress.choices.length >= ROUND_CHOICES_MAX) return refused('INVALID_OPTION')
  if (!awaiting.options.includes(message.option)) return refused('INVALID_OPTION')
  return { kind: 'passed', option: message.option }
}

/** The machine moves first, then the outcome follows; both from the same draw. */
async function takeDecision(
  deps: PlayerDeps,
  state: PlayerState,
  session: PlaySession,
  play: RoundInPlay,
  option: string,
  requestId: string,
): Promise<string> {
  const { intent } = play.driven.round
  const outcome = await drawDecided(deps, state, play, option)
  const drawn = drawnOf(play.game, intent.baseStakeMinor, outcome)
  move(play, { type: 'decided', option, requestId, drawn, atMs: deps.nowMs() })
  play.outcome = outcome
  return driveAndAnswer(deps, state, session, play, requestId)
}

async function drawDecided(
  deps: PlayerDeps,
  state: PlayerState,
  { game, driven }: RoundInPlay,
  option: string,
): Promise<Outcome> {
  const { intent, progress } = driven.round
  try {
    return deps.atWork(intent.roundId, () =>
      drawOutcome(game, intent, [...progress.choices, option]),
    )
  } catch (error) {
    deps.observe.fault(error, driven.round)
    await noteFailure(deps, state, driven, error)
    throw error
  }
}
