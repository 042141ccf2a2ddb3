// Owns the look of Sugar Cascade: a land of sweets. It must never hold rules.

import art from 'art:sugar-cascade'
import type { ThemeSource } from '../theme.ts'
import { mood } from './mood.ts'

export const theme: ThemeSource = {
  colors: {
    accent: '#ff8ad0',
    accentDeep: '#d91c86',
    panel: '#3a0f52',
    glow: '#fff07a',
    titleTop: '#ffffff',
    titleBottom: '#ff5ab4',
    titleEdge: '#6b0a6b',
    ground: '#5a1c7a',
  },
  motion: 'drop',
  mood,
  bigWin: () => import('./big-win.ts'),
  feature: () => import('./feature.ts'),
  art,
  backgrounds: { wide: () => import('./wide.ts'), upright: () => import('./upright.ts') },
  tokens: ['heart-sweet', 'star-sweet', 'pink-sweet', 'green-sweet'],
}
