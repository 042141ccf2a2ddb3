// Owns the pieces of a temple hall: painted columns, carved signs, fires, a winged sun. It must
// never depend on a game.

import { GraphicsPath, Matrix } from 'pixi.js'
import { across, ball, clear, down, type Pen, round, slant } from './paint.ts'
import { disorder } from './scenery.ts'

/** Signs for carved walls, in a box of 20 x 20; they have no meaning. */
const SIGNS: readonly string[] = [
  'M-8 2 C-4 -6 4 -6 8 2 C4 6 -4 6 -8 2 Z M-1 5 L-3 10',
  'M0 1 C-7 -4 -5 -10 0 -10 C5 -10 7 -4 0 1 Z M0 1 L0 10 M-6 3 L6 3',
  'M-9 -4 L-6 -8 L-3 -4 L0 -8 L3 -4 L6 -8 L9 -4 M-9 4 L-6 0 L-3 4 L0 0 L3 4 L6 0 L9 4',
  'M-7 9 L-7 -2 C-7 -9 7 -9 7 -2 L7 9 M-9 9 L9 9',
  'M-3 9 C-3 2 -8 0 -6 -5 C-4 -10 3 -9 3 -5 L8 -4 L3 -2 C5 4 2 6 2 9 M-3 9 L5 9',
  'M0 -9 A4 4 0 1 0 0.100 -9 M-9 6 C-4 0 4 0 9 6 M0 -1 L0 9',
  'M-4 9 L-4 -9 C4 -9 4 0 -4 0 M5 9 L5 -4',
]

/** Rows of carved signs in a field. */
export function paintSigns(
  g: Pen,
  field: { x: number; y: number; width: number; height: number },
  size: number,
  color: string,
  alpha: number,
  seed: number,
): void {
  const next = disorder(seed)
  const columns = Math.max(1, Math.floor(field.width / (size * 1.25)))
  const rows = Math.floor(field.height / (size * 1.25))
  const scale = size / 22
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      const sign = SIGNS[Math.floor(next() * SIGNS.length)]!
      const x = field.x + (field.width * (column + 0.5)) / columns
      const y = field.y + (field.height * (row + 0.5)) / rows
      g.path(new GraphicsPath(sign).transform(new Matrix(scale, 0, 0, scale, x, y)))
      g.stroke({ color, alpha, width: size * 0.085, cap: 'round', join: 'round' })
    }
  }
}

/** A column with an open flower as its capital, lit from the side of `lit` (-1 left, 1 right). */
export function paintColumn(
  g: Pen,
  x: number,
  top: number,
  base: number,
  wide: number,
  lit: number,
  seed: number,
): void {
  const stone = ['#1f0c06', '#5a2c12', '#c8823c', '#f0b86a', '#7a4018', '#2a1008']
  const shaft = lit < 0 ? [...stone].reverse() : stone
  const half = wide / 2
  const capital = wide * 0.9
  g.rect(x - half, top, wide, base - top).fill(across(...shaft))
  const bands = [
    [0, 0.16, '#1c3ab0'],
    [0.2, 0.1, '#0f9a94'],
    [0.34, 0.1, '#c83a1c'],
  ] as const
  for (const from of [top + capital * 1.05, base - wide * 1.5]) {
    for (const [at, tall, color] of bands) {
      const y = from + at * wide * 1.6
      g.rect(x - half, y, wide, tall * wide * 1.6).fill(color)
      g.rect(x - half, y + tall * wide * 1.6, wide, wide * 0.05).fill('#ffd24a')
    }
    g.rect(x - half, from, wide, wide * 0.74)
    g.fill(
      across(
        clear('#140602', 0.75),
        clear('#140602', 0),
        clear('#140602', 0.1),
        clear('#140602', 0.7),
      ),
    )
  }
  const field = {
    x: x - half * 0.72,
    y: top + capital * 1.9,
    width: wide * 0.72,
    height: base - top - capital * 1.9 - wide * 1.7,
  }
  if (field.height > wide * 0.5) {
    paintSigns(
      g,
      { ...field, x: field.x + wide * 0.012, y: field.y + wide * 0.012 },
      wide * 0.27,
      '#ffe2a8',
      0.5,
      seed,
    )
    paintSigns(g, field, wide * 0.27, '#3a1406', 0.75, seed)
  }
  paintCapital(g, x, top, wide, capital)
  g.rect(x - wide * 0.68, base - wide * 0.16, wide * 1.36, wide * 0.2).fill(across(...shaft))
  g.rect(x - wide * 0.68, base - wide * 0.16, wide * 1.36, wide * 0.03).fill(clear('#fff0c8', 0.7))
}

function paintCapital(g: Pen, x: number, top: number, wide: number, tall: number): void {
  const [half, mouth] = [wide / 2, wide * 0.92]
  const bottom = top + tall
  g.shape(
    `M${x - half} ${bottom} C${x - half} ${bottom - tall * 0.6} ${x - mouth * 0.8} ${top + tall * 0.3} ${x - mouth} ${top} L${x + mouth} ${top} C${x + mouth * 0.8} ${top + tall * 0.3} ${x + half} ${bottom - tall * 0.6} ${x + half} ${bottom} Z`,
    across('#4a2410', '#d8944a', '#ffd898', '#b8703a', '#3a1a0c'),
    { color: '#1c0a04', width: Math.max(1.2, wide * 0.02) },
  )
  const petals = 7
  for (let petal = 0; petal < petals; petal++) {
    const part = (petal + 0.5) / petals - 0.5
    const [fx, tx] = [x + part * wide * 0.92, x + part * mouth * 1.95]
    const w = wide * 0.075
    g.shape(
      `M${fx} ${bottom} C${fx - w} ${bottom - tall * 0.4} ${tx - w * 1.5} ${top + tall * 0.5} ${tx} ${top + tall * 0.08} C${tx + w * 1.5} ${top + tall * 0.5} ${fx + w} ${bottom - tall * 0.4} ${fx} ${bottom} Z`,
      petal % 2 === 0 ? down('#3fd8c8', '#0a6a74') : down('#4a7aff', '#14258c'),
      { color: '#ffd24a', width: Math.max(0.8, wide * 0.014) },
    )
  }
  g.rect(x - mouth, top - tall * 0.14, mouth * 2, tall * 0.16)
  g.fill(across('#6b3a14', '#ffe08a', '#c8842a', '#4a2008'))
  g.rect(x - half, bottom - tall * 0.06, wide, tall * 0.1).fill(
    across('#8a4a0a', '#ffe08a', '#8a4a0a'),
  )
}

/** A flame with its foot at (x, y). */
export function paintFlame(g: Pen, x: number, y: number, tall: number): void {
  g.spot(x, y - tall * 0.4, tall * 3.2, tall * 3.2, '#ff9a2a', 0.24)
  g.spot(x, y - tall * 0.4, tall * 1.3, tall * 1.3, '#ffd84a', 0.5)
  for (const [part, wide, tones] of [
    [1, 0.34, ['#ff7a1a', '#d8281c', '#7a0a10']],
    [0.76, 0.25, ['#ffd84a', '#ff9a1a', '#f0501a']],
    [0.5, 0.16, ['#ffffff', '#fff6b0', '#ffd03a']],
  ] as const) {
    const [h, w] = [tall * part, tall * wide]
    g.shape(
      `M${x} ${y} C${x - w * 1.3} ${y} ${x - w * 1.2} ${y - h * 0.4} ${x - w * 0.5} ${y - h * 0.58} C${x - w * 0.6} ${y - h * 0.74} ${x - w * 0.1} ${y - h * 0.84} ${x + w * 0.1} ${y - h} C${x + w * 0.3} ${y - h * 0.8} ${x + w * 0.9} ${y - h * 0.66} ${x + w * 0.8} ${y - h * 0.46} C${x + w * 1.4} ${y - h * 0.3} ${x + w * 1.2} ${y} ${x} ${y} Z`,
      down(...tones),
    )
  }
}

/** A standing bowl of fire. */
export function paintBrazier(g: Pen, x: number, base: number, size: number): void {
  const edge = { color: '#1c0a04', width: Math.max(1.2, size * 0.03) }
  const bronze = across('#4a2208', '#d8842a', '#ffe08a', '#b8661a', '#3a1804')
  for (const side of [-1, 1]) {
    g.shape(
      `M${x + side * size * 0.1} ${base - size * 0.6} L${x + side * size * 0.42} ${base} L${x + side * size * 0.3} ${base} L${x} ${base - size * 0.56} Z`,
      bronze,
      edge,
    )
  }
  paintFlame(g, x, base - size * 0.72, size * 1.05)
  g.shape(
    `M${x - size * 0.56} ${base - size * 0.82} L${x + size * 0.56} ${base - size * 0.82} C${x + size * 0.5} ${base - size * 0.45} ${x - size * 0.5} ${base - size * 0.45} ${x - size * 0.56} ${base - size * 0.82} Z`,
    bronze,
    edge,
  )
  g.roundRect(x - size * 0.62, base - size * 0.88, size * 1.24, size * 0.12, size * 0.05).edged(
    bronze,
    edge,
  )
  for (const part of [-0.34, 0, 0.34]) {
    g.circle(x + size * part, base - size * 0.68, size * 0.055).fill(
      ball('#d8fff6', '#2ad8c8', '#046a70'),
    )
  }
}

/** The sun between two wings, `reach` to either side. */
export function paintWingedSun(g: Pen, x: number, y: number, reach: number): void {
  const tall = reach * 0.2
  for (const side of [-1, 1]) {
    for (const [part, deep, tones] of [
      [1, 1, ['#4a7aff', '#14258c']],
      [0.74, 0.74, ['#3fd8c8', '#0a6a74']],
      [0.48, 0.5, ['#ffe98a', '#d8860a']],
    ] as const) {
      const feathers = Math.round(11 * part)
      for (let feather = feathers; feather >= 1; feather--) {
        const tip = (reach * part * feather) / feathers
        const long = tall * deep * (1.1 - 0.5 * (feather / feathers))
        const w = (reach * part) / feathers
        g.shape(
          `M${x + side * (tip - w * 1.6)} ${y - tall * 0.16} L${x + side * tip} ${y - tall * 0.2} C${x + side * (tip + w * 0.4)} ${y + long * 0.5} ${x + side * (tip + w * 0.1)} ${y + long} ${x + side * (tip - w * 0.5)} ${y + long} C${x + side * (tip - w)} ${y + long} ${x + side * (tip - w * 1.3)} ${y + long * 0.4} ${x + side * (tip - w * 1.6)} ${y - tall * 0.16} Z`,
          down(...tones),
          { color: '#2a1004', width: Math.max(0.8, reach * 0.006) },
        )
      }
    }
    g.shape(
      `M${x} ${y - tall * 0.34} L${x + side * reach} ${y - tall * 0.3} L${x + side * reach} ${y - tall * 0.1} L${x} ${y} Z`,
      down('#fff0a0', '#d8860a'),
      { color: '#2a1004', width: Math.max(0.8, reach * 0.006) },
    )
  }
  const r = tall * 0.6
  g.spot(x, y, r * 3, r * 3, '#ff9a3a', 0.6)
  g.circle(x, y, r).fill(round('#fff6c0', [0.5, '#ff8a3a'], [1, '#c8201c']))
  g.circle(x, y, r).stroke({ width: r * 0.3, color: '#2a1004' })
  g.circle(x, y, r).stroke({ width: r * 0.18, fill: slant('#fffbd0', '#ffc83a', '#a85a04') })
}
