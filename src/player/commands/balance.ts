// refresh-balance: asks the wallet for the current balance, because a balance also changes outside
// the game. Touches no round, calls the wallet no more often than its pace allows, and never while
// a round of the game is open.

import { isPast } from '../../core/expiry.ts'
import { formatAmount } from '../../core/money.ts'
import { BALANCE_PACE_MS } from '../../limits.ts'
import type { PlaySession } from '../../wire/lane.ts'
import type { PlayErrorCode } from '../../wire/play-answers.ts'
import type { PlayerDeps } from '../deps.ts'
import { type PlayerState, rememberBalanceQuestion } from '../player-state.ts'
import { encodeError, encodeMessage } from '../views.ts'

export async function refreshBalance(
  deps: PlayerDeps,
  state: PlayerState,
  session: PlaySession,
  requestId: string,
): Promise<string> {
  const { player } = state
  const { sessionId } = session
  if (isTooSoon(deps, state, sessionId))
    return encodeError(requestId, 'BALANCE_TOO_SOON', { retry: true })
  if (!deps.wallet.hasRoom(player.projectId)) {
    return encodeError(requestId, 'WALLET_BUSY', { retry: true })
  }
  const refusal = await refuseLink(deps, session)
  if (refusal !== null) return encodeError(requestId, refusal)
  if (await isRoundOpen(deps, session)) return encodeError(requestId, 'ROUND_OPEN')
  rememberBalanceQuestion(state, { sessionId, atMs: deps.nowMs() })
  const answer = await deps.wallet.sessionInfo(player, session)
  if (answer.kind !== 'accepted') return encodeError(requestId, 'BALANCE_UNAVAILABLE')
  const { balanceMinor } = answer
  const atMs = deps.nowMs()
  // Stored before it is shown, so that a later hello does not show an older balance.
  await deps.ledger.noteBalance(sessionId, { balanceMinor, atMs })
  const reported = { balance: formatAmount(balanceMinor), balanceAt: atMs }
  pushBalance(deps, session, requestId, reported)
  return encodeMessage({ type: 'balance', requestId, ...reported })
}

/** For the player's other pages; the page that asked gets the answer. */
export function pushBalance(
  deps: PlayerDeps,
  { projectId, playerId, sessionId, currency }: PlaySession,
  requestId: string,
  reported: { balance: string; balanceAt: number },
): void {
  const push = { projectId, playerId, sessionId, gameId: null, message: null, requestId }
  deps.push({ ...push, currency, ...reported })
}

/** Compares in both directions, so that a clock that was set back does not block it for long. */
function isTooSoon(
  { nowMs }: PlayerDeps,
  { balanceQuestions }: PlayerState,
  sessionId: string,
): boolean {
  const last = balanceQuestions.find(question => question.sessionId === sessionId)
  return last !== undefined && Math.abs(nowMs() - last.atMs) < BALANCE_PACE_MS
}

/** Read from the ledger, because another node may have opened the game's round. */
async function isRoundOpen(
  { ledger }: PlayerDeps,
  { projectId, playerId, gameId }: PlaySession,
): Promise<boolean> {
  const player = await ledger.loadPlayer(projectId, playerId)
  return player?.openRounds.some(({ intent }) => intent.gameId === gameId) ?? false
}

/** The wallet is called only for a session that may play. */
async function refuseLink(
  { ledger, nowMs }: PlayerDeps,
  { sessionId, tokenVersion }: PlaySession,
): Promise<PlayErrorCode | null> {
  const session = await ledger.findSession(sessionId)
  if (session?.tokenVersion !== tokenVersion) return 'UNAUTHORIZED'
  return isPast(session.expiresAtMs, nowMs()) ? 'SESSION_EXPIRED' : null
}
