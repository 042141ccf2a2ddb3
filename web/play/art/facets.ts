// Owns how cut stones catch the light: facets shaded by the way they face, shards, sparkles. It
// must never depend on a game or a symbol id.

import { across, clear, down, Pen, slant } from './paint.ts'

export type Point = readonly [x: number, y: number]

/** The colours of one stone, from its brightest facet to its deepest. */
export type Hues = readonly [white: string, pale: string, light: string, dark: string, deep: string]

/** Where the light comes from: above, a little left. */
const LIGHT: Point = [-0.5, -0.866]

/** The stone's colour at a depth from 0 (brightest) to 1 (deepest). */
export function hueAt(hues: Hues, depth: number): string {
  const place = Math.max(0, Math.min(1, depth)) * (hues.length - 1)
  const index = Math.min(hues.length - 2, Math.floor(place))
  const from = Number.parseInt(hues[index]!.slice(1), 16)
  const to = Number.parseInt(hues[index + 1]!.slice(1), 16)
  const mix = (shift: number) => {
    const [a, b] = [(from >> shift) & 255, (to >> shift) & 255]
    return Math.round(a + (b - a) * (place - index))
  }
  const value = (mix(16) << 16) | (mix(8) << 8) | mix(0)
  return `#${value.toString(16).padStart(6, '0')}`
}

export function polygon(g: Pen, points: readonly Point[]): Pen {
  return g.poly(points.flat(), true)
}

/** One facet: a thin edge of the same colour closes the seams between neighbours. */
export function facet(g: Pen, points: readonly Point[], color: string): void {
  polygon(g, points).fill(color)
  polygon(g, points).stroke({ width: 0.5, color, join: 'round' })
}

export function scaled(points: readonly Point[], by: number, [cx, cy]: Point = [0, 0]): Point[] {
  return points.map(([x, y]) => [cx + (x - cx) * by, cy + (y - cy) * by])
}

export function mirrored(half: readonly Point[]): Point[] {
  return [...half, ...[...half].reverse().flatMap(([x, y]) => (x === 0 ? [] : [[-x, y] as Point]))]
}

/** How deep a facet lies in shade; the far side glows again with light that passed through. */
function depthOf([x, y]: Point): number {
  const length = Math.hypot(x, y) || 1
  const facing = (x * LIGHT[0] + y * LIGHT[1]) / length
  return facing >= 0 ? 0.52 - facing * 0.36 : 0.52 - facing * 0.42 - (facing * facing) ** 2 * 0.24
}

/** The ring of facets between two outlines with equal numbers of corners. */
export function paintRing(
  g: Pen,
  outer: readonly Point[],
  inner: readonly Point[],
  hues: Hues,
  split: boolean,
): void {
  for (const [index, a] of outer.entries()) {
    const next = (index + 1) % outer.length
    const [b, c, d] = [outer[next]!, inner[next]!, inner[index]!]
    const depth = depthOf([b[1] - a[1], a[0] - b[0]])
    if (!split) {
      facet(g, [a, b, c, d], hueAt(hues, depth))
      continue
    }
    const m: Point = [(c[0] + d[0]) / 2, (c[1] + d[1]) / 2]
    facet(g, [a, b, m], hueAt(hues, depth))
    facet(g, [a, m, d], hueAt(hues, depth + 0.13))
    facet(g, [b, c, m], hueAt(hues, depth - 0.12))
  }
}

/** The flat face on top, with the pavilion's facets shining through. */
export function paintTable(g: Pen, table: readonly Point[], heart: Point, hues: Hues): void {
  polygon(g, table).fill(slant(hues[0], hues[1], hues[2], hues[3]))
  table.forEach((a, index) => {
    if (index % 2 === 0) return
    const b = table[(index + 1) % table.length]!
    polygon(g, [heart, a, b]).fill(clear(hues[3], 0.34))
  })
  const inner = scaled(table, 0.46, heart)
  polygon(g, inner).fill(down(clear('#ffffff', 0.75), clear(hues[1], 0.1)))
  polygon(g, table).stroke({ width: 1.2, color: '#ffffff', alpha: 0.75, join: 'round' })
}

/** The dark line around a stone, which separates it from any background. */
export function paintOutline(g: Pen, outline: readonly Point[], hues: Hues): void {
  polygon(g, outline).stroke({ width: 3, color: hues[4], join: 'round' })
}

/** A four-pointed glint. */
export function sparkle(g: Pen, x: number, y: number, r: number, alpha = 1): void {
  g.star(x, y, 4, r, r * 0.17).fill({ color: '#ffffff', alpha })
  g.circle(x, y, r * 0.24).fill({ color: '#ffffff', alpha })
}

/** A grown crystal standing on (0, 0): a six-sided prism with a pointed top, leaning by `turn`. */
export function drawShard(width: number, length: number, turn: number, hues: Hues): Pen {
  const g = new Pen()
  const [w, top] = [width / 2, -length]
  const shoulder = top + width * 0.85
  const ridge = -w * 0.25
  const tip: Point = [w * 0.12, top]
  const left: Point = [-w, shoulder + w * 0.25]
  const middle: Point = [ridge, shoulder + w * 0.75]
  const right: Point = [w, shoulder]
  const edge = Math.max(1, width * 0.07)
  polygon(g, [left, middle, [ridge, 0], [-w * 0.86, 0]]).fill(across(hues[1], hues[2]))
  polygon(g, [middle, right, [w * 0.86, 0], [ridge, 0]]).fill(down(hues[2], hues[3], hues[4]))
  polygon(g, [tip, left, middle]).fill(down(hues[0], hues[1]))
  polygon(g, [tip, middle, right]).fill(slant(hues[1], hues[3]))
  polygon(g, [tip, right, [w * 0.86, 0], [-w * 0.86, 0], left])
  g.stroke({ width: edge, color: hues[4], join: 'round' })
  g.moveTo(...tip)
    .lineTo(...middle)
    .lineTo(ridge, 0)
  g.moveTo(...left)
    .lineTo(...middle)
    .lineTo(...right)
  g.stroke({ width: edge * 0.55, color: '#ffffff', alpha: 0.7, join: 'round' })
  g.rotation = turn
  return g
}
