// Owns the look of Cherry Classic: a fruit machine in a velvet room. It must never hold rules.

import '../art/base.ts'
import type { Container } from 'pixi.js'
import * as fruit from '../art/fruit.ts'
import { down, group, Pen, type Size } from '../art/paint.ts'
import { paintCornerShade, paintRays, paintSky } from '../art/scenery.ts'
import type { Theme } from './theme.ts'

const SYMBOLS: Readonly<Record<string, () => Container>> = {
  seven: () => fruit.drawSeven(fruit.RED_SEVEN),
  bar: fruit.drawBar,
  bell: fruit.drawBell,
  watermelon: fruit.drawWatermelon,
  grapes: fruit.drawGrapes,
  plum: fruit.drawPlum,
  orange: fruit.drawOrange,
  lemon: fruit.drawLemon,
  cherry: fruit.drawCherry,
}

export const cherryClassic: Theme = {
  lightReels: true,
  colors: {
    accent: '#ffd23a',
    accentDeep: '#e0301e',
    panel: '#2a0410',
    glow: '#ffe14a',
    titleTop: '#ffffff',
    titleBottom: '#ffd23a',
    titleEdge: '#8a0018',
    ground: '#1f020a',
  },
  motion: 'spin',
  drawSymbol: id => SYMBOLS[id]?.() ?? null,
  drawBackground,
  frame: {
    rim: ['#8f0a1c', '#ff5a4a', '#d4142c', '#ff7a5a', '#8f0a1c'],
    rimEdge: '#ffcf4a',
    bed: ['#5a3a1c', '#2a1608'],
    strip: ['#e8dcc4', '#fffdf4', '#fffaf0', '#e2d3b4'],
    stripEdge: '#8a6a3a',
    curve: 0.26,
    bulbs: ['#fff3a0', '#ffc52e'],
  },
  drawTokens: () => [fruit.drawStar(), fruit.drawCherry(), fruit.drawStar()],
}

function drawBackground(size: Size): Container {
  const g = new Pen()
  const { width, height } = size
  paintSky(g, size, ['#8a0a22', '#b3122e', '#5a0418'])
  paintRays(g, width / 2, height * 0.46, Math.hypot(width, height), 22, '#ff4a3c', 0.28)
  g.spot(width / 2, height * 0.42, width * 0.6, height * 0.55, '#ffb04a', 0.5)
  paintCurtains(g, size)
  paintCornerShade(g, size, 0.5)
  return group(g)
}

/** Velvet folds at both sides. */
function paintCurtains(g: Pen, { width, height }: Size): void {
  const wide = width * (width > height ? 0.13 : 0.07)
  const folds = 5
  for (const side of [0, 1]) {
    for (let fold = 0; fold < folds; fold++) {
      const x = side === 0 ? (wide * fold) / folds : width - (wide * (fold + 1)) / folds
      const sway = wide * 0.1
      const w = wide / folds
      g.moveTo(x, 0)
        .lineTo(x + w, 0)
        .quadraticCurveTo(x + w + sway, height / 2, x + w, height)
        .lineTo(x, height)
        .quadraticCurveTo(x + sway, height / 2, x, 0)
        .fill(down('#4a0212', fold % 2 === 0 ? '#c2183a' : '#8a0c26', '#30010c'))
    }
  }
}
