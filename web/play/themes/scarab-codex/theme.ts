// Owns the look of Scarab Codex: an Egyptian temple by torchlight. It must never hold rules.

import art from 'art:scarab-codex'
import type { ThemeSource } from '../theme.ts'
import { mood } from './mood.ts'

export const theme: ThemeSource = {
  colors: {
    accent: '#ffc23a',
    accentDeep: '#a8480a',
    panel: '#220e06',
    glow: '#ffdf7a',
    titleTop: '#fffbd0',
    titleBottom: '#f0a01a',
    titleEdge: '#3a1204',
    ground: '#180904',
  },
  motion: 'spin',
  mood,
  bigWin: () => import('./big-win.ts'),
  acts: () => import('./codex.ts'),
  feature: () => import('./feature.ts'),
  art,
  backgrounds: { wide: () => import('./wide.ts'), upright: () => import('./upright.ts') },
  tokens: ['temple-coin', 'lapis-bead', 'temple-coin'],
}
