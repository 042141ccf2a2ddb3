// Owns the look of River of Ways: a wild river between mountains at dawn. It must never hold rules.

import '../art/base.ts'
import type { Container } from 'pixi.js'
import { addCorners, type Frame, upTo } from '../art/frames.ts'
import { clear, down, group, Pen, round, type Size, triples } from '../art/paint.ts'
import { drawRankSymbol, type RankTones } from '../art/ranks.ts'
import * as creatures from '../art/river-creatures.ts'
import { drawPebble, drawScatterBridge, drawWildWave, RIVER_RANK } from '../art/river-marks.ts'
import { disorder, paintCloud, paintCornerShade, paintRays, paintSky } from '../art/scenery.ts'
import type { Theme } from './theme.ts'

const TONES = {
  coral: { pale: '#fff0e4', light: '#ffb08a', middle: '#f4643c', dark: '#b82a1c', edge: '#5a0c0a' },
  gold: { pale: '#fffbd8', light: '#ffe07a', middle: '#f0a81f', dark: '#b06a04', edge: '#5a3000' },
  leaf: { pale: '#f4ffd8', light: '#b0ec7a', middle: '#4ab848', dark: '#147038', edge: '#063c22' },
  sky: { pale: '#ecfbff', light: '#8adcff', middle: '#2a94e8', dark: '#124aa8', edge: '#081f5c' },
} satisfies Record<string, RankTones>

const SYMBOLS: Readonly<Record<string, () => Container>> = {
  wave: drawWildWave,
  bridge: drawScatterBridge,
  heron: creatures.drawHeron,
  otter: creatures.drawOtter,
  turtle: creatures.drawTurtle,
  salmon: creatures.drawSalmon,
  dragonfly: creatures.drawDragonfly,
  ace: () => drawRankSymbol('A', RIVER_RANK, TONES.coral),
  king: () => drawRankSymbol('K', RIVER_RANK, TONES.gold),
  queen: () => drawRankSymbol('Q', RIVER_RANK, TONES.leaf),
  jack: () => drawRankSymbol('J', RIVER_RANK, TONES.sky),
}

export const riverOfWays: Theme = {
  colors: {
    accent: '#5ae0d8',
    accentDeep: '#0f7a9c',
    panel: '#08283f',
    glow: '#fff0a0',
    titleTop: '#ffffff',
    titleBottom: '#ffc27a',
    titleEdge: '#0a3f6b',
    ground: '#062338',
  },
  motion: 'spin',
  drawSymbol: id => SYMBOLS[id]?.() ?? null,
  drawBackground,
  frame: {
    rim: ['#5a2c10', '#c8854a', '#8a4f24', '#e0a868', '#8a4f24', '#c8854a', '#5a2c10'],
    rimEdge: '#2a1206',
    bed: ['#0a3a52', '#051f33'],
    strip: ['#0f5468', '#093a55', '#0b455c'],
    stripEdge: '#7ae8e0',
    curve: 0.24,
    bulbs: [],
  },
  dressFrame,
  drawTokens: () => [
    drawPebble('#9aecf0', '#2aa8b8', '#0a5a70'),
    drawPebble('#ffd8a0', '#f0943a', '#a84a0a'),
    drawPebble('#d8c8ff', '#8a6ae0', '#3f249a'),
  ],
}

/** Carved driftwood with a reed bed growing over its lower corners. */
function dressFrame(frame: Frame, board: Size): void {
  const size = Math.max(14, Math.min(upTo(40, board), Math.min(board.width, board.height) * 0.075))
  addCorners(frame, board, 0, g => paintSprig(g, size))
}

/** Leaves and a water lily on a top left corner, none reaching far into the reels. */
function paintSprig(g: Pen, size: number): void {
  for (const [angle, long] of [
    [-0.16, 1.9],
    [0.5 * Math.PI + 0.16, 1.9],
    [-0.5, 1.25],
    [0.5 * Math.PI + 0.5, 1.25],
    [-0.75 * Math.PI, 0.9],
  ] as const) {
    const [c, s] = [Math.cos(angle) * size * long, Math.sin(angle) * size * long]
    const wide = 0.24 / long
    g.shape(
      `M0 0 Q${c * 0.5 - s * wide} ${s * 0.5 + c * wide} ${c} ${s} Q${c * 0.5 + s * wide} ${s * 0.5 - c * wide} 0 0 Z`,
      down('#a8e06a', '#3f9a48', '#12603c'),
      { color: '#06351f', width: Math.max(1, size * 0.05) },
    )
    g.moveTo(0, 0).lineTo(c * 0.8, s * 0.8)
    g.stroke({ width: Math.max(0.8, size * 0.035), color: '#d8ff9a', alpha: 0.7 })
  }
  for (let petal = 0; petal < 8; petal++) {
    const angle = (petal / 8) * Math.PI * 2
    g.ellipse(Math.cos(angle) * size * 0.3, Math.sin(angle) * size * 0.3, size * 0.24, size * 0.24)
    g.fill(round('#ffffff', [0.5, '#ffc8dc'], [1, '#f0709c']))
  }
  g.circle(0, 0, size * 0.24).fill(round('#fffbd0', '#ffc83a', '#d98a0a'))
}

function drawBackground(size: Size): Container {
  const g = new Pen()
  const { width, height } = size
  const unit = Math.min(width, height)
  const sun = { x: width * 0.5, y: height * (width > height ? 0.4 : 0.2) }
  paintSky(g, size, [
    '#3a4ea8',
    [0.14, '#8a7ad0'],
    [0.3, '#f49ab8'],
    [0.46, '#ffb87a'],
    [0.6, '#ffe6b0'],
  ])
  paintRays(g, sun.x, sun.y, Math.hypot(width, height), 24, '#ffe8c8', 0.14)
  g.spot(sun.x, sun.y, width * 0.6, height * 0.5, '#fff0b0', 0.95)
  g.circle(sun.x, sun.y, unit * 0.13).fill(round('#ffffff', [0.6, '#fffbe0'], [1, '#ffdf8a']))
  for (const [x, y, part] of triples('0.1,0.1,0.05 0.3,0.05,0.03 0.88,0.08,0.055 0.7,0.14,0.03')) {
    paintCloud(g, width * x, height * y, unit * part, '#ffd8d0')
  }
  paintRange(g, size, 5, 0.5, 0.3, ['#a898d8', '#f0c0b8'], 0.55)
  paintMist(g, size, 0.5)
  paintRange(g, size, 23, 0.58, 0.34, ['#6a6ab8', '#c898b0'], 0.36)
  paintMist(g, size, 0.57)
  paintForest(g, size, 0.63, 0.1, 3, ['#4a7a98', '#8ab0a8'])
  paintMist(g, size, 0.63)
  paintForest(g, size, 0.68, 0.15, 8, ['#1f5a6a', '#2f7a6a'])
  paintRiver(g, size)
  paintMist(g, size, 0.7)
  paintBanks(g, size)
  paintBirds(g, size)
  paintForeground(g, size)
  paintCornerShade(g, size, 0.3)
  return group(g)
}

/** Jagged mountains, high at both sides and low where the sun rises, with snow on the peaks. */
function paintRange(
  g: Pen,
  { width, height }: Size,
  seed: number,
  base: number,
  swing: number,
  stops: string[],
  snow: number,
): void {
  const next = disorder(seed)
  const peaks = 9
  for (let peak = 0; peak < peaks; peak++) {
    const place = (peak + 0.2 + next() * 0.6) / peaks
    const side = Math.abs(place - 0.5) * 2
    const tall = height * swing * (0.25 + 0.75 * side) * (0.7 + next() * 0.5)
    const wide = Math.max(width * 0.14, tall * 0.75)
    const [x, y] = [width * place, height * base]
    g.shape(
      `M${x - wide} ${y + 2} L${x - wide * 0.3} ${y - tall * 0.55} L${x} ${y - tall} L${x + wide * 0.35} ${y - tall * 0.5} L${x + wide} ${y + 2} Z`,
      down(...stops),
    )
    g.shape(
      `M${x} ${y - tall} L${x + wide * 0.35} ${y - tall * 0.5} L${x + wide} ${y + 2} L${x + wide * 0.2} ${y + 2} L${x + wide * 0.06} ${y - tall * 0.5} Z`,
      down(clear('#3a2a7a', 0.3), clear('#3a2a7a', 0)),
    )
    g.shape(
      `M${x} ${y - tall} L${x - wide * 0.16} ${y - tall * 0.76} L${x - wide * 0.06} ${y - tall * 0.7} L${x} ${y - tall * 0.78} L${x + wide * 0.07} ${y - tall * 0.68} L${x + wide * 0.17} ${y - tall * 0.76} Z`,
      clear('#fff6f0', snow),
    )
  }
  g.rect(0, height * base, width, height * 0.2).fill(stops[1]!)
}

function paintMist(g: Pen, { width, height }: Size, at: number): void {
  const next = disorder(Math.round(at * 1000))
  for (let haze = 0; haze < 9; haze++) {
    const [x, y] = [width * next(), height * (at + (next() - 0.5) * 0.04)]
    g.spot(x, y, width * (0.2 + next() * 0.25), height * (0.018 + next() * 0.026), '#fff3e4', 0.75)
  }
}

/** Firs, tall at both sides, with a gap for the river. */
function paintForest(
  g: Pen,
  { width, height }: Size,
  base: number,
  swing: number,
  seed: number,
  stops: string[],
): void {
  const next = disorder(seed)
  const step = Math.min(width, height) * 0.022
  g.rect(0, height * base, width, height * 0.12).fill(stops[1]!)
  for (let x = -step; x < width + step; x += step * (0.6 + next() * 0.7)) {
    const side = Math.abs(x / width - 0.5) * 2
    const tall = height * swing * (0.3 + 0.7 * side) * (0.55 + next() * 0.6)
    const [wide, y] = [tall * 0.24, height * base + 3]
    let outline = `M${x} ${y - tall}`
    for (const turn of [1, -1]) {
      const tiers = [0.3, 0.55, 0.8, 1]
      for (const tier of turn === 1 ? tiers : [...tiers].reverse()) {
        const [reach, top] = [wide * tier * turn, y - tall * (1 - tier)]
        outline +=
          turn === 1
            ? ` L${x + reach} ${top} L${x + reach * 0.55} ${top}`
            : ` L${x + reach * 0.55} ${top} L${x + reach} ${top}`
      }
    }
    g.shape(`${outline} Z`, down(...stops))
  }
}

/** Bright water winding from the sun to the front. */
function paintRiver(g: Pen, { width, height }: Size): void {
  const top = height * 0.7
  g.rect(0, top, width, height - top)
  g.fill(down('#ffe6b8', [0.14, '#ffc8a0'], [0.4, '#6ac0c8'], [0.75, '#1f7a9c'], [1, '#0a3f6a']))
  g.spot(width * 0.5, top + height * 0.03, width * 0.3, height * 0.08, '#fffbe0', 0.95)
  const next = disorder(31)
  for (let glint = 0; glint < 110; glint++) {
    const y = top + next() ** 1.3 * (height - top)
    const near = (y - top) / (height - top)
    const wide = (8 + next() * 46) * (0.3 + near)
    const x = width * (0.5 + (next() - 0.5) * (0.4 + near))
    g.roundRect(x - wide / 2, y, wide, 1.2 + near, 1).fill({
      color: next() < 0.6 ? '#fff6d0' : '#9af4f0',
      alpha: 0.25 + next() * 0.45,
    })
  }
}

/** Grassy spits reaching in from both sides, with boulders. */
function paintBanks(g: Pen, { width, height }: Size): void {
  for (const [side, y, reach, deep, tone] of [
    [0, 0.7, 0.4, 0.05, ['#8ac078', '#3f8a6a', '#1f5a5a']],
    [1, 0.73, 0.44, 0.06, ['#7ab868', '#2f7a5c', '#144a50']],
    [0, 0.79, 0.26, 0.08, ['#5aa858', '#1f6a4a', '#0a3c40']],
    [1, 0.84, 0.2, 0.1, ['#4a9a50', '#175a42', '#073436']],
  ] as const) {
    const at = (part: number) => (side === 0 ? part : 1 - part) * width
    const top = height * y
    g.shape(
      `M${at(-0.02)} ${top - height * 0.02} C${at(reach * 0.4)} ${top - height * 0.035} ${at(reach * 0.8)} ${top} ${at(reach)} ${top + height * deep * 0.4} C${at(reach * 0.7)} ${top + height * deep * 0.7} ${at(reach * 0.3)} ${top + height * deep} ${at(-0.02)} ${top + height * deep * 1.1} Z`,
      down(...tone),
    )
    g.shape(
      `M${at(reach)} ${top + height * deep * 0.4} C${at(reach * 0.7)} ${top + height * deep * 0.7} ${at(reach * 0.3)} ${top + height * deep} ${at(-0.02)} ${top + height * deep * 1.1}`,
      'rgba(0,0,0,0)',
      { color: '#fff3d8', width: 1.6, alpha: 0.6 },
    )
  }
  for (const [x, y, r] of triples(
    '0.3,0.83,0.028 0.345,0.845,0.016 0.74,0.9,0.034 0.69,0.915,0.02 0.42,0.95,0.024',
  )) {
    const size = Math.min(width, height) * r
    const [cx, cy] = [width * x, height * y]
    g.ellipse(cx, cy + size * 0.42, size * 1.5, size * 0.3).fill(clear('#e8ffff', 0.5))
    g.shape(
      `M${cx - size} ${cy + size * 0.4} C${cx - size} ${cy - size * 0.6} ${cx - size * 0.2} ${cy - size * 0.8} ${cx + size * 0.3} ${cy - size * 0.6} C${cx + size} ${cy - size * 0.3} ${cx + size * 1.2} ${cy + size * 0.2} ${cx + size} ${cy + size * 0.4} Z`,
      down('#e8c8b8', '#7a7a90', '#2f3f5c'),
    )
  }
}

function paintBirds(g: Pen, { width, height }: Size): void {
  const unit = Math.min(width, height) * 0.012
  for (const [x, y, part] of triples(
    '0.2,0.2,1.2 0.24,0.17,0.9 0.17,0.165,0.8 0.79,0.24,1 0.83,0.22,0.8',
  )) {
    const [cx, cy, r] = [width * x, height * y, unit * part]
    g.moveTo(cx - r * 2, cy - r * 0.4).quadraticCurveTo(cx - r, cy - r, cx, cy + r * 0.3)
    g.quadraticCurveTo(cx + r, cy - r, cx + r * 2, cy - r * 0.4)
    g.stroke({ width: Math.max(1.2, r * 0.3), color: '#3a2f6a', alpha: 0.8, cap: 'round' })
  }
}

function paintForeground(g: Pen, { width, height }: Size): void {
  const unit = Math.min(width, height)
  paintReeds(g, width * 0.02, height * 1.02, unit * 0.42, 15, 3)
  paintReeds(g, width * 0.14, height * 1.03, unit * 0.26, 9, 7)
  paintReeds(g, width * 0.98, height * 1.02, unit * 0.44, 15, 5)
  paintReeds(g, width * 0.85, height * 1.03, unit * 0.25, 9, 12)
}

/** A bed of reeds and bulrushes around x, rooted at `base`. */
function paintReeds(
  g: Pen,
  x: number,
  base: number,
  tall: number,
  count: number,
  seed: number,
): void {
  const next = disorder(seed)
  const spread = tall * 0.5
  for (let reed = 0; reed < count; reed++) {
    const foot = x + (next() - 0.5) * spread
    const lean = (next() - 0.5) * 0.7
    const long = tall * (0.5 + next() * 0.5)
    const [tx, ty] = [foot + lean * long * 0.6, base - long]
    const wide = tall * 0.028
    const tones =
      reed % 3 === 0 ? ['#c8e07a', '#4a9a4a', '#0f4a38'] : ['#8ac85a', '#1f7a48', '#083c34']
    g.shape(
      `M${foot - wide} ${base} C${foot - wide} ${base - long * 0.5} ${tx - lean * long * 0.3} ${ty + long * 0.2} ${tx} ${ty} C${tx - lean * long * 0.1} ${ty + long * 0.3} ${foot + wide} ${base - long * 0.4} ${foot + wide} ${base} Z`,
      down(...tones),
      { color: '#052c28', width: Math.max(0.8, tall * 0.006) },
    )
    if (reed % 3 !== 1) continue
    const [hx, hy] = [foot - lean * long * 0.2, base - long * 0.94]
    g.moveTo(foot, base).lineTo(hx, hy)
    g.stroke({ width: tall * 0.016, color: '#1c5a34', cap: 'round' })
    g.moveTo(hx, hy).lineTo(hx, hy + tall * 0.14)
    g.stroke({ width: tall * 0.056, color: '#2a1006', cap: 'round' })
    g.moveTo(hx - tall * 0.006, hy).lineTo(hx - tall * 0.006, hy + tall * 0.13)
    g.stroke({ width: tall * 0.03, color: '#a86030', cap: 'round' })
  }
}
