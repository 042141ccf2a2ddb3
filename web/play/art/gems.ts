// Owns the drawings of gems, each with its own cut and outline, so that they differ by more than
// colour. It must never depend on symbol ids; a theme maps them.

import { Container } from 'pixi.js'
import {
  drawShard,
  facet,
  type Hues,
  hueAt,
  mirrored,
  type Point,
  paintOutline,
  paintRing,
  paintTable,
  polygon,
  scaled,
  sparkle,
} from './facets.ts'
import { ball, clear, down, group, Pen, pairs, roundFrom, slant, triples } from './paint.ts'

export const HUES = {
  red: ['#fff0ec', '#ff9a90', '#f5213f', '#a3002c', '#4a0016'],
  violet: ['#fbefff', '#dc9cff', '#9a35e8', '#560fa6', '#27034f'],
  blue: ['#eef8ff', '#86ccff', '#1f7cf5', '#0b3bb0', '#051a5c'],
  green: ['#eafff0', '#6cf096', '#0aa850', '#045a34', '#012c1a'],
  yellow: ['#fffff0', '#fff48a', '#ffd21c', '#c98a00', '#6b4300'],
  orange: ['#fff4d0', '#ffc45c', '#f08a14', '#a84a00', '#551f00'],
  ice: ['#ffffff', '#e8fbff', '#b2e6f5', '#6aa6c8', '#2c5478'],
} satisfies Record<string, Hues>

const GOLD = ['#fffbd8', '#ffd95a', '#d98a0c', '#8a4a00', '#ffe27a'] as const
const SILVER = ['#ffffff', '#c8d4ee', '#7a86b8', '#e8eeff', '#8e9ac8'] as const
const GOLD_EDGE = '#4a2200'
const SILVER_EDGE = '#1f2448'

interface Setting {
  metal: readonly string[]
  edge: string
}

const GOLD_SETTING: Setting = { metal: GOLD, edge: GOLD_EDGE }
const SILVER_SETTING: Setting = { metal: SILVER, edge: SILVER_EDGE }

/** A metal band around a stone. */
function paintSetting(g: Pen, outline: readonly Point[], { metal, edge }: Setting): void {
  polygon(g, outline).stroke({ width: 13, color: edge, join: 'round' })
  polygon(g, outline).stroke({ width: 9, fill: slant(...metal), join: 'round' })
  polygon(g, outline).stroke({ width: 1.4, color: '#ffffff', alpha: 0.6, join: 'round' })
}

/** A bead of metal that holds the stone. */
function paintClaw(g: Pen, x: number, y: number, { metal, edge }: Setting): void {
  g.circle(x, y, 6).edged(ball(metal[0]!, metal[1]!, metal[2]!), { width: 1.8, color: edge })
}

function gem(glow: string, paint: (g: Pen) => void): Container {
  const light = new Pen()
  light.spot(0, 0, 58, 58, glow, 0.62)
  const g = new Pen()
  g.ground(45, 34)
  paint(g)
  return group(light, g)
}

const HEART = mirrored(pairs('0,-24 11,-36 26,-39 38,-31 42,-16 35,5 20,24 0,42'))

/** A heart in gold, the most valuable gem. */
export function drawRuby(): Container {
  return gem('#ff3050', g => {
    const table = scaled(HEART, 0.56, [0, -6])
    paintSetting(g, HEART, GOLD_SETTING)
    paintRing(g, HEART, table, HUES.red, true)
    paintTable(g, table, [0, -4], HUES.red)
    polygon(g, HEART).stroke({ width: 1.6, color: HUES.red[4], join: 'round' })
    for (const [x, y] of pairs('0,-27 43,-20 -43,-20 0,45')) {
      paintClaw(g, x, y, GOLD_SETTING)
    }
    g.gloss(-21, -25, 13, 7, 0.85)
    sparkle(g, 25, -31, 14)
    sparkle(g, -30, 14, 7, 0.9)
  })
}

const TRILLION: readonly Point[] = pairs('-6,-40 6,-40 27,-9 43,25 36,35 0,39 -36,35 -43,25 -27,-9')

export function drawAmethyst(): Container {
  return gem('#a94aff', g => {
    const table = scaled(TRILLION, 0.5, [0, 9])
    paintSetting(g, TRILLION, GOLD_SETTING)
    paintRing(g, TRILLION, table, HUES.violet, true)
    paintTable(g, table, [0, 11], HUES.violet)
    polygon(g, TRILLION).stroke({ width: 1.6, color: HUES.violet[4], join: 'round' })
    for (const [x, y] of pairs('0,-43 43,33 -43,33')) {
      paintClaw(g, x, y, GOLD_SETTING)
    }
    sparkle(g, -12, -10, 12)
    sparkle(g, 27, 25, 7, 0.9)
  })
}

/** Seen from the side: crown above, point below. */
export function drawSapphire(): Container {
  return gem('#2a90ff', g => {
    const hues = HUES.blue
    const top: Point[] = [-27, -9, 9, 27].map(x => [x, -33])
    const girdle: Point[] = [-46, -21, 0, 21, 46].map(x => [x, -9])
    const point: Point = [0, 43]
    const outline: Point[] = [top[0]!, top[3]!, girdle[4]!, point, girdle[0]!]
    paintSetting(g, outline, SILVER_SETTING)
    const crown = [0.3, 0.08, 0.24, 0.5, 0.36, 0.62, 0.78]
    for (let step = 0; step < 7; step++) {
      const corner = step >> 1
      const points =
        step % 2 === 0
          ? [girdle[corner]!, girdle[corner + 1]!, top[corner]!]
          : [top[corner]!, top[corner + 1]!, girdle[corner + 1]!]
      facet(g, points, hueAt(hues, crown[step]!))
    }
    for (const [index, depth] of [0.36, 0.2, 0.56, 0.86].entries()) {
      facet(g, [girdle[index]!, girdle[index + 1]!, point], hueAt(hues, depth))
    }
    facet(g, pairs('-21,-9 -8,-9 -4,26'), hueAt(hues, 0.06))
    facet(g, pairs('0,-9 12,-9 2,28'), hueAt(hues, 0.4))
    facet(g, pairs('30,-9 46,-9 14,27'), hueAt(hues, 0.6))
    g.moveTo(-46, -9).lineTo(46, -9).stroke({ width: 1.6, color: '#ffffff', alpha: 0.85 })
    polygon(g, outline).stroke({ width: 1.6, color: hues[4], join: 'round' })
    g.gloss(-10, -27, 17, 4, 0.7)
    sparkle(g, -20, -22, 13)
    sparkle(g, 20, 8, 7, 0.9)
  })
}

function cutCorners(w: number, h: number, cut: number): Point[] {
  return [
    [-w + cut, -h],
    [w - cut, -h],
    [w, -h + cut],
    [w, h - cut],
    [w - cut, h],
    [-w + cut, h],
    [-w, h - cut],
    [-w, -h + cut],
  ]
}

/** A tall step cut. */
export function drawEmerald(): Container {
  return gem('#1fd070', g => {
    const steps = [
      cutCorners(34, 44, 13),
      cutCorners(27, 37, 10.5),
      cutCorners(20.5, 30, 8),
      cutCorners(13.5, 22, 5.5),
    ] as const
    paintOutline(g, steps[0], HUES.green)
    paintRing(g, steps[0], steps[1], HUES.green, false)
    paintRing(g, steps[1], steps[2], HUES.green, false)
    paintRing(g, steps[2], steps[3], HUES.green, false)
    for (const step of [steps[1], steps[2]]) {
      polygon(g, step).stroke({ width: 1, color: HUES.green[0], alpha: 0.45, join: 'round' })
    }
    paintTable(g, steps[3], [0, 0], HUES.green)
    polygon(g, steps[0]).stroke({ width: 1.4, color: HUES.green[4], join: 'round' })
    sparkle(g, -20, -31, 12)
    sparkle(g, 19, 28, 6, 0.85)
  })
}

/** A round brilliant seen from above. */
export function drawTopaz(): Container {
  return gem('#ffd83a', g => {
    const at = (sixteenth: number, r: number): Point => {
      const angle = (sixteenth / 16) * Math.PI * 2
      return [Math.cos(angle) * r, Math.sin(angle) * r]
    }
    const rim = Array.from({ length: 16 }, (_, index) => at(index, 42))
    const table = Array.from({ length: 8 }, (_, index) => at(index * 2, 22))
    paintOutline(g, rim, HUES.yellow)
    const tone = (sixteenth: number, shift: number) => {
      const [x, y] = at(sixteenth, 1)
      return hueAt(HUES.yellow, 0.4 + (x * 0.5 + y * 0.866) * 0.3 + shift)
    }
    for (let k = 0; k < 16; k += 2) {
      const [before, after] = [at(k - 1, 30), at(k + 1, 30)]
      facet(g, [at(k, 22), before, at(k, 42), after], tone(k, k % 4 === 0 ? -0.06 : 0.08))
      facet(g, [after, at(k, 42), at(k + 1, 42)], tone(k + 0.5, 0.18))
      facet(g, [after, at(k + 1, 42), at(k + 2, 42)], tone(k + 1.5, -0.12))
      facet(g, [at(k, 22), at(k + 2, 22), after], tone(k + 1, k % 4 === 0 ? -0.24 : -0.1))
    }
    paintTable(g, table, [0, 0], HUES.yellow)
    polygon(g, rim).stroke({ width: 1.4, color: HUES.yellow[4], join: 'round' })
    sparkle(g, -18, -24, 12)
    sparkle(g, 24, 18, 6, 0.85)
  })
}

const DROP =
  'M8 -46 C14 -28 38 -12 37 14 C36 34 20 45 0 45 C-20 45 -37 33 -37 13 C-37 -10 -8 -18 8 -46 Z'

/** A polished drop of resin with a gnat inside. */
export function drawAmber(): Container {
  return gem('#ff9a2a', g => {
    const body = roundFrom(
      0.56,
      0.7,
      0.66,
      '#ffd873',
      [0.3, '#f99a1e'],
      [0.68, '#c45a06'],
      [1, '#702a00'],
    )
    g.shape(DROP, body, { color: HUES.orange[4], width: 3 })
    g.shape(
      'M-28 16 C-27 32 -12 39 4 38 C20 37 30 28 30 14 C24 30 -12 34 -28 16 Z',
      down(clear('#ffe9a0', 0), clear('#fff0b8', 0.85)),
    )
    paintGnat(g)
    for (const [x, y, r] of triples('-18,20,2.6 20,-2,2.2 16,26,3 -9,31,1.7')) {
      g.circle(x, y, r).stroke({ width: 1.1, color: '#fff0b8', alpha: 0.85 })
    }
    g.shape(
      'M3 -34 C-4 -20 -28 -12 -30 8 C-22 -4 2 -10 9 -27 Z',
      down('rgba(255,255,255,0.95)', 'rgba(255,255,255,0.15)'),
    )
    g.outline(DROP, { width: 1.2, color: HUES.orange[4], join: 'round' })
  })
}

function paintGnat(g: Pen): void {
  const leg = { width: 1.8, color: '#3a1400', cap: 'round' as const, join: 'round' as const }
  for (const side of [-1, 1]) {
    g.moveTo(0, 8)
      .lineTo(side * 10, 2)
      .lineTo(side * 14, 7)
    g.moveTo(0, 12)
      .lineTo(side * 11, 13)
      .lineTo(side * 15, 19)
    g.moveTo(0, 15)
      .lineTo(side * 8, 21)
      .lineTo(side * 9, 28)
    g.stroke(leg)
    g.ellipse(side * 5.5, 20, 3.6, 8.5).fill('rgba(255,240,200,0.55)')
  }
  g.ellipse(0, 18, 3.6, 8).fill('#3a1400').ellipse(0, 8, 4, 4.6).fill('#3a1400')
  g.circle(0, 1.5, 3.2).fill('#3a1400')
}

/** Grown, not cut: a spray of clear crystals. */
export function drawQuartz(): Container {
  const symbol = new Container()
  const light = new Pen()
  light.spot(0, 4, 54, 54, '#bff2ff', 0.5)
  light.ground(44, 36)
  symbol.addChild(light)
  for (const [x, y, width, length, turn] of [
    [-16, 36, 17, 58, -0.5],
    [17, 37, 17, 54, 0.52],
    [-20, 40, 15, 36, -0.95],
    [21, 40, 15, 34, 0.98],
    [-4, 42, 25, 88, -0.05],
    [11, 43, 17, 46, 0.24],
    [-14, 43, 15, 36, -0.3],
  ] as const) {
    const shard = drawShard(width, length, turn, HUES.ice)
    shard.position.set(x, y)
    symbol.addChild(shard)
  }
  const g = new Pen()
  g.shape(
    'M-31 44 L-25 35 L-12 39 L-2 34 L9 39 L21 34 L32 44 L14 48 L-14 48 Z',
    down('#8a8fb0', '#3c4068'),
    {
      color: '#1f2448',
      width: 2,
    },
  )
  sparkle(g, -2, -36, 10)
  symbol.addChild(g)
  return symbol
}
