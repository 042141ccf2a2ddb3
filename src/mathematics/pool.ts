// The mathematics threads: cuts large work into tasks, keeps every thread busy, and combines the
// answers in an order that does not depend on the threads. Must never play a round itself.

import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { Seed } from '../games/engine/contract.ts'
import { addSimulations, cutIntoChunks, type Simulation } from '../games/rtp/simulate.ts'
import type { Scan } from '../games/targets/target-index.ts'
import type {
  TargetKind,
  TargetRound,
  TargetSource,
  TargetWindow,
} from '../games/targets/target-outcomes.ts'
import type { MathematicsTask, SimulationRequest } from './tasks.ts'
import { createTurns } from './turns.ts'

/** Searches and simulations under way at once; each keeps one task a thread waiting. */
export const MATHEMATICS_WORKS = 64

export const DEFAULT_THREADS = availableParallelism()

/** Called after every task with how much of the work is done. */
export type OnProgress = (done: number, of: number) => void

export interface SeedsToPlay extends TargetSource {
  gameId: string
  kind: TargetKind
  root: Seed
  rounds: number
  /**
   * Rounds of one task: a fifth of a second of work, so that a search ends soon after a round is
   * found.
   */
  taskRounds: number
  /** The owner of the work; owners take turns at the threads. Absent: work of no project. */
  owner?: string
}

export interface MathematicsPool {
  readonly threads: number
  /**
   * The result is the same for any number of threads: pieces have their own seeds and are added in
   * order.
   */
  simulate(request: SimulationRequest, onProgress?: OnProgress): Promise<Simulation>
  /**
   * The first round found among new seeds; null when the budget of rounds is used up without one.
   */
  search(
    seeds: SeedsToPlay,
    window: TargetWindow,
    onProgress?: OnProgress,
  ): Promise<TargetRound | null>
  scan(seeds: SeedsToPlay, onProgress?: OnProgress): Promise<Scan[]>
  /** Ends the threads; running tasks are dropped. */
  close(): Promise<void>
}

/** The maximum is already under way: nothing of the new work was started. Ask again later. */
export class MathematicsFull extends Error {
  override readonly name = 'MathematicsFull'

  constructor() {
    super(`${MATHEMATICS_WORKS} searches and simulations are under way`)
  }
}

/** @param workerFile the bundled workers/mathematics.ts */
export function openMathematicsPool(workerFile: string, threads: number): MathematicsPool {
  const pool = openThreads(workerFile, threads)
  const inTurn = createTurns(threads)
  let works = 0
  let closed = false

  function run<Answer>(task: MathematicsTask, owner = ''): Promise<Answer> {
    return inTurn(owner, async () => {
      // After pool.close piscina would start a new thread for it.
      if (closed) throw new Error('the mathematics threads are closed')
      return pool.run(task)
    })
  }

  /** Each work keeps as many tasks waiting as there are threads, so this also bounds the queue. */
  async function forAll<Piece>(
    pieces: readonly Piece[],
    total: number,
    onProgress: OnProgress | undefined,
    work: (piece: Piece) => Promise<Done>,
  ): Promise<void> {
    if (works >= MATHEMATICS_WORKS) throw new MathematicsFull()
    works++
    try {
      await workOff(pieces, threads, total, onProgress, work)
    } finally {
      works--
    }
  }

  return {
    threads,
    async simulate(request, onProgress) {
      const pieces = cutIntoChunks(request.rounds)
      const simulations: Simulation[] = []
      await forAll(pieces, request.rounds, onProgress, async ({ chunk, rounds }) => {
        simulations[chunk] = await run({ ...request, task: 'simulate', chunk, rounds })
        return { worth: rounds, enough: false }
      })
      return addSimulations(simulations)
    },
    async search({ taskRounds, rounds, owner, ...seeds }, window, onProgress) {
      let found: TargetRound | null = null
      await forAll(cut(rounds, taskRounds), rounds, onProgress, async piece => {
        const task = { task: 'search', ...seeds, ...window, ...piece } as const
        const round = await run<TargetRound | null>(task, owner)
        found ??= round
        return { worth: piece.rounds, enough: found !== null }
      })
      return found
    },
    async scan({ taskRounds, rounds, owner, ...seeds }, onProgress) {
      const scans: Scan[] = []
      await forAll(cut(rounds, taskRounds), rounds, onProgress, async piece => {
        scans[piece.from / taskRounds] = await run({ task: 'scan', ...seeds, ...piece }, owner)
        return { worth: piece.rounds, enough: false }
      })
      return scans
    },
    close() {
      closed = true
      return pool.destroy()
    },
  }
}

function openThreads(workerFile: string, threads: number): Piscina {
  return new Piscina({
    filename: workerFile,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: 60_000,
    concurrentTasksPerWorker: 1,
    // A task lasts a fraction of a second, so threads that wait for messages need not poll.
    atomics: 'async',
  })
}

function cut(rounds: number, taskRounds: number): { from: number; rounds: number }[] {
  return Array.from({ length: Math.ceil(rounds / taskRounds) }, (_, task) => ({
    from: task * taskRounds,
    rounds: Math.min(taskRounds, rounds - task * taskRounds),
  }))
}

interface Done {
  worth: number
  enough: boolean
}

/**
 * Works off the pieces with a limited number at once: piscina's queue never holds more than the
 * threads can take, whatever the size of the work. Ends early once a piece reports that it is
 * enough, or fails.
 */
async function workOff<Piece>(
  pieces: readonly Piece[],
  atOnce: number,
  total: number,
  onProgress: OnProgress | undefined,
  work: (piece: Piece) => Promise<Done>,
): Promise<void> {
  let next = 0
  let done = 0
  let enough = false
  async function workOn(): Promise<void> {
    try {
      while (!enough && next < pieces.length) {
        const answer = await work(pieces[next++]!)
        done += answer.worth
        enough ||= answer.enough
        onProgress?.(done, total)
      }
    } catch (error) {
      // A failure of one piece ends the others too.
      enough = true
      throw error
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, pieces.length) }, workOn))
}
