// Owns the drawings of the city of the sun: step pyramid, sun disc, stepped fret. It must never
// depend on symbol ids; a theme maps them.

import type { Container } from 'pixi.js'
import {
  across,
  ball,
  clear,
  down,
  group,
  Pen,
  round,
  roundFrom,
  type Stops,
  slant,
} from './paint.ts'
import { drawRibbon, type RibbonColors } from './ribbon.ts'

export const SUN_GOLD = ['#fffbd0', '#ffdf5a', '#f7a51a', '#b85f04'] as const
const EDGE = '#5a1f02'
const TURQUOISE = ['#d8fff6', '#4fe6d4', '#0fa8a0', '#04605f'] as const
const TURQUOISE_EDGE = '#033f45'

const CLAY_RIBBON: RibbonColors = {
  band: ['#c8fff4', '#35d6c6', '#0a8a8a'],
  fold: '#045259',
  edge: '#022f38',
  text: ['#4a1200', '#2a0800'],
}

export interface StoneTones {
  /** Lit faces, top to bottom. */
  face: Stops
  /** The side away from the light. */
  shade: Stops
  stair: Stops
  trim: string
  edge: string
  door: string
}

export const TERRACOTTA: StoneTones = {
  face: ['#ffc98a', '#e8824a', '#b84a22'],
  shade: ['#a8401c', '#742410'],
  stair: ['#fff0c8', '#ffcf8a', '#e09a50'],
  trim: '#2ad0c4',
  edge: '#4a1406',
  door: '#ff9a2e',
}

/** A step pyramid standing on (x, base); lit from the left, with a stair and a house on top. */
export function paintPyramid(
  g: Pen,
  x: number,
  base: number,
  width: number,
  tiers: number,
  tones: StoneTones,
): void {
  const tall = (width * 0.42) / tiers
  const line = Math.max(0.8, 1.1 + width * 0.006)
  for (let tier = 0; tier < tiers; tier++) {
    const low = width * (0.5 - (tier * 0.33) / tiers)
    const high = low - width * 0.022
    const y = base - tier * tall
    const block = `M${x - low} ${y} L${x - high} ${y - tall} L${x + high} ${y - tall} L${x + low} ${y} Z`
    g.shape(block, down(...tones.face), { color: tones.edge, width: line })
    const turn = x + low * 0.42
    g.shape(
      `M${turn} ${y} L${turn} ${y - tall} L${x + high} ${y - tall} L${x + low} ${y} Z`,
      down(...tones.shade),
    )
    g.rect(x - high, y - tall, high * 2, Math.max(1.2, tall * 0.26)).fill(tones.trim)
    g.rect(x - high, y - tall, high * 2, Math.max(0.6, tall * 0.08)).fill('rgba(255,255,255,0.55)')
  }
  paintStair(g, x, base, width, tall * tiers, tones, line)
  paintShrine(g, x, base - tall * tiers, width, tones, line)
}

function paintStair(
  g: Pen,
  x: number,
  base: number,
  width: number,
  height: number,
  tones: StoneTones,
  line: number,
): void {
  const [low, high] = [width * 0.12, width * 0.085]
  const flight = `M${x - low} ${base} L${x - high} ${base - height} L${x + high} ${base - height} L${x + low} ${base} Z`
  g.shape(flight, down(...tones.stair), { color: tones.edge, width: line })
  const steps = 9
  for (let step = 1; step < steps; step++) {
    const part = step / steps
    const half = (low + (high - low) * part) * 0.82
    const y = base - height * part
    g.moveTo(x - half, y).lineTo(x + half, y)
    g.stroke({ width: line * 0.75, color: tones.edge, alpha: 0.55 })
  }
}

function paintShrine(
  g: Pen,
  x: number,
  base: number,
  width: number,
  tones: StoneTones,
  line: number,
): void {
  const [half, tall] = [width * 0.145, width * 0.13]
  const edge = { color: tones.edge, width: line }
  g.shape(
    `M${x - half} ${base} L${x - half * 0.9} ${base - tall} L${x + half * 0.9} ${base - tall} L${x + half} ${base} Z`,
    across('#ffc98a', '#e8824a', '#9a3818'),
    edge,
  )
  g.rect(x - half * 0.36, base - tall * 0.78, half * 0.72, tall * 0.78).fill('#3a0c04')
  g.spot(x, base - tall * 0.3, half * 0.5, tall * 0.6, tones.door, 0.95)
  const roof = base - tall
  g.shape(
    `M${x - half * 1.2} ${roof} L${x - half * 1.06} ${roof - tall * 0.42} L${x + half * 1.06} ${roof - tall * 0.42} L${x + half * 1.2} ${roof} Z`,
    down(...tones.stair),
    edge,
  )
  g.rect(x - half * 1.1, roof - tall * 0.25, half * 2.2, tall * 0.14).fill(tones.trim)
  for (const side of [-0.8, 0, 0.8]) {
    const at = x + half * side
    g.rect(at - half * 0.16, roof - tall * 0.68, half * 0.32, tall * 0.28).edged(tones.trim, edge)
  }
}

/** A ring of pointed rays around (0, 0). */
function paintSpikes(
  g: Pen,
  count: number,
  turn: number,
  inner: number,
  outer: number,
  spread: number,
  fill: Parameters<Pen['shape']>[1],
  edge: string,
): void {
  for (let ray = 0; ray < count; ray++) {
    const angle = ((ray + turn) / count) * Math.PI * 2
    const at = (r: number, a: number) => `${Math.cos(angle + a) * r} ${Math.sin(angle + a) * r}`
    g.shape(`M${at(inner, -spread)} L${at(outer, 0)} L${at(inner, spread)} Z`, fill, {
      color: edge,
      width: 1.6,
    })
  }
}

/** The disc of the sun with its turquoise ring, without a face. */
function paintDisc(g: Pen, r: number): void {
  g.circle(0, 0, r).edged(slant(...SUN_GOLD), { width: 2.2, color: EDGE })
  g.circle(0, 0, r * 0.86).edged(slant(...TURQUOISE), { width: 1.4, color: TURQUOISE_EDGE })
  const beads = 16
  for (let bead = 0; bead < beads; bead++) {
    const angle = ((bead + 0.5) / beads) * Math.PI * 2
    g.circle(Math.cos(angle) * r * 0.765, Math.sin(angle) * r * 0.765, r * 0.066).fill('#fff0a8')
  }
  g.circle(0, 0, r * 0.66).fill(
    roundFrom(0.4, 0.3, 0.78, '#fffde0', [0.3, '#ffe45a'], [0.7, '#ffa91f'], [1, '#d86a06']),
  )
  g.circle(0, 0, r * 0.66).stroke({ width: 2, color: EDGE })
}

function paintFace(g: Pen): void {
  const line = { color: EDGE, width: 1.8 }
  for (const side of [-1, 1]) {
    const at = (x: number) => x * side
    g.shape(
      `M${at(3)} -6 C${at(6)} -11 ${at(13)} -11 ${at(16)} -5 C${at(12)} -2 ${at(7)} -2 ${at(3)} -6 Z`,
      '#fffbe6',
      line,
    )
    g.circle(at(9), -6, 2.7).fill('#0a6a70').circle(at(8.3), -6.8, 0.9).fill('#ffffff')
    g.shape(
      `M${at(2)} -11 C${at(7)} -17 ${at(15)} -16 ${at(18)} -9 C${at(13)} -13 ${at(7)} -13 ${at(2)} -11 Z`,
      '#a83a08',
    )
    g.circle(at(14), 4, 3.4).fill(clear('#ff5a1c', 0.5))
  }
  g.shape('M-2.500 -7 L-4.500 3 Q0 7 4.500 3 L2.500 -7 Z', down('#ffe98a', '#ffb52e'), line)
  g.shape('M-9 9 Q0 6.500 9 9 Q6 16 0 16 Q-6 16 -9 9 Z', '#8a1a06', line)
  g.shape('M-3.500 12 L3.500 12 L2.500 19 L0 22 L-2.500 19 Z', down('#ff8a6a', '#d8281c'), {
    color: EDGE,
    width: 1.2,
  })
}

/**
 * Light that runs on from one sun to the next above and below. It fades at both ends, so that one
 * sun alone does not cut into its neighbours.
 */
function paintColumnOfLight(g: Pen): void {
  const glow = across(
    clear('#ff9a1c', 0),
    [0.16, clear('#ff8a1c', 0.75)],
    [0.5, clear('#fff0a0', 0.95)],
    [0.84, clear('#ff8a1c', 0.75)],
    [1, clear('#ff9a1c', 0)],
  )
  g.rect(-46, -47, 92, 94).fill(glow)
  const slices = 6
  for (let slice = 0; slice < slices; slice++) {
    const alpha = 1 - (slice + 1) / (slices + 1)
    const y = 47 + slice * 2.5
    g.rect(-46, y, 92, 2.5).fill({ fill: glow, alpha })
    g.rect(-46, -y - 2.5, 92, 2.5).fill({ fill: glow, alpha })
  }
  for (const x of [-44, 44]) {
    g.rect(x - 3, -65, 6, 130).fill(across('#7a2c04', '#ffb52e', '#fff6b8', '#e08a0c', '#6b2400'))
    for (let bead = -2; bead <= 2; bead++) {
      g.circle(x, bead * 24, 4.4).fill(ball('#e8fffa', '#35d6c6', '#04605f'))
      g.circle(x, bead * 24, 4.4).stroke({ width: 1.2, color: TURQUOISE_EDGE })
    }
  }
}

/** The wild: a sun with a face; in a stack its light and its rails join. */
export function drawWildSun(): Container {
  const light = new Pen()
  paintColumnOfLight(light)
  const g = new Pen()
  paintSpikes(g, 12, 0.5, 33, 42, 0.11, slant(...TURQUOISE), TURQUOISE_EDGE)
  paintSpikes(g, 12, 0, 33, 49, 0.16, round('#fff3a0', '#ffb52e', '#e8620a'), EDGE)
  paintDisc(g, 36)
  paintFace(g)
  g.gloss(-10, -24, 16, 7, 0.55)
  g.y = -5
  return group(light, g, drawRibbon('WILD', 36, CLAY_RIBBON))
}

/** The scatter: a pyramid in front of the rising sun. */
export function drawTemple(): Container {
  const g = new Pen()
  g.spot(0, -6, 58, 58, '#ffb52e', 0.9)
  const rays = new Pen()
  paintSpikes(rays, 18, 0, 24, 45, 0.1, round('#fffbd0', '#ffd24a', '#ff8a1c'), '#b34a02')
  rays.circle(0, 0, 30).fill(round('#ffffff', [0.5, '#fff3a0'], [0.85, '#ffc52e'], [1, '#f08a0c']))
  rays.circle(0, 0, 30).stroke({ width: 2, color: '#b34a02' })
  rays.y = -12
  const stone = new Pen()
  paintPyramid(stone, 0, 34, 94, 5, TERRACOTTA)
  return group(g, rays, stone, drawRibbon('SCATTER', 37, CLAY_RIBBON))
}

/** A sun disc of gold with a turquoise heart. */
export function drawSunCoin(): Container {
  const g = new Pen()
  paintSpikes(g, 12, 0, 34, 48, 0.2, round('#fff3a0', '#ffb52e', '#e8620a'), EDGE)
  paintDisc(g, 38)
  g.circle(0, 0, 12).edged(ball(...TURQUOISE), { width: 2, color: EDGE })
  g.gloss(-10, -24, 18, 8, 0.6)
  return group(g)
}

/** A bead of turquoise set in gold. */
export function drawTurquoise(): Container {
  const g = new Pen()
  g.ground(40, 28)
  g.roundRect(-34, -34, 68, 68, 14).edged(slant(...SUN_GOLD), { width: 3, color: EDGE })
  g.roundRect(-24, -24, 48, 48, 9).edged(slant(...TURQUOISE), { width: 2, color: TURQUOISE_EDGE })
  g.gloss(-6, -14, 15, 7, 0.8)
  return group(g)
}

/** A corner of the frame in stepped stone, its outer corner at (0, 0), reaching to +x and +y. */
export function paintSteppedCorner(g: Pen, size: number): void {
  const unit = size / 4
  const steps = `M0 0 L${size} 0 L${size} ${unit} L${unit * 3} ${unit} L${unit * 3} ${unit * 2} L${unit * 2} ${unit * 2} L${unit * 2} ${unit * 3} L${unit} ${unit * 3} L${unit} ${size} L0 ${size} Z`
  g.shape(steps, slant('#fff0a0', '#ffb52e', '#c86a0a'), {
    color: EDGE,
    width: Math.max(1.5, size * 0.05),
  })
  const [a, b] = [unit * 0.4, unit * 1.6]
  g.rect(a, a, b - a, b - a).fill(slant(...TURQUOISE))
  g.rect(a, a, b - a, b - a).stroke({ width: Math.max(1, size * 0.03), color: TURQUOISE_EDGE })
}
