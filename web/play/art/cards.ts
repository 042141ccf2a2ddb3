// Owns the drawing of card ranks as slot symbols, in a theme's colours. It must never depend on a
// game.

import { Container } from 'pixi.js'
import { clear, down, gloss, ground, letters, pen } from './paint.ts'

export interface RankColors {
  light: string
  middle: string
  dark: string
}

/** A rank's lettering on a low plaque: "A", "K", "10". */
export function drawRank(
  rank: string,
  { light, middle, dark }: RankColors,
  edge: string,
): Container {
  const symbol = new Container()
  const g = pen()
  ground(g, 39, 36)
  g.roundRect(-36, -36, 72, 72, 17).fill(down(clear(middle, 0.55), clear(dark, 0.8)))
  g.roundRect(-36, -36, 72, 72, 17).stroke({ width: 2, color: light, alpha: 0.6 })
  g.roundRect(-31.5, -31.5, 63, 63, 13).stroke({ width: 1, color: light, alpha: 0.3 })
  gloss(g, 0, -24, 29, 9, 0.22)
  const size = rank.length > 1 ? 56 : 68
  const shade = letters(rank, {
    fontSize: size,
    letterSpacing: rank.length > 1 ? -4 : 0,
    fill: edge,
    stroke: { color: edge, width: 9, join: 'round' },
  })
  shade.position.set(0, 2.5)
  const face = letters(rank, {
    fontSize: size,
    letterSpacing: rank.length > 1 ? -4 : 0,
    fill: down('#ffffff', light, middle, dark),
    stroke: { color: edge, width: 5, join: 'round' },
  })
  symbol.addChild(g, shade, face)
  return symbol
}

/** The colours of the usual five or six ranks, distinguished by hue. */
export const RANK_COLORS: Readonly<Record<string, RankColors>> = {
  A: { light: '#ffd0c2', middle: '#ff5a3c', dark: '#b3121f' },
  K: { light: '#f1d3ff', middle: '#b45cf0', dark: '#5a179c' },
  Q: { light: '#c9ffd4', middle: '#37cc66', dark: '#0b7038' },
  J: { light: '#cbeaff', middle: '#3aa2ff', dark: '#1046a8' },
  '10': { light: '#fff0b8', middle: '#ffb52b', dark: '#b85a00' },
  '9': { light: '#c8fff6', middle: '#2cc9b5', dark: '#0a6a66' },
}

/**
 * Maps "ace", "a", "king", "ten" and the like to the rank that is drawn; null for anything else.
 */
export function rankOf(id: string): string | null {
  const ranks: Readonly<Record<string, string>> = {
    ace: 'A',
    a: 'A',
    king: 'K',
    k: 'K',
    queen: 'Q',
    q: 'Q',
    jack: 'J',
    j: 'J',
    ten: '10',
    '10': '10',
    nine: '9',
    '9': '9',
  }
  return ranks[id] ?? null
}
