// Owns which theme belongs to which game; a page loads only its own. A game without a theme gets
// the plain one. It must never hold a drawing.

import type { Theme } from './theme.ts'

const THEMES: Readonly<Record<string, () => Promise<Theme>>> = {
  'lucky-lanterns': async () => (await import('./lucky-lanterns.ts')).luckyLanterns,
  'river-of-ways': async () => (await import('./river-of-ways.ts')).riverOfWays,
  'vault-keeper': async () => (await import('./vault-keeper.ts')).vaultKeeper,
  'cherry-classic': async () => (await import('./cherry-classic.ts')).cherryClassic,
  'scarab-codex': async () => (await import('./scarab-codex.ts')).scarabCodex,
  'forty-suns': async () => (await import('./forty-suns.ts')).fortySuns,
  'sugar-cascade': async () => (await import('./sugar-cascade.ts')).sugarCascade,
  'crystal-cluster': async () => (await import('./crystal-cluster.ts')).crystalCluster,
  'thunder-reels': async () => (await import('./thunder-reels.ts')).thunderReels,
}

export async function loadTheme(gameId: string): Promise<Theme> {
  return (await THEMES[gameId]?.()) ?? (await import('./plain.ts')).plain
}
