// Owns which theme dresses which game. It must never fail: a game without a theme gets the plain
// one.

import { cherryClassic } from './cherry-classic.ts'
import { crystalCluster } from './crystal-cluster.ts'
import { fortySuns } from './forty-suns.ts'
import { luckyLanterns } from './lucky-lanterns.ts'
import { plain } from './plain.ts'
import { riverOfWays } from './river-of-ways.ts'
import { scarabCodex } from './scarab-codex.ts'
import { sugarCascade } from './sugar-cascade.ts'
import type { Theme } from './theme.ts'
import { thunderReels } from './thunder-reels.ts'
import { vaultKeeper } from './vault-keeper.ts'

const THEMES: Readonly<Record<string, Theme>> = {
  'lucky-lanterns': luckyLanterns,
  'river-of-ways': riverOfWays,
  'vault-keeper': vaultKeeper,
  'cherry-classic': cherryClassic,
  'scarab-codex': scarabCodex,
  'forty-suns': fortySuns,
  'sugar-cascade': sugarCascade,
  'crystal-cluster': crystalCluster,
  'thunder-reels': thunderReels,
}

export function themeOf(gameId: string): Theme {
  return THEMES[gameId] ?? plain
}
