// A player's entitlements in this memory: grants, target outcomes, levels, limits. Read from the ledger with
// their revision, moved only by what this actor's own rounds do. Never a reason to refuse a player
// by itself: whoever refuses reads them anew first.

import type { Entitlements, LevelBinding, ReadyTarget } from '../core/entitlements.ts'
import { type Grant, pickGrant, takeSpin } from '../core/grant.ts'
import type { Currency } from '../core/money.ts'
import type { Round } from '../round/machine.ts'

/** Without targets whose rounds were found in another version of the game: they wait to be found anew. */
export function playableEntitlements(
  entitlements: Entitlements,
  findGame: (gameId: string) => { version: string } | undefined,
): Entitlements {
  const isCurrent = (target: ReadyTarget) =>
    findGame(target.gameId)?.version === target.foundVersion
  return { ...entitlements, targets: entitlements.targets.filter(isCurrent) }
}

/** The grant that the player's next spin in a game is of; null: paid spins. */
export function dueGrant(
  entitlements: Entitlements,
  place: { gameId: string; currency: Currency },
  nowMs: number,
): Grant | null {
  const here = entitlements.grants.filter(
    ({ gameId, currency }) => gameId === place.gameId && currency === place.currency,
  )
  return pickGrant(here, nowMs)
}

/** The entitlements once a round of them is in the ledger. */
export function afterOpening(
  entitlements: Entitlements,
  { intent }: Round,
  binding: LevelBinding | null,
): Entitlements {
  const { freeSpin, appliedTarget, createdAtMs } = intent
  if (freeSpin === null && appliedTarget === null && binding === null) return entitlements
  return {
    ...entitlements,
    levels:
      binding === null ? entitlements.levels : bind(entitlements.levels, binding, intent.sequence),
    grants: changeGrant(entitlements.grants, freeSpin?.grantId, grant =>
      takeSpin(grant, createdAtMs),
    ),
    targets: entitlements.targets.filter(
      ({ targetOutcomeId }) => targetOutcomeId !== appliedTarget?.targetOutcomeId,
    ),
  }
}

function bind(
  levels: Entitlements['levels'],
  { provider, levelBps }: LevelBinding,
  sequence: bigint,
) {
  const level = { startBps: levelBps, currentBps: levelBps, manualBps: null, roundsSinceAdjust: 0 }
  return new Map(levels).set(provider, { ...level, adjustedSequence: sequence - 1n })
}

function changeGrant(
  grants: readonly Grant[],
  grantId: string | undefined,
  change: (grant: Grant) => Grant,
): readonly Grant[] {
  return grants.map(grant => (grant.grantId === grantId ? change(grant) : grant))
}
