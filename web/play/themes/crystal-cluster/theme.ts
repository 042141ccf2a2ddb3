// Owns the look of Crystal Cluster: a cave of crystals under a shaft of daylight. It must never
// hold rules.

import art from 'art:crystal-cluster'
import type { ThemeSource } from '../theme.ts'
import { mood } from './mood.ts'

export const theme: ThemeSource = {
  colors: {
    accent: '#7ae8ff',
    accentDeep: '#6a2ee0',
    panel: '#150a3a',
    glow: '#a8f4ff',
    titleTop: '#ffffff',
    titleBottom: '#7ad8ff',
    titleEdge: '#3a0f8a',
    ground: '#0b0524',
  },
  motion: 'drop',
  mood,
  bigWin: () => import('./big-win.ts'),
  art,
  backgrounds: { wide: () => import('./wide.ts'), upright: () => import('./upright.ts') },
  tokens: ['ruby', 'sapphire', 'emerald', 'topaz', 'amethyst'],
}
