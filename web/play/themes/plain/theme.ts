// Owns the look of a game without a theme: a calm blue hall, card ranks for ids that name one. It
// must never hold rules.

import art from 'art:plain'
import type { ThemeSource } from '../theme.ts'
import { mood } from './mood.ts'

/** Other ids of the ranks that are drawn. */
const OTHER_IDS = { a: 'ace', k: 'king', q: 'queen', j: 'jack', '10': 'ten', '9': 'nine' } as const

const others = Object.entries(OTHER_IDS).map(([id, rank]) => [id, art.symbols[rank]!] as const)

export const theme: ThemeSource = {
  colors: {
    accent: '#ffc52e',
    accentDeep: '#d97a00',
    panel: '#0a1030',
    glow: '#ffe14a',
    titleTop: '#ffffff',
    titleBottom: '#8fd0ff',
    titleEdge: '#0a2a7a',
    ground: '#060a20',
  },
  motion: 'spin',
  mood,
  art: { ...art, symbols: { ...art.symbols, ...Object.fromEntries(others) } },
  backgrounds: { wide: () => import('./wide.ts'), upright: () => import('./upright.ts') },
  tokens: ['star'],
}
