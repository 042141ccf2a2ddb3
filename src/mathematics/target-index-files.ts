// Where the outcome indexes of the games are, and reading them once: each is beside its game, made
// by `reelhouse outcomes index`. Must never return an index of another version of the mathematics.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../environment.ts'
import type { Game } from '../games/engine/mathematics.ts'
import type { TargetIndex } from '../games/targets/target-index.ts'
import { decodeIndexes } from '../games/targets/target-index-file.ts'

export function targetIndexFile(gameId: string): string {
  return path.join(PROJECT_ROOT, 'src', 'games', 'catalogue', gameId, 'outcomes.bin')
}

const known = new Map<string, readonly TargetIndex[]>()

/**
 * A few hundred kilobytes a game, kept in memory. Empty when the file is missing, truncated or
 * outdated.
 */
export function targetIndexesOf({ id, version }: Game): readonly TargetIndex[] {
  let indexes = known.get(id)
  if (indexes === undefined) {
    indexes = readIndexes(targetIndexFile(id), version)
    known.set(id, indexes)
  }
  return indexes
}

/** Without an index targets are searched for, which only takes longer. */
export function readIndexes(file: string, version: string): readonly TargetIndex[] {
  try {
    const read = decodeIndexes(readFileSync(file))
    return read.version === version ? read.indexes : []
  } catch {
    return []
  }
}
