// Owns the drawings of what the fields of the sun yield: maize, cacao, chili, agave, pumpkin. It
// must never depend on symbol ids; a theme maps them.

import type { Container } from 'pixi.js'
import { across, ball, down, group, Pen, pairs, roundFrom, slant, triples } from './paint.ts'

const LEAF = ['#d6f87a', '#5cc22e', '#1c7a24'] as const
const LEAF_EDGE = { color: '#0c431a', width: 2.2 }

function drawn(paint: (g: Pen) => void, turn = 0): Container {
  const shade = new Pen()
  shade.ground(44, 34)
  const g = new Pen()
  paint(g)
  g.rotation = turn
  return group(shade, g)
}

export function drawMaize(): Container {
  return drawn(g => {
    const half = (y: number) => 20 * Math.max(0, 1 - Math.abs((y + 6) / 42) ** 2.6) ** 0.5
    g.shape('M-6 44 C-30 34 -42 6 -34 -22 C-24 -8 -16 4 -12 22 Z', down(...LEAF), LEAF_EDGE)
    g.shape('M6 44 C30 34 42 6 34 -22 C24 -8 16 4 12 22 Z', down(...LEAF), LEAF_EDGE)
    g.shape(
      'M0 40 C-24 34 -22 -20 -17 -34 C-11 -50 11 -50 17 -34 C22 -20 24 34 0 40 Z',
      across('#c77800', '#ffd83a', '#d98c00'),
      { color: '#6b3a00', width: 2.4 },
    )
    for (let row = 0; row < 10; row++) {
      const y = -41 + row * 7.6
      const wide = half(y)
      if (wide < 4) continue
      for (let column = -2; column <= 2; column++) {
        const turn = (column / 2.5) * 1.12 + (row % 2 === 0 ? 0.1 : -0.1)
        const kernel = wide * 0.235 * Math.cos(turn) ** 0.6 + 0.5
        g.ellipse(Math.sin(turn) * wide, y, kernel, 3.9)
        g.fill(ball('#fffde0', '#ffe23a', column > 0 ? '#e09a00' : '#f5b80a'))
      }
    }
    g.shape(
      'M-2 47 C-26 44 -32 18 -29 -2 C-20 12 -6 22 2 44 Z',
      across('#8be04a', '#c4f27a', '#3f9a28'),
      LEAF_EDGE,
    )
    g.shape(
      'M2 47 C26 44 32 18 29 -2 C20 12 6 22 -2 44 Z',
      across('#6acb3a', '#a4e85a', '#1f7a24'),
      LEAF_EDGE,
    )
    for (const side of [-1, 1]) {
      g.moveTo(side * 2, 42).quadraticCurveTo(side * 20, 28, side * 26, 8)
      g.stroke({ width: 1.4, color: '#eaffb8', alpha: 0.8, cap: 'round' })
    }
    g.gloss(-7, -26, 6, 13, 0.65)
  }, 0.2)
}

export function drawCacao(): Container {
  return drawn(g => {
    g.shape('M-6 -26 C-30 -52 -46 -40 -49 -24 C-36 -16 -18 -16 -6 -26 Z', down(...LEAF), LEAF_EDGE)
    g.moveTo(-8, -26).quadraticCurveTo(-26, -32, -43, -25)
    g.stroke({ width: 1.5, color: '#eaffb8', alpha: 0.7, cap: 'round' })
    const pod =
      'M4 -38 C26 -36 40 -14 38 10 C36 32 22 44 10 46 C-6 44 -20 28 -20 6 C-20 -16 -12 -38 4 -38 Z'
    g.shape(
      pod,
      roundFrom(0.34, 0.3, 0.86, '#ffc98a', [0.28, '#e8783a'], [0.66, '#a83818'], [1, '#561006']),
      { color: '#3f0a04', width: 2.6 },
    )
    for (const [x, bend] of pairs('-8,-15 2,-2 14,13 24,26')) {
      g.moveTo(5, -36).quadraticCurveTo(bend * 1.5, x * 0.1, 10, 44)
      g.stroke({ width: 1.8, color: '#561006', alpha: 0.7, cap: 'round' })
    }
    g.outline('M3 -36 Q2 -44 -4 -48', { width: 6, color: '#3f2408', cap: 'round' })
    const open =
      'M-44 14 C-40 -2 -22 -8 -8 2 C6 12 10 30 4 40 C-8 48 -30 46 -40 36 C-45 30 -46 22 -44 14 Z'
    g.shape(open, slant('#e8884a', '#a83c18', '#6b1a08'), { color: '#3f0a04', width: 2.4 })
    g.shape(
      'M-38 15 C-34 4 -20 0 -9 8 C2 16 4 28 0 35 C-10 41 -27 40 -34 32 C-39 27 -40 20 -38 15 Z',
      down('#fff8e8', '#f2d9b0'),
      { color: '#8a4a1c', width: 1.6 },
    )
    for (const [x, y, turn] of triples('-27,17,0.5 -13,15,0.2 -25,29,0.1 -11,28,0.6')) {
      paintBean(g, x, y, turn)
    }
    g.gloss(10, -22, 10, 7, 0.6)
  })
}

function paintBean(g: Pen, x: number, y: number, turn: number): void {
  const [c, s] = [Math.cos(turn), Math.sin(turn)]
  const at = (along: number, off: number) => `${x + c * along - s * off} ${y + s * along + c * off}`
  const bean = `M${at(-7, 0)} C${at(-6, -6)} ${at(6, -6)} ${at(7, 0)} C${at(6, 6)} ${at(-6, 6)} ${at(-7, 0)} Z`
  g.shape(bean, ball('#d89a6a', '#7a3a14', '#3f1604'), { color: '#2a0c02', width: 1.4 })
}

function paintPod(g: Pen, d: string, shine: string): void {
  g.shape(
    d,
    roundFrom(0.36, 0.2, 0.95, '#ffb09a', [0.2, '#ff4a34'], [0.6, '#d80f1c'], [1, '#780010']),
    { color: '#52000a', width: 2.5 },
  )
  g.outline(shine, { width: 4, color: '#ffffff', alpha: 0.72, cap: 'round' })
}

export function drawChili(): Container {
  return drawn(g => {
    const cap = { color: '#0c431a', width: 2.2 }
    g.outline('M-20 -30 Q-22 -42 -32 -46', { width: 7.5, color: '#0c431a', cap: 'round' })
    g.outline('M-20 -30 Q-22 -42 -32 -46', { width: 4, color: '#7ad03a', cap: 'round' })
    paintPod(
      g,
      'M-33 -22 C-26 -32 -10 -32 -4 -22 C4 6 20 24 47 36 C20 46 -8 38 -22 16 C-30 4 -34 -10 -33 -22 Z',
      'M-24 -14 C-20 6 -8 22 10 29',
    )
    g.shape(
      'M-37 -17 C-37 -32 -26 -37 -18 -36 C-8 -36 -1 -30 -1 -19 C-6 -23 -10 -22 -13 -17 C-17 -22 -21 -22 -24 -16 C-28 -21 -32 -21 -37 -17 Z',
      down(...LEAF),
      cap,
    )
    g.outline('M22 -30 Q24 -42 34 -45', { width: 6.5, color: '#0c431a', cap: 'round' })
    g.outline('M22 -30 Q24 -42 34 -45', { width: 3.4, color: '#7ad03a', cap: 'round' })
    paintPod(
      g,
      'M9 -22 C14 -30 28 -30 34 -22 C40 -6 34 16 8 34 C16 14 8 0 9 -22 Z',
      'M18 -14 C19 -4 20 4 17 12',
    )
    g.shape(
      'M6 -17 C6 -29 14 -34 22 -33 C31 -33 38 -28 38 -18 C34 -22 31 -21 28 -17 C25 -21 21 -21 18 -16 C15 -20 11 -20 6 -17 Z',
      down(...LEAF),
      cap,
    )
  })
}

/** A leaf of agave from the heart of the plant outwards, with its spine. */
function paintBlade(g: Pen, turn: number, length: number, width: number, lit: number): void {
  const [s, c] = [Math.sin(turn), -Math.cos(turn)]
  const at = (along: number, off: number) => `${s * along - c * off} ${34 + c * along + s * off}`
  const blade = `M${at(0, -width * 0.5)} C${at(length * 0.35, -width)} ${at(length * 0.7, -width * 0.6)} ${at(length, 0)} C${at(length * 0.7, width * 0.6)} ${at(length * 0.35, width)} ${at(0, width * 0.5)} Z`
  const tone =
    lit > 0 ? across('#eafff0', '#8fe8c4', '#2f9c94') : across('#8fe8c4', '#3fb0a0', '#12605f')
  g.shape(blade, tone, { color: '#063a42', width: 2.2 })
  const [fx, fy] = [s * length * 0.2, 34 + c * length * 0.2]
  g.moveTo(fx, fy).lineTo(s * length * 0.82, 34 + c * length * 0.82)
  g.stroke({ width: 1.8, color: '#f0fff4', alpha: 0.65, cap: 'round' })
  g.moveTo(s * (length - 3), 34 + c * (length - 3)).lineTo(s * (length + 4), 34 + c * (length + 4))
  g.stroke({ width: 2.6, color: '#a83a1c', cap: 'round' })
}

export function drawAgave(): Container {
  return drawn(g => {
    for (const [turn, length, width, lit] of [
      [-1.36, 46, 9, 0],
      [1.36, 46, 9, 0],
      [-0.3, 74, 11, 0],
      [0.3, 74, 11, 0],
      [-0.98, 56, 11, 0],
      [0.98, 56, 11, 0],
      [-0.62, 64, 12, 1],
      [0.62, 64, 12, 1],
      [0, 76, 13, 1],
      [-1.16, 38, 9, 1],
      [1.16, 38, 9, 1],
      [-0.4, 46, 11, 1],
      [0.4, 46, 11, 1],
      [0, 40, 11, 1],
    ] as const) {
      paintBlade(g, turn, length, width, lit)
    }
    g.shape('M-26 36 C-18 26 18 26 26 36 C18 46 -18 46 -26 36 Z', down('#c8743c', '#7a3414'), {
      color: '#3f1604',
      width: 2.2,
    })
    for (const x of [-13, 0, 13]) g.ellipse(x, 36, 5, 2.4).fill('rgba(255,220,170,0.55)')
  })
}

export function drawPumpkin(): Container {
  return drawn(g => {
    const edge = { color: '#6b2400', width: 2.4 }
    const flesh = (x: number, y: number) =>
      roundFrom(x, y, 0.9, '#fff0b8', [0.25, '#ffb83a'], [0.62, '#f5800f'], [1, '#a83c00'])
    for (const side of [-1, 1]) {
      g.ellipse(side * 28, 10, 20, 29).edged(flesh(0.42, 0.3), edge)
    }
    for (const side of [-1, 1]) {
      g.ellipse(side * 14, 9, 19, 33).edged(flesh(0.42, 0.28), edge)
    }
    g.ellipse(0, 9, 14.5, 35).fill(flesh(0.4, 0.25)).ellipse(0, 9, 14.5, 35).stroke(edge)
    g.shape(
      'M-9 -21 C-7 -30 -8 -38 -17 -44 L-4 -49 C4 -42 5 -32 10 -22 C4 -17 -4 -17 -9 -21 Z',
      across('#c4e86a', '#6aa82e', '#2f6a1c'),
      LEAF_EDGE,
    )
    g.shape(
      'M10 -24 C14 -42 30 -48 44 -42 C46 -34 44 -28 40 -24 C30 -26 20 -20 10 -24 Z',
      down(...LEAF),
      LEAF_EDGE,
    )
    g.outline('M14 -26 Q26 -34 39 -36', { width: 1.6, color: '#eaffb8', alpha: 0.8, cap: 'round' })
    g.moveTo(-12, -22).bezierCurveTo(-24, -38, -38, -32, -33, -24)
    g.bezierCurveTo(-29, -18, -24, -26, -30, -29)
    g.stroke({ width: 2.4, color: '#3f8a24', cap: 'round' })
    g.gloss(-3, -10, 6, 11, 0.7)
    g.gloss(-24, -5, 6, 9, 0.5)
  })
}
