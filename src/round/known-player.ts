// What this memory has of the player: read from the ledger, put into Redis at every reading, and
// kept until something makes it outdated. Never decides what the player may do.

import type { Entitlements, ReadyTarget } from '../core/entitlements.ts'
import type { PlayerRow } from '../ledger/rounds/round-reader.ts'
import type { RoundDeps } from './deps.ts'
import type { KnownPlayer, RoundsOfPlayer } from './rounds-of-player.ts'

type LoadDeps = Pick<RoundDeps, 'ledger' | 'redisState' | 'findGame'>

/**
 * Reads the player from the ledger and loads the player state in Redis from it.
 * @param sendAlso further calls of Redis, sent in one write with the load and executed after it
 */
export async function reloadPlayer(
  deps: LoadDeps,
  state: RoundsOfPlayer,
  sendAlso: () => Promise<void> = async () => {},
): Promise<PlayerRow> {
  const { player } = state
  const read = await deps.ledger.loadPlayer(player.projectId, player.playerId)
  if (read === null) throw new Error('a session without a player')
  const row = { ...read, entitlements: playable(read.entitlements, deps.findGame) }
  state.known = row
  const loading = deps.redisState.load(player, {
    sequence: row.sequence,
    entitlementsRevision: row.entitlements.revision,
    openRounds: row.openRounds.map(({ intent }) => intent),
    targets: row.entitlements.targets,
    hasMoreTargets: row.entitlements.hasMoreTargets,
  })
  await Promise.all([loading, sendAlso()])
  return row
}

export function recallPlayer(
  deps: LoadDeps,
  state: RoundsOfPlayer,
): KnownPlayer | Promise<KnownPlayer> {
  return state.known ?? reloadPlayer(deps, state)
}

/**
 * Leaves out targets whose rounds were found in another version of the game: they are searched
 * again.
 */
function playable(entitlements: Entitlements, findGame: RoundDeps['findGame']): Entitlements {
  const isCurrent = ({ gameId, foundVersion }: ReadyTarget) =>
    findGame(gameId)?.version === foundVersion
  return { ...entitlements, targets: entitlements.targets.filter(isCurrent) }
}
