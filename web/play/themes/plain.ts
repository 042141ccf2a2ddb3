// Owns the look of a game without a theme: a calm blue hall, card ranks for ids that name one and
// named tiles for the rest. It must never hold rules.

import '../art/base.ts'
import type { Container } from 'pixi.js'
import { drawStar } from '../art/fruit.ts'
import { clear, down, group, letters, Pen, type Size } from '../art/paint.ts'
import { paintCornerShade, paintRays, paintSky, paintStars } from '../art/scenery.ts'
import type { Theme } from './theme.ts'

export const plain: Theme = {
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
  drawSymbol: id => {
    const rank = rankOf(id)
    return rank === null ? null : drawRank(rank, RANK_COLORS[rank]!, '#240a0a')
  },
  drawBackground,
  frame: {
    rim: ['#4a5fd6', '#cfe0ff', '#7a9aff', '#ffffff', '#4a5fd6'],
    rimEdge: '#0a1450',
    bed: ['#1c2785', '#0a1030'],
    strip: ['#24309a', '#141c5a', '#1c2680'],
    stripEdge: '#8fb4ff',
    curve: 0.35,
    bulbs: [],
  },
  drawTokens: () => [drawStar()],
}

function drawBackground(size: Size): Container {
  const g = new Pen()
  const { width, height } = size
  paintSky(g, size, ['#050a30', '#14248a', '#050a24'])
  paintRays(g, width / 2, height * 0.45, Math.hypot(width, height), 18, '#4a6aff', 0.12)
  g.spot(width / 2, height * 0.45, width * 0.55, height * 0.55, '#5a8aff', 0.45)
  paintStars(g, size, 90)
  paintCornerShade(g, size, 0.5)
  return group(g)
}

interface RankColors {
  light: string
  middle: string
  dark: string
}

/** A rank's lettering on a low plaque: "A", "K", "10". */
function drawRank(rank: string, { light, middle, dark }: RankColors, edge: string): Container {
  const g = new Pen()
  g.ground(39, 36)
  g.roundRect(-36, -36, 72, 72, 17).fill(down(clear(middle, 0.55), clear(dark, 0.8)))
  g.roundRect(-36, -36, 72, 72, 17).stroke({ width: 2, color: light, alpha: 0.6 })
  g.roundRect(-31.5, -31.5, 63, 63, 13).stroke({ width: 1, color: light, alpha: 0.3 })
  g.gloss(0, -24, 29, 9, 0.22)
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
  return group(g, shade, face)
}

/** The colours of the usual five or six ranks, distinguished by hue. */
const RANK_COLORS: Readonly<Record<string, RankColors>> = {
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
function rankOf(id: string): string | null {
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
