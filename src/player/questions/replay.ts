// Replays a settled round for its player: drawn from its record by the version that drew it, with
// the questions the player was asked. Never shows a round that may still be undone, another
// player's round, or one that would be drawn differently.

import type { Decision } from '../../games/engine/contract.ts'
import type { Game } from '../../games/engine/mathematics.ts'
import { drawnOf, drawOutcome } from '../../round/outcome.ts'
import type { Round } from '../../round/round.ts'
import type { PlaySession } from '../../wire/lane.ts'
import { encodeError, encodeMessage, viewRound } from '../views.ts'
import type { QuestionDeps } from './deps.ts'

/** @param roundId null: the last settled round of the session's game */
export async function answerReplay(
  deps: QuestionDeps,
  session: PlaySession,
  requestId: string,
  roundId: string | null,
): Promise<string> {
  const rounds = deps.roundsOf(session)
  const round =
    roundId === null
      ? await rounds.findLast(session, session.gameId)
      : await rounds.find(session, roundId)
  const game = deps.findGame(session.gameId, round?.intent.gameVersion)
  const shown = round === null || game === undefined ? null : drawAgain(session, game, round)
  if (shown === null && roundId !== null) return encodeError(requestId, 'ROUND_NOT_FOUND')
  return encodeMessage({
    type: 'replay',
    requestId,
    round: shown?.round ?? null,
    at: shown === null ? null : round!.intent.createdAtMs,
    asked: shown?.asked ?? [],
  })
}

export function isShownAgain(
  { gameId }: Pick<PlaySession, 'gameId'>,
  game: Game | undefined,
  { intent, progress }: Round,
): game is Game {
  return game !== undefined && intent.gameId === gameId && progress.state === 'settled'
}

/** Null: it cannot be shown again, or the mathematics would give another win than was paid. */
function drawAgain(session: PlaySession, game: Game, round: Round) {
  if (!isShownAgain(session, game, round)) return null
  const { intent, progress } = round
  const outcome = drawOutcome(game, intent, progress.choices)
  const { winMinor } = drawnOf(game, intent.baseStakeMinor, outcome)
  if (winMinor !== progress.winMinor) return null
  const asked = progress.choices.flatMap((_, index): readonly Decision[] => {
    const { awaiting } = drawOutcome(game, intent, progress.choices.slice(0, index))
    return awaiting === null ? [] : [awaiting]
  })
  return { round: viewRound(round, outcome, null), asked }
}
