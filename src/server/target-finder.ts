// Finds rounds for target outcomes on mathematics threads of this node. The first search starts the
// threads; random bytes come from the operating system.

import { randomBytes, randomInt } from 'node:crypto'
import path from 'node:path'
import { PROJECT_ROOT } from '../environment.ts'
import { SEED_BYTES } from '../games/engine/contract.ts'
import { findTarget, lookUpTarget, type TargetRequest } from '../mathematics/find-target.ts'
import { openMathematicsPool } from '../mathematics/pool.ts'

/** Mathematics threads of a node. One, so that searches do not take the cores from play. */
const NODE_MATHEMATICS_THREADS = 1

const WORKER_FILE = path.join(PROJECT_ROOT, 'dist', 'threads', 'mathematics.js')

export function openTargetFinder() {
  const mathematics = openMathematicsPool(WORKER_FILE, NODE_MATHEMATICS_THREADS)
  const chance = {
    newRoot: () => randomBytes(SEED_BYTES),
    pick: () => randomInt(2 ** 32) / 2 ** 32,
  }
  return {
    lookUp: (target: TargetRequest) => lookUpTarget(target, chance),
    find: (target: TargetRequest) => findTarget(mathematics, target, chance),
    close: () => mathematics.close(),
  }
}
