// The list of games. Must never hold anything about a game that belongs in its folder.

import { checkBets } from '../engine/bets.ts'
import type { Game } from '../engine/mathematics.ts'
import { cherryClassic } from './cherry-classic/game.ts'
import { crystalCluster } from './crystal-cluster/game.ts'
import { fortySuns } from './forty-suns/game.ts'
import { luckyLanterns } from './lucky-lanterns/game.ts'
import { riverOfWays } from './river-of-ways/game.ts'
import { scarabCodex } from './scarab-codex/game.ts'
import { sugarCascade } from './sugar-cascade/game.ts'
import { thunderReels } from './thunder-reels/game.ts'
import { vaultKeeper } from './vault-keeper/game.ts'

export const GAMES: readonly Game[] = [
  luckyLanterns,
  riverOfWays,
  vaultKeeper,
  cherryClassic,
  scarabCodex,
  fortySuns,
  sugarCascade,
  crystalCluster,
  thunderReels,
]

const BY_ID: ReadonlyMap<string, Game> = new Map(GAMES.map(game => [game.id, game]))

/** Undefined when no game has the id. */
export function findGame(id: string): Game | undefined {
  return BY_ID.get(id)
}

if (BY_ID.size !== GAMES.length) throw new Error('two games share an id')
GAMES.forEach(checkBets)
