// A player's terms in this memory: grants, target outcomes, levels, limits. Read from the ledger with
// their revision, moved only by what this actor's own rounds do. Never a reason to refuse a player
// by itself: whoever refuses reads them anew first.

import { type Grant, pickGrant, takeSpin } from '../core/grant.ts'
import type { Currency } from '../core/money.ts'
import type { Round } from '../core/round.ts'
import type { LevelBinding } from '../ledger/round-ledger.ts'
import type { PlayerTerms, ReadyTarget } from '../ledger/terms-reader.ts'

/** Without targets whose rounds were found in another version of the game: they wait to be found anew. */
export function playableTerms(
  terms: PlayerTerms,
  findGame: (gameId: string) => { version: string } | undefined,
): PlayerTerms {
  const isCurrent = (target: ReadyTarget) =>
    findGame(target.gameId)?.version === target.foundVersion
  return { ...terms, targets: terms.targets.filter(isCurrent) }
}

/** The grant that the player's next spin in a game is of; null: paid spins. */
export function dueGrant(
  terms: PlayerTerms,
  place: { gameId: string; currency: Currency },
  nowMs: number,
): Grant | null {
  const here = terms.grants.filter(
    ({ gameId, currency }) => gameId === place.gameId && currency === place.currency,
  )
  return pickGrant(here, nowMs)
}

/** The terms once a round of them is in the ledger. */
export function afterOpening(
  terms: PlayerTerms,
  { intent }: Round,
  binding: LevelBinding | null,
): PlayerTerms {
  const { freeSpin, forced, createdAtMs } = intent
  if (freeSpin === null && forced === null && binding === null) return terms
  return {
    ...terms,
    levels: binding === null ? terms.levels : bind(terms.levels, binding, intent.sequence),
    grants: changeGrant(terms.grants, freeSpin?.grantId, grant => takeSpin(grant, createdAtMs)),
    targets: terms.targets.filter(({ outcomeId }) => outcomeId !== forced?.outcomeId),
  }
}

function bind(
  levels: PlayerTerms['levels'],
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
