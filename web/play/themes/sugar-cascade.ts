// Owns the look of Sugar Cascade: a land of sweets. It must never hold rules.

import '../art/base.ts'
import type { Container } from 'pixi.js'
import { drawChocolateHeart, drawCupcake, drawMacaron } from '../art/cakes.ts'
import { down, group, Pen, round, type Size } from '../art/paint.ts'
import { disorder, paintCloud, paintHills, paintSky } from '../art/scenery.ts'
import * as sweets from '../art/sweets.ts'
import type { Theme } from './theme.ts'

const SYMBOLS: Readonly<Record<string, () => Container>> = {
  'chocolate-heart': drawChocolateHeart,
  cupcake: drawCupcake,
  macaron: drawMacaron,
  lollipop: sweets.drawLollipop,
  'candy-cane': sweets.drawCandyCane,
  'gummy-bear': () => sweets.drawGummyBear(sweets.FLAVOURS.orange),
  'jelly-bean': () => sweets.drawJellyBean(sweets.FLAVOURS.blue),
  mint: () => sweets.drawPeppermint(sweets.FLAVOURS.green),
  'sugar-star': sweets.drawSugarStar,
}

export const sugarCascade: Theme = {
  colors: {
    accent: '#ff8ad0',
    accentDeep: '#d91c86',
    panel: '#3a0f52',
    glow: '#fff07a',
    titleTop: '#ffffff',
    titleBottom: '#ff5ab4',
    titleEdge: '#6b0a6b',
    ground: '#5a1c7a',
  },
  motion: 'drop',
  drawSymbol: id => SYMBOLS[id]?.() ?? drawMultiplier(id),
  drawBackground,
  frame: {
    rim: ['#ff9ad6', '#ffffff', '#ff77c4', '#ffffff', '#ff9ad6', '#ffffff', '#ff77c4'],
    rimEdge: '#b3127f',
    bed: ['rgba(90,30,140,0.86)', 'rgba(60,14,104,0.9)'],
    strip: ['rgba(255,255,255,0.1)', 'rgba(255,255,255,0.04)', 'rgba(255,255,255,0.1)'],
    stripEdge: '#ffb8ec',
    curve: 0,
    bulbs: [],
  },
  drawTokens: () => [
    sweets.drawHeartSweet(sweets.FLAVOURS.red),
    sweets.drawStarSweet(sweets.FLAVOURS.yellow),
    sweets.drawWrappedSweet(sweets.FLAVOURS.pink),
    sweets.drawWrappedSweet(sweets.FLAVOURS.green),
  ],
}

/** "times-25" and the like. */
function drawMultiplier(id: string): Container | null {
  const factor = /^times-(\d+)$/.exec(id)?.[1]
  return factor === undefined ? null : sweets.drawMultiplierBomb(Number(factor))
}

function drawBackground(size: Size): Container {
  const g = new Pen()
  const { width, height } = size
  const unit = Math.min(width, height)
  paintSky(g, size, ['#4a8ff0', '#8fc4ff', [0.45, '#ffd0ee'], [0.75, '#ff9ad0'], [1, '#c250c0']])
  g.spot(width * 0.5, height * 0.4, width * 0.7, height * 0.6, '#ffffff', 0.5)
  paintCloud(g, width * 0.1, height * 0.14, unit * 0.09, '#ffffff')
  paintCloud(g, width * 0.9, height * 0.1, unit * 0.1, '#fff0fa')
  paintCloud(g, width * 0.96, height * 0.36, unit * 0.06, '#ffffff')
  paintCloud(g, width * 0.03, height * 0.42, unit * 0.06, '#fff0fa')
  paintHills(g, size, 17, 0.66, 0.14, ['#ffb3e2', '#e06ac8'])
  paintTrees(g, size)
  paintHills(g, size, 23, 0.78, 0.1, ['#a8f0d8', '#3ab8b0'])
  paintHills(g, size, 31, 0.88, 0.07, ['#ff8ac8', '#9c1c86'])
  paintSprinkles(g, size)
  return group(g)
}

/** Lollipop trees along the hills. */
function paintTrees(g: Pen, { width, height }: Size): void {
  const next = disorder(13)
  const unit = Math.min(width, height)
  const tones = [
    ['#fff0f8', '#ff5aa8', '#b30f66'],
    ['#f0fff4', '#4ad88a', '#0a7a4a'],
    ['#fffbe0', '#ffc53a', '#c07000'],
    ['#f0f4ff', '#6a9aff', '#1c3cb0'],
  ] as const
  const places = [0.03, 0.09, 0.16, 0.24, 0.76, 0.84, 0.91, 0.97]
  places.forEach((place, index) => {
    const x = width * place
    const r = unit * (0.035 + next() * 0.035)
    const y = height * (0.56 + next() * 0.1)
    g.roundRect(x - r * 0.11, y, r * 0.22, height * 0.3, r * 0.1).fill('#fff6fb')
    const [light, middle, dark] = tones[index % tones.length]!
    g.circle(x, y, r).fill(round(light, [0.5, middle], [1, dark]))
    for (let ring = 1; ring <= 3; ring++) {
      g.circle(x, y, r * ring * 0.27).stroke({ width: r * 0.09, color: '#ffffff', alpha: 0.55 })
    }
    g.ellipse(x - r * 0.3, y - r * 0.45, r * 0.35, r * 0.2).fill(
      down('rgba(255,255,255,0.8)', 'rgba(255,255,255,0)'),
    )
  })
}

function paintSprinkles(g: Pen, { width, height }: Size): void {
  const next = disorder(77)
  const tones = ['#fff27a', '#7affd0', '#ffffff', '#7ac8ff', '#ffd0f0']
  for (let index = 0; index < 90; index++) {
    const [x, y] = [next() * width, height * (0.82 + next() * 0.18)]
    const turn = next() * Math.PI
    const [c, s] = [Math.cos(turn) * 5, Math.sin(turn) * 5]
    g.moveTo(x - c, y - s).lineTo(x + c, y + s)
    g.stroke({ width: 3.2, color: tones[index % tones.length]!, alpha: 0.8, cap: 'round' })
  }
}
