// What the player may do now, according to this memory. Never a sufficient reason to refuse a
// player: code that refuses reads the entitlements again first.

import type { Entitlements, GrantPlace } from '../core/entitlements.ts'
import { type Grant, pickGrant } from '../core/grant.ts'
import { recallPlayer, reloadPlayer } from '../round/known-player.ts'
import type { Round } from '../round/round.ts'
import type { PlayerDeps } from './deps.ts'
import type { PlayerState } from './player-state.ts'
import type { GrantsInView } from './views.ts'

/** The grant that the player's next spin in a game uses; null: paid spins. */
export function dueGrant(
  { grants }: Entitlements,
  { gameId, currency }: GrantPlace,
  nowMs: number,
): Grant | null {
  const ofGame = grants.filter(grant => grant.gameId === gameId && grant.currency === currency)
  return pickGrant(ofGame, nowMs)
}

/**
 * The player as this memory has it, read again when the grants held for this game and currency have
 * ended and the ledger had more.
 */
export async function recallEntitlements(
  deps: PlayerDeps,
  state: PlayerState,
  session: GrantPlace,
): Promise<Entitlements> {
  const { entitlements } = await recallPlayer(deps, state)
  const { moreGrants = [] } = entitlements
  const isCut = moreGrants.some(
    ({ gameId, currency }) => gameId === session.gameId && currency === session.currency,
  )
  if (!isCut || dueGrant(entitlements, session, deps.nowMs()) !== null) return entitlements
  return (await reloadPlayer(deps, state)).entitlements
}

export async function findDueGrant(
  deps: PlayerDeps,
  state: PlayerState,
  session: GrantPlace,
): Promise<Grant | null> {
  const entitlements = await recallEntitlements(deps, state, session)
  return dueGrant(entitlements, session, deps.nowMs())
}

/** For a paid round of a player without grants: nearly every round. */
const NO_GRANTS: GrantsInView = { own: null, due: null }

/** A finished grant is no longer among the entitlements; the ledger still has it. */
export async function viewGrants(
  deps: PlayerDeps,
  state: PlayerState,
  { intent }: Round,
): Promise<GrantsInView> {
  if (intent.freeSpin === null && hasNoGrants(state.known?.entitlements)) return NO_GRANTS
  const entitlements = await recallEntitlements(deps, state, intent)
  const due = dueGrant(entitlements, intent, deps.nowMs())
  const grantId = intent.freeSpin?.grantId
  if (grantId === undefined) return { own: null, due }
  const own = entitlements.grants.find(grant => grant.grantId === grantId)
  return { own: own ?? (await deps.ledger.findAnyGrant(grantId)), due }
}

function hasNoGrants(entitlements: Entitlements | undefined): boolean {
  return entitlements?.grants.length === 0 && (entitlements.moreGrants ?? []).length === 0
}
