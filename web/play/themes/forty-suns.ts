// Owns the look of Forty Suns: a city of step pyramids under a blazing sun. It must never hold
// rules.

import '../art/base.ts'
import { Container } from 'pixi.js'
import { drawJaguar, drawMacaw, drawSerpent } from '../art/beasts.ts'
import { addCorners, type Frame, upTo } from '../art/frames.ts'
import { drawAgave, drawCacao, drawChili, drawMaize, drawPumpkin } from '../art/harvest.ts'
import { clear, down, Pen, round, type Size, triples } from '../art/paint.ts'
import * as pyramids from '../art/pyramids.ts'
import {
  disorder,
  paintCloud,
  paintCornerShade,
  paintHills,
  paintRays,
  paintSky,
} from '../art/scenery.ts'
import type { Theme } from './theme.ts'

const SYMBOLS: Readonly<Record<string, () => Container>> = {
  sun: pyramids.drawWildSun,
  temple: pyramids.drawTemple,
  jaguar: drawJaguar,
  macaw: drawMacaw,
  serpent: drawSerpent,
  maize: drawMaize,
  cacao: drawCacao,
  chili: drawChili,
  agave: drawAgave,
  pumpkin: drawPumpkin,
}

export const fortySuns: Theme = {
  colors: {
    accent: '#ffc42e',
    accentDeep: '#d8481c',
    panel: '#3a1008',
    glow: '#ffe27a',
    titleTop: '#fffbd0',
    titleBottom: '#ffa51f',
    titleEdge: '#7a1f04',
    ground: '#2f0d06',
  },
  motion: 'spin',
  drawSymbol: id => SYMBOLS[id]?.() ?? null,
  drawBackground,
  frame: {
    rim: ['#8a2f10', '#e8743a', '#c04a1c', '#ffa062', '#c04a1c', '#e8743a', '#8a2f10'],
    rimEdge: '#3f1004',
    bed: ['#4a1206', '#2a0a04'],
    strip: ['#0c3f48', '#072a36', '#0a3540'],
    stripEdge: '#e8a03a',
    curve: 0.24,
    bulbs: ['#3fe6d4', '#ffd24a'],
  },
  dressFrame,
  drawTokens: () => [pyramids.drawSunCoin(), pyramids.drawTurquoise(), pyramids.drawSunCoin()],
}

function dressFrame(frame: Frame, board: Size): void {
  const size = Math.max(22, Math.min(upTo(52, board), Math.min(board.width, board.height) * 0.1))
  addCorners(frame, board, size * 0.42, g => pyramids.paintSteppedCorner(g, size))
}

function drawBackground(size: Size): Container {
  const scene = new Container()
  const g = new Pen()
  const { width, height } = size
  const unit = Math.min(width, height)
  const sun = { x: width * 0.5, y: height * 0.2 }
  paintSky(g, size, ['#0f8ab8', '#3fc0c8', [0.36, '#ffe08a'], [0.58, '#ffab3f'], [0.8, '#f0702a']])
  paintRays(g, sun.x, sun.y, Math.hypot(width, height), 26, '#fff6b8', 0.26)
  g.spot(sun.x, sun.y, width * 0.55, height * 0.5, '#fff0a0', 0.95)
  g.circle(sun.x, sun.y, unit * 0.17).fill(round('#ffffff', [0.6, '#fffbd8'], [1, '#ffd84a']))
  for (const [x, y, part] of triples(
    '0.08,0.12,0.06 0.93,0.16,0.07 0.99,0.36,0.04 0.02,0.34,0.04',
  )) {
    paintCloud(g, width * x, height * y, unit * part, '#fff3d0')
  }
  paintHills(g, size, 19, 0.6, 0.16, ['#f0a04a', '#d87838'])
  paintHills(g, size, 7, 0.67, 0.09, ['#b8b84a', '#4a9a48'])
  paintCity(g, size)
  paintJungle(g, size)
  paintPlaza(g, size)
  paintCornerShade(g, size, 0.2)
  scene.addChild(g)
  addAgaves(scene, size)
  return scene
}

/** Far pyramids small and hazy, near ones tall at both sides. */
function paintCity(g: Pen, { width, height }: Size): void {
  const haze = {
    ...pyramids.TERRACOTTA,
    face: ['#ffc890', '#e89a5a'],
    shade: ['#d07a44', '#b86434'],
    edge: '#a8562c',
  }
  const wide = width > height
  const near = wide ? width * 0.36 : width * 0.62
  pyramids.paintPyramid(g, width * 0.3, height * 0.7, near * 0.42, 4, haze)
  pyramids.paintPyramid(g, width * 0.72, height * 0.7, near * 0.36, 4, haze)
  pyramids.paintPyramid(g, width * (wide ? 0.07 : 0.1), height * 0.81, near, 7, pyramids.TERRACOTTA)
  pyramids.paintPyramid(
    g,
    width * (wide ? 0.94 : 0.92),
    height * 0.81,
    near * 0.92,
    7,
    pyramids.TERRACOTTA,
  )
}

/** Tree tops in three rows, the nearer the darker, and palms over them. */
function paintJungle(g: Pen, size: Size): void {
  const { width, height } = size
  const next = disorder(12)
  const unit = Math.min(width, height)
  for (const [base, light, dark] of [
    [0.755, '#7ac04a', '#2f8a44'],
    [0.785, '#4aa844', '#1a7040'],
    [0.815, '#2f8a40', '#0c4f34'],
  ] as const) {
    const step = unit * 0.05
    for (let x = -step; x < width + step; x += step * (0.7 + next() * 0.6)) {
      const r = unit * (0.024 + 0.03 * next())
      const y = height * base - r * 0.2
      g.circle(x, y, r).circle(x - r * 0.8, y + r * 0.5, r * 0.7)
      g.circle(x + r * 0.8, y + r * 0.5, r * 0.75).fill(down(light, dark))
      g.ellipse(x - r * 0.3, y - r * 0.5, r * 0.4, r * 0.2).fill(clear('#f0ff9a', 0.18))
    }
  }
  for (const [place, tall, lean] of triples(
    '0.19,0.3,0.22 0.235,0.22,-0.16 0.82,0.28,-0.2 0.775,0.2,0.18',
  )) {
    paintPalm(g, width * place, height * 0.82, unit * tall, lean)
  }
}

function paintPalm(g: Pen, x: number, base: number, tall: number, lean: number): void {
  const [tx, ty] = [x + tall * lean, base - tall]
  g.moveTo(x, base).quadraticCurveTo(x + tall * lean * 0.2, base - tall * 0.6, tx, ty)
  g.stroke({ width: tall * 0.065, color: '#5a2a10', cap: 'round' })
  g.moveTo(x - 1, base).quadraticCurveTo(x + tall * lean * 0.2 - 1, base - tall * 0.6, tx - 1, ty)
  g.stroke({ width: tall * 0.028, color: '#c07a3a', cap: 'round' })
  for (let frond = 0; frond < 9; frond++) {
    const angle = -Math.PI * (0.5 + (frond - 4) * 0.17)
    const [ex, ey] = [tx + Math.cos(angle) * tall * 0.42, ty + Math.sin(angle) * tall * 0.3]
    const drop = tall * (0.06 + 0.05 * Math.abs(frond - 4))
    const leaf = `M${tx} ${ty} Q${(tx + ex) / 2} ${(ty + ey) / 2 - tall * 0.14} ${ex} ${ey + drop} Q${(tx + ex) / 2} ${(ty + ey) / 2 + tall * 0.02} ${tx} ${ty} Z`
    g.shape(leaf, frond % 2 === 0 ? down('#8ad04a', '#1f7a3c') : down('#5ab444', '#115a34'), {
      color: '#0c4028',
      width: Math.max(0.8, tall * 0.006),
    })
  }
}

/** Paving of warm stone with a band of stepped frets. */
function paintPlaza(g: Pen, { width, height }: Size): void {
  const top = height * 0.82
  g.rect(0, top, width, height - top).fill(down('#e89a54', '#b8582a', '#6b240e'))
  const step = Math.max(22, Math.min(width, height) * 0.055)
  g.rect(0, top, width, step).fill(down('#ffd08a', '#e08a44'))
  g.rect(0, top + step, width, 2).fill(clear('#5a1a06', 0.6))
  g.rect(0, top, width, 2).fill(clear('#fff3c8', 0.8))
  const unit = step / 5
  for (let x = -step; x < width + step; x += step * 1.2) {
    const y = top + unit
    const fret = `M${x} ${y + unit * 3} L${x} ${y + unit * 2} L${x + unit} ${y + unit * 2} L${x + unit} ${y + unit} L${x + unit * 2} ${y + unit} L${x + unit * 2} ${y} L${x + unit * 4} ${y} L${x + unit * 4} ${y + unit * 2} L${x + unit * 3} ${y + unit * 2} L${x + unit * 3} ${y + unit} L${x + unit * 2.6} ${y + unit} L${x + unit * 2.6} ${y + unit * 3} Z`
    g.shape(fret, '#0f8a8a')
  }
  const rows = 4
  for (let row = 0; row < rows; row++) {
    const y = top + step + (height - top - step) * ((row + 1) / rows) ** 1.5
    g.moveTo(0, y).lineTo(width, y).stroke({ width: 1.6, color: '#5a1a06', alpha: 0.45 })
  }
  for (let seam = -9; seam <= 9; seam++) {
    g.moveTo(width * (0.5 + seam * 0.07), top + step).lineTo(width * (0.5 + seam * 0.16), height)
    g.stroke({ width: 1.4, color: '#5a1a06', alpha: 0.35 })
  }
}

function addAgaves(scene: Container, { width, height }: Size): void {
  const unit = Math.min(width, height)
  for (const [x, y, part] of triples(
    '0.03,0.9,0.24 0.97,0.91,0.26 0.13,0.96,0.17 0.88,0.97,0.16',
  )) {
    const plant = drawAgave()
    plant.scale.set((unit * part) / 100)
    plant.position.set(width * x, height * y)
    scene.addChild(plant)
  }
}
