// Owns the drawings of the figures of the temple: pharaoh, scarab, falcon. It must never depend on
// symbol ids; a theme maps them.

import type { Container } from 'pixi.js'
import { across, ball, down, group, Pen, pairs, roundFrom, type Stops, slant } from './paint.ts'

export const TEMPLE_GOLD: Stops = ['#fffbd0', '#ffdc5a', '#f0a01a', '#a85a04']
export const TEMPLE_EDGE = { color: '#4a1f02', width: 2.2 }
const LAPIS: Stops = ['#6a9aff', '#1f4ae0', '#0c1f8c']

type Point = readonly [number, number]

function between(a: Point, b: Point, part: number): Point {
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part]
}

/** The golden mask under the striped headcloth. */
export function drawPharaoh(): Container {
  const g = new Pen()
  g.spot(0, 0, 60, 60, '#ffb52e', 0.85)
  paintHeadcloth(g)
  paintCollar(g)
  paintMask(g)
  paintCobra(g)
  return group(g)
}

function paintHeadcloth(g: Pen): void {
  g.shape(
    'M0 -45 C26 -46 38 -30 39 -10 L49 32 C42 42 32 45 24 45 L-24 45 C-32 45 -42 42 -49 32 L-39 -10 C-38 -30 -26 -46 0 -45 Z',
    down('#ffe98a', '#f8b82a', '#b86a08'),
    { color: '#2a1004', width: 5 },
  )
  for (const side of [-1, 1]) {
    const outer: readonly Point[] = [
      [side * 39, -10],
      [side * 49, 32],
    ]
    const inner: readonly Point[] = [
      [side * 22, -8],
      [side * 22, 42],
    ]
    for (let stripe = 0; stripe < 5; stripe++) {
      const [from, to] = [(stripe + 0.15) / 5, (stripe + 0.68) / 5]
      const corners = [
        between(outer[0]!, outer[1]!, from),
        between(outer[0]!, outer[1]!, to),
        between(inner[0]!, inner[1]!, to + 0.03),
        between(inner[0]!, inner[1]!, from + 0.03),
      ]
      g.poly(corners.flat()).fill(across('#0c1f8c', '#3a6aff', '#1432b8'))
    }
  }
  const rim = (angle: number): Point => [Math.cos(angle) * 39, -8 + Math.sin(angle) * 37]
  const brow = (angle: number): Point => [Math.cos(angle) * 22, -8 + Math.sin(angle) * 17]
  for (let stripe = 0; stripe < 9; stripe++) {
    const from = Math.PI * (1 + (stripe + 0.22) / 9)
    const to = Math.PI * (1 + (stripe + 0.78) / 9)
    g.poly([...rim(from), ...rim((from + to) / 2), ...rim(to), ...brow(to), ...brow(from)])
    g.fill(down('#4a7aff', '#1432b8', '#0c1f8c'))
  }
}

function paintMask(g: Pen): void {
  const gold = roundFrom(
    0.42,
    0.3,
    0.75,
    '#fffbd8',
    [0.3, '#ffe27a'],
    [0.7, '#f2a81e'],
    [1, '#b86a06'],
  )
  for (const side of [-1, 1]) {
    g.shape(`M${side * 21} -4 C${side * 30} -8 ${side * 30} 8 ${side * 21} 9 Z`, gold, TEMPLE_EDGE)
  }
  g.shape(
    'M-6 27 L6 27 L8 46 C4 50 -4 50 -8 46 Z',
    across('#0c1f8c', '#3a6aff', '#0c1f8c'),
    TEMPLE_EDGE,
  )
  for (const y of [33, 38, 43]) {
    g.moveTo(-7, y).quadraticCurveTo(0, y + 2.5, 7, y)
    g.stroke({ width: 1.6, color: '#ffd24a' })
  }
  g.shape(
    'M0 -25 C18 -26 24 -14 23 2 C22 17 11 31 0 31 C-11 31 -22 17 -23 2 C-24 -14 -18 -26 0 -25 Z',
    gold,
    { ...TEMPLE_EDGE, width: 2.4 },
  )
  g.shape(
    'M-23 -9 C-17 -24 17 -24 23 -9 L22 -14 C16 -30 -16 -30 -22 -14 Z',
    down('#ffe98a', '#d8860a'),
    {
      ...TEMPLE_EDGE,
      width: 1.8,
    },
  )
  for (const side of [-1, 1]) {
    const at = (x: number) => x * side
    g.moveTo(at(3.5), -8).quadraticCurveTo(at(10), -13, at(19), -7.5)
    g.stroke({ width: 2.8, color: '#101c6a', cap: 'round' })
    g.shape(
      `M${at(4)} -1 C${at(7)} -6.500 ${at(14)} -6.500 ${at(18)} -1 C${at(14)} 2.500 ${at(8)} 2.500 ${at(4)} -1 Z`,
      '#ffffff',
      {
        color: '#101c6a',
        width: 2.3,
      },
    )
    g.circle(at(11), -1.6, 2.9).fill('#140a04')
    g.circle(at(11) - 0.9, -2.6, 0.9).fill('#ffffff')
    g.moveTo(at(17.5), -1).lineTo(at(22.5), 0)
    g.stroke({ width: 2.3, color: '#101c6a', cap: 'round' })
  }
  g.moveTo(-1.5, -5).quadraticCurveTo(-3.5, 8, -5, 11).quadraticCurveTo(0, 15, 5, 11)
  g.stroke({ width: 2, color: '#9a5204', cap: 'round', join: 'round' })
  g.shape(
    'M-8 19.500 C-4 16.500 -2 18 0 18 C2 18 4 16.500 8 19.500 C4 24 -4 24 -8 19.500 Z',
    down('#e8783a', '#a83a10'),
    {
      color: '#5a1c04',
      width: 1.5,
    },
  )
  g.gloss(-7, -15, 7, 5, 0.7)
}

function paintCollar(g: Pen): void {
  const bands = [
    [40, '#1432b8'],
    [44, '#ffd24a'],
    [47, '#0fa8a0'],
  ] as const
  for (const [y, color] of bands) {
    g.moveTo(-23, y - 5).quadraticCurveTo(0, y + 4, 23, y - 5)
    g.stroke({ width: 3.4, color })
  }
}

function paintCobra(g: Pen): void {
  g.outline('M0 -24 C-7 -32 7 -36 0 -44', { width: 7, color: '#4a1f02', cap: 'round' })
  g.outline('M0 -24 C-7 -32 7 -36 0 -44', { width: 4, color: '#ffd24a', cap: 'round' })
  g.shape('M0 -53 C8 -51 9 -42 4 -36 L-4 -36 C-9 -42 -8 -51 0 -53 Z', down('#ffe98a', '#e8920a'), {
    ...TEMPLE_EDGE,
    width: 1.9,
  })
  g.shape('M0 -48 C4 -46 4 -41 2 -38 L-2 -38 C-4 -41 -4 -46 0 -48 Z', down('#3fe8d8', '#0a8a8c'))
  for (const x of [-2.6, 2.6]) g.circle(x, -49.5, 1.3).fill('#c8102c')
}

/** The beetle with spread wings, the sun over it. */
export function drawScarab(): Container {
  const g = new Pen()
  g.spot(0, 0, 58, 56, '#3fe0d0', 0.6)
  for (const side of [-1, 1]) paintWing(g, side)
  for (const side of [-1, 1]) {
    for (const [x, y, ex, ey] of [
      [10, -14, 19, -31],
      [15, 14, 29, 24],
      [10, 24, 20, 42],
    ] as const) {
      g.moveTo(side * x, y).quadraticCurveTo(side * (ex + 4), y + (ey - y) * 0.4, side * ex, ey)
      g.stroke({ width: 5.6, color: '#4a1f02', cap: 'round' })
      g.moveTo(side * x, y).quadraticCurveTo(side * (ex + 4), y + (ey - y) * 0.4, side * ex, ey)
      g.stroke({ width: 2.8, color: '#ffd24a', cap: 'round' })
    }
  }
  paintBeetle(g)
  g.circle(0, -38, 11.5).fill(ball('#fff3b0', '#ff8a3a', '#d8281c', '#7a0a0a'))
  g.circle(0, -38, 11.5).stroke({ width: 4.6, color: '#4a1f02' })
  g.circle(0, -38, 11.5).stroke({ width: 2.4, color: '#ffd24a' })
  g.gloss(-3, -43, 4, 2.8, 0.9)
  return group(g)
}

/** Feathers of a wing in three rows, lapis outside, gold at the shoulder. */
function paintWing(g: Pen, side: number): void {
  const rows = [
    [50, 9, ['#8ab4ff', '#1f4ae0', '#0a1a7c'], '#06103f'],
    [38, 8, ['#d8fff6', '#2ad8c8', '#046a70'], '#02383c'],
    [26, 7, ['#fffbd0', '#ffc83a', '#c07006'], '#4a1f02'],
  ] as const
  for (const [reach, count, fill, edge] of rows) {
    for (let feather = count - 1; feather >= 0; feather--) {
      const angle = -0.72 + (feather / (count - 1)) * 1.24
      const length = reach * (1 - 0.1 * Math.abs(feather / (count - 1) - 0.3))
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      const at = (along: number, off: number) =>
        `${side * (7 + c * along - s * off)} ${2 + s * along + c * off}`
      g.shape(
        `M${at(0, -2)} C${at(length * 0.5, -6)} ${at(length, -6)} ${at(length, 0)} C${at(length, 5)} ${at(length * 0.5, 5)} ${at(0, 2)} Z`,
        slant(...fill),
        { color: edge, width: 1.5 },
      )
    }
  }
}

function paintBeetle(g: Pen): void {
  const edge = { color: '#03343a', width: 2.6 }
  const shell = roundFrom(
    0.4,
    0.25,
    0.8,
    '#d8fff0',
    [0.25, '#4af0d8'],
    [0.6, '#0fa8a8'],
    [1, '#04505c'],
  )
  g.shape('M-9 -22 C-12 -30 12 -30 9 -22 L7 -16 L-7 -16 Z', shell, edge)
  for (const side of [-1, 1]) g.circle(side * 7, -23, 2.4).fill('#ffd24a')
  g.shape('M-17 -6 C-18 -20 18 -20 17 -6 C10 -3 -10 -3 -17 -6 Z', shell, edge)
  g.shape('M-18 -4 C-26 16 -16 36 0 40 C16 36 26 16 18 -4 C8 -1 -8 -1 -18 -4 Z', shell, edge)
  g.moveTo(0, -2).lineTo(0, 38).stroke({ width: 2.4, color: '#03343a' })
  g.moveTo(-17, -5).quadraticCurveTo(0, -1, 17, -5).stroke({ width: 2.6, color: '#ffd24a' })
  for (const side of [-1, 1]) {
    g.moveTo(side * 7, 3).quadraticCurveTo(side * 14, 16, side * 5, 32)
    g.stroke({ width: 1.5, color: '#d8fff0', alpha: 0.7, cap: 'round' })
  }
  g.gloss(-8, 6, 5, 8, 0.7)
}

/** The falcon's head in profile under the double crown. */
export function drawFalcon(): Container {
  const g = new Pen()
  g.spot(0, 2, 60, 60, '#ffb03a', 0.75)
  g.circle(0, 6, 42).fill(roundFrom(0.5, 0.4, 0.6, '#3ad0c0', [0.55, '#0f7a80'], [1, '#053a48']))
  for (let ray = 0; ray < 24; ray++) {
    const [c, s] = [Math.cos((ray / 12) * Math.PI), Math.sin((ray / 12) * Math.PI)]
    g.moveTo(c * 16, 6 + s * 16).lineTo(c * 37, 6 + s * 37)
  }
  g.stroke({ width: 1.4, color: '#c8fff0', alpha: 0.4 })
  g.circle(0, 6, 42).stroke({ width: 5.6, color: '#2a1004' })
  g.circle(0, 6, 42).stroke({ width: 3.4, fill: down(...TEMPLE_GOLD) })
  paintCrown(g)
  const edge = { color: '#2a1004', width: 2.6 }
  g.shape(
    'M-30 48 C-36 26 -30 8 -22 -6 C-14 -20 8 -23 20 -12 C26 -6 28 2 25 10 C22 18 22 28 26 48 Z',
    roundFrom(0.5, 0.25, 0.8, '#fff6e0', [0.3, '#e8c088'], [0.65, '#a8642c'], [1, '#5a2a10']),
    edge,
  )
  g.shape(
    'M-30 48 C-36 26 -30 8 -22 -6 C-16 -16 -6 -20 4 -19 C-6 -10 -12 4 -11 18 C-10 30 -8 40 -10 48 Z',
    down('#4a7aff', '#1c3ab8', '#0c1a6a'),
    edge,
  )
  for (const [x, y] of pairs('-18,2 -23,12 -15,14 -25,23 -17,25')) {
    g.moveTo(x - 4, y - 2).quadraticCurveTo(x, y + 5, x + 4, y - 2)
    g.stroke({ width: 1.7, color: '#9ac0ff', alpha: 0.9, cap: 'round' })
  }
  g.shape(
    'M19 -12 C34 -12 46 -2 43 16 C42 20 39 20 38 16 C36 10 30 9 24 9 C18 6 14 -6 19 -12 Z',
    down('#ffe98a', '#f0a01a', '#8a4a06'),
    edge,
  )
  g.shape('M40 4 C44 8 43 14 42 19 C40 20 38.500 19 38 16 C37 12 36 10 33 9 Z', '#2a1208')
  g.circle(26, -5.5, 2).fill('#4a1f02')
  g.outline('M20 1 Q28 4 36 4', { width: 1.7, color: '#5a2a04', cap: 'round' })
  g.shape('M-4 -3 C2 -12 14 -11 18 -3 C12 3 2 3 -4 -3 Z', '#fffbe0', {
    color: '#0c1650',
    width: 2.8,
  })
  g.circle(8, -4, 4.6).fill(ball('#ffd84a', '#e8660a', '#7a1c04'))
  g.circle(8.5, -4, 2.5).fill('#140a04').circle(7.3, -5.3, 1.1).fill('#ffffff')
  g.outline('M8 2 L6 14 Q4 19 -2 17', { width: 3.2, color: '#0c1650', cap: 'round', join: 'round' })
  g.moveTo(14, 1).lineTo(19, 12).stroke({ width: 2.8, color: '#0c1650', cap: 'round' })
  for (const [y, color] of [
    [33, '#ffd24a'],
    [38, '#0fa8a0'],
    [43, '#d8281c'],
    [47, '#ffd24a'],
  ] as const) {
    g.moveTo(-31, y - 4).quadraticCurveTo(-4, y + 7, 24, y - 4)
    g.stroke({ width: 4.4, color })
  }
  g.moveTo(-32, 26).quadraticCurveTo(-4, 37, 23, 26).stroke({ width: 1.6, color: '#2a1004' })
  return group(g)
}

function paintCrown(g: Pen): void {
  const edge = { color: '#3a0a08', width: 2.4 }
  g.shape(
    'M-14 -14 C-16 -34 -8 -52 0 -53 C8 -52 12 -36 14 -16 Z',
    across('#d8c8b0', '#ffffff', '#fff6e0', '#c8ac88'),
    edge,
  )
  g.shape(
    'M-24 -8 L-30 -50 L-20 -50 C-18 -38 -16 -31 -10 -29 L20 -27 L22 -10 C8 -22 -12 -22 -24 -8 Z',
    down('#ff8a6a', '#e0282c', '#8a0a1c'),
    edge,
  )
  g.moveTo(12, -27)
    .bezierCurveTo(14, -44, 30, -48, 33, -38)
    .bezierCurveTo(34, -33, 27, -32, 27, -37)
  g.stroke({ width: 5.4, color: '#3a0a08', cap: 'round' })
  g.moveTo(12, -27)
    .bezierCurveTo(14, -44, 30, -48, 33, -38)
    .bezierCurveTo(34, -33, 27, -32, 27, -37)
  g.stroke({ width: 2.8, color: '#ffd24a', cap: 'round' })
  g.outline('M-22 -12 C-12 -24 8 -25 21 -13', { width: 3.6, fill: across(...TEMPLE_GOLD) })
  g.gloss(-2, -42, 3, 8, 0.7)
}

/** A lapis bead set in gold, for the rain of a big win. */
export function drawLapisBead(): Container {
  const g = new Pen()
  g.circle(0, 0, 42).edged(slant(...TEMPLE_GOLD), { ...TEMPLE_EDGE, width: 3 })
  g.circle(0, 0, 30).edged(ball('#c8dcff', ...LAPIS), { ...TEMPLE_EDGE, width: 2.4 })
  g.gloss(-8, -16, 14, 8, 0.8)
  return group(g)
}
