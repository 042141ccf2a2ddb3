// Owns the look of Lucky Lanterns: a festival night over the water. It must never hold rules.

import art from 'art:lucky-lanterns'
import type { ThemeSource } from '../theme.ts'
import { mood } from './mood.ts'

export const theme: ThemeSource = {
  colors: {
    accent: '#ffc53a',
    accentDeep: '#d9480f',
    panel: '#1a0626',
    glow: '#ffd84a',
    titleTop: '#fff6c8',
    titleBottom: '#ff9a2e',
    titleEdge: '#6b0f12',
    ground: '#12041f',
  },
  motion: 'spin',
  mood,
  bigWin: () => import('./big-win.ts'),
  feature: () => import('./feature.ts'),
  art,
  backgrounds: { wide: () => import('./wide.ts'), upright: () => import('./upright.ts') },
  tokens: ['gold-coin', 'gold-coin', 'jade-coin'],
}
