// Owns the look of Crystal Cluster: a cave of crystals under a shaft of daylight. It must never
// hold rules.

import '../art/base.ts'
import { Container } from 'pixi.js'
import { drawShard, type Hues, type Point, polygon, sparkle } from '../art/facets.ts'
import type { Frame } from '../art/frames.ts'
import * as gems from '../art/gems.ts'
import { clear, down, Pen, pairs, type Size } from '../art/paint.ts'
import { disorder, paintCornerShade, paintSky } from '../art/scenery.ts'
import type { Theme } from './theme.ts'

const SYMBOLS: Readonly<Record<string, () => Container>> = {
  ruby: gems.drawRuby,
  amethyst: gems.drawAmethyst,
  sapphire: gems.drawSapphire,
  emerald: gems.drawEmerald,
  topaz: gems.drawTopaz,
  amber: gems.drawAmber,
  quartz: gems.drawQuartz,
}

export const crystalCluster: Theme = {
  colors: {
    accent: '#7ae8ff',
    accentDeep: '#6a2ee0',
    panel: '#150a3a',
    glow: '#a8f4ff',
    titleTop: '#ffffff',
    titleBottom: '#7ad8ff',
    titleEdge: '#3a0f8a',
    ground: '#0b0524',
  },
  motion: 'drop',
  drawSymbol: id => SYMBOLS[id]?.() ?? null,
  drawBackground,
  frame: {
    rim: ['#5a3ac8', '#d8ccff', '#8a6af0', '#ffffff', '#8a6af0', '#bff0ff', '#4a2ab0'],
    rimEdge: '#1a0850',
    bed: ['#140a3c', '#080322'],
    strip: ['#1b1150', '#120a3a', '#180d48'],
    stripEdge: '#4a3aa8',
    curve: 0,
    bulbs: [],
  },
  dressFrame,
  drawTokens: () => [
    gems.drawRuby(),
    gems.drawSapphire(),
    gems.drawEmerald(),
    gems.drawTopaz(),
    gems.drawAmethyst(),
  ],
}

function dressFrame(frame: Frame, board: Size, columns: number, rows: number): void {
  frame.behind.addChild(drawSockets(board, columns, rows))
  const size = Math.min(board.width, board.height) * 0.1
  for (const [side, turn] of pairs('0,-1 1,1')) {
    const corner = drawSpray(size, turn)
    corner.position.set(board.width * side + size * 0.26 * turn, board.height + size * 0.06)
    frame.above.addChild(corner)
  }
}

/** A hollow in the rock for every cell, light and dark by turns. */
function drawSockets({ width, height }: Size, columns: number, rows: number): Pen {
  const g = new Pen()
  const [w, h] = [width / columns, height / rows]
  const gap = Math.max(1, w * 0.025)
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) {
      const bright = (column + row) % 2 === 0
      g.roundRect(column * w + gap, row * h + gap, w - gap * 2, h - gap * 2, w * 0.16)
      g.fill(bright ? down('#33237c', '#21155c') : down('#241862', '#170d46'))
      g.roundRect(column * w + gap, row * h + gap, w - gap * 2, h - gap * 2, w * 0.16)
      g.stroke({ width: 1, color: '#7a6ae0', alpha: 0.32 })
    }
  }
  return g
}

/** Crystals that have grown over a lower corner of the frame. */
function drawSpray(size: number, side: number): Container {
  const spray = new Container()
  for (const [x, length, turn, hues] of [
    [-0.15, 1.15, 0.75, gems.HUES.violet],
    [0.1, 1.35, 0.3, gems.HUES.blue],
    [0.02, 0.95, -0.28, gems.HUES.violet],
    [-0.05, 0.7, 1.15, gems.HUES.blue],
  ] as const) {
    const shard = drawShard(size * 0.34, size * length, turn * side, hues)
    shard.position.set(x * size * side, size * 0.22)
    spray.addChild(shard)
  }
  return spray
}

function drawBackground(size: Size): Container {
  const scene = new Container()
  const far = new Pen()
  const { width, height } = size
  const unit = Math.min(width, height)
  paintSky(far, size, ['#2a6ad8', '#2a4cc8', [0.5, '#4a3fd0'], [0.78, '#3a1f9a'], [1, '#140840']])
  far.spot(width * 0.5, height * 0.34, width * 0.7, height * 0.6, '#3ad0ff', 0.8)
  far.spot(width * 0.5, height * 0.02, unit * 0.62, unit * 0.4, '#a8f8ff', 1)
  paintShafts(far, size)
  paintWall(far, size, 3, 0.3, ['#2c2290', '#1c1266'])
  scene.addChild(far)
  addGrowths(scene, size, 0.84, 0.62, 21)
  const near = new Pen()
  paintPool(near, size)
  paintWall(near, size, 9, 0.2, ['#1d1160', '#0d0636'])
  paintWall(near, size, 15, 0.11, ['#110843', '#060220'])
  scene.addChild(near)
  addGrowths(scene, size, 1.01, 1, 5)
  const haze = new Pen()
  paintMotes(haze, size)
  paintCornerShade(haze, size, 0.5)
  scene.addChild(haze)
  return scene
}

/** Daylight falling in from above. */
function paintShafts(g: Pen, { width, height }: Size): void {
  for (const [from, to, wide, alpha] of [
    [0.4, 0.1, 0.13, 0.34],
    [0.47, 0.36, 0.1, 0.26],
    [0.52, 0.62, 0.12, 0.32],
    [0.58, 0.9, 0.15, 0.3],
  ] as const) {
    g.moveTo(width * (from - wide * 0.16), 0)
      .lineTo(width * (from + wide * 0.16), 0)
      .lineTo(width * (to + wide), height * 0.9)
      .lineTo(width * (to - wide), height * 0.9)
      .closePath()
      .fill(down(clear('#e0fbff', alpha), clear('#8ad8ff', 0)))
  }
}

/** The rock around the opening: both sides and what hangs from above. */
function paintWall(g: Pen, size: Size, seed: number, reach: number, tone: string[]): void {
  const { width, height } = size
  const next = disorder(seed)
  const steps = 11
  for (const side of [0, 1]) {
    const x = (part: number) => width * (side === 0 ? part : 1 - part)
    const points: Point[] = [[x(-0.01), -1]]
    for (let step = 0; step <= steps; step++) {
      const down = step / steps
      const bend = 0.42 + 0.58 * Math.abs(down - 0.42) ** 1.2 * 1.9
      points.push([x(reach * bend * (0.72 + next() * 0.56)), height * down])
    }
    points.push([x(-0.01), height + 1])
    polygon(g, points).fill(down(...tone))
    points.slice(1, -2).forEach((point, index) => {
      const below = points[index + 2]!
      const inside: Point = [(point[0] + x(0)) / 2, (point[1] + below[1]) / 2 + height * 0.02]
      const lit = index % 2 === 0 ? clear('#7a8aff', 0.16) : clear('#000020', 0.2)
      polygon(g, [point, below, inside]).fill(lit)
    })
  }
  paintTeeth(g, size, next, reach, tone)
}

function paintTeeth(
  g: Pen,
  { width, height }: Size,
  next: () => number,
  reach: number,
  tone: string[],
): void {
  const teeth = 17
  for (let tooth = 0; tooth < teeth; tooth++) {
    const place = (tooth + next()) / teeth
    const open = Math.min(1, Math.abs(place - 0.5) * 2.6)
    const long = height * reach * (0.12 + 0.95 * open * next())
    const wide = width * (0.012 + 0.03 * next()) * (0.6 + reach)
    const x = place * width
    polygon(g, [
      [x - wide, -1],
      [x + wide, -1],
      [x + wide * 0.1, long],
    ]).fill(down(...tone))
    polygon(g, [
      [x - wide, -1],
      [x - wide * 0.2, -1],
      [x + wide * 0.1, long],
    ])
    g.fill(clear('#8a9aff', 0.2))
  }
}

/** Still water that keeps some of the light. */
function paintPool(g: Pen, { width, height }: Size): void {
  const top = height * 0.84
  g.rect(0, top, width, height - top).fill(down('#3a4ec8', '#1a1468', '#0a0430'))
  g.spot(width * 0.5, top + height * 0.02, width * 0.42, height * 0.05, '#bff4ff', 0.75)
  const next = disorder(31)
  for (let glint = 0; glint < 60; glint++) {
    const y = top + next() ** 1.4 * (height - top)
    const wide = (8 + next() * 44) * (0.3 + (y - top) / (height - top))
    const x = width * (0.5 + (next() - 0.5) * (0.5 + next() * 0.5))
    g.roundRect(x - wide / 2, y, wide, 1.4, 0.7).fill({
      color: '#bff4ff',
      alpha: 0.16 + next() * 0.4,
    })
  }
}

/** Groups of great crystals along both sides; `near` scales them. */
function addGrowths(scene: Container, size: Size, base: number, near: number, seed: number): void {
  const { width, height } = size
  const unit = Math.min(width, height)
  const next = disorder(seed)
  const tones: readonly Hues[] = [
    gems.HUES.violet,
    gems.HUES.blue,
    gems.HUES.ice,
    gems.HUES.red,
    gems.HUES.blue,
    gems.HUES.violet,
  ]
  for (const [place, tall] of pairs('0.05,1 0.95,0.94 0.17,0.55 0.84,0.6 0.29,0.26 0.72,0.3')) {
    const x = width * place
    const y = height * base
    const long = unit * 0.42 * tall * near
    const hues = tones[Math.floor(next() * tones.length)]!
    const glow = new Pen()
    glow.spot(x, y - long * 0.3, long * 0.95, long * 0.95, hues[2], 0.55)
    scene.addChild(glow)
    for (let shard = 0; shard < 6; shard++) {
      const lean = (shard % 2 === 0 ? 1 : -1) * (0.1 + 0.15 * (5 - shard)) + (next() - 0.5) * 0.16
      const length = long * (0.45 + 0.55 * (shard / 5)) * (0.86 + next() * 0.2)
      const drawing = drawShard(length * (0.2 + next() * 0.07), length, lean, hues)
      drawing.position.set(x + (next() - 0.5) * long * 0.34, y)
      drawing.alpha = near < 1 ? 0.8 : 1
      scene.addChild(drawing)
    }
  }
}

function paintMotes(g: Pen, { width, height }: Size): void {
  const next = disorder(63)
  for (let mote = 0; mote < 80; mote++) {
    const [x, y] = [next() * width, next() * height * 0.9]
    g.circle(x, y, 0.6 + next() * 1.5).fill({ color: '#e0fbff', alpha: 0.2 + next() * 0.5 })
    if (mote % 8 === 0) sparkle(g, x, y, 5 + next() * 7, 0.75)
  }
}
