// Owns the look of Lucky Lanterns: a festival night over the water. It must never hold rules.

import '../art/base.ts'
import { Container } from 'pixi.js'
import { drawBamboo, drawDragon, drawKoi, drawLotus, drawPhoenix } from '../art/creatures.ts'
import * as festival from '../art/festival.ts'
import { down, Pen, type Size } from '../art/paint.ts'
import {
  disorder,
  paintCornerShade,
  paintHills,
  paintMoon,
  paintSky,
  paintStars,
} from '../art/scenery.ts'
import type { Theme } from './theme.ts'

const SYMBOLS: Readonly<Record<string, () => Container>> = {
  'red-lantern': festival.drawWildLantern,
  firework: () => festival.drawFirework('SCATTER'),
  dragon: drawDragon,
  phoenix: drawPhoenix,
  koi: drawKoi,
  lotus: drawLotus,
  'paper-fan': festival.drawFan,
  teapot: festival.drawTeapot,
  'lucky-knot': festival.drawKnot,
  'jade-coin': festival.drawJadeCoin,
  bamboo: drawBamboo,
}

export const luckyLanterns: Theme = {
  colors: {
    accent: '#ffc53a',
    accentDeep: '#d9480f',
    panel: '#1a0626',
    glow: '#ffd84a',
    titleTop: '#fff6c8',
    titleBottom: '#ff9a2e',
    titleEdge: '#6b0f12',
    ground: '#12041f',
  },
  motion: 'spin',
  drawSymbol: id => SYMBOLS[id]?.() ?? null,
  drawBackground,
  frame: {
    rim: ['#a85400', '#ffe27a', '#fffbe0', '#ffc42e', '#b35c00', '#ffe27a', '#8f4a00'],
    rimEdge: '#4a0d10',
    bed: ['#4a0d2a', '#1a0626'],
    strip: ['#521a4a', '#2a0d3f', '#3a1248'],
    stripEdge: '#ff9a5a',
    curve: 0.24,
    bulbs: [],
  },
  drawTokens: () => [festival.drawGoldCoin(), festival.drawGoldCoin(), festival.drawJadeCoin()],
}

function drawBackground(size: Size): Container {
  const scene = new Container()
  const g = new Pen()
  const { width, height } = size
  paintSky(g, size, ['#0d0630', '#2a0a52', [0.55, '#6b1458'], [0.74, '#c2373f'], [1, '#e8763a']])
  paintStars(g, size, 130)
  // Never behind the logo, which is lower on tall phones.
  const isTall = height > width && height >= 780
  const [x, y] = isTall ? [width * 0.13, height * 0.05] : [width * 0.87, height * 0.13]
  paintMoon(g, x, y, Math.min(width, height) * 0.075, '#ffe3a0')
  paintHills(g, size, 11, 0.72, 0.16, ['#4a1250', '#2a0a3a'])
  paintPagoda(g, width * 0.1, height * 0.74, Math.min(width * 0.16, height * 0.3))
  paintPagoda(g, width * 0.93, height * 0.75, Math.min(width * 0.11, height * 0.22))
  paintHills(g, size, 29, 0.79, 0.09, ['#2f0a3a', '#16041f'])
  paintWater(g, size)
  paintCornerShade(g, size, 0.3)
  scene.addChild(g)
  addLanterns(scene, size)
  return scene
}

function paintPagoda(g: Pen, x: number, base: number, height: number): void {
  const floors = 5
  for (let floor = 0; floor < floors; floor++) {
    const y = base - (height * (floor + 1)) / floors
    const wide = height * (0.3 - floor * 0.042)
    const tall = height / floors
    g.rect(x - wide * 0.62, y, wide * 1.24, tall).fill('#240833')
    g.moveTo(x - wide * 1.25, y + tall * 0.34)
      .quadraticCurveTo(x - wide * 0.6, y + tall * 0.1, x - wide * 0.45, y - tall * 0.16)
      .lineTo(x + wide * 0.45, y - tall * 0.16)
      .quadraticCurveTo(x + wide * 0.6, y + tall * 0.1, x + wide * 1.25, y + tall * 0.34)
      .closePath()
      .fill('#35103f')
    for (const side of [-0.3, 0.3]) {
      const [wx, wy] = [x + side * wide, y + tall * 0.62]
      g.spot(wx, wy, wide * 0.5, tall * 0.5, '#ffb52e', 0.55)
      g.roundRect(wx - wide * 0.1, wy - tall * 0.16, wide * 0.2, tall * 0.32, 2).fill('#ffd98a')
    }
  }
  g.rect(x - 1.5, base - height * 1.14, 3, height * 0.14).fill('#240833')
}

function paintWater(g: Pen, { width, height }: Size): void {
  const top = height * 0.83
  g.rect(0, top, width, height - top).fill(down('#6b1f52', '#2a0a3a', '#12041f'))
  const next = disorder(41)
  for (let glint = 0; glint < 70; glint++) {
    const y = top + next() ** 1.4 * (height - top)
    const wide = (6 + next() * 34) * (0.4 + (y - top) / (height - top))
    g.roundRect(next() * width, y, wide, 1.4, 0.7).fill({
      color: '#ffb56a',
      alpha: 0.2 + next() * 0.4,
    })
  }
}

/** Sky lanterns: the nearer, the larger and the brighter. */
function addLanterns(scene: Container, { width, height }: Size): void {
  const next = disorder(5)
  const unit = Math.min(width, height)
  // In portrait the sky is left to the logo.
  const top = height > width ? 0.2 : 0.06
  for (let index = 0; index < 17; index++) {
    const near = next()
    const g = new Pen()
    festival.paintLantern(g, festival.RED_LANTERN)
    g.scale.set((unit * (0.02 + 0.055 * near ** 2)) / 50)
    const side = index % 2 === 0 ? next() * 0.3 : 1 - next() * 0.3
    g.position.set(width * side, height * (top + next() * (0.66 - top)))
    g.alpha = 0.45 + 0.5 * near
    g.rotation = (next() - 0.5) * 0.3
    scene.addChild(g)
  }
}
