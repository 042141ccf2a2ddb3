// A mathematics thread: simulation, and the finding of rounds for target outcomes, through the
// spinners that play uses. Holds no state but the outcome indexes it has read.

import { readFileSync } from 'node:fs'
import { findGame } from '../src/games/catalogue.ts'
import type { Game } from '../src/games/mathematics.ts'
import { simulateChunk } from '../src/games/simulate.ts'
import { lookUp, scanTargets, type TargetIndex } from '../src/games/target-index.ts'
import { decodeIndexes } from '../src/games/target-index-file.ts'
import { searchTarget } from '../src/games/target-outcomes.ts'
import { targetIndexFile } from '../src/mathematics/target-index-files.ts'
import type { MathematicsTask } from '../src/mathematics/tasks.ts'

const indexes = new Map<string, readonly TargetIndex[]>()

/** The indexes of a game; none when they were made by another version of its mathematics. */
function indexesOf(game: Game): readonly TargetIndex[] {
  let known = indexes.get(game.id)
  if (known === undefined) {
    const file = decodeIndexes(readFileSync(targetIndexFile(game.id)))
    known = file.version === game.version ? file.indexes : []
    indexes.set(game.id, known)
  }
  return known
}

function gameOf(gameId: string): Game {
  const game = findGame(gameId)
  if (game === undefined) throw new RangeError(`no game "${gameId}"`)
  return game
}

export default function run(task: MathematicsTask): unknown {
  const game = gameOf(task.gameId)
  switch (task.task) {
    case 'simulate':
      return simulateChunk({ ...task, game }, task.seed, task.chunk, task.rounds)
    case 'look-up': {
      const index = indexesOf(game).find(
        ({ mode, weighting, kind }) =>
          mode === task.mode && weighting === task.weighting && kind === task.kind,
      )
      return index === undefined ? null : lookUp(index, task, task.pick)
    }
    case 'search':
      return searchTarget(game, task, task.kind, task, task.root, task.from, task.rounds)
    case 'scan':
      return scanTargets(game, task, task.kind, task.root, task.from, task.rounds)
  }
}
