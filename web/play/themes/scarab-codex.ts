// Owns the look of Scarab Codex: an Egyptian temple by torchlight. It must never hold rules.

import '../art/base.ts'
import type { Container } from 'pixi.js'
import { drawFalcon, drawLapisBead, drawPharaoh, drawScarab } from '../art/egypt-figures.ts'
import { drawAnkh, drawCodex, drawTempleCoin, TEMPLE_RANK } from '../art/egypt-treasures.ts'
import { type Frame, upTo } from '../art/frames.ts'
import {
  ball,
  clear,
  down,
  group,
  Pen,
  pairs,
  round,
  type Size,
  slant,
  triples,
} from '../art/paint.ts'
import { drawRankSymbol, type RankTones } from '../art/ranks.ts'
import { disorder, paintCornerShade } from '../art/scenery.ts'
import { paintBrazier, paintColumn, paintFlame, paintSigns, paintWingedSun } from '../art/temple.ts'
import type { Theme } from './theme.ts'

const TONES = {
  carnelian: {
    pale: '#ffece0',
    light: '#ff9a7a',
    middle: '#e8401f',
    dark: '#8a1408',
    edge: '#3a0804',
  },
  amethyst: {
    pale: '#f8e8ff',
    light: '#d0a0ff',
    middle: '#9440e0',
    dark: '#4e1490',
    edge: '#220846',
  },
  malachite: {
    pale: '#eaffe4',
    light: '#8aeeb0',
    middle: '#1fa86a',
    dark: '#0a5c40',
    edge: '#03281c',
  },
  lapis: { pale: '#e8f2ff', light: '#8abcff', middle: '#2a62f0', dark: '#1030a0', edge: '#06124a' },
  sand: { pale: '#fffbe0', light: '#ffe08a', middle: '#e0a02a', dark: '#8a5208', edge: '#3a2004' },
} satisfies Record<string, RankTones>

const SYMBOLS: Readonly<Record<string, () => Container>> = {
  codex: drawCodex,
  pharaoh: drawPharaoh,
  scarab: drawScarab,
  falcon: drawFalcon,
  ankh: drawAnkh,
  ace: () => drawRankSymbol('A', TEMPLE_RANK, TONES.carnelian),
  king: () => drawRankSymbol('K', TEMPLE_RANK, TONES.amethyst),
  queen: () => drawRankSymbol('Q', TEMPLE_RANK, TONES.malachite),
  jack: () => drawRankSymbol('J', TEMPLE_RANK, TONES.lapis),
  ten: () => drawRankSymbol('10', TEMPLE_RANK, TONES.sand),
}

export const scarabCodex: Theme = {
  colors: {
    accent: '#ffc23a',
    accentDeep: '#a8480a',
    panel: '#220e06',
    glow: '#ffdf7a',
    titleTop: '#fffbd0',
    titleBottom: '#f0a01a',
    titleEdge: '#3a1204',
    ground: '#180904',
  },
  motion: 'spin',
  drawSymbol: id => SYMBOLS[id]?.() ?? null,
  drawBackground,
  frame: {
    rim: ['#7a3e06', '#ffd24a', '#fff3b0', '#e8960f', '#fff3b0', '#ffd24a', '#7a3e06'],
    rimEdge: '#2a0f02',
    bed: ['#3a1c0a', '#1a0a04'],
    strip: ['#43220e', '#1f0e06', '#34190b'],
    stripEdge: '#e0a03a',
    curve: 0.28,
    bulbs: [],
  },
  dressFrame,
  drawTokens: () => [drawTempleCoin(), drawLapisBead(), drawTempleCoin()],
}

/** Gold with enamel along the rim and a lotus over every corner. */
function dressFrame(frame: Frame, board: Size): void {
  const scale = Math.min(board.width, board.height) / 100
  const rim = Math.max(7, Math.min(upTo(18, board), scale * 3.4))
  frame.above.addChild(drawEnamel(board, rim))
  for (const [x, y] of pairs('0,0 1,0 0,1 1,1')) {
    const corner = new Pen()
    paintLotus(corner, rim * 2.7)
    corner.rotation = Math.atan2(y - 0.5, x - 0.5) + Math.PI / 2
    corner.position.set(x * board.width, y * board.height)
    frame.above.addChild(corner)
  }
}

/** Tiles of lapis, turquoise and carnelian by turns. */
function drawEnamel({ width, height }: Size, rim: number): Pen {
  const g = new Pen()
  const tones = ['#1f4ae0', '#12b0a8', '#1f4ae0', '#d83a1c'] as const
  const tile = (x: number, y: number, index: number, upright: boolean) => {
    const [w, h] = upright ? [rim * 0.4, rim * 0.8] : [rim * 0.8, rim * 0.4]
    g.roundRect(x - w / 2, y - h / 2, w, h, rim * 0.08).fill(tones[index % tones.length]!)
    g.roundRect(x - w / 2, y - h / 2, w, h, rim * 0.08).stroke({ width: 1, color: '#3a1604' })
  }
  const along = Math.round(width / (rim * 1.25))
  for (let index = 2; index < along - 1; index++) {
    const x = (width * index) / along
    tile(x, -rim / 2, index, false)
    tile(x, height + rim / 2, index, false)
  }
  const down = Math.round(height / (rim * 1.25))
  for (let index = 2; index < down - 1; index++) {
    const y = (height * index) / down
    tile(-rim / 2, y, index, true)
    tile(width + rim / 2, y, index, true)
  }
  return g
}

/** A lotus opening upwards from (0, 0). */
function paintLotus(g: Pen, size: number): void {
  const edge = { color: '#2a0f02', width: Math.max(1, size * 0.045) }
  for (const [turn, long, tones] of [
    [-1.05, 0.8, ['#5a8aff', '#14258c']],
    [1.05, 0.8, ['#5a8aff', '#14258c']],
    [-0.55, 0.95, ['#4af0e0', '#0a7a80']],
    [0.55, 0.95, ['#4af0e0', '#0a7a80']],
    [0, 1.05, ['#fff6c0', '#f0a01a']],
  ] as const) {
    const [s, c] = [Math.sin(turn) * size * long, -Math.cos(turn) * size * long]
    const w = 0.2
    g.shape(
      `M0 0 Q${s * 0.55 - c * w} ${c * 0.55 + s * w} ${s} ${c} Q${s * 0.55 + c * w} ${c * 0.55 - s * w} 0 0 Z`,
      down(...tones),
      edge,
    )
  }
  g.circle(0, 0, size * 0.3).fill(ball('#ffd8c0', '#e8401f', '#7a1008'))
  g.circle(0, 0, size * 0.3).stroke({ width: size * 0.12, color: '#2a0f02' })
  g.circle(0, 0, size * 0.3).stroke({ width: size * 0.07, color: '#ffd24a' })
}

function drawBackground(size: Size): Container {
  const g = new Pen()
  const { width, height } = size
  const unit = Math.min(width, height)
  const wide = width > height
  const floor = height * 0.8
  g.rect(0, 0, width, height).fill(down('#1f0d08', '#4f2410', [0.6, '#7a3c18'], [0.8, '#33160a']))
  paintWall(g, size, floor)
  paintGate(g, size, floor)
  paintFloor(g, size, floor)
  const near = wide ? width * 0.085 : width * 0.13
  for (const [part, scale, lower] of triples('0.235,0.5,0 0.155,0.68,0.02')) {
    for (const side of [-1, 1]) {
      const x = side < 0 ? width * part : width * (1 - part)
      paintColumn(g, x, height * 0.1, floor + height * lower, near * scale, -side, part * 1000)
    }
  }
  for (const side of [-1, 1]) {
    const shrine = unit * 0.15
    paintJackal(g, width / 2 + side * shrine * 1.5, floor + height * 0.035, shrine, -side)
  }
  paintLintel(g, size)
  for (const side of [-1, 1]) {
    const x = side < 0 ? near * 0.52 : width - near * 0.52
    paintColumn(g, x, height * 0.11, floor + height * 0.09, near, -side, 5)
    const torch = side < 0 ? near * 1.16 : width - near * 1.16
    paintTorch(g, torch, height * (wide ? 0.42 : 0.72), unit * 0.1)
  }
  paintDrifts(g, size)
  for (const side of [-1, 1]) {
    const x = side < 0 ? unit * (wide ? 0.1 : 0.15) : width - unit * (wide ? 0.1 : 0.15)
    // Above the bar of amounts; a low window has no room for them.
    if (height >= 560) paintBrazier(g, x, height * (wide ? 0.87 : 0.975), unit * 0.17)
  }
  paintEmbers(g, size)
  paintCornerShade(g, size, 0.36)
  return group(g)
}

/** Blocks of sandstone with rows of signs, brightest where the fires shine. */
function paintWall(g: Pen, { width, height }: Size, floor: number): void {
  const next = disorder(9)
  const tall = Math.max(30, Math.min(width, height) * 0.075)
  for (let row = 0; row * tall < floor; row++) {
    let x = -tall * next()
    while (x < width) {
      const long = tall * (1.4 + next() * 1.2)
      g.rect(x + 1, row * tall + 1, long - 2, tall - 2)
      g.fill({ color: next() < 0.5 ? '#ffb868' : '#5a2408', alpha: 0.07 + next() * 0.1 })
      x += long
    }
    g.rect(0, row * tall, width, 1.4).fill(clear('#2a0f04', 0.55))
  }
  for (const [y, deep] of pairs('0.2,0.1 0.64,0.1')) {
    g.rect(0, height * y, width, height * deep).fill(clear('#2a1004', 0.28))
    const field = { x: 0, y: height * y, width, height: height * deep }
    paintSigns(g, field, tall * 0.62, '#ffcf8a', 0.42, 21)
    for (const edge of [y, y + deep]) {
      g.rect(0, height * edge - 2, width, 4).fill('#d89a30')
      g.rect(0, height * edge + 2, width, 3).fill('#14588c')
    }
  }
  g.spot(width / 2, height * 0.5, width * 0.62, height * 0.5, '#ff9a3a', 0.45)
}

/** The way out behind the reels: the moon over the pyramids. */
function paintGate(g: Pen, { width, height }: Size, floor: number): void {
  const wide = Math.min(width * 0.44, height * 0.4)
  const top = height * 0.135
  const leaf = (part: number, fill: ReturnType<typeof down>) => {
    const half = (wide / 2) * part
    const lift = (part - 1) * wide * 0.5
    g.poly([
      width / 2 - half * 0.88,
      top - lift,
      width / 2 + half * 0.88,
      top - lift,
      width / 2 + half,
      floor,
      width / 2 - half,
      floor,
    ]).fill(fill)
  }
  leaf(1.22, down('#a8642c', '#6b3414', '#3a1a08'))
  leaf(1.1, down('#fff0a8', '#e0982a', '#7a420c'))
  leaf(1.06, down('#3a1a08', '#1c0a04'))
  leaf(1, down('#0c1448', '#24308c', [0.55, '#6a4ab0'], [0.8, '#f08a7a'], [1, '#ffc88a']))
  const moon = { x: width / 2, y: top + height * 0.055, r: wide * 0.12 }
  g.spot(moon.x, moon.y, moon.r * 3, moon.r * 3, '#e8f0ff', 0.5)
  g.circle(moon.x, moon.y, moon.r).fill(round('#ffffff', [0.6, '#fff8e0'], [1, '#ffe6b0']))
  for (const [x, tall, light, dark] of [
    [-0.2, 0.34, '#e89a6a', '#5a2a5c'],
    [0.18, 0.5, '#ffb87a', '#6b2f58'],
  ] as const) {
    const [px, side] = [width / 2 + wide * x, wide * tall * 0.62]
    const peak = floor - wide * tall
    const foot = floor - wide * 0.05
    const left = Math.max(px - side, width / 2 - wide * 0.49)
    const right = Math.min(px + side, width / 2 + wide * 0.49)
    g.poly([px, peak, left, foot, px + side * 0.2, foot]).fill(down(light, '#c86a4a'))
    g.poly([px, peak, px + side * 0.2, foot, right, foot]).fill(dark)
  }
  const half = wide * 0.495
  g.shape(
    `M${width / 2 - half} ${floor} L${width / 2 - half} ${floor - wide * 0.08} Q${width / 2 - half * 0.4} ${floor - wide * 0.16} ${width / 2} ${floor - wide * 0.06} Q${width / 2 + half * 0.5} ${floor - wide * 0.13} ${width / 2 + half} ${floor - wide * 0.05} L${width / 2 + half} ${floor} Z`,
    down('#d8845a', '#8a4a3c'),
  )
}

/** A jackal of black stone and gold on its shrine, looking towards `way`. */
function paintJackal(g: Pen, x: number, base: number, size: number, way: number): void {
  const at = (dx: number, dy: number) => `${x + dx * size * way} ${base + dy * size}`
  const edge = { color: '#0a0402', width: Math.max(1, size * 0.02) }
  g.shape(
    `M${at(-0.5, 0)} L${at(-0.44, -0.5)} L${at(0.44, -0.5)} L${at(0.5, 0)} Z`,
    down('#8a4e1c', '#3a1a08'),
    edge,
  )
  g.shape(
    `M${at(-0.5, -0.5)} L${at(0.5, -0.5)} L${at(0.46, -0.6)} L${at(-0.46, -0.6)} Z`,
    down('#ffe08a', '#a8640f'),
    edge,
  )
  g.shape(
    `M${at(-0.44, -0.6)} C${at(-0.48, -0.95)} ${at(-0.1, -0.92)} ${at(0.06, -1.04)} L${at(0.04, -1.36)} L${at(0.1, -1.6)} L${at(0.18, -1.38)} L${at(0.24, -1.56)} L${at(0.28, -1.32)} C${at(0.34, -1.28)} ${at(0.5, -1.22)} ${at(0.56, -1.16)} C${at(0.52, -1.1)} ${at(0.38, -1.12)} ${at(0.3, -1.1)} C${at(0.32, -0.95)} ${at(0.3, -0.8)} ${at(0.32, -0.7)} L${at(0.5, -0.66)} L${at(0.5, -0.6)} Z`,
    down('#5a4a6a', '#241a30', '#0f0a16'),
    edge,
  )
  g.moveTo(x + 0.05 * size * way, base - 1.06 * size).lineTo(
    x + 0.3 * size * way,
    base - 1.0 * size,
  )
  g.stroke({ width: size * 0.07, color: '#ffc83a' })
  g.circle(x + 0.25 * size * way, base - 1.25 * size, size * 0.025).fill('#ffd86a')
}

/** Slabs running to the gate, with its light on them. */
function paintFloor(g: Pen, { width, height }: Size, top: number): void {
  g.rect(0, top, width, height - top).fill(down('#a8682e', '#6b3614', '#240e06'))
  g.spot(width / 2, top, width * 0.36, (height - top) * 0.9, '#ffcf8a', 0.6)
  const rows = 5
  for (let row = 1; row <= rows; row++) {
    const y = top + (height - top) * (row / rows) ** 1.6
    g.moveTo(0, y).lineTo(width, y)
  }
  for (let seam = -8; seam <= 8; seam++) {
    g.moveTo(width * (0.5 + seam * 0.075), top).lineTo(width * (0.5 + seam * 0.2), height)
  }
  g.stroke({ width: 1.6, color: '#2a0f04', alpha: 0.5 })
  g.rect(0, top, width, 2).fill(clear('#fff0c0', 0.5))
}

/** The beam over the columns: a night of gold stars, and the winged sun. */
function paintLintel(g: Pen, { width, height }: Size): void {
  const deep = height * 0.1
  g.rect(0, 0, width, deep).fill(down('#060a2c', '#142468', '#1c3488'))
  const next = disorder(3)
  const step = Math.max(20, Math.min(width, height) * 0.045)
  for (let x = step / 2; x < width; x += step) {
    for (let y = step * 0.35; y < deep - step * 0.3; y += step * 0.8) {
      g.star(x + (next() - 0.5) * step * 0.5, y, 5, step * 0.15, step * 0.06)
      g.fill({ color: '#ffd86a', alpha: 0.45 + next() * 0.5 })
    }
  }
  g.rect(0, deep, width, deep * 0.2).fill(down('#fff0a8', '#d88a1a', '#6b3606'))
  const tile = step * 0.55
  for (let x = 0, index = 0; x < width; x += tile, index++) {
    g.rect(x + 1, deep * 1.05, tile - 2, deep * 0.1)
    g.fill(['#1f4ae0', '#12b0a8', '#d83a1c'][index % 3]!)
  }
  // The logo is here, gold on gold, except on tall phones.
  if (height > width && height >= 780)
    paintWingedSun(g, width / 2, deep * 0.52, Math.min(width * 0.44, deep * 3.6))
}

function paintTorch(g: Pen, x: number, y: number, size: number): void {
  g.shape(
    `M${x - size * 0.13} ${y - size * 0.05} L${x + size * 0.13} ${y - size * 0.05} L${x + size * 0.05} ${y + size * 0.85} L${x - size * 0.05} ${y + size * 0.85} Z`,
    down('#8a4e1c', '#3a1a08'),
    { color: '#1c0a04', width: 1.6 },
  )
  paintFlame(g, x, y, size * 0.95)
  g.roundRect(x - size * 0.2, y - size * 0.1, size * 0.4, size * 0.16, size * 0.05)
  g.fill(slant('#fff3b0', '#e8960f', '#6b3206'))
  g.roundRect(x - size * 0.2, y - size * 0.1, size * 0.4, size * 0.16, size * 0.05)
  g.stroke({ width: 1.6, color: '#1c0a04' })
}

/** Sand that has blown in, with coins and beads in it. */
function paintDrifts(g: Pen, { width, height }: Size): void {
  for (const side of [-1, 1]) {
    const at = (part: number) => (side < 0 ? width * part : width * (1 - part))
    g.shape(
      `M${at(-0.02)} ${height * 0.9} C${at(0.08)} ${height * 0.885} ${at(0.16)} ${height * 0.95} ${at(0.34)} ${height * 1.01} L${at(-0.02)} ${height * 1.01} Z`,
      down('#ffd890', '#c8843a', '#6b3a14'),
    )
  }
  const next = disorder(44)
  const unit = Math.min(width, height)
  for (let piece = 0; piece < 46; piece++) {
    const side = piece % 2 === 0 ? 0 : 1
    const part = next() ** 1.5 * 0.28
    const x = width * (side === 0 ? part : 1 - part)
    const y = height * (0.93 + part * 0.14 + next() * 0.05)
    const r = unit * (0.008 + next() * 0.012)
    const gold = piece % 4 !== 0
    g.ellipse(x, y, r, r * 0.62).fill(
      gold ? round('#fffbd0', '#ffc83a', '#a85a04') : ball('#c8fff6', '#12b0a8', '#04505c'),
    )
    g.ellipse(x, y, r, r * 0.62).stroke({ width: 1.2, color: '#4a1f02' })
  }
}

function paintEmbers(g: Pen, { width, height }: Size): void {
  const next = disorder(71)
  for (let ember = 0; ember < 70; ember++) {
    const side = next() < 0.5 ? next() * 0.3 : 1 - next() * 0.3
    const [x, y] = [width * side, height * (0.25 + next() * 0.65)]
    g.circle(x, y, 0.8 + next() * 1.6).fill({ color: '#ffd86a', alpha: 0.3 + next() * 0.6 })
  }
}
