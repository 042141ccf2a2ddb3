// Owns the look of River of Ways: a wild river between mountains at dawn. It must never hold rules.

import art from 'art:river-of-ways'
import type { ThemeSource } from '../theme.ts'
import { mood } from './mood.ts'

export const theme: ThemeSource = {
  colors: {
    accent: '#5ae0d8',
    accentDeep: '#0f7a9c',
    panel: '#08283f',
    glow: '#fff0a0',
    titleTop: '#ffffff',
    titleBottom: '#ffc27a',
    titleEdge: '#0a3f6b',
    ground: '#062338',
  },
  motion: 'spin',
  moods: ['dawn', 'rain', 'dusk'],
  mood,
  bigWin: () => import('./big-win.ts'),
  feature: () => import('./feature.ts'),
  art,
  backgrounds: { wide: () => import('./wide.ts'), upright: () => import('./upright.ts') },
  tokens: ['teal-pebble', 'amber-pebble', 'violet-pebble'],
}
