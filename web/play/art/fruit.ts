// Owns the drawings of the fruit machine: fruit, bell, bars, seven, star. It must never depend on
// symbol ids; a theme maps them.

import type { Container } from 'pixi.js'
import {
  across,
  ball,
  down,
  group,
  letters,
  Pen,
  pairs,
  roundFrom,
  slant,
  triples,
} from './paint.ts'

const LEAF_EDGE = { color: '#0f4a12', width: 2 }

function leaf(g: Pen, d: string): void {
  g.shape(d, down('#b6f060', '#4cb52c', '#1c7a1c'), LEAF_EDGE)
}

function drawn(paint: (g: Pen) => void): Container {
  const g = new Pen()
  paint(g)
  return group(g)
}

export function drawCherry(): Container {
  return drawn(g => {
    g.ground(42, 38)
    const stem = { width: 4, color: '#4f8a1c', cap: 'round' as const }
    g.moveTo(-20, 12).quadraticCurveTo(-12, -18, 12, -38).stroke(stem)
    g.moveTo(21, 16).quadraticCurveTo(22, -14, 12, -38).stroke(stem)
    leaf(g, 'M10 -37 C-4 -50 -26 -46 -36 -34 C-22 -26 -4 -26 10 -37 Z')
    g.outline('M8 -37 Q-12 -38 -30 -35', { width: 1.4, color: '#0f4a12', alpha: 0.6 })
    for (const [x, y, r] of triples('-20,20,22 22,22,21')) {
      g.circle(x, y, r).fill(
        roundFrom(0.36, 0.3, 0.74, '#ffb3a6', [0.25, '#ff3d3d'], [0.7, '#c4071d'], [1, '#6b000f']),
      )
      g.circle(x, y, r).stroke({ width: 2, color: '#5a000c' })
      g.gloss(x - 7, y - 10, 8, 6, 0.85)
    }
  })
}

export function drawLemon(): Container {
  return drawn(g => {
    g.ground(38, 38)
    const body =
      'M-46 6 C-42 0 -38 -2 -34 -10 C-22 -32 18 -36 34 -12 C38 -6 42 -4 46 -2 C45 6 40 9 37 14 C24 36 -18 38 -34 16 C-38 11 -43 12 -46 6 Z'
    g.shape(
      body,
      roundFrom(0.4, 0.3, 0.72, '#fffde0', [0.3, '#fff04a'], [0.75, '#f5bd0a'], [1, '#b97a00']),
      { color: '#8a5a00', width: 2.2 },
    )
    for (const [x, y] of pairs('-14,12 4,18 18,8 -2,2 24,-4 -24,0')) {
      g.circle(x, y, 1.3).fill('rgba(150,95,0,0.35)')
    }
    g.gloss(-6, -18, 20, 7, 0.85)
    leaf(g, 'M26 -22 C26 -38 38 -46 48 -46 C48 -34 40 -22 26 -22 Z')
  })
}

export function drawOrange(): Container {
  return drawn(g => {
    g.ground(41, 34)
    g.circle(0, 4, 37).fill(
      roundFrom(0.38, 0.3, 0.74, '#ffe9b0', [0.28, '#ffa62b'], [0.72, '#f06c00'], [1, '#9c3d00']),
    )
    g.circle(0, 4, 37).stroke({ width: 2.2, color: '#8a3500' })
    for (const [x, y] of pairs('-18,14 -4,24 14,18 22,2 4,8 -10,2 10,-8 -22,-4')) {
      g.circle(x, y, 1.5).fill('rgba(140,50,0,0.35)')
    }
    g.gloss(-11, -15, 15, 9, 0.75)
    g.moveTo(0, -30).lineTo(2, -40).stroke({ width: 4.5, color: '#5a7a1c', cap: 'round' })
    leaf(g, 'M2 -35 C10 -48 28 -48 38 -40 C30 -28 14 -26 2 -35 Z')
  })
}

export function drawPlum(): Container {
  return drawn(g => {
    g.ground(42, 32)
    g.outline('M0 -28 Q2 -38 8 -45', { width: 4.2, color: '#6b4a1c', cap: 'round' })
    leaf(g, 'M4 -34 C14 -48 32 -46 40 -36 C30 -26 16 -24 4 -34 Z')
    const body =
      'M0 -28 C20 -40 40 -22 37 6 C34 30 18 42 0 42 C-18 42 -34 30 -37 6 C-40 -22 -20 -40 0 -28 Z'
    g.shape(
      body,
      roundFrom(0.36, 0.3, 0.76, '#f0c8ff', [0.28, '#a852e8'], [0.72, '#5c1aa0'], [1, '#2a0558']),
      { color: '#22034a', width: 2.2 },
    )
    g.outline('M0 -27 C-10 -10 -10 16 -2 40', { width: 2.2, color: '#22034a', alpha: 0.45 })
    g.gloss(-17, -13, 11, 8, 0.7)
  })
}

export function drawGrapes(): Container {
  return drawn(g => {
    g.ground(46, 22)
    g.outline('M0 -26 Q0 -38 8 -46', { width: 4.2, color: '#6b4a1c', cap: 'round' })
    leaf(g, 'M2 -30 C-8 -46 -30 -46 -40 -34 C-34 -30 -34 -24 -36 -20 C-22 -16 -6 -18 2 -30 Z')
    const rows = [
      [-18, [-27, -9, 9, 27]],
      [-2, [-18, 0, 18]],
      [13, [-18, 0, 18].map(x => x * 0.98)],
      [27, [-9, 9]],
      [39, [0]],
    ] as const
    for (const [y, xs] of rows) {
      for (const x of xs) {
        g.circle(x, y, 11.2).edged(
          roundFrom(
            0.36,
            0.3,
            0.76,
            '#f3d4ff',
            [0.3, '#9b4fe0'],
            [0.75, '#5516a0'],
            [1, '#2c0660'],
          ),
          { width: 1.5, color: '#25044f' },
        )
        g.gloss(x - 3.5, y - 5, 4, 2.8, 0.85)
      }
    }
  })
}

export function drawWatermelon(): Container {
  return drawn(g => {
    g.ground(31, 40)
    const slice = (r: number) => `M${-r} -22 A${r} ${r} 0 0 0 ${r} -22 Z`
    g.shape(slice(47), down('#2f9c2a', '#0c5a1c'), { color: '#06380f', width: 2.2 })
    g.shape(slice(42), '#d9f5b0')
    g.shape(slice(38.5), down('#ff7a80', '#f0273f', '#c40c2c'))
    for (const [x, y] of pairs('-20,0 -7,8 7,0 20,3 0,20 -13,17 13,15')) {
      g.shape(
        `M${x} ${y - 16} C${x + 3.4} ${y - 13} ${x + 3} ${y - 8.4} ${x} ${y - 8} C${x - 3} ${y - 8.4} ${x - 3.4} ${y - 13} ${x} ${y - 16} Z`,
        '#240508',
      )
    }
    g.roundRect(-38, -22, 76, 5, 2).fill('rgba(255,255,255,0.4)')
  })
}

export function drawBell(): Container {
  return drawn(g => {
    g.spot(0, 0, 48, 46, '#ffd84a', 0.45)
    g.ground(43, 30)
    const edge = { color: '#7a3c00', width: 2.2 }
    g.circle(0, -39, 6.5).edged(ball('#fff6c0', '#f0a80c', '#a85a00'), edge)
    g.circle(0, 36, 9).edged(ball('#fff0a0', '#d98a0a', '#8a4200'), edge)
    const body =
      'M0 -36 C20 -36 27 -20 28 -2 C29 12 34 20 42 28 C20 34 -20 34 -42 28 C-34 20 -29 12 -28 -2 C-27 -20 -20 -36 0 -36 Z'
    g.shape(body, across('#c97a04', '#ffe27a', '#fff8d0', '#ffc42e', '#e08f0a', '#8f4a00'), edge)
    g.shape('M-33 18 C-14 24 14 24 33 18 L36 23 C16 29 -16 29 -36 23 Z', 'rgba(122,60,0,0.45)')
    g.gloss(-9, -16, 7, 15, 0.65)
  })
}

export function drawBar(): Container {
  const g = new Pen()
  g.ground(30, 40)
  g.roundRect(-46, -23, 92, 46, 9).fill(down('#fff7cc', '#ffca38', '#a85800'))
  g.roundRect(-46, -23, 92, 46, 9).stroke({ width: 2, color: '#5a2300' })
  g.roundRect(-41, -18.5, 82, 37, 6).fill(down('#ff6a5a', '#d4142c', '#7a0016'))
  g.roundRect(-41, -18.5, 82, 37, 6).stroke({ width: 1.5, color: '#3a0a00' })
  const text = letters('BAR', {
    fontSize: 34,
    letterSpacing: 4,
    fill: down('#ffffff', '#ffe9a8'),
    stroke: { color: '#2a0500', width: 4, join: 'round' },
  })
  const shine = new Pen()
  shine.gloss(0, -12, 40, 9, 0.4)
  return group(g, text, shine)
}

export interface SevenColors {
  light: string
  middle: string
  dark: string
  glow: string
}

export const RED_SEVEN: SevenColors = {
  light: '#ff9a7a',
  middle: '#f0182c',
  dark: '#8a0012',
  glow: '#ffb02e',
}

export function drawSeven({ light, middle, dark, glow }: SevenColors): Container {
  return drawn(g => {
    g.spot(0, 0, 50, 50, glow, 0.6)
    g.ground(43, 24)
    const seven =
      'M-36 -40 C-20 -33 8 -33 38 -41 L38 -24 C20 -4 10 16 10 43 L-18 43 C-17 18 -6 -4 12 -20 C-2 -17 -16 -18 -24 -22 L-28 -10 L-38 -10 Z'
    g.outline(seven, { width: 9, color: '#4a1200', join: 'round' })
    g.outline(seven, { width: 5.5, color: '#ffd24a', join: 'round' })
    g.shape(seven, down(light, middle, dark))
    g.shape(
      'M-34 -36 C-18 -29.500 10 -30 36 -37 L36 -32 C12 -25 -16 -25 -33 -31 Z',
      'rgba(255,255,255,0.55)',
    )
  })
}

export function drawStar(): Container {
  return drawn(g => {
    g.spot(0, 0, 50, 50, '#ffe14a', 0.7)
    g.star(0, 1, 5, 45, 22.5).fill('#7a3c00')
    g.star(0, 1, 5, 42, 21).fill(slant('#fffbd0', '#ffd83a', '#f09a0a', '#b35c00'))
    g.star(0, 1, 5, 28, 14).fill(down('rgba(255,255,255,0.75)', 'rgba(255,255,255,0)'))
  })
}
