// A mathematics thread: simulations, and searches of rounds for target outcomes, with the same spin
// engines as play. Keeps no state between tasks.

import { findGame } from '../src/games/catalogue/games.ts'
import type { Game } from '../src/games/engine/mathematics.ts'
import { simulateChunk } from '../src/games/rtp/simulate.ts'
import { scanTargets } from '../src/games/targets/target-index.ts'
import { searchTarget } from '../src/games/targets/target-outcomes.ts'
import type { MathematicsTask } from '../src/mathematics/tasks.ts'

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
    case 'search':
      return searchTarget(game, task, task.kind, task, task.root, task.from, task.rounds)
    case 'scan':
      return scanTargets(game, task, task.kind, task.root, task.from, task.rounds)
  }
}
