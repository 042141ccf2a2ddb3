// The list of games. Must never hold anything about a game that belongs in its folder.

import { checkBets } from '../engine/bets.ts'
import type { Game } from '../engine/mathematics.ts'
import { cherryClassic } from './cherry-classic/game.ts'
import { cherryClassicV1 } from './cherry-classic/version-1.ts'
import { crystalCluster } from './crystal-cluster/game.ts'
import { fortySuns } from './forty-suns/game.ts'
import { fortySunsV1 } from './forty-suns/version-1.ts'
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

/** Only for rounds that they drew, which go on or are shown again; never for a new round. */
export const FORMER_VERSIONS: readonly Game[] = [cherryClassicV1, fortySunsV1]

const BY_ID: ReadonlyMap<string, Game> = new Map(GAMES.map(game => [game.id, game]))

/**
 * Undefined when no game has the id, or this version is not here: another one would draw another
 * result.
 * @param version that drew a round; without it, the current one
 */
export function findGame(id: string, version?: string): Game | undefined {
  const game = BY_ID.get(id)
  if (version === undefined || game?.version === version) return game
  return FORMER_VERSIONS.find(each => each.id === id && each.version === version)
}

if (BY_ID.size !== GAMES.length) throw new Error('two games share an id')
GAMES.forEach(checkBets)
