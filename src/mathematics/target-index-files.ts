// Owns where the outcome indexes of the games lie and reads them once: beside each game, made by
// `reelhouse outcomes index`. Must never give an index of another version of the mathematics.

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

/** A few hundred kilobytes a game, kept. None where there is no file, a cut one, or an old one. */
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
