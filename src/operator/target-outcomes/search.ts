// Searches in the background for the rounds of target outcomes: at once for those scheduled on this
// node, through the recovery job for those that no node searches for. Must never apply a target
// outcome, nor keep a result only in memory: a lost result leaves its target pending, and the next
// recovery pass finds it.

import type { Pool } from 'pg'
import type { PlayerRef } from '../../core/player.ts'
import type { ReelSet } from '../../core/reel-set.ts'
import type { Seed } from '../../games/engine/contract.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import {
  claimTargets,
  endTargetSearch,
  type GameVersion,
  listUnclaimed,
  releaseClaims,
  renewClaims,
  reopenOutdated,
  type SearchAnswer,
  type WantedTarget,
} from '../../ledger/entitlements/target-searches.ts'
import {
  OUTCOME_FIRST_SEARCHES,
  OUTCOME_LOOK_UPS,
  OUTCOME_SEARCHES,
  OUTCOME_SEARCHES_PER_PROJECT,
  RECOVERY_ROWS,
} from '../../limits.ts'

/** The result from the mathematics: rounds that were drawn and checked to hit the target. */
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
  finder: {
    /** From the index, in microseconds; null: it needs a search. */
    lookUp(target: WantedTarget): FinderAnswer | null
    /** Takes milliseconds or minutes. Rejects when it can't search now, and after `close`. */
    find(target: WantedTarget): Promise<FinderAnswer>
    close(): Promise<void>
  }
  redisState: { dropEntitlements(player: PlayerRef): Promise<void> }
  nowMs(): number
  onRefused(): void
  onFault(error: unknown): void
}

export interface TargetSearch {
  /**
   * Starts a search, unless too many are running: then the recovery job does it later. Targets in
   * the index are answered from it in any case. Never throws.
   * @returns false: it was not started
   */
  begin(pool: Pool, target: WantedTarget): boolean
  /** No search is needed for it. */
  isIndexed(target: WantedTarget): boolean
  /**
   * In one database: renews this node's claims, reopens targets found with an older version of a
   * game, starts searches that no node runs.
   */
  searchIn(pool: Pool): Promise<void>
  /**
   * After a commit that changed them. A failure does no harm, because the ledger refuses rounds on
   * old entitlements.
   */
  dropEntitlements(player: PlayerRef): Promise<void>
  /** A schedule was refused: the project has too many targets that need a search. */
  noteRefused(): void
  /** The number of running searches. */
  searches(): number
  /** Ends the searches; other nodes may start them again at once. */
  close(): Promise<void>
}

/** A running search or look-up, and where its result goes. */
interface Running {
  pool: Pool
  projectId: string
  isSearch: boolean
  ended: Promise<void>
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export function createTargetSearch(deps: TargetSearchDeps): TargetSearch {
  const { pools, games, finder, redisState, onFault } = deps
  const gameIds = games.map(({ id }) => id)
  const running = new Map<string, Running>()
  /** Where the next page of waiting targets begins. */
  const lookedUpTo = new Map<Pool, string>()
  let closed = false

  const searches = () => [...running.values()].filter(({ isSearch }) => isSearch)
  const searchesOf = (projectId: string) =>
    searches().filter(search => search.projectId === projectId).length

  function lookUp(target: WantedTarget): FinderAnswer | null {
    try {
      return finder.lookUp(target)
    } catch (error) {
      onFault(error)
      return null
    }
  }

  /** A project without a search goes first: some places are reserved for such projects. */
  function hasPlace(projectId: string): boolean {
    const own = searchesOf(projectId)
    if (own >= OUTCOME_SEARCHES_PER_PROJECT) return false
    const places = own === 0 ? OUTCOME_SEARCHES + OUTCOME_FIRST_SEARCHES : OUTCOME_SEARCHES
    return searches().length < places
  }

  function begin(pool: Pool, target: WantedTarget): boolean {
    if (closed) return false
    if (running.has(target.targetOutcomeId)) return true
    const indexed = lookUp(target)
    if (indexed === null) {
      if (!hasPlace(target.projectId)) return false
      void run(pool, target, true, finder.find(target))
      return true
    }
    if (running.size - searches().length >= OUTCOME_LOOK_UPS) return false
    void run(pool, target, false, Promise.resolve(indexed))
    return true
  }

  /** Never rejects. */
  function run(
    pool: Pool,
    target: WantedTarget,
    isSearch: boolean,
    answer: Promise<FinderAnswer>,
  ): Promise<void> {
    const { targetOutcomeId, projectId } = target
    const ended = store(pool, target, answer)
      .catch(error => {
        if (!closed) onFault(error)
      })
      .finally(() => {
        if (!closed) running.delete(targetOutcomeId)
      })
    running.set(targetOutcomeId, { pool, projectId, isSearch, ended })
    return ended
  }

  const idsIn = (pool: Pool) =>
    [...running.entries()].filter(([, search]) => search.pool === pool).map(([id]) => id)

  async function store(
    pool: Pool,
    target: WantedTarget,
    answer: Promise<FinderAnswer>,
  ): Promise<void> {
    const changed = await endTargetSearch(pool, target, storable(await answer), deps.nowMs())
    if (changed !== null) await dropEntitlements(changed)
  }

  /**
   * One page per pass, so that all are checked in turn: the index may contain a waiting target, or
   * contain it by now. One after another.
   */
  async function lookUpWaiting(pool: Pool): Promise<void> {
    const page = await listUnclaimed(pool, gameIds, lookedUpTo.get(pool) ?? FIRST_ID, deps.nowMs())
    const isLast = page.length < RECOVERY_ROWS
    lookedUpTo.set(pool, isLast ? FIRST_ID : page.at(-1)!.targetOutcomeId)
    for (const target of page) {
      if (closed) return
      if (running.has(target.targetOutcomeId)) continue
      const indexed = lookUp(target)
      if (indexed !== null) await run(pool, target, false, Promise.resolve(indexed))
    }
  }

  async function searchWaiting(pool: Pool): Promise<void> {
    const taken = searches().length
    const room = OUTCOME_SEARCHES + OUTCOME_FIRST_SEARCHES - taken
    if (closed || room <= 0) return
    const searching = [...new Set(searches().map(({ projectId }) => projectId))]
    const isFull = (id: string) => searchesOf(id) >= OUTCOME_SEARCHES_PER_PROJECT
    const full = taken >= OUTCOME_SEARCHES ? searching : searching.filter(isFull)
    const claimed = await claimTargets(pool, gameIds, { searching, full }, room, deps.nowMs())
    const left = claimed.filter(target => !begin(pool, target))
    const ids = left.map(({ targetOutcomeId }) => targetOutcomeId)
    if (!closed) await releaseClaims(pool, ids)
  }

  async function dropEntitlements(player: PlayerRef): Promise<void> {
    await redisState.dropEntitlements(player).catch(onFault)
  }

  return {
    begin,
    dropEntitlements,
    isIndexed: target => lookUp(target) !== null,
    noteRefused: deps.onRefused,
    searches: () => searches().length,
    async searchIn(pool) {
      if (closed) return
      await renewClaims(pool, idsIn(pool))
      for (const player of await reopenOutdated(pool, games)) await dropEntitlements(player)
      await lookUpWaiting(pool)
      await searchWaiting(pool)
    },
    async close() {
      closed = true
      await finder.close()
      await Promise.all([...running.values()].map(({ ended }) => ended))
      // If the ledger is away, the claims expire.
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
