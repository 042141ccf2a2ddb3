// refresh-balance: the wallet is asked what it has now, because a balance moves outside the game too. Touches no
// round, and asks no more often than its pace allows.

import { formatAmount } from '../../core/money.ts'
import { BALANCE_PACE_MS } from '../../limits.ts'
import type { PlaySession } from '../../wire/lane.ts'
import type { PlayErrorCode } from '../../wire/play-errors.ts'
import type { PlayerDeps } from '../deps.ts'
import type { PlayerState } from '../player-state.ts'
import { encodeError, encodeMessage } from '../views.ts'

export async function refreshBalance(
  deps: PlayerDeps,
  state: PlayerState,
  session: PlaySession,
  requestId: string,
): Promise<string> {
  const { player } = state
  if (isTooSoon(deps, state)) return encodeError(requestId, 'BALANCE_TOO_SOON', { retry: true })
  if (!deps.wallet.hasRoom(player.projectId)) {
    return encodeError(requestId, 'WALLET_BUSY', { retry: true })
  }
  const refusal = await refuseLink(deps, session)
  if (refusal !== null) return encodeError(requestId, refusal)
  state.balanceAskedAtMs = deps.nowMs()
  const answer = await deps.wallet.sessionInfo(player, session)
  if (answer.kind !== 'accepted') return encodeError(requestId, 'BALANCE_UNAVAILABLE')
  const { balanceMinor } = answer
  const atMs = deps.nowMs()
  // Before it is shown: a hello that follows must not show an older one.
  await deps.ledger.noteBalance(session.sessionId, { balanceMinor, atMs })
  return encodeMessage({
    type: 'balance',
    requestId,
    balance: formatAmount(balanceMinor),
    balanceAt: atMs,
  })
}

/** Either way: a clock that was set back must not stop it for long. */
function isTooSoon({ nowMs }: PlayerDeps, { balanceAskedAtMs }: PlayerState): boolean {
  return Math.abs(nowMs() - balanceAskedAtMs) < BALANCE_PACE_MS
}

/** The wallet is asked for a session that may play only. */
async function refuseLink(
  { ledger, nowMs }: PlayerDeps,
  { sessionId, tokenVersion }: PlaySession,
): Promise<PlayErrorCode | null> {
  const session = await ledger.findSession(sessionId)
  if (session?.tokenVersion !== tokenVersion) return 'UNAUTHORIZED'
  return session.expiresAtMs <= nowMs() ? 'SESSION_EXPIRED' : null
}
