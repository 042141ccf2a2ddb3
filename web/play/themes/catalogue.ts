// Owns which theme belongs to which game; a page loads only its own, and opens its pictures once. A
// game without a theme gets the plain one. It must never hold a drawing.

import { openArt } from '../stage/pictures.ts'
import type { Theme, ThemeSource } from './theme.ts'

const THEMES: Readonly<Record<string, () => Promise<{ theme: ThemeSource }>>> = {
  'lucky-lanterns': () => import('./lucky-lanterns/theme.ts'),
  'river-of-ways': () => import('./river-of-ways/theme.ts'),
  'vault-keeper': () => import('./vault-keeper/theme.ts'),
  'cherry-classic': () => import('./cherry-classic/theme.ts'),
  'scarab-codex': () => import('./scarab-codex/theme.ts'),
  'forty-suns': () => import('./forty-suns/theme.ts'),
  'sugar-cascade': () => import('./sugar-cascade/theme.ts'),
  'crystal-cluster': () => import('./crystal-cluster/theme.ts'),
  'thunder-reels': () => import('./thunder-reels/theme.ts'),
}

/** One game a page: the one that its address names, or the one of the welcome. */
let opened: { gameId: string; theme: Promise<Theme> } | null = null

/** Pictures are opened while the page waits for its other files, and not again. */
export function loadTheme(gameId: string): Promise<Theme> {
  if (opened?.gameId === gameId) return opened.theme
  const mine = { gameId, theme: open(gameId) }
  opened = mine
  mine.theme.catch(() => {
    if (opened === mine) opened = null
  })
  return mine.theme
}

async function open(gameId: string): Promise<Theme> {
  const load = THEMES[gameId] ?? (() => import('./plain/theme.ts'))
  const { art, backgrounds, tokens, ...look } = (await load()).theme
  return { ...look, art: await openArt(art, backgrounds, tokens) }
}
