// Owns how a target outcome gets its rounds: from the index in milliseconds, else by a search with a
// budget. Must never answer `ready` with a round that misses, or `unreachable` before the budget ends.

import { findGame } from '../games/catalogue/games.ts'
import type { Seed } from '../games/engine/contract.ts'
import type { Game } from '../games/engine/mathematics.ts'
import { lookUp } from '../games/targets/target-index.ts'
import {
  listSources,
  type TargetKind,
  type TargetRound,
  type TargetSource,
  type TargetWindow,
  windowOf,
} from '../games/targets/target-outcomes.ts'
import { TARGET_SEARCH_BUY_ROUNDS, TARGET_SEARCH_ROUNDS } from '../limits/mathematics.ts'
import type { MathematicsPool, OnProgress } from './pool.ts'
import { targetIndexesOf } from './target-index-files.ts'

export interface TargetRequest {
  gameId: string
  kind: TargetKind
  /** The multiplier in hundredths of a base bet: 250 is 2.5 bets. */
  multiplierHundredths: number
}

export type TargetAnswer =
  /** One round a way of playing: the base game first, then each feature buy that has one. */
  | { status: 'ready'; gameVersion: string; rounds: readonly TargetRound[] }
  | { status: 'unreachable' }

/** Chance for the search; the operating system's in a node. */
export interface Chance {
  newRoot(): Seed
  /** 0 to below 1. */
  pick(): number
}

/** Rounds of one task: about a fifth of a second. */
const TASK_ROUNDS = 500_000
const BUY_TASK_ROUNDS = 50_000

/**
 * Looks for natural rounds that hit the multiplier within 2 %. For a game that asks for a choice
 * every option of the round hits. Throws RangeError for an unknown game, MathematicsFull when a
 * search would be one too many: the target stays pending then.
 */
export async function findTarget(
  pool: MathematicsPool,
  { gameId, kind, multiplierHundredths }: TargetRequest,
  chance: Chance,
  onProgress?: OnProgress,
): Promise<TargetAnswer> {
  const game = findGame(gameId)
  if (game === undefined) throw new RangeError(`no game "${gameId}"`)
  const window = windowOf(game, multiplierHundredths)
  const sources = listSources(game, kind)
  if (window.fromUnits > window.toUnits) return { status: 'unreachable' }
  const rounds: TargetRound[] = []
  for (const { id } of game.modes) {
    const ofMode = sources.filter(({ mode }) => mode === id)
    const round =
      lookUpFirst(game, kind, ofMode, window, chance) ??
      (await searchFirst(pool, game, kind, ofMode, window, chance, onProgress))
    if (round !== null) rounds.push(round)
  }
  if (rounds.length === 0) return { status: 'unreachable' }
  return { status: 'ready', gameVersion: game.version, rounds }
}

function lookUpFirst(
  game: Game,
  kind: TargetKind,
  sources: readonly TargetSource[],
  window: TargetWindow,
  { pick }: Chance,
): TargetRound | null {
  for (const { mode, reelSet } of sources) {
    const index = targetIndexesOf(game).find(
      one => one.mode === mode && one.reelSet === reelSet && one.kind === kind,
    )
    const round = index === undefined ? null : lookUp(index, window, pick())
    if (round !== null) return round
  }
  return null
}

async function searchFirst(
  pool: MathematicsPool,
  game: Game,
  kind: TargetKind,
  sources: readonly TargetSource[],
  window: TargetWindow,
  { newRoot }: Chance,
  onProgress: OnProgress | undefined,
): Promise<TargetRound | null> {
  for (const source of sources) {
    const isBuy = game.modes.some(({ id, kind }) => id === source.mode && kind === 'buy')
    const seeds = {
      ...source,
      gameId: game.id,
      kind,
      root: newRoot(),
      rounds: isBuy ? TARGET_SEARCH_BUY_ROUNDS : TARGET_SEARCH_ROUNDS,
      taskRounds: isBuy ? BUY_TASK_ROUNDS : TASK_ROUNDS,
    }
    const round = await pool.search(seeds, window, onProgress)
    if (round !== null) return round
  }
  return null
}
