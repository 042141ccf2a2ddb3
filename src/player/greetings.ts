// The last hello of a session, kept for seconds: a repeat is answered from this memory and one look
// into the player state, without the ledger or the wallet. Never kept past a command that may move
// a round.

import { HELLO_KEPT_MS } from '../limits.ts'
import { isAtWork } from '../round/driver-state.ts'
import { findOpenRound } from '../round/rounds-of-player.ts'
import type { PlaySession } from '../wire/lane.ts'
import type { PlayerDeps } from './deps.ts'
import { type Greeting, type PlayerState, rememberGreeting } from './player-state.ts'

/**
 * Null: the ledger must be read. The mark changes with anything that any node does meanwhile: a
 * round opened, revealed or closed in the game, a change of the entitlements or of the session's
 * link.
 */
export async function recallGreeting(
  deps: PlayerDeps,
  state: PlayerState,
  session: PlaySession,
): Promise<Greeting | null> {
  const greeting = state.greetings.find(({ sessionId }) => sessionId === session.sessionId)
  if (greeting === undefined || state.known === null) return null
  if (Math.abs(deps.nowMs() - greeting.atMs) >= HELLO_KEPT_MS) return null
  if (!isQuiet(state, session.gameId)) return null
  const mark = await deps.redisState.readMark(state.player, session)
  return mark === greeting.mark ? greeting : null
}

/** Call it once the ledger has been read and what was owed is done. */
export async function noteGreeting(
  deps: PlayerDeps,
  state: PlayerState,
  session: PlaySession,
  greeted: Pick<Greeting, 'balance' | 'play' | 'decided'>,
): Promise<void> {
  const mark = await deps.redisState.readMark(state.player, session)
  if (mark === null) return
  const { sessionId } = session
  rememberGreeting(state, { sessionId, mark, ...greeted, atMs: deps.nowMs() })
}

/** True when a hello has nothing to do for the game's open round. */
function isQuiet(state: PlayerState, gameId: string): boolean {
  const open = findOpenRound(state, gameId)
  if (open === null) return true
  const { driver, round } = open.driven
  return isAtWork(driver) || (round.progress.state === 'in_progress' && round.progress.awaiting)
}
