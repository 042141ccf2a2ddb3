// Owns the look of Cherry Classic: a fruit machine in a velvet room. It must never hold rules.

import art from 'art:cherry-classic'
import type { ThemeSource } from '../theme.ts'
import { mood } from './mood.ts'

export const theme: ThemeSource = {
  lightReels: true,
  colors: {
    accent: '#ffd23a',
    accentDeep: '#e0301e',
    panel: '#2a0410',
    glow: '#ffe14a',
    titleTop: '#ffffff',
    titleBottom: '#ffd23a',
    titleEdge: '#8a0018',
    ground: '#1f020a',
  },
  motion: 'spin',
  mood,
  bigWin: () => import('./big-win.ts'),
  feature: () => import('./feature.ts'),
  art,
  backgrounds: { wide: () => import('./wide.ts'), upright: () => import('./upright.ts') },
  tokens: ['star', 'cherry', 'star'],
}
