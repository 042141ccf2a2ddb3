// Owns the drawings of the beasts of the sun: jaguar, macaw, plumed serpent. It must never depend
// on symbol ids; a theme maps them.

import type { Container } from 'pixi.js'
import {
  across,
  ball,
  down,
  group,
  Pen,
  pairs,
  round,
  roundFrom,
  type Stops,
  slant,
  triples,
} from './paint.ts'

const GOLD = ['#fffbd0', '#ffdf5a', '#f0950f', '#a85400'] as const
const GOLD_EDGE = { color: '#5a2300', width: 2 }
const TURQUOISE = ['#d8fff6', '#4fe6d4', '#0fa8a0', '#04605f'] as const

/** A plume from (x, y) in the direction of `angle`, with its quill. */
function paintPlume(
  g: Pen,
  x: number,
  y: number,
  angle: number,
  length: number,
  width: number,
  fill: Stops,
  edge: string,
): void {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const at = (along: number, off: number) => `${x + c * along - s * off} ${y + s * along + c * off}`
  const plume = `M${at(0, -width * 0.3)} C${at(length * 0.4, -width)} ${at(length * 0.9, -width)} ${at(length, 0)} C${at(length * 0.9, width)} ${at(length * 0.4, width)} ${at(0, width * 0.3)} Z`
  g.shape(plume, roundFrom(0.5, 0.5, 0.62, ...fill), { color: edge, width: 1.7 })
  g.moveTo(x + c * length * 0.25, y + s * length * 0.25)
  g.lineTo(x + c * length * 0.85, y + s * length * 0.85)
  g.stroke({ width: 1.2, color: '#ffffff', alpha: 0.6, cap: 'round' })
}

const PLUMES: readonly (readonly [Stops, string])[] = [
  [['#ffd8a0', '#ff5a2e', '#b3121c'], '#52000a'],
  [['#d8fff6', '#2ad0c4', '#04706f'], '#02383c'],
  [['#fffbd0', '#ffcf3a', '#d97a06'], '#5a2300'],
]

/** From the front, under a crown of plumes. */
export function drawJaguar(): Container {
  const crown = new Pen()
  crown.spot(0, 0, 58, 58, '#ffa92e', 0.7)
  for (let plume = -5; plume <= 5; plume++) {
    const [fill, edge] = PLUMES[Math.abs(plume) % 3]!
    const long = plume % 2 === 0 ? 58 : 52
    paintPlume(crown, 0, 8, -Math.PI / 2 + plume * 0.225, long, 7, fill, edge)
  }
  const g = new Pen()
  g.scale.set(0.86)
  g.y = 9
  const edge = { color: '#5a1f02', width: 2.5 }
  const fur = roundFrom(
    0.45,
    0.3,
    0.72,
    '#ffe9a0',
    [0.35, '#ffbe3a'],
    [0.75, '#ee8a12'],
    [1, '#b35404'],
  )
  for (const side of [-1, 1]) {
    g.circle(side * 27, -20, 11).edged(fur, edge)
    g.circle(side * 27, -19, 5.6).fill('#5a1f14')
  }
  g.shape(
    'M0 -29 C18 -30 33 -19 34 -2 C40 6 39 14 33 18 C30 32 16 45 0 45 C-16 45 -30 32 -33 18 C-39 14 -40 6 -34 -2 C-33 -19 -18 -30 0 -29 Z',
    fur,
    edge,
  )
  paintRosettes(g)
  paintMuzzle(g)
  paintGaze(g)
  paintBrowBand(g)
  return group(crown, g)
}

/** White cheeks, bared fangs, nose. */
function paintMuzzle(g: Pen): void {
  g.shape(
    'M0 10 C8 6 22 10 23 22 C23 33 12 42 0 42 C-12 42 -23 33 -23 22 C-22 10 -8 6 0 10 Z',
    down('#fffdf4', '#ffe6bc'),
    { color: '#8a4a10', width: 1.6 },
  )
  g.shape('M-14 27 C-8 22 8 22 14 27 C15 36 8 41 0 41 C-8 41 -15 36 -14 27 Z', '#6b0a14', {
    color: '#3a0408',
    width: 1.8,
  })
  g.shape('M-8 36 C-4 31 4 31 8 36 C5 40 -5 40 -8 36 Z', '#ff6a6a')
  for (const side of [-1, 1]) {
    const at = (x: number) => x * side
    g.shape(`M${at(11.5)} 26 L${at(9)} 35 L${at(5.5)} 25 Z`, '#ffffff', {
      color: '#3a0408',
      width: 1,
    })
    g.shape(`M${at(9)} 39.500 L${at(7.5)} 34 L${at(5)} 40 Z`, '#ffffff')
    for (const y of [18, 23]) g.circle(at(13 + (y - 18) * 0.4), y, 1.2).fill('#5a2300')
  }
  g.shape(
    'M-8 10 C-4 8 4 8 8 10 C7 16 3 19 0 20 C-3 19 -7 16 -8 10 Z',
    down('#ff9a8a', '#a82a30'),
    {
      color: '#4a0a08',
      width: 1.8,
    },
  )
  g.moveTo(0, 20).lineTo(0, 25).stroke({ width: 2, color: '#4a0a08', cap: 'round' })
}

function paintGaze(g: Pen): void {
  for (const side of [-1, 1]) {
    const at = (x: number) => x * side
    g.shape(
      `M${at(6)} 1 C${at(10)} -8 ${at(21)} -9 ${at(25)} -2 C${at(20)} 4 ${at(11)} 6 ${at(6)} 1 Z`,
      ball('#f4ffc8', '#a8f03a', '#2f9a1c'),
      { color: '#2a0e02', width: 2.4 },
    )
    g.ellipse(at(15), -1.5, 2.2, 5).fill('#120602').circle(at(13.8), -4, 1.4).fill('#ffffff')
    g.moveTo(at(4), -3).quadraticCurveTo(at(5), 8, at(7), 13)
    g.stroke({ width: 2, color: '#8a3a04', alpha: 0.7, cap: 'round' })
  }
}

function paintRosettes(g: Pen): void {
  for (const [x, y, r] of triples('27,8,3.4 31,15,2.6 24,27,3 17,36,2.4 29,-6,2.6 22,17,2.2')) {
    for (const side of [-1, 1]) {
      g.circle(side * x, y, r).stroke({ width: 1.9, color: '#4a1602' })
      g.circle(side * x, y, r * 0.3).fill('#4a1602')
    }
  }
}

function paintBrowBand(g: Pen): void {
  g.shape(
    'M-30 -15 C-20 -27 20 -27 30 -15 L27 -6 C17 -17 -17 -17 -27 -6 Z',
    across('#a85400', '#ffdf5a', '#fffbd0', '#ffdf5a', '#a85400'),
    GOLD_EDGE,
  )
  for (const [x, y] of pairs('-17,-17.5 17,-17.5')) {
    g.circle(x, y, 3.2).fill(ball('#ffd8a0', '#ff4a2e', '#b3121c'))
    g.circle(x, y, 3.2).stroke({ width: 1, color: '#52000a' })
  }
  g.shape('M0 -32 L10 -20 L0 -8 L-10 -20 Z', slant(...TURQUOISE), { color: '#02383c', width: 2 })
  g.gloss(-2, -23, 4, 3.5, 0.85)
}

/** Head and shoulders from the side, a wing spread behind. */
export function drawMacaw(): Container {
  const spread = new Pen()
  spread.spot(0, 0, 56, 56, '#ff5a2e', 0.55)
  paintWing(spread)
  const g = new Pen()
  g.scale.set(0.9)
  g.position.set(6, 3)
  const edge = { color: '#52000a', width: 2.6 }
  const red = roundFrom(
    0.45,
    0.25,
    0.9,
    '#ffb09a',
    [0.25, '#ff4a3a'],
    [0.65, '#dc1426'],
    [1, '#86001a'],
  )
  g.shape(
    'M-20 48 C-26 30 -24 6 -19 -12 C-15 -34 2 -47 19 -43 C33 -40 38 -28 36 -16 C33 0 26 10 27 26 C28 36 27 44 24 48 C10 52 -8 52 -20 48 Z',
    red,
    edge,
  )
  for (const [x, y] of pairs('-8,22 6,18 -13,34 1,31 15,29 -6,43 9,42')) {
    g.moveTo(x - 6, y - 3).quadraticCurveTo(x, y + 6, x + 6, y - 3)
    g.stroke({ width: 1.9, color: '#8a001c', alpha: 0.75, cap: 'round' })
  }
  paintCollar(g)
  paintMacawFace(g)
  return group(spread, g)
}

function paintWing(g: Pen): void {
  const wing: readonly (readonly [Stops, string])[] = [
    [['#c8f0ff', '#2a9aff', '#0b3bb0'], '#051a5c'],
    [['#d8f8ff', '#1fc0e8', '#0660a8'], '#05305c'],
  ]
  for (let feather = 0; feather < 8; feather++) {
    const [fill, edge] = wing[feather % 2]!
    paintPlume(
      g,
      2,
      26,
      Math.PI * (0.86 + feather * 0.082),
      56 - Math.abs(feather - 4),
      8,
      fill,
      edge,
    )
  }
  for (let feather = 0; feather < 6; feather++) {
    const fill = ['#fffbd0', '#ffd83a', '#e08a06'] as const
    paintPlume(g, 2, 26, Math.PI * (0.88 + feather * 0.1), 41, 8, fill, '#6b3a00')
  }
}

/** Cheek, beak and eye. */
function paintMacawFace(g: Pen): void {
  g.shape(
    'M6 -28 C14 -34 26 -30 28 -20 C29 -8 22 2 12 3 C3 2 -3 -8 -1 -17 C0 -22 2 -26 6 -28 Z',
    down('#ffffff', '#ffe9dc'),
    { color: '#b3505a', width: 1.5 },
  )
  for (const y of [-12, -7, -2]) {
    g.moveTo(2 + (y + 12) * 0.25, y).quadraticCurveTo(12, y + 3, 22, y - 2)
    g.stroke({ width: 1.3, color: '#d8283c', cap: 'round' })
  }
  g.shape('M22 -9 C20 0 22 10 27 15 C33 11 33 2 31 -6 Z', down('#5a4a48', '#1c1416'), {
    color: '#120a0c',
    width: 2,
  })
  g.shape(
    'M24 -37 C40 -42 51 -28 49 -11 C48 -1 44 8 37 15 C38 5 36 -4 29 -8 C22 -12 20 -28 24 -37 Z',
    roundFrom(0.35, 0.25, 0.9, '#ffffff', [0.35, '#fff0d8'], [0.72, '#e8c490'], [1, '#8a5a30']),
    { color: '#3a1c10', width: 2.3 },
  )
  g.shape('M49 -14 C48 -1 44 8 37 15 C38 8 37 2 35 -3 C42 -2 46 -7 49 -14 Z', '#2a1a1c')
  g.circle(13, -20, 5.8).fill(ball('#fffbd0', '#ffd23a', '#e08a06'))
  g.circle(13, -20, 5.8).stroke({ width: 1.8, color: '#3a1c10' })
  g.circle(13.5, -20, 2.9).fill('#120602').circle(12.3, -21.4, 1.2).fill('#ffffff')
  g.gloss(5, -37, 11, 5, 0.6)
  g.gloss(36, -30, 6, 7, 0.7)
}

/** Gold around the neck, with beads of turquoise. */
function paintCollar(g: Pen): void {
  g.shape(
    'M-22 11 C-8 21 12 19 26 11 L27 21 C13 29 -8 30 -23.500 21 Z',
    across('#a85400', '#ffdf5a', '#fffbd0', '#f0b02a', '#a85400'),
    GOLD_EDGE,
  )
  for (const [x, y] of pairs('-14,20 -4,22.5 6,22.5 16,20')) {
    g.circle(x, y, 3).edged(ball(...TURQUOISE), { width: 1.2, color: '#02383c' })
  }
}

/** The plumed serpent's head, jaws open to the right. */
export function drawSerpent(): Container {
  const crest = new Pen()
  crest.spot(0, 0, 58, 56, '#2ae0b8', 0.6)
  for (let plume = 0; plume < 9; plume++) {
    const [fill, edge] = PLUMES[[0, 2, 1][plume % 3]!]!
    const long = plume % 2 === 0 ? 51 : 45
    paintPlume(crest, 2, 6, Math.PI * (0.66 + plume * 0.108), long, 8, fill, edge)
  }
  const g = new Pen()
  g.scale.set(0.86, 0.9)
  g.position.set(8, 3)
  const edge = { color: '#023a2c', width: 2.4 }
  const jade = roundFrom(
    0.4,
    0.22,
    0.9,
    '#e8ffc8',
    [0.25, '#6ae88a'],
    [0.62, '#12a868'],
    [1, '#045238'],
  )
  paintJaw(g, edge)
  g.shape(
    'M-30 26 C-36 2 -26 -28 -4 -33 C12 -36 22 -27 31 -17 C36 -28 53 -28 52 -13 C51 -5 47 -4 48 2 C50 9 46 14 38 14 C22 14 8 8 -2 16 C-8 22 -16 30 -30 26 Z',
    jade,
    edge,
  )
  for (const [x, y, long] of triples('12,11,8 24,12,9 36,13,17')) {
    g.shape(`M${x - 4.5} ${y - 1} L${x} ${y + long} L${x + 4.5} ${y} Z`, '#fffbe6', {
      color: '#023a2c',
      width: 1.2,
    })
  }
  g.shape('M-4 14 C10 5 24 9 40 9', 'rgba(0,0,0,0)', { color: '#ffe27a', width: 3 })
  g.circle(43, -14, 4.8).stroke({ width: 3, color: '#ffdf5a' })
  for (const [x, y] of pairs('-18,-8 -21,4 -12,4 -23,15 -14,14 30,-6 37,2 26,3 -2,6 12,1')) {
    g.moveTo(x - 4.5, y - 2).quadraticCurveTo(x, y + 5, x + 4.5, y - 2)
    g.stroke({ width: 1.7, color: '#045238', alpha: 0.8, cap: 'round' })
  }
  paintSerpentEye(g)
  g.gloss(-14, -14, 5, 10, 0.5)
  return group(crest, g)
}

/** The open mouth, the forked tongue, the lower jaw. */
function paintJaw(g: Pen, edge: { color: string; width: number }): void {
  g.shape('M-16 8 C0 2 26 14 44 26 C46 32 42 38 34 38 C14 40 -10 40 -22 30 Z', '#8a0a1c', edge)
  g.outline('M8 25 C22 20 30 28 40 22', { width: 4.6, color: '#52000a', cap: 'round' })
  g.moveTo(8, 25).bezierCurveTo(22, 20, 30, 28, 40, 22).lineTo(49, 17)
  g.outline('M40 22 L50 26', { width: 3, color: '#ff4a5a', cap: 'round', join: 'round' })
  g.shape(
    'M-24 22 C-10 34 16 28 40 26 C48 28 48 38 40 42 C20 50 -12 50 -26 38 Z',
    down('#c8f8a0', '#3fc878', '#0a6a48'),
    edge,
  )
  for (const x of [6, 17, 28, 37]) {
    g.shape(`M${x - 4} 29 L${x} 20 L${x + 4} 28 Z`, '#fffbe6', { color: '#023a2c', width: 1.1 })
  }
}

/** A narrow eye in gold under a brow of turquoise that falls towards the snout. */
function paintSerpentEye(g: Pen): void {
  g.shape('M-10 -18 C-4 -26 12 -22 20 -9 C14 -2 -2 -2 -10 -18 Z', slant(...GOLD), GOLD_EDGE)
  g.shape(
    'M-5 -16 C0 -21 10 -18 15 -10 C10 -6 0 -7 -5 -16 Z',
    round('#fffde0', [0.5, '#ffe14a'], [1, '#ff5a1c']),
    { color: '#52000a', width: 1.6 },
  )
  g.ellipse(6, -13, 2.2, 5.4).fill('#120602').circle(4.4, -15.5, 1.5).fill('#ffffff')
  g.shape(
    'M-17 -22 C-8 -37 12 -34 27 -12 C25 -8 22 -7 19 -9 C8 -20 -4 -24 -17 -22 Z',
    slant(...TURQUOISE),
    { color: '#02383c', width: 1.9 },
  )
  g.outline('M-9 -26 Q6 -28 18 -16', { width: 1.8, color: '#ffffff', alpha: 0.75, cap: 'round' })
}
