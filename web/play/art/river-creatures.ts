// Owns the drawings of the animals of the river: heron, otter, turtle, salmon, dragonfly. It must
// never depend on symbol ids; a theme maps them.

import type { Container } from 'pixi.js'
import { ball, down, group, Pen, pairs, round, roundFrom, slant, triples } from './paint.ts'

/** Wet light on a dark eye. */
function paintEye(g: Pen, x: number, y: number, r: number): void {
  g.circle(x, y, r).fill('#140b0a')
  g.circle(x - r * 0.3, y - r * 0.35, r * 0.38).fill('#ffffff')
  g.circle(x + r * 0.3, y + r * 0.4, r * 0.18).fill({ color: '#ffffff', alpha: 0.7 })
}

/** Head and breast before the rising sun. */
export function drawHeron(): Container {
  const g = new Pen()
  g.spot(0, 0, 56, 56, '#ffb84a', 0.6)
  g.circle(0, 1, 41).fill(round('#fff6cf', [0.5, '#ffd36b'], [0.85, '#ff9a4a'], [1, '#e8642c']))
  g.circle(0, 1, 41).stroke({ width: 2.4, color: '#8a2f10' })
  g.circle(0, 1, 37).stroke({ width: 1.2, color: '#fff6cf', alpha: 0.7 })
  paintReed(g, -27, 47, 0.02, 40)
  paintReed(g, -40, 45, -0.12, 46)
  const edge = { color: '#122a52', width: 2.4 }
  const plumage = roundFrom(
    0.4,
    0.3,
    0.8,
    '#f4fbff',
    [0.3, '#b8d8f4'],
    [0.68, '#5a8cc8'],
    [1, '#254a8c'],
  )
  g.shape(
    'M-2 -16 C12 -8 12 2 2 10 C-10 18 -16 26 -30 34 C-38 40 -36 49 -28 49 L26 49 C37 44 38 28 27 17 C34 6 32 -12 18 -24 C10 -32 -4 -36 -10 -30 C-13 -24 -8 -18 -2 -16 Z',
    plumage,
    edge,
  )
  g.shape(
    'M2 -14 C16 -8 17 3 7 11 C-3 18 -10 26 -20 40 C-8 34 4 26 14 16 C24 5 20 -10 10 -17 Z',
    down('#ffffff', '#eaf6ff', '#c0dcf4'),
  )
  for (const [x, y] of pairs('8,-4 7,3 0,11 -8,19')) {
    g.moveTo(x, y).lineTo(x - 3, y + 4)
    g.stroke({ width: 2.2, color: '#3a5c94', cap: 'round' })
  }
  for (const [x, y] of pairs('18,26 24,34 14,38')) {
    g.moveTo(x - 7, y - 4).quadraticCurveTo(x + 2, y, x + 3, y + 7)
    g.stroke({ width: 2.2, color: '#1c3f7c', alpha: 0.8, cap: 'round' })
  }
  const beak = down('#fff0a0', '#ffb81f', '#d97a06')
  g.shape('M-6 -30 L-50 -20 L-8 -19 Z', beak, { color: '#6b3200', width: 2.2 })
  g.moveTo(-8, -24).lineTo(-46, -20.5).stroke({ width: 1.6, color: '#8a4a00', cap: 'round' })
  g.shape(
    'M-11 -27 C-12 -38 6 -42 17 -34 C26 -28 30 -22 31 -14 C24 -20 16 -20 8 -16 C-2 -13 -11 -17 -11 -27 Z',
    down('#ffffff', '#d8ecfc'),
    edge,
  )
  g.shape(
    'M-8 -32 C4 -42 22 -38 34 -28 C40 -23 46 -21 51 -22 C44 -12 32 -16 25 -22 C16 -31 2 -33 -8 -32 Z',
    down('#3a5ca8', '#14264f'),
    { color: '#0a1836', width: 1.8 },
  )
  g.circle(2, -26, 4.4).fill(ball('#fff6a0', '#ffc81f', '#e08a00'))
  g.circle(2, -26, 4.4).stroke({ width: 1.4, color: '#14264f' })
  g.circle(1.6, -26, 2.2).fill('#0a0a14').circle(0.8, -27, 0.9).fill('#ffffff')
  g.gloss(20, 4, 5, 9, 0.5)
  return group(g)
}

/** A bulrush with one leaf. */
function paintReed(g: Pen, x: number, base: number, lean: number, tall: number): void {
  const [tx, ty] = [x + lean * tall, base - tall]
  g.shape(
    `M${x - 2} ${base} C${x - 12} ${base - tall * 0.4} ${x - 8} ${base - tall * 0.8} ${x - 16} ${base - tall} C${x} ${base - tall * 0.7} ${x + 3} ${base - tall * 0.3} ${x + 3} ${base} Z`,
    down('#c8e86a', '#3f9a3c', '#145a3a'),
    { color: '#0c3f2c', width: 1.4 },
  )
  g.moveTo(x, base).lineTo(tx, ty).stroke({ width: 2.4, color: '#1c6a3c', cap: 'round' })
  g.moveTo(tx, ty + 16).lineTo(tx, ty)
  g.stroke({ width: 8, color: '#3f1a08', cap: 'round' })
  g.moveTo(tx - 0.8, ty + 15).lineTo(tx - 0.8, ty)
  g.stroke({ width: 4.4, color: '#a85a24', cap: 'round' })
}

/** From the front, lying in the water with its paws on its breast. */
export function drawOtter(): Container {
  const g = new Pen()
  g.spot(0, 4, 54, 52, '#3fd0d8', 0.5)
  const edge = { color: '#3a1808', width: 2.5 }
  const fur = roundFrom(
    0.45,
    0.25,
    0.8,
    '#f0b878',
    [0.3, '#c07a3c'],
    [0.7, '#8a4a1c'],
    [1, '#52260c'],
  )
  g.shape('M-36 46 C-40 22 -24 8 0 8 C24 8 40 22 36 46 Z', fur, edge)
  g.shape('M-20 46 C-22 30 -12 20 0 20 C12 20 22 30 20 46 Z', down('#fff0d4', '#e8c490'))
  for (const side of [-1, 1]) {
    g.circle(side * 29, -26, 9).edged(fur, edge)
    g.circle(side * 29.5, -25, 4.8).fill('#f0a07a')
  }
  g.shape(
    'M0 -44 C22 -45 36 -30 37 -12 C38 8 22 19 0 19 C-22 19 -38 8 -37 -12 C-36 -30 -22 -45 0 -44 Z',
    fur,
    edge,
  )
  g.shape(
    'M0 -8 C10 -14 28 -8 29 3 C29 14 14 18 0 18 C-14 18 -29 14 -29 3 C-28 -8 -10 -14 0 -8 Z',
    down('#fffaf0', '#ffe6c0', '#e8be8a'),
    { color: '#8a5224', width: 1.5 },
  )
  g.moveTo(0, 2).lineTo(0, 8).stroke({ width: 2.2, color: '#4a200c', cap: 'round' })
  g.outline('M-10 8 Q-5 14 0 8 Q5 14 10 8', { width: 2.2, color: '#4a200c', cap: 'round' })
  g.shape(
    'M-9 -10 C-6 -14 6 -14 9 -10 C9 -4 4 1 0 2 C-4 1 -9 -4 -9 -10 Z',
    down('#6a4438', '#1c0c0a'),
  )
  g.gloss(-2, -9.5, 4, 2, 0.85)
  for (const side of [-1, 1]) {
    paintEye(g, side * 17, -16, 5.8)
    g.moveTo(side * 10, -25).quadraticCurveTo(side * 16, -29, side * 23, -25)
    g.stroke({ width: 2.2, color: '#5a2a0e', cap: 'round' })
    for (const [y, drop] of pairs('0,-5 4,0 8,5')) {
      g.moveTo(side * 16, y).quadraticCurveTo(side * 32, y + drop * 0.4, side * 46, y + drop + 1)
      g.stroke({ width: 1.5, color: '#ffffff', alpha: 0.9, cap: 'round' })
      g.circle(side * 14, y + 1, 1.1).fill('#8a5224')
    }
  }
  paintShell(g)
  for (const side of [-1, 1]) {
    g.shape(
      `M${side * 28} 22 C${side * 20} 18 ${side * 8} 22 ${side * 7} 29 C${side * 7} 36 ${side * 16} 37 ${side * 22} 36 C${side * 30} 36 ${side * 34} 28 ${side * 28} 22 Z`,
      ball('#d89a58', '#a8642c', '#6b3412'),
      edge,
    )
    for (const y of [26, 30]) {
      g.moveTo(side * 8.5, y).lineTo(side * 13, y - 0.5)
      g.stroke({ width: 1.5, color: '#4a200c', cap: 'round' })
    }
  }
  g.shape(
    'M-50 40 C-38 33 -28 45 -14 40 C-4 36 4 44 14 40 C26 35 38 44 50 39 L50 46 C34 52 -34 52 -50 46 Z',
    down('#d8fff8', '#4fd0dc', '#0f86a8'),
    { color: '#06506e', width: 1.8 },
  )
  g.gloss(-10, -36, 14, 6, 0.5)
  return group(g)
}

/** The shell the otter holds. */
function paintShell(g: Pen): void {
  const shell = 'M0 40 C-14 36 -14 22 -8 19 C-4 15 4 15 8 19 C14 22 14 36 0 40 Z'
  g.shape(shell, down('#fff4f8', '#ffb0cc', '#e8608c'), { color: '#7a1c44', width: 1.8 })
  for (const x of [-7, 0, 7]) {
    g.moveTo(0, 38).lineTo(x, 20).stroke({ width: 1.3, color: '#a8346a', alpha: 0.8 })
  }
}

const SHELL =
  'M0 -34 C22 -34 36 -18 36 3 C36 25 20 37 0 37 C-20 37 -36 25 -36 3 C-36 -18 -22 -34 0 -34 Z'

/** From above, swimming up. */
export function drawTurtle(): Container {
  const water = new Pen()
  water.spot(0, 0, 52, 52, '#2ae0b0', 0.5)
  const g = new Pen()
  const edge = { color: '#0c3a2a', width: 2.4 }
  const skin = ball('#e8ffb0', '#8ad05a', '#2f8a44')
  for (const side of [-1, 1]) {
    g.shape(
      `M${side * 20} -16 C${side * 30} -30 ${side * 44} -32 ${side * 50} -22 C${side * 48} -10 ${side * 36} -4 ${side * 26} -4 Z`,
      skin,
      edge,
    )
    g.shape(
      `M${side * 20} 22 C${side * 30} 22 ${side * 42} 32 ${side * 40} 42 C${side * 30} 46 ${side * 18} 40 ${side * 14} 30 Z`,
      skin,
      edge,
    )
    for (const [x, y] of pairs('34,-20 41,-18 36,-13 28,34 33,38')) {
      g.circle(side * x, y, 1.9).fill('#1c6a3c')
    }
  }
  g.shape('M-5 34 L0 47 L5 34 Z', skin, edge)
  g.shape(
    'M0 -51 C12 -51 15 -41 13 -33 C11 -27 -11 -27 -13 -33 C-15 -41 -12 -51 0 -51 Z',
    skin,
    edge,
  )
  for (const side of [-1, 1]) paintEye(g, side * 7.5, -42, 3)
  g.outline(SHELL, { width: 7, color: '#0c3a2a', join: 'round' })
  g.shape(SHELL, down('#ffe69a', '#e0a83c', '#9a6414'))
  const plate = (d: string) =>
    g.shape(
      d,
      roundFrom(0.4, 0.25, 0.8, '#d8fff0', [0.3, '#3fd8a8'], [0.75, '#0f9a80'], [1, '#045a54']),
      {
        color: '#04403c',
        width: 1.8,
      },
    )
  for (const y of [-22, 2, 26]) {
    const r = y === 2 ? 13 : 10.5
    plate(
      `M${-r} ${y} L${-r / 2} ${y - r} L${r / 2} ${y - r} L${r} ${y} L${r / 2} ${y + r * 0.92} L${-r / 2} ${y + r * 0.92} Z`,
    )
  }
  for (const side of [-1, 1]) {
    const at = (x: number) => x * side
    plate(
      `M${at(12)} -23 L${at(8.5)} -11.500 L${at(15)} -1 L${at(32)} -4 C${at(31)} -16 ${at(24)} -25 ${at(14)} -29 Z`,
    )
    plate(
      `M${at(15)} 4 L${at(9)} 15 L${at(12.5)} 26 L${at(20)} 30 C${at(28)} 24 ${at(33)} 14 ${at(32.5)} 1 Z`,
    )
  }
  g.gloss(-13, -18, 11, 9, 0.55)
  g.rotation = 0.32
  g.scale.set(0.94)
  return group(water, g)
}

/** Leaping out of the water, to the left. */
export function drawSalmon(): Container {
  const g = new Pen()
  g.spot(0, 4, 54, 50, '#ff8a7a', 0.5)
  paintSplash(g)
  const edge = { color: '#6b0a24', width: 2.4 }
  const fin = down('#ffd0b8', '#ff7a5a', '#c42a3c')
  g.shape('M-4 -33 C4 -46 18 -46 26 -38 C22 -33 16 -28 8 -26 Z', fin, edge)
  g.shape(
    'M30 12 C32 24 26 36 22 46 C34 42 38 36 40 32 C44 36 50 36 52 34 C50 24 46 12 38 4 Z',
    fin,
    edge,
  )
  const body =
    'M-47 4 C-46 -16 -28 -34 -2 -32 C22 -30 38 -10 41 8 L30 15 C24 6 18 4 8 8 C-10 14 -34 18 -47 4 Z'
  g.shape(
    body,
    roundFrom(
      0.42,
      0.1,
      0.75,
      '#ffc8b0',
      [0.2, '#ff8a6a'],
      [0.5, '#f04a5a'],
      [0.8, '#c8d8e8'],
      [1, '#8aa8c8'],
    ),
    edge,
  )
  g.shape(
    'M-46 6 C-34 2 -22 2 -8 0 C8 -4 22 -6 32 10 L30 15 C24 6 18 4 8 8 C-10 14 -34 18 -46 6 Z',
    down('#ffffff', '#d8e8f4', '#9ab8d4'),
  )
  for (const [x, y] of pairs('-14,-22 -4,-25 7,-23 16,-16 23,-8 1,-16 -9,-14 11,-11')) {
    g.ellipse(x, y, 2.3, 1.8).fill('#8a0a34')
  }
  for (const [x, y] of pairs('-9,-6 0,-8 9,-6 17,-3 25,2')) {
    g.moveTo(x, y - 4).quadraticCurveTo(x + 5, y, x, y + 4)
    g.stroke({ width: 1.5, color: '#a8324c', alpha: 0.65, cap: 'round' })
  }
  g.moveTo(-24, -25).bezierCurveTo(-14, -16, -14, -2, -22, 9)
  g.stroke({ width: 2.6, color: '#8a0a2c', alpha: 0.85, cap: 'round' })
  g.shape('M-17 2 C-10 4 -4 12 -6 20 C-14 18 -20 12 -21 5 Z', fin, edge)
  g.outline('M-47 3 Q-41 6 -34 2', { width: 2.2, color: '#6b0a24', cap: 'round' })
  g.circle(-32, -9, 5.6).edged('#fff6d0', { width: 1.6, color: '#6b0a24' })
  paintEye(g, -32.5, -9, 3.6)
  g.gloss(-8, -27, 16, 4, 0.7)
  return group(g)
}

function paintSplash(g: Pen): void {
  const edge = { color: '#0a5a82', width: 1.8 }
  const water = down('#ffffff', '#9aecf8', '#2aa8d0')
  for (const [x, tall, lean] of triples('-30,20,-12 -14,30,-5 4,24,5 34,26,10')) {
    g.shape(
      `M${x - 8} 44 Q${x - 4} ${44 - tall * 0.6} ${x + lean} ${44 - tall} Q${x + 6} ${44 - tall * 0.5} ${x + 8} 44 Z`,
      water,
      edge,
    )
  }
  g.shape(
    'M-49 44 C-40 32 -26 42 -14 38 C-2 34 10 42 22 37 C34 33 44 38 49 44 C36 51 -36 51 -49 44 Z',
    water,
    edge,
  )
  for (const [x, y, r] of triples(
    '-40,22,2.6 -22,14,2 12,20,2.4 48,22,2.2 46,-2,1.8 -46,-16,1.8',
  )) {
    g.circle(x, y, r).fill(ball('#ffffff', '#9aecf8', '#2aa8d0'))
  }
}

/** From above, wings spread. */
export function drawDragonfly(): Container {
  const light = new Pen()
  light.spot(0, 0, 54, 50, '#b07aff', 0.5)
  const g = new Pen()
  for (const side of [-1, 1]) {
    for (const [d, fill, edge] of [
      [
        `M${side * 4} -6 C${side * 16} -2 ${side * 42} 6 ${side * 46} 22 C${side * 44} 32 ${side * 28} 28 ${side * 16} 16 C${side * 10} 10 ${side * 5} 4 ${side * 4} -6 Z`,
        slant('rgba(216,255,250,0.95)', 'rgba(90,220,240,0.85)', 'rgba(150,90,255,0.85)'),
        '#3a1c9a',
      ],
      [
        `M${side * 4} -12 C${side * 12} -32 ${side * 40} -40 ${side * 51} -30 C${side * 54} -18 ${side * 32} -6 ${side * 4} -8 Z`,
        slant('rgba(255,240,255,0.95)', 'rgba(180,140,255,0.9)', 'rgba(60,190,240,0.85)'),
        '#3a1c9a',
      ],
    ] as const) {
      g.shape(d, fill, { color: edge, width: 2 })
    }
    for (const [x, y] of pairs('44,-30 38,-22 26,-28 40,22 30,16')) {
      g.moveTo(side * 6, y < 0 ? -10 : 0).lineTo(side * x, y)
      g.stroke({ width: 1.1, color: '#ffffff', alpha: 0.7 })
    }
    g.ellipse(side * 46, -29, 3.4, 2.2).fill('#5a1ca8')
  }
  const edge = { color: '#04404a', width: 2.2 }
  const tail = down('#b8fff0', '#1fc8b8', '#0a7a8c')
  for (let joint = 6; joint >= 0; joint--) {
    const y = 2 + joint * 6.4
    g.ellipse(0, y, 4.8 - joint * 0.25, 4.6).fill(
      joint % 2 === 0 ? tail : down('#d0a0ff', '#7a3ae0', '#3f1290'),
    )
    g.ellipse(0, y, 4.8 - joint * 0.25, 4.6).stroke({ ...edge, width: 1.6 })
  }
  g.shape(
    'M0 -26 C9 -24 9 -4 6 3 C3 7 -3 7 -6 3 C-9 -4 -9 -24 0 -26 Z',
    ball('#d8fff4', '#2ad0bc', '#067080'),
    edge,
  )
  for (const side of [-1, 1]) {
    g.circle(side * 6.5, -33, 7.4).fill(ball('#ffd8f0', '#ff5aa0', '#a80a5a'))
    g.circle(side * 6.5, -33, 7.4).stroke({ width: 2, color: '#5a0434' })
    g.circle(side * 6.5 - 2, -36, 2.2).fill('#ffffff')
  }
  g.ellipse(0, -29, 4, 3.4).fill('#0a7a8c')
  g.rotation = 0.3
  return group(light, g)
}
