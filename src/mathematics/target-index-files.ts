// Owns where the outcome indexes of the games lie: beside each game, made by `reelhouse outcomes`.

import path from 'node:path'
import { PROJECT_ROOT } from '../config.ts'

export function targetIndexFile(gameId: string): string {
  return path.join(PROJECT_ROOT, 'src', 'games', gameId, 'outcomes.bin')
}
