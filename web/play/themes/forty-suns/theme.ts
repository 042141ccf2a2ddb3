// Owns the look of Forty Suns: a city of step pyramids under a blazing sun. It must never hold
// rules.

import art from 'art:forty-suns'
import type { ThemeSource } from '../theme.ts'
import { mood } from './mood.ts'

export const theme: ThemeSource = {
  colors: {
    accent: '#ffc42e',
    accentDeep: '#d8481c',
    panel: '#3a1008',
    glow: '#ffe27a',
    titleTop: '#fffbd0',
    titleBottom: '#ffa51f',
    titleEdge: '#7a1f04',
    ground: '#2f0d06',
  },
  motion: 'spin',
  mood,
  bigWin: () => import('./big-win.ts'),
  feature: () => import('./feature.ts'),
  art,
  backgrounds: { wide: () => import('./wide.ts'), upright: () => import('./upright.ts') },
  tokens: ['sun-coin', 'turquoise', 'sun-coin'],
}
