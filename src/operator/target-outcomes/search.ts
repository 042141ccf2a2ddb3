// Looks in the background for the rounds that answer target outcomes: at once for what this node
// scheduled, by the recovery job for what nobody looks for. Must never apply one, nor keep an answer to itself:
// what is lost on the way is pending and found by the next recovery pass.

import type { Pool } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import type { ReelSet } from '../../core/reel-set.ts'
import type { Seed } from '../../games/engine/contract.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import {
  claimTargets,
  endTargetSearch,
  type GameVersion,
  releaseClaims,
  renewClaims,
  reopenOutdated,
  type SearchAnswer,
  type WantedTarget,
} from '../../ledger/entitlements/target-searches.ts'
import { OUTCOME_SEARCHES, OUTCOME_SEARCHES_PER_PROJECT } from '../../limits/mathematics.ts'

/** The mathematics' answer: rounds that were drawn and seen to hit. */
export type FinderAnswer =
  | {
      status: 'ready'
      gameVersion: string
      rounds: readonly { mode: string; reelSet: ReelSet; seed: Seed }[]
    }
  | { status: 'unreachable' }

export interface TargetSearchDeps {
  pools: PlayerDatabases<Pool>
  games: readonly GameVersion[]
  /** Takes milliseconds or minutes. Rejects when it can't look now, and after `close`. */
  finder: {
    find(target: WantedTarget): Promise<FinderAnswer>
    close(): Promise<void>
  }
  redisState: { dropEntitlements(player: PlayerRef): Promise<void> }
  nowMs(): number
  onFault(error: unknown): void
}

export interface TargetSearch {
  /** Starts a search, unless too many are under way: then the recovery job does. Never throws. */
  begin(pool: Pool, target: WantedTarget): void
  /**
   * In one database: keeps this node's claims, reopens what an older game answered, begins what nobody looks for.
   */
  searchIn(pool: Pool): Promise<void>
  /** After a commit that changed them. The ledger refuses rounds on old entitlements, so a failure is no harm. */
  dropEntitlements(player: PlayerRef): Promise<void>
  /** Ends the searches; other nodes may begin them anew at once. */
  close(): Promise<void>
}

/** A search under way, and where its answer goes. */
interface Running {
  pool: Pool
  projectId: string
  ended: Promise<void>
}

export function createTargetSearch(deps: TargetSearchDeps): TargetSearch {
  const { pools, games, finder, redisState, onFault } = deps
  const running = new Map<string, Running>()
  let closed = false

  const searchesOf = (projectId: string) =>
    [...running.values()].filter(search => search.projectId === projectId).length

  function begin(pool: Pool, target: WantedTarget): void {
    const { targetOutcomeId, projectId } = target
    if (closed || running.has(targetOutcomeId) || running.size >= OUTCOME_SEARCHES) return
    if (searchesOf(projectId) >= OUTCOME_SEARCHES_PER_PROJECT) return
    const ended = search(pool, target)
      .catch(error => {
        if (!closed) onFault(error)
      })
      .finally(() => {
        if (!closed) running.delete(targetOutcomeId)
      })
    running.set(targetOutcomeId, { pool, projectId, ended })
  }

  const idsIn = (pool: Pool) =>
    [...running.entries()].filter(([, search]) => search.pool === pool).map(([id]) => id)

  async function search(pool: Pool, target: WantedTarget): Promise<void> {
    const answer = storable(await finder.find(target))
    const changed = await endTargetSearch(pool, target, answer, deps.nowMs())
    if (changed !== null) await dropEntitlements(changed)
  }

  async function dropEntitlements(player: PlayerRef): Promise<void> {
    await redisState.dropEntitlements(player).catch(onFault)
  }

  return {
    begin,
    dropEntitlements,
    async searchIn(pool) {
      if (closed) return
      await renewClaims(pool, idsIn(pool))
      for (const player of await reopenOutdated(pool, games)) await dropEntitlements(player)
      const room = OUTCOME_SEARCHES - running.size
      if (room === 0) return
      const projects = new Set([...running.values()].map(({ projectId }) => projectId))
      const full = [...projects].filter(id => searchesOf(id) >= OUTCOME_SEARCHES_PER_PROJECT)
      const ids = games.map(({ id }) => id)
      for (const target of await claimTargets(pool, ids, full, room)) begin(pool, target)
    },
    async close() {
      closed = true
      await finder.close()
      await Promise.all([...running.values()].map(({ ended }) => ended))
      // Without the ledger they lapse.
      await Promise.all(pools.carriers.map(pool => releaseClaims(pool, idsIn(pool)).catch(onFault)))
    },
  }
}

function storable(answer: FinderAnswer): SearchAnswer {
  if (answer.status === 'unreachable') return answer
  const rounds = answer.rounds.map(({ mode, reelSet, seed }) => ({
    mode,
    reelSet,
    seed: Buffer.from(seed).toString('hex'),
  }))
  return { ...answer, rounds }
}
