// Owns the drawings of the storm over the fjord: bolt, hammer, eagle, ship. They fill a compact
// square, for cells that may be flat. It must never depend on symbol ids.

import type { Container } from 'pixi.js'
import { GOLD, GOLD_EDGE, STEEL, STEEL_EDGE, WOOD, WOOD_EDGE } from './metals.ts'
import {
  across,
  ball,
  clear,
  down,
  group,
  Pen,
  pairs,
  round,
  roundFrom,
  slant,
  triples,
} from './paint.ts'
import { drawRibbon, GOLD_RIBBON } from './ribbon.ts'

const BOLT = 'M7 -49 L-25 5 L-7 5 L-17 47 L27 -12 L7 -12 L24 -49 Z'

function paintBolt(g: Pen): void {
  g.outline(BOLT, { width: 13, color: '#8ae8ff', alpha: 0.3, join: 'round' })
  g.outline(BOLT, { width: 8, color: '#0a2a7a', join: 'round' })
  g.shape(BOLT, down('#ffffff', '#fff6a0', '#ffd21c', '#ff9a0c'))
  g.shape('M12 -45 L-16 1 L0 1 L-7 28 L4 7 L8 -2 L-8 -2 L18 -45 Z', clear('#ffffff', 0.85))
  g.outline(BOLT, { width: 1.6, color: '#fffbe0', join: 'round' })
}

/** The wild: a bolt out of a ring of steel. */
export function drawLightning(): Container {
  const g = new Pen()
  g.spot(0, 0, 60, 60, '#4ab8ff', 0.85)
  g.circle(0, 0, 42).fill(round('#8af0ff', [0.4, '#2a7af0'], [0.75, '#123a9c'], [1, '#081a54']))
  for (const [x, y, turn] of triples('-20,-10,2.5 22,12,-0.6 -22,18,2.2 22,-20,-0.3')) {
    paintSpark(g, x, y, turn, 13, '#d8faff')
  }
  g.circle(0, 0, 42).stroke({ width: 11, color: STEEL_EDGE })
  g.circle(0, 0, 42).stroke({ width: 7.5, fill: slant(...GOLD, '#ffdc62') })
  g.circle(0, 0, 45).stroke({ width: 1, color: '#fffbe0', alpha: 0.8 })
  for (let rivet = 0; rivet < 12; rivet++) {
    const angle = (rivet / 12) * Math.PI * 2
    g.circle(Math.cos(angle) * 42, Math.sin(angle) * 42, 2).fill('#7a3a00')
  }
  const bolt = new Pen()
  paintBolt(bolt)
  bolt.rotation = 0.12
  return group(g, bolt, drawRibbon('WILD', 34, GOLD_RIBBON))
}

/** A short jagged spark. */
function paintSpark(g: Pen, x: number, y: number, turn: number, long: number, color: string): void {
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  const at = (along: number, off: number): [number, number] => [
    x + c * along - s * off,
    y + s * along + c * off,
  ]
  g.moveTo(...at(0, 0))
    .lineTo(...at(long * 0.4, -long * 0.22))
    .lineTo(...at(long * 0.5, long * 0.16))
    .lineTo(...at(long, -long * 0.05))
  g.stroke({ width: 2.4, color, cap: 'round', join: 'round' })
}

/** The scatter: the thunderer's hammer, its head bound with knotted gold. */
export function drawHammer(): Container {
  const g = new Pen()
  g.spot(0, -8, 60, 60, '#5ae0ff', 0.9)
  for (const [x, y, turn] of triples(
    '-34,-44,-2.3 34,-44,-0.85 -40,6,2.7 40,6,0.4 -18,12,2 18,12,1.1',
  )) {
    paintSpark(g, x, y, turn, 17, '#e0fbff')
  }
  const edge = { color: STEEL_EDGE, width: 2.6 }
  g.roundRect(-8, -6, 16, 54, 4).fill(across('#4a2008', '#c07a3c', '#7a3a14', '#3a1604'))
  g.roundRect(-8, -6, 16, 54, 4).stroke({ width: 2.4, color: WOOD_EDGE })
  for (let wrap = 0; wrap < 5; wrap++) {
    g.moveTo(-7, 6 + wrap * 8).lineTo(7, wrap * 8)
    g.stroke({ width: 2.6, color: '#ffd98a', alpha: 0.85 })
  }
  g.shape('M-47 -36 L-34 -47 L34 -47 L47 -36 L47 -9 L34 2 L-34 2 L-47 -9 Z', down(...STEEL), edge)
  g.shape('M-47 -36 L-34 -47 L-34 2 L-47 -9 Z', down('#e8f2ff', '#8ca2c8', '#4a5c84'), edge)
  g.shape('M47 -36 L34 -47 L34 2 L47 -9 Z', down('#a8bada', '#5a6e98', '#26345a'), edge)
  g.roundRect(-25, -43, 50, 41, 5).edged(slant(...GOLD), { width: 2, color: GOLD_EDGE })
  g.roundRect(-20.5, -38.5, 41, 32, 3).fill(round('#3a8af0', '#14388c', '#0a1a4a'))
  g.roundRect(-20.5, -38.5, 41, 32, 3).stroke({ width: 1.4, color: GOLD_EDGE })
  paintKnot(g, 0, -22.5)
  g.gloss(0, -43, 40, 4, 0.7)
  return group(g, drawRibbon('SCATTER', 38, GOLD_RIBBON))
}

/** Three linked loops. */
function paintKnot(g: Pen, x: number, y: number): void {
  for (const [width, color] of [
    [5.4, GOLD_EDGE],
    [3.2, '#ffe27a'],
  ] as const) {
    for (let loop = 0; loop < 3; loop++) {
      const angle = (loop / 3) * Math.PI * 2 - Math.PI / 2
      g.ellipse(x + Math.cos(angle) * 5.6, y + 1 + Math.sin(angle) * 5.6, 7.4, 7.4)
    }
    g.stroke({ width, color })
  }
}

export function drawEagle(): Container {
  const g = new Pen()
  g.spot(0, 0, 56, 56, '#ffc45a', 0.5)
  const edge = { color: '#2c1408', width: 2.4 }
  g.shape(
    'M-47 47 L-40 34 L-48 32 L-39 20 L-46 14 L-36 6 L-42 -3 L-30 -8 L20 8 L26 18 L22 22 L32 30 L28 34 L40 47 Z',
    roundFrom(0.4, 0.2, 0.9, '#f0b868', [0.4, '#a8622a'], [1, '#47200c']),
    edge,
  )
  for (const [x, y] of pairs('-28,38 -10,40 8,39 24,40 -30,22 12,26')) {
    g.moveTo(x - 7, y - 6)
      .lineTo(x, y + 4)
      .lineTo(x + 7, y - 6)
    g.stroke({ width: 2, color: '#3a1808', alpha: 0.7, cap: 'round', join: 'round' })
  }
  g.shape(
    'M-36 22 L-28 14 L-38 6 L-29 0 L-37 -11 L-27 -14 L-31 -25 L-20 -27 C-14 -42 2 -48 16 -45 C28 -42 36 -33 37 -22 C36 -12 30 -6 24 -2 L26 12 L17 8 L16 24 L6 14 L0 32 L-9 17 L-20 32 L-22 18 Z',
    roundFrom(0.5, 0.2, 0.85, '#ffffff', [0.5, '#f4f8ff'], [0.8, '#c2d0e6'], [1, '#8a9cc0']),
    edge,
  )
  for (const [x, y] of pairs('-22,-14 -20,2 -6,6 -12,-8 8,4')) {
    g.moveTo(x + 5, y - 5).quadraticCurveTo(x - 3, y - 1, x - 5, y + 6)
    g.stroke({ width: 1.7, color: '#7a90b8', cap: 'round' })
  }
  g.shape('M22 -4 C28 -2 34 2 36 8 C30 8 22 5 17 0 Z', down('#ffb01f', '#b35c00'), {
    color: '#4a2200',
    width: 2,
  })
  g.shape(
    'M22 -33 C38 -38 50 -26 49 -4 C49 3 46 8 43 12 C42 3 38 -4 28 -5 C20 -6 12 -8 12 -14 C12 -22 16 -30 22 -33 Z',
    roundFrom(0.35, 0.2, 0.95, '#fffbd0', [0.3, '#ffd83a'], [0.7, '#f5960c'], [1, '#a85000']),
    { color: '#4a2200', width: 2.3 },
  )
  g.outline('M15 -12 Q26 -10 38 -5', { width: 1.8, color: '#7a3a00', cap: 'round' })
  g.ellipse(33, -21, 3, 1.8).fill('#5a2a00')
  g.circle(8, -23, 6.4).fill(ball('#fffbd0', '#ffc81c', '#d86a00'))
  g.circle(8, -23, 6.4).stroke({ width: 2.2, color: '#1c0c06' })
  g.circle(9.5, -23, 3.2).fill('#140804').circle(8.2, -24.6, 1.3).fill('#ffffff')
  g.shape('M-8 -35 C2 -37 14 -33 21 -25 L17 -23 C10 -28 0 -30 -8 -28 Z', '#2c1408')
  g.gloss(2, -39, 13, 4.5, 0.9)
  g.gloss(38, -26, 6, 6, 0.7)
  return group(g)
}

export function drawLongship(): Container {
  const g = new Pen()
  g.spot(0, 0, 56, 54, '#5ab0ff', 0.5)
  const edge = { color: WOOD_EDGE, width: 2.4 }
  g.roundRect(-3, -49, 6, 72, 2).fill(across('#7a3a14', '#e0a05a', '#7a3a14'))
  g.roundRect(-3, -49, 6, 72, 2).stroke({ width: 1.6, color: WOOD_EDGE })
  const sail = 'M-31 -40 Q0 -46 31 -40 C37 -24 37 -8 31 6 Q0 16 -31 6 C-26 -8 -26 -24 -31 -40 Z'
  g.shape(sail, across('#c8b898', '#fffaf0', '#f4e8d0', '#b8a684'), {
    color: '#4a0a10',
    width: 2.4,
  })
  for (const x of [-24, -6, 12]) {
    g.shape(
      `M${x} -42 Q${x + 5} -43 ${x + 11} -43 C${x + 16} -26 ${x + 16} -8 ${x + 12} 10 Q${x + 6} 11 ${x + 1} 10 C${x + 6} -8 ${x + 5} -26 ${x} -42 Z`,
      down('#ff6a4a', '#dc1c2c', '#98081c'),
    )
  }
  g.outline(sail, { width: 2.4, color: '#4a0a10', join: 'round' })
  g.outline('M-34 -41 Q0 -47 34 -41', { width: 5, color: WOOD_EDGE, cap: 'round' })
  g.outline('M-34 -41 Q0 -47 34 -41', { width: 2.4, color: '#d8944a', cap: 'round' })
  g.shape(
    'M-46 -8 C-50 -16 -40 -22 -36 -14 C-40 -14 -41 -10 -39 -4 C-36 8 -28 13 0 13 C26 13 34 6 38 -12 C36 -16 31 -14 29 -10 C27 -20 36 -29 44 -24 C50 -22 50 -14 46 -10 C46 18 36 36 20 40 L-20 40 C-38 36 -44 14 -46 -8 Z',
    down(...WOOD),
    edge,
  )
  g.circle(42, -19, 2).fill('#ffe27a')
  for (const y of [23, 31]) {
    g.moveTo(-37 + (y - 23) * 0.7, y).quadraticCurveTo(0, y + 5, 37 - (y - 23) * 0.7, y)
    g.stroke({ width: 1.6, color: WOOD_EDGE, alpha: 0.7 })
  }
  const tones = ['#2a8af0', '#ffc52e', '#2a8af0', '#ffc52e', '#2a8af0'] as const
  tones.forEach((tone, index) => {
    const x = (index - 2) * 13.5
    const y = 18 - Math.abs(index - 2) * 1.6
    g.circle(x, y, 7).edged(ball('#ffffff', tone, '#12245a'), { width: 1.8, color: STEEL_EDGE })
    g.circle(x, y, 2.2).fill('#fff6d8')
  })
  g.shape(
    'M-50 36 Q-42 28 -33 35 Q-25 28 -16 35 Q-8 28 0 35 Q8 28 17 35 Q25 28 33 35 Q42 28 50 36 C46 46 30 49 0 49 C-30 49 -46 46 -50 36 Z',
    down('#d8faff', '#4ab0f0', '#0f4aa0'),
    { color: '#0a2458', width: 2 },
  )
  return group(g)
}
