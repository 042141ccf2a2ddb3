// Owns the look of Thunder Reels: a storm over a fjord. It must never hold rules.

import art from 'art:thunder-reels'
import type { ThemeSource } from '../theme.ts'
import { mood } from './mood.ts'

export const theme: ThemeSource = {
  colors: {
    accent: '#8ad8ff',
    accentDeep: '#1f5ad0',
    panel: '#0a1430',
    glow: '#a8ecff',
    titleTop: '#ffffff',
    titleBottom: '#7ac4ff',
    titleEdge: '#0c2260',
    ground: '#060c1e',
  },
  motion: 'drop',
  mood,
  bigWin: () => import('./big-win.ts'),
  acts: () => import('./stone.ts'),
  feature: () => import('./feature.ts'),
  art,
  backgrounds: { wide: () => import('./wide.ts'), upright: () => import('./upright.ts') },
  tokens: ['shield', 'rune-sun', 'rune-ice'],
}
