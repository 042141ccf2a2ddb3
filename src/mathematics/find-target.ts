// How a target outcome gets its rounds: from the index in milliseconds, else by a search with a
// budget. Must never answer `ready` with a round that misses the target, or `unreachable` before
// the budget is used up.

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
import type { MathematicsPool, OnProgress } from './pool.ts'
import { targetIndexesOf } from './target-index-files.ts'

/**
 * Mathematics threads. Rounds that a search for a target outcome plays on each reel set before it
 * gives up: a few seconds of one core.
 */
const TARGET_SEARCH_ROUNDS = 10_000_000
/** The same for a feature buy, whose rounds take about ten times as long. */
const TARGET_SEARCH_BUY_ROUNDS = 500_000

export interface TargetRequest {
  gameId: string
  kind: TargetKind
  /** The multiplier in hundredths of a base bet: 250 is 2.5 bets. */
  multiplierHundredths: number
  /** The project of the target; projects take turns at the threads. */
  projectId?: string
}

export type TargetAnswer =
  /** One round for each way of playing: the base game first, then each feature buy that has one. */
  | { status: 'ready'; gameVersion: string; rounds: readonly TargetRound[] }
  | { status: 'unreachable' }

/** Randomness for the search; in a node it comes from the operating system. */
export interface Chance {
  newRoot(): Seed
  /** 0 to below 1. */
  pick(): number
}

/** Rounds of one task: they take about a fifth of a second. */
const TASK_ROUNDS = 500_000
const BUY_TASK_ROUNDS = 50_000

/**
 * Looks for natural rounds that hit the multiplier within 2 %. For a game that asks for a choice,
 * every option of the round must hit it. Throws RangeError for an unknown game, and MathematicsFull
 * when too many searches are under way: the target then stays pending.
 */
export async function findTarget(
  pool: MathematicsPool,
  { gameId, kind, multiplierHundredths, projectId }: TargetRequest,
  chance: Chance,
  onProgress?: OnProgress,
): Promise<TargetAnswer> {
  const game = findGame(gameId)
  if (game === undefined) throw new RangeError(`no game "${gameId}"`)
  const window = windowOf(game, multiplierHundredths)
  const rounds: TargetRound[] = []
  for (const sources of waysTo(game, kind, window)) {
    const round =
      lookUpFirst(game, kind, sources, window, chance) ??
      (await searchFirst(pool, { game, kind, projectId }, sources, window, chance, onProgress))
    if (round !== null) rounds.push(round)
  }
  return answerWith(game, rounds)
}

/** The same without a search, in microseconds; null: a search is needed. */
export function lookUpTarget(
  { gameId, kind, multiplierHundredths }: TargetRequest,
  chance: Chance,
): TargetAnswer | null {
  const game = findGame(gameId)
  if (game === undefined) return null
  const window = windowOf(game, multiplierHundredths)
  const rounds: TargetRound[] = []
  for (const sources of waysTo(game, kind, window)) {
    const round = lookUpFirst(game, kind, sources, window, chance)
    if (round === null) return null
    rounds.push(round)
  }
  return answerWith(game, rounds)
}

/** The sources of each mode that may have such a win; empty when no win lies in the window. */
function waysTo(game: Game, kind: TargetKind, window: TargetWindow): TargetSource[][] {
  if (window.fromUnits > window.toUnits) return []
  const sources = listSources(game, kind)
  return game.modes
    .map(({ id }) => sources.filter(({ mode }) => mode === id))
    .filter(ofMode => ofMode.length > 0)
}

function answerWith(game: Game, rounds: readonly TargetRound[]): TargetAnswer {
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
  { game, kind, projectId }: { game: Game; kind: TargetKind; projectId: string | undefined },
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
      ...(projectId === undefined ? {} : { owner: projectId }),
    }
    const round = await pool.search(seeds, window, onProgress)
    if (round !== null) return round
  }
  return null
}
