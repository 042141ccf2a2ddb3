// Owns the look of a game without a theme: a calm blue hall, card ranks for ids that name one and
// named tiles for the rest. It must never hold rules.

import '../art/base.ts'
import { Container } from 'pixi.js'
import { drawRank, RANK_COLORS, rankOf } from '../art/cards.ts'
import { drawFrame } from '../art/frames.ts'
import { drawStar } from '../art/fruit.ts'
import { pen, spot } from '../art/paint.ts'
import { paintRays, paintSky, paintStars } from '../art/scenery.ts'
import { paintCornerShade } from '../art/shade.ts'
import type { Size, Theme } from './theme.ts'

export const plain: Theme = {
  colors: {
    accent: '#ffc52e',
    accentDeep: '#d97a00',
    panel: '#0a1030',
    glow: '#ffe14a',
    titleTop: '#ffffff',
    titleBottom: '#8fd0ff',
    titleEdge: '#0a2a7a',
    ground: '#060a20',
  },
  motion: 'spin',
  drawSymbol: id => {
    const rank = rankOf(id)
    return rank === null ? null : drawRank(rank, RANK_COLORS[rank]!, '#240a0a')
  },
  drawBackground,
  drawFrame: (board, columns) =>
    drawFrame(board, columns, {
      rim: ['#4a5fd6', '#cfe0ff', '#7a9aff', '#ffffff', '#4a5fd6'],
      rimEdge: '#0a1450',
      bed: ['#1c2785', '#0a1030'],
      strip: ['#24309a', '#141c5a', '#1c2680'],
      stripEdge: '#8fb4ff',
      curve: 0.35,
      bulbs: [],
    }),
  drawTokens: () => [drawStar()],
}

function drawBackground(size: Size): Container {
  const scene = new Container()
  const g = pen()
  const { width, height } = size
  paintSky(g, size, ['#050a30', '#14248a', '#050a24'])
  paintRays(g, width / 2, height * 0.45, Math.hypot(width, height), 18, '#4a6aff', 0.12)
  spot(g, width / 2, height * 0.45, width * 0.55, height * 0.55, '#5a8aff', 0.45)
  paintStars(g, size, 90)
  paintCornerShade(g, size, 0.5)
  scene.addChild(g)
  return scene
}
