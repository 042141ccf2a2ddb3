// Owns the drawing of card ranks whose letters are drawn, not set in a font: one skeleton per rank,
// with a game's own style, colours and ornament. It must never depend on symbol ids or a game.

import { type Container, FillGradient, GraphicsPath, Matrix } from 'pixi.js'
import { group, Pen } from './paint.ts'

export type Rank = 'A' | 'K' | 'Q' | 'J' | '10'

export interface RankTones {
  pale: string
  light: string
  middle: string
  dark: string
  edge: string
}

export interface RankStyle {
  /** Widths of the main strokes, the thin strokes and the serifs; serifs of 0 are left out. */
  heavy: number
  light: number
  feet: number
  cap: 'butt' | 'round'
  join: 'miter' | 'round'
  /** A line engraved along the main strokes; 0 for none. */
  engraving: number
  /** The drawing behind the letter. */
  paintOrnament(g: Pen, tones: RankTones): void
}

interface Skeleton {
  heavy: string
  light: string
  feet: string
}

const SKELETONS: Readonly<Record<Rank, Skeleton>> = {
  A: {
    heavy: 'M0 -29 L20 29',
    light: 'M-3 -29 L-20 29 M-12.500 11 L12 11',
    feet: 'M-28 29 L-12 29 M9 29 L29 29',
  },
  K: {
    heavy: 'M-15 -29 L-15 29 M-6 -5 L18 29',
    light: 'M18 -29 L-13 7',
    feet: 'M-25 29 L-6 29 M-25 -29 L-6 -29 M9 29 L28 29 M10 -29 L26 -29',
  },
  Q: {
    heavy: 'M0 -28 C32 -28 32 25 0 25 C-32 25 -32 -28 0 -28 Z',
    light: 'M1 11 C9 12 13 31 27 31',
    feet: '',
  },
  J: {
    heavy: 'M8 -25 L8 12 C8 34 -22 34 -20 12',
    light: 'M-8 -26 L22 -26',
    feet: '',
  },
  '10': {
    heavy: 'M-20 -29 L-20 29 M14 -27 C34 -27 34 27 14 27 C-6 27 -6 -27 14 -27 Z',
    light: 'M-21 -29 L-29 -18',
    feet: 'M-30 29 L-10 29',
  },
}

/** A rank's letter in the game's style, on the game's ornament. */
export function drawRankSymbol(rank: Rank, style: RankStyle, tones: RankTones): Container {
  const g = new Pen()
  g.spot(0, 2, 48, 48, tones.middle, 0.32)
  style.paintOrnament(g, tones)
  const skeleton = SKELETONS[rank]
  const face = fall(tones.pale, tones.light, tones.middle, tones.dark)
  trace(g, skeleton, style, 9, { color: '#000000', alpha: 0.34 }, 4)
  trace(g, skeleton, style, 8, { color: tones.edge }, 1.5)
  trace(g, skeleton, style, 3.4, { color: tones.pale }, 0)
  trace(g, skeleton, style, 0, { fill: face }, 0)
  if (style.engraving > 0) {
    const line = { cap: 'butt', join: 'round' } as const
    g.outline(skeleton.heavy, { width: style.engraving, color: tones.edge, alpha: 0.6, ...line })
    g.path(new GraphicsPath(skeleton.heavy).transform(new Matrix(1, 0, 0, 1, -0.8, 0)))
    g.stroke({ width: style.engraving * 0.4, color: tones.pale, alpha: 0.55, cap: 'butt' })
  }
  return group(g)
}

/** All strokes of a letter, each wider by `wider` than in the style and moved down by `lower`. */
function trace(
  g: Pen,
  skeleton: Skeleton,
  { heavy, light, feet, cap, join }: RankStyle,
  wider: number,
  paint: { color: string; alpha?: number } | { fill: FillGradient },
  lower: number,
): void {
  for (const [strokes, width] of [
    [skeleton.feet, feet],
    [skeleton.light, light],
    [skeleton.heavy, heavy],
  ] as const) {
    if (width === 0) continue
    for (const stroke of strokes.match(/M[^M]+/g) ?? []) {
      const straight = cap === 'butt' && !/[CZ]/.test(stroke)
      const d = straight
        ? cutStraight(stroke, width, wider)
        : lengthen(stroke, cap === 'butt' ? wider / 2 : 0)
      g.path(new GraphicsPath(d).transform(new Matrix(1, 0, 0, 1, 0, lower)))
      if (straight) g.fill('fill' in paint ? paint.fill : paint)
      else g.stroke({ width: width + wider, cap, join, ...paint })
    }
  }
}

/** Extends an open curve past its end: the rim around a cut end is as wide as along the sides. */
function lengthen(stroke: string, by: number): string {
  if (by === 0 || stroke.includes('Z')) return stroke
  const [x1, y1, x2, y2] = stroke
    .match(/-?[\d.]+/g)!
    .map(Number)
    .slice(-4) as [number, number, number, number]
  const part = by / Math.hypot(x2 - x1, y2 - y1)
  return `${stroke} L${x2 + (x2 - x1) * part} ${y2 + (y2 - y1) * part}`
}

/** The outline of a straight stroke whose ends are cut level, as with a chisel or a ruler. */
function cutStraight(stroke: string, width: number, wider: number): string {
  const [x1, y1, x2, y2] = stroke.match(/-?[\d.]+/g)!.map(Number) as [
    number,
    number,
    number,
    number,
  ]
  const half = (width + wider) / 2
  const rim = wider / 2
  if (y1 === y2) {
    const [left, right] = [Math.min(x1, x2) - rim, Math.max(x1, x2) + rim]
    return `M${left} ${y1 - half} L${right} ${y1 - half} L${right} ${y1 + half} L${left} ${y1 + half} Z`
  }
  const slope = (x2 - x1) / (y2 - y1)
  const across = half * Math.hypot(1, slope)
  const beyond = rim * Math.sign(y2 - y1)
  const [top, bottom] = [y1 - beyond, y2 + beyond]
  const [topX, bottomX] = [x1 - beyond * slope, x2 + beyond * slope]
  return `M${topX - across} ${top} L${topX + across} ${top} L${bottomX + across} ${bottom} L${bottomX - across} ${bottom} Z`
}

const gradients = new Map<string, FillGradient>()

/** A gradient from the top of a letter to its bottom, the same for all its strokes. */
function fall(...colors: readonly string[]): FillGradient {
  const key = colors.join('|')
  const known = gradients.get(key)
  if (known !== undefined) return known
  const gradient = new FillGradient({
    type: 'linear',
    textureSpace: 'global',
    start: { x: 0, y: -36 },
    end: { x: 0, y: 36 },
    colorStops: colors.map((color, index) => ({ offset: index / (colors.length - 1), color })),
  })
  gradients.set(key, gradient)
  return gradient
}
