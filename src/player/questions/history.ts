// A player's last rounds in all games as a list, newest first. Includes a result only once the
// round is settled.

import { formatAmount } from '../../core/money.ts'
import { HISTORY_PAGE_ROUNDS } from '../../limits.ts'
import { isDecidedByDeadline, type Round, type RoundProgress } from '../../round/round.ts'
import type { PlaySession } from '../../wire/lane.ts'
import type { HistoryRow } from '../../wire/play-round.ts'
import { encodeMessage } from '../views.ts'
import type { QuestionDeps } from './deps.ts'
import { isShownAgain } from './replay.ts'

export async function answerHistory(
  deps: QuestionDeps,
  session: PlaySession,
  requestId: string,
  before: string | null,
): Promise<string> {
  const found = await deps.roundsOf(session).list(session, before)
  const rounds = found.slice(0, HISTORY_PAGE_ROUNDS)
  const hasMore = found.length > rounds.length
  return encodeMessage({
    type: 'history',
    requestId,
    rounds: rounds.map(round => viewRow(deps, session, round)),
    next: hasMore ? rounds.at(-1)!.intent.sequence.toString() : null,
  })
}

function viewRow(deps: QuestionDeps, session: PlaySession, round: Round): HistoryRow {
  const { intent, progress } = round
  const game = deps.findGame(intent.gameId)
  const state = stateOf(progress)
  return {
    roundId: intent.roundId,
    at: intent.createdAtMs,
    gameId: intent.gameId,
    gameName: game?.name ?? intent.gameId,
    mode: game?.modes.find(({ id }) => id === intent.gameMode)?.kind ?? 'base',
    currency: intent.currency,
    stake: formatAmount(intent.stakeMinor),
    isFreeSpin: intent.freeSpin !== null,
    win: state === 'settled' ? formatAmount(progress.winMinor) : null,
    state,
    decidedForPlayer: isDecidedByDeadline(round),
    canReplay: isShownAgain(session, deps.findGame(intent.gameId, intent.gameVersion), round),
  }
}

function stateOf({ state, betStatus, refundStatus }: RoundProgress): HistoryRow['state'] {
  switch (state) {
    case 'settled':
      return 'settled'
    case 'rejected':
      return 'refused'
    case 'reconciliation_required':
      return 'held'
    case 'cancelled': {
      if (refundStatus !== null && refundStatus !== 'confirmed') return 'refunding'
      return refundStatus === null || betStatus === 'planned' ? 'refused' : 'refunded'
    }
    default:
      return 'open'
  }
}
