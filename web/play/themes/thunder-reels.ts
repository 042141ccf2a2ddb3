// Owns the look of Thunder Reels: a storm over a fjord. It must never hold rules.

import '../art/base.ts'
import type { Container } from 'pixi.js'
import { drawHelmet, drawShield, drawWarHorn } from '../art/armoury.ts'
import { type Frame, upTo } from '../art/frames.ts'
import { drawEagle, drawHammer, drawLightning, drawLongship } from '../art/norse.ts'
import { ball, clear, down, group, Pen, type Size, slant } from '../art/paint.ts'
import { drawRuneStone, ICE_STONE, OAK_STONE, SUN_STONE, WIND_STONE } from '../art/runes.ts'
import { disorder, paintCornerShade, paintSky } from '../art/scenery.ts'
import { paintFlash, paintPeak, paintStormCloud } from '../art/storm.ts'
import type { Theme } from './theme.ts'

const SYMBOLS: Readonly<Record<string, () => Container>> = {
  lightning: drawLightning,
  hammer: drawHammer,
  eagle: drawEagle,
  longship: drawLongship,
  'war-horn': drawWarHorn,
  shield: drawShield,
  helmet: drawHelmet,
  'rune-sun': () => drawRuneStone(SUN_STONE),
  'rune-ice': () => drawRuneStone(ICE_STONE),
  'rune-oak': () => drawRuneStone(OAK_STONE),
  'rune-wind': () => drawRuneStone(WIND_STONE),
}

export const thunderReels: Theme = {
  colors: {
    accent: '#8ad8ff',
    accentDeep: '#1f5ad0',
    panel: '#0a1430',
    glow: '#a8ecff',
    titleTop: '#ffffff',
    titleBottom: '#7ac4ff',
    titleEdge: '#0c2260',
    ground: '#060c1e',
  },
  motion: 'drop',
  drawSymbol: id => SYMBOLS[id]?.() ?? null,
  drawBackground,
  frame: {
    rim: ['#26324e', '#8ea2c6', '#43547a', '#e8f2ff', '#43547a', '#8ea2c6', '#1c2742'],
    rimEdge: '#050a1a',
    bed: ['#050a1c', '#0a1434'],
    strip: ['#16254e', '#0d1838', '#132146'],
    stripEdge: '#4a78c0',
    curve: 0,
    bulbs: [],
  },
  dressFrame,
  drawTokens: () => [drawShield(), drawRuneStone(SUN_STONE), drawRuneStone(ICE_STONE)],
}

function dressFrame(frame: Frame, board: Size): void {
  const r = Math.max(9, Math.min(upTo(24, board), Math.min(board.width, board.height) * 0.04))
  const g = new Pen()
  for (const x of [-r * 0.36, board.width + r * 0.36]) {
    for (const y of [-r * 0.36, board.height + r * 0.36]) paintBoss(g, x, y, r)
    paintBoss(g, x, board.height / 2, r * 0.62)
  }
  frame.above.addChild(g)
}

/** A round fitting of gold with a spark of blue, as on a shield. */
function paintBoss(g: Pen, x: number, y: number, r: number): void {
  g.spot(x, y, r * 1.9, r * 1.9, '#5ac8ff', 0.55)
  g.circle(x, y, r).fill(slant('#fffbd8', '#ffdc62', '#d98a0c', '#7a3a00'))
  g.circle(x, y, r).stroke({ width: Math.max(1.5, r * 0.14), color: '#2c1402' })
  for (let rivet = 0; rivet < 8; rivet++) {
    const angle = (rivet / 8) * Math.PI * 2
    g.circle(x + Math.cos(angle) * r * 0.76, y + Math.sin(angle) * r * 0.76, r * 0.1)
    g.fill('#6b3000')
  }
  g.circle(x, y, r * 0.54).fill(ball('#f0ffff', '#5ad0ff', '#0f4ac0'))
  g.circle(x, y, r * 0.54).stroke({ width: Math.max(1.2, r * 0.1), color: '#081c54' })
}

function drawBackground(size: Size): Container {
  const g = new Pen()
  const { width, height } = size
  paintSky(g, size, ['#0a1430', '#1c3266', [0.4, '#4a6ea8'], [0.62, '#a8d0d8'], [0.78, '#5a88a8']])
  g.spot(width * 0.5, height * 0.6, width * 0.55, height * 0.3, '#d8fff4', 0.75)
  paintClouds(g, size)
  paintFlashes(g, size)
  paintMountains(g, size)
  paintFjord(g, size)
  paintShip(g, size)
  paintRain(g, size)
  paintCornerShade(g, size, 0.4)
  return group(g)
}

function paintClouds(g: Pen, { width, height }: Size): void {
  const next = disorder(17)
  const unit = Math.min(width, height)
  for (const [level, top, low] of [
    [0.3, '#5a78b0', '#38548c'],
    [0.19, '#3c5690', '#223664'],
    [0.07, '#22366a', '#101c40'],
  ] as const) {
    const step = unit * 0.2
    for (let x = -step; x < width + step; x += step * (0.7 + next() * 0.5)) {
      const size = unit * (0.075 + next() * 0.075)
      paintStormCloud(g, x, height * (level + (next() - 0.5) * 0.06), size, top, low)
    }
  }
}

function paintFlashes(g: Pen, { width, height }: Size): void {
  for (const [x, y, toX, toY, seed] of [
    [0.13, 0.14, 0.07, 0.56, 3],
    [0.9, 0.12, 0.83, 0.6, 14],
    [0.34, 0.1, 0.4, 0.66, 22],
    [0.64, 0.1, 0.57, 0.64, 41],
  ] as const) {
    const thick = Math.max(1.6, Math.min(width, height) * 0.0045)
    g.spot(width * x, height * y, width * 0.2, height * 0.16, '#c8f0ff', 0.7)
    paintFlash(g, width * x, height * y, width * toX, height * toY, seed, thick)
  }
}

function paintMountains(g: Pen, { width, height }: Size): void {
  const base = height * 0.78
  const broad = width > height ? 1 : 1.7
  const far = { lit: '#8ab0cc', shade: '#5a82a8', snow: '#f0fbff' }
  const middle = { lit: '#5478a4', shade: '#2c4a78', snow: '#e4f4ff' }
  const near = { lit: '#2f4a78', shade: '#14264c', snow: '#d4e8ff' }
  for (const [x, wide, tall, tones] of [
    [0.4, 0.3, 0.2, far],
    [0.62, 0.32, 0.23, far],
    [0.26, 0.36, 0.36, middle],
    [0.77, 0.38, 0.38, middle],
    [0.04, 0.46, 0.5, near],
    [0.97, 0.46, 0.53, near],
    [0.17, 0.24, 0.24, near],
    [0.86, 0.24, 0.22, near],
  ] as const) {
    paintPeak(g, width * x, base, width * wide * broad, height * tall, tones)
  }
}

function paintFjord(g: Pen, { width, height }: Size): void {
  const top = height * 0.775
  g.rect(0, top, width, height - top).fill(down('#5a9ab8', '#1c4a80', '#0a2050', '#050e2a'))
  g.spot(width * 0.5, top + height * 0.015, width * 0.4, height * 0.045, '#e0fffa', 0.8)
  const next = disorder(53)
  for (let wave = 0; wave < 90; wave++) {
    const depth = next() ** 1.3
    const y = top + depth * (height - top)
    const wide = (8 + next() * 30) * (0.35 + depth * 1.4)
    const x = next() * width
    g.moveTo(x - wide, y).quadraticCurveTo(x, y - wide * 0.16, x + wide, y)
    g.stroke({
      width: 1 + depth * 1.6,
      color: '#b8ecff',
      alpha: 0.12 + next() * 0.34,
      cap: 'round',
    })
  }
}

/** A lone ship under sail, dark against the water. */
function paintShip(g: Pen, { width, height }: Size): void {
  // In other windows the reels would cover all but a slice of it.
  if (width < height || height < 560) return
  const unit = height * 0.1
  const [x, y] = [width * 0.12, height * 0.86]
  const at = (dx: number, dy: number) => [x + dx * unit, y + dy * unit] as const
  g.moveTo(...at(-0.05, -1.2))
    .lineTo(...at(0.05, -1.2))
    .lineTo(...at(0.05, 0))
    .lineTo(...at(-0.05, 0))
  g.closePath().fill('#0a1028')
  g.moveTo(...at(-0.55, -1.05)).lineTo(...at(0.55, -1.05))
  g.quadraticCurveTo(...at(0.74, -0.6), ...at(0.55, -0.22)).lineTo(...at(-0.55, -0.22))
  g.quadraticCurveTo(...at(-0.36, -0.6), ...at(-0.55, -1.05)).closePath()
  g.fill(down('#c8344a', '#6b1028'))
  for (const dx of [-0.3, 0.12]) {
    g.moveTo(...at(dx, -1.05)).lineTo(...at(dx + 0.18, -1.05))
    g.quadraticCurveTo(...at(dx + 0.37, -0.6), ...at(dx + 0.18, -0.22)).lineTo(...at(dx, -0.22))
    g.quadraticCurveTo(...at(dx + 0.19, -0.6), ...at(dx, -1.05)).closePath()
    g.fill(clear('#f4e8d8', 0.9))
  }
  g.moveTo(...at(-1.1, -0.5)).quadraticCurveTo(...at(-0.95, 0.02), ...at(-0.4, 0.02))
  g.lineTo(...at(0.4, 0.02)).quadraticCurveTo(...at(0.95, 0.02), ...at(1.05, -0.62))
  g.lineTo(...at(1.22, -0.56)).quadraticCurveTo(...at(1.1, 0.3), ...at(0.5, 0.32))
  g.lineTo(...at(-0.5, 0.32)).quadraticCurveTo(...at(-1.05, 0.3), ...at(-1.1, -0.5))
  g.closePath().fill(down('#3a1c18', '#0e0a1c'))
  g.spot(...at(0.86, -0.1), unit * 0.4, unit * 0.4, '#ffc45a', 0.9)
  g.circle(...at(0.86, -0.1), unit * 0.06).fill('#fff3c0')
  g.spot(x, y + unit * 0.36, unit * 1.4, unit * 0.14, '#c8f4ff', 0.7)
}

function paintRain(g: Pen, { width, height }: Size): void {
  const next = disorder(88)
  const drops = Math.round((width * height) / 7000)
  for (let drop = 0; drop < drops; drop++) {
    const [x, y, long] = [next() * width * 1.1, next() * height, 10 + next() * 22]
    g.moveTo(x, y).lineTo(x - long * 0.28, y + long)
    g.stroke({ width: 1, color: '#d8f0ff', alpha: 0.12 + next() * 0.2 })
  }
}
