// Owns the look of Cherry Classic: a fruit machine in a velvet room. It must never hold rules.

import '../art/base.ts'
import { Container } from 'pixi.js'
import { drawFrame } from '../art/frames.ts'
import {
  drawBar,
  drawBell,
  drawCherry,
  drawGrapes,
  drawLemon,
  drawOrange,
  drawPlum,
  drawSeven,
  drawStar,
  drawWatermelon,
  RED_SEVEN,
} from '../art/fruit.ts'
import { down, pen, spot } from '../art/paint.ts'
import { paintRays, paintSky } from '../art/scenery.ts'
import { paintCornerShade } from '../art/shade.ts'
import type { Size, Theme } from './theme.ts'

const SYMBOLS: Readonly<Record<string, () => Container>> = {
  seven: () => drawSeven(RED_SEVEN),
  bar: drawBar,
  bell: drawBell,
  watermelon: drawWatermelon,
  grapes: drawGrapes,
  plum: drawPlum,
  orange: drawOrange,
  lemon: drawLemon,
  cherry: drawCherry,
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
  drawFrame: (board, columns) =>
    drawFrame(board, columns, {
      rim: ['#8f0a1c', '#ff5a4a', '#d4142c', '#ff7a5a', '#8f0a1c'],
      rimEdge: '#ffcf4a',
      bed: ['#5a3a1c', '#2a1608'],
      strip: ['#e8dcc4', '#fffdf4', '#fffaf0', '#e2d3b4'],
      stripEdge: '#8a6a3a',
      curve: 0.26,
      bulbs: ['#fff3a0', '#ffc52e'],
    }),
  drawTokens: () => [drawStar(), drawCherry(), drawStar()],
}

function drawBackground(size: Size): Container {
  const scene = new Container()
  const g = pen()
  const { width, height } = size
  paintSky(g, size, ['#8a0a22', '#b3122e', '#5a0418'])
  paintRays(g, width / 2, height * 0.46, Math.hypot(width, height), 22, '#ff4a3c', 0.28)
  spot(g, width / 2, height * 0.42, width * 0.6, height * 0.55, '#ffb04a', 0.5)
  paintCurtains(g, size)
  paintCornerShade(g, size, 0.5)
  scene.addChild(g)
  return scene
}

/** Velvet folds at both sides. */
function paintCurtains(g: ReturnType<typeof pen>, { width, height }: Size): void {
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
