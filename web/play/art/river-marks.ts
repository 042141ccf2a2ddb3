// Owns the drawings of the river game's most valuable symbols, the breaking wave and the bridge,
// and of its rain tokens. It must never depend on symbol ids; a theme maps them.

import type { Container } from 'pixi.js'
import { across, ball, down, group, Pen, pairs, round, roundFrom, triples } from './paint.ts'
import type { RankStyle, RankTones } from './ranks.ts'
import { drawRibbon, GOLD_RIBBON, type RibbonColors } from './ribbon.ts'

const WATER_EDGE = { color: '#052c5c', width: 2.4 }

const RIVER_RIBBON: RibbonColors = {
  band: ['#ffffff', '#ffe08a', '#f0a01f'],
  fold: '#a85a08',
  edge: '#5a2a00',
  text: ['#0a5aa0', '#05306b'],
}

/** The wild: a wave that breaks before the sun. */
export function drawWildWave(): Container {
  const g = new Pen()
  g.spot(0, 0, 58, 58, '#4fe0ff', 0.75)
  g.circle(13, -12, 29).fill(round('#fffbe0', [0.5, '#ffe27a'], [1, '#ff9a3a']))
  g.circle(13, -12, 29).stroke({ width: 2, color: '#b34a0a' })
  const wave =
    'M-50 42 C-50 4 -38 -34 -4 -44 C20 -50 40 -38 43 -22 C45 -10 36 -3 28 -6 C32 -16 24 -24 14 -20 C2 -15 0 2 12 16 C22 27 38 30 50 26 L50 42 C30 50 -30 50 -50 42 Z'
  g.shape(
    wave,
    roundFrom(
      0.35,
      0.2,
      0.95,
      '#d8ffff',
      [0.2, '#6ae4ff'],
      [0.5, '#1c9ae8'],
      [0.78, '#0f5cc0'],
      [1, '#06307c'],
    ),
    WATER_EDGE,
  )
  for (const [d, alpha] of [
    ['M-42 40 C-42 8 -30 -24 -6 -34', 0.9],
    ['M-34 41 C-34 14 -26 -12 -8 -24', 0.75],
    ['M-24 42 C-24 22 -20 4 -10 -10', 0.6],
    ['M-12 43 C-14 30 -12 18 -7 10', 0.5],
  ] as const) {
    g.shape(d, 'rgba(0,0,0,0)', { color: '#c8fbff', width: 2.6, alpha })
  }
  paintFoam(g)
  return group(g, drawRibbon('WILD', 33, RIVER_RIBBON))
}

function paintFoam(g: Pen): void {
  const foam = [
    [-12, -41, 6],
    [-2, -45, 7],
    [9, -46, 7.5],
    [20, -44, 7.5],
    [31, -38, 7.5],
    [39, -30, 7],
    [43, -20, 6.5],
    [41, -10, 6],
    [33, -4, 5],
    [36, 4, 3],
    [28, 3, 2.2],
  ] as const
  for (const [x, y, r] of foam) g.circle(x, y, r + 1.8).fill('#0a4a8c')
  for (const [x, y, r] of foam)
    g.circle(x, y, r).fill(ball('#ffffff', [0.6, '#f0fdff'], [1, '#a8dcf4']))
  for (const [x, y, r] of triples('48,4,2.2 46,-38,2.4 -22,-44,2.2 40,14,1.8 -34,-36,1.8')) {
    g.circle(x, y, r).fill('#ffffff')
  }
}

/** The scatter: an arched bridge in the morning sun. */
export function drawScatterBridge(): Container {
  const g = new Pen()
  g.spot(0, -4, 60, 58, '#ffb03a', 0.9)
  for (let ray = 0; ray < 20; ray++) {
    const angle = (ray / 20) * Math.PI * 2
    g.moveTo(0, -8)
      .lineTo(Math.cos(angle - 0.07) * 54, -8 + Math.sin(angle - 0.07) * 54)
      .lineTo(Math.cos(angle + 0.07) * 54, -8 + Math.sin(angle + 0.07) * 54)
      .closePath()
      .fill('rgba(255,240,150,0.55)')
  }
  g.circle(0, -10, 32).fill(round('#ffffff', [0.45, '#fff3a8'], [0.8, '#ffc23a'], [1, '#ff8a2a']))
  g.circle(0, -10, 32).stroke({ width: 2, color: '#c05a0a' })
  g.shape(
    'M-48 22 C-20 16 20 16 48 22 L46 34 C20 40 -20 40 -46 34 Z',
    down('#8af0ff', '#1f9ad8', '#0a4f9c'),
    WATER_EDGE,
  )
  for (const [x, y, w] of triples('-12,24,24 -6,28,12 -34,27,12 22,27,13')) {
    g.roundRect(x, y, w, 2, 1).fill({ color: '#fff6c0', alpha: 0.85 })
  }
  paintArch(g)
  return group(g, drawRibbon('SCATTER', 39, GOLD_RIBBON))
}

function paintArch(g: Pen): void {
  const edge = { color: '#4a0610', width: 2.2 }
  const lacquer = down('#ff9a7a', '#e8323a', '#a80a24')
  g.shape('M-50 20 C-34 -16 34 -16 50 20 L39 24 C26 -2 -26 -2 -39 24 Z', lacquer, edge)
  g.shape('M-45 17 C-30 -12 30 -12 45 17', 'rgba(0,0,0,0)', { color: '#ffd88a', width: 2 })
  g.shape('M-52 3 C-34 -32 34 -32 52 3', 'rgba(0,0,0,0)', { color: edge.color, width: 7.4 })
  const posts = [-0.86, -0.52, -0.18, 0.18, 0.52, 0.86]
  for (const at of posts) {
    const y = -23 + 24 * at * at
    g.roundRect(at * 50 - 3, y - 4, 6, 22, 2).fill(across('#ff9a7a', '#e8323a', '#8a0a1c'))
    g.roundRect(at * 50 - 3, y - 4, 6, 22, 2).stroke({ width: 1.6, color: edge.color })
    g.circle(at * 50, y - 5, 3.8).fill(ball('#fffbd0', '#ffc83a', '#b36a00'))
    g.circle(at * 50, y - 5, 3.8).stroke({ width: 1.3, color: '#5a2a00' })
  }
  g.shape('M-52 3 C-34 -32 34 -32 52 3', 'rgba(0,0,0,0)', { color: '#ff5a4a', width: 3.6 })
  g.shape('M-51 2 C-33 -33 33 -33 51 2', 'rgba(0,0,0,0)', { color: '#ffc0a0', width: 1.2 })
}

/** A polished pebble with a curl of water, for the rain of a big win. */
export function drawPebble(light: string, middle: string, dark: string): Container {
  const g = new Pen()
  g.shape(
    'M-40 6 C-44 -22 -14 -36 12 -32 C38 -28 46 -4 38 14 C28 36 -34 38 -40 6 Z',
    ball('#ffffff', light, middle, dark),
    {
      color: dark,
      width: 3,
    },
  )
  g.shape('M-18 12 C-18 -8 8 -14 14 0 C16 10 4 14 0 6', 'rgba(0,0,0,0)', {
    color: '#ffffff',
    width: 4,
  })
  g.gloss(-12, -20, 16, 7, 0.8)
  return group(g)
}

/** Rounded letters over a pool between reeds. */
export const RIVER_RANK: RankStyle = {
  heavy: 12.5,
  light: 9,
  feet: 0,
  cap: 'round',
  join: 'round',
  engraving: 0,
  paintOrnament: paintPool,
}

function paintPool(g: Pen, tones: RankTones): void {
  for (const [ry, alpha] of pairs('12,0.9 8,0.7')) {
    g.ellipse(0, 36, ry * 3.7, ry).stroke({ width: 1.8, color: tones.light, alpha })
  }
  g.ellipse(0, 36, 26, 5).fill({ color: tones.middle, alpha: 0.5 })
  for (const side of [-1, 1]) {
    for (const [x, tall, bend] of triples('33,62,10 38,44,13 28,40,4')) {
      g.shape(
        `M${side * (x - 3)} 38 C${side * (x - 1)} ${38 - tall * 0.5} ${side * (x + 1)} ${38 - tall * 0.8} ${side * (x + bend)} ${38 - tall} C${side * (x + bend - 1)} ${38 - tall * 0.6} ${side * (x + 5)} ${38 - tall * 0.3} ${side * (x + 3)} 38 Z`,
        down(tones.light, tones.middle, tones.dark),
        { color: tones.edge, width: 1.3 },
      )
    }
  }
}
