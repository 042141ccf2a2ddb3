// Owns the look of Vault Keeper: inside the round door of an art deco bank vault. It must never
// hold rules.

import art from 'art:vault-keeper'
import type { ThemeSource } from '../theme.ts'
import { mood } from './mood.ts'

export const theme: ThemeSource = {
  colors: {
    accent: '#ffd06a',
    accentDeep: '#9a5a0c',
    panel: '#0a1c26',
    glow: '#ffe89a',
    titleTop: '#fffbe0',
    titleBottom: '#e8a83a',
    titleEdge: '#1c0f04',
    ground: '#06141c',
  },
  motion: 'spin',
  mood,
  bigWin: () => import('./big-win.ts'),
  acts: () => import('./coins.ts'),
  feature: () => import('./feature.ts'),
  art,
  backgrounds: { wide: () => import('./wide.ts'), upright: () => import('./upright.ts') },
  tokens: ['vault-coin', 'diamond', 'vault-coin'],
}
