// Owns the drawings of festival things: lantern, fan, teapot, knot, coin, fireworks. It must never
// depend on symbol ids; a theme maps them.

import type { Container } from 'pixi.js'
import { across, ball, down, group, Pen, pairs, round, roundFrom, slant, triples } from './paint.ts'
import { drawRibbon, GOLD_RIBBON } from './ribbon.ts'

const GOLD = ['#fff7c4', '#ffd548', '#e08a0c', '#a85400'] as const
const GOLD_EDGE = { color: '#6b2a00', width: 2 }

export interface LanternColors {
  core: string
  glow: string
  body: string
  edge: string
}

export const RED_LANTERN: LanternColors = {
  core: '#fff6c0',
  glow: '#ffae2e',
  body: '#f23b1c',
  edge: '#8c0a14',
}
export function paintLantern(g: Pen, colors: LanternColors): void {
  g.spot(0, -3, 50, 49, colors.glow, 0.75)
  g.moveTo(0, -47).lineTo(0, -36).stroke({ width: 2.5, color: '#7a3a00' })
  for (const x of [-6, -2, 2, 6]) {
    g.moveTo(x * 0.6, 32).lineTo(x, 47)
    g.stroke({ width: 2.2, color: '#ffcf4a' })
  }
  const light = roundFrom(
    0.5,
    0.48,
    0.56,
    colors.core,
    [0.34, colors.glow],
    [0.68, colors.body],
    [1, colors.edge],
  )
  g.ellipse(0, -3, 37, 31).fill(light)
  for (const rx of [11, 24]) {
    g.ellipse(0, -3, rx, 31).stroke({ width: 1.6, color: colors.edge, alpha: 0.55 })
  }
  g.ellipse(0, -3, 37, 31).stroke({ width: 2.4, color: colors.edge })
  g.gloss(-13, -17, 15, 9, 0.55)
  g.roundRect(-17, -39, 34, 9, 3.5).fill(across('#a85400', '#fff0a0', '#e39a1a', '#8a4200'))
  g.roundRect(-17, -39, 34, 9, 3.5).stroke(GOLD_EDGE)
  g.roundRect(-15, 25, 30, 8, 3.5).fill(across('#a85400', '#fff0a0', '#e39a1a', '#8a4200'))
  g.roundRect(-15, 25, 30, 8, 3.5).stroke(GOLD_EDGE)
}

function drawLantern(colors: LanternColors): Container {
  const g = new Pen()
  paintLantern(g, colors)
  return group(g)
}

export function drawWildLantern(): Container {
  const symbol = drawLantern(RED_LANTERN)
  symbol.addChild(drawRibbon('WILD', 4, GOLD_RIBBON))
  return symbol
}

export function drawFan(): Container {
  const g = new Pen()
  g.ground(50, 24)
  const from = -Math.PI * 0.93
  const to = -Math.PI * 0.07
  const at = (reach: number, angle: number) =>
    `${Math.cos(angle) * reach} ${30 + Math.sin(angle) * reach}`
  const leaf = (inner: number, outer: number) =>
    `M${at(inner, from)} L${at(outer, from)} A${outer} ${outer} 0 0 1 ${at(outer, to)} L${at(inner, to)} A${inner} ${inner} 0 0 0 ${at(inner, from)} Z`
  const silk = down('#ffd07a', '#ff5a5a', '#c8124a', '#6b0a3a')
  g.shape(leaf(18, 66), silk, { color: '#5a0a1f', width: 2.4 })
  g.shape(leaf(58, 66), across('#e08a0c', '#fff0a0', '#e39a1a', '#fff0a0', '#c06a00'))
  for (let rib = 0; rib <= 8; rib++) {
    const angle = from + ((to - from) * rib) / 8
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    g.moveTo(c * 6, 30 + s * 6).lineTo(c * 64, 30 + s * 64)
    g.stroke({
      width: rib === 0 || rib === 8 ? 4.5 : 1.6,
      color: '#5a1500',
      alpha: 0.9,
      cap: 'round',
    })
  }
  paintBlossom(g, 0, -8, 11)
  paintBlossom(g, -27, 2, 7)
  paintBlossom(g, 27, 2, 7)
  g.circle(0, 30, 7).edged(ball('#fff6c0', '#e39a1a', '#8a4200'), GOLD_EDGE)
  g.outline('M0 36 Q5 42 0 48', { width: 3, color: '#e8263f', cap: 'round' })
  g.scale.set(0.76)
  return group(g)
}

function paintBlossom(g: Pen, x: number, y: number, size: number): void {
  for (let petal = 0; petal < 5; petal++) {
    const angle = (petal / 5) * Math.PI * 2 - Math.PI / 2
    g.circle(x + Math.cos(angle) * size * 0.55, y + Math.sin(angle) * size * 0.55, size * 0.46)
    g.fill(round('#ffffff', '#ffd0dc'))
  }
  g.circle(x, y, size * 0.26).fill('#ffc531')
}

export function drawTeapot(): Container {
  const g = new Pen()
  g.ground(38, 38)
  const edge = { color: '#122a6a', width: 2.2 }
  const china = roundFrom(
    0.36,
    0.26,
    0.8,
    '#ffffff',
    [0.35, '#e8f2ff'],
    [0.75, '#9fc0ee'],
    [1, '#5a7cc0'],
  )
  g.moveTo(28, -12).bezierCurveTo(54, -18, 52, 24, 24, 20).stroke({ width: 11, color: edge.color })
  g.moveTo(28, -12).bezierCurveTo(54, -18, 52, 24, 24, 20).stroke({ width: 6.5, color: '#c9dcf8' })
  g.shape(
    'M-22 16 C-38 14 -36 -4 -49 -12 L-40 -19 C-30 -12 -28 -4 -20 -4 Z',
    down('#ffffff', '#a8c6f0'),
    edge,
  )
  g.ellipse(0, 6, 33, 30).fill(china).ellipse(0, 6, 33, 30).stroke(edge)
  g.shape('M-22 -17 C-18 -28 18 -28 22 -17 C14 -12 -14 -12 -22 -17 Z', china, edge)
  g.circle(0, -30, 5.5)
    .fill(ball('#fff6c0', '#f0a80c', '#a85a00'))
    .circle(0, -30, 5.5)
    .stroke({ width: 1.8, color: '#6b2a00' })
  for (const [x, y, size] of triples('0,9,13 -19,0,7 18,14,7')) {
    paintPetals(g, x, y, size, '#1d4fc0', '#ffffff')
  }
  g.moveTo(-27, 20).quadraticCurveTo(0, 33, 27, 20).stroke({ width: 2.4, color: '#1d4fc0' })
  g.roundRect(-17, 33, 34, 6, 3).edged(across('#5a7cc0', '#e8f2ff', '#5a7cc0'), edge)
  g.gloss(-12, -9, 12, 9, 0.8)
  return group(g)
}

function paintPetals(
  g: Pen,
  x: number,
  y: number,
  size: number,
  color: string,
  heart: string,
): void {
  for (let petal = 0; petal < 6; petal++) {
    const angle = (petal / 6) * Math.PI * 2
    g.circle(
      x + Math.cos(angle) * size * 0.55,
      y + Math.sin(angle) * size * 0.55,
      size * 0.36,
    ).fill(color)
  }
  g.circle(x, y, size * 0.28).fill(heart)
}

/** The red cord knot that is given for luck. */
export function drawKnot(): Container {
  const g = new Pen()
  g.ground(46, 16)
  const cord = (width: number, color: string) => ({
    width,
    color,
    cap: 'round' as const,
    join: 'round' as const,
  })
  const strands = () => {
    for (const [x, y] of pairs('-31,-8 31,-8 -16,-24 16,-24 -16,9 16,9')) {
      g.circle(x, y, 8.5)
    }
    for (const shift of [-14, 0, 14]) {
      g.moveTo(shift - 16, -8 + shift + 16).lineTo(shift + 16, -8 + shift - 16)
      g.moveTo(shift - 16, -8 - shift - 16).lineTo(shift + 16, -8 - shift + 16)
    }
    g.moveTo(0, -38).lineTo(0, -48).moveTo(0, 22).lineTo(0, 28)
  }
  for (const [width, color] of [
    [9.5, '#5a0010'],
    [6.5, '#e01a2e'],
    [2, '#ff8a7a'],
  ] as const) {
    strands()
    g.stroke(cord(width, color))
  }
  g.circle(0, -8, 8).edged(ball('#fff6c0', '#f0b01c', '#a85a00'), GOLD_EDGE)
  g.roundRect(-7, 24, 14, 8, 3).edged(across('#a85400', '#fff0a0', '#a85400'), GOLD_EDGE)
  for (const x of [-6, -3, 0, 3, 6]) {
    g.moveTo(x * 0.7, 32).lineTo(x * 1.25, 49)
    g.stroke({ width: 2.6, color: x % 2 === 0 ? '#ff4a4a' : '#c4071d' })
  }
  return group(g)
}

export function drawJadeCoin(): Container {
  const g = new Pen()
  g.ground(42, 34)
  const edge = { width: 2.2, color: '#043f2c' }
  g.circle(0, 2.5, 39).fill('#043f2c')
  g.circle(0, 0, 39).edged(slant('#eaffdf', '#8fe8a8', '#23a86a', '#0a6446'), edge)
  g.circle(0, 0, 31).stroke({ width: 2, color: '#0a6446', alpha: 0.7 })
  for (let mark = 0; mark < 8; mark++) {
    const angle = (mark / 8) * Math.PI * 2
    const [x, y] = [Math.cos(angle) * 24.5, Math.sin(angle) * 24.5]
    g.circle(x, y, 4.6)
      .fill('#0a6446')
      .circle(x - 0.8, y - 0.9, 3.4)
      .fill(ball('#f4ffe8', '#6ad890', '#128a58'))
  }
  g.circle(0, 0, 15).edged(slant(...GOLD), GOLD_EDGE)
  g.roundRect(-7, -7, 14, 14, 2).edged(down('#1a0a2a', '#4a1c3a'), GOLD_EDGE)
  g.gloss(-12, -23, 19, 9, 0.75)
  return group(g)
}

export function drawFirework(word: string): Container {
  const g = new Pen()
  g.spot(0, -8, 52, 52, '#ffb52e', 0.85)
  const tones = ['#ffe14a', '#ff5a8a', '#5ae0ff', '#ffe14a', '#b6ff5a', '#ff9a3c'] as const
  for (let ray = 0; ray < 24; ray++) {
    const angle = (ray / 24) * Math.PI * 2
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const reach = ray % 2 === 0 ? 43 : 30
    const color = tones[ray % tones.length]!
    g.moveTo(c * 11, -8 + s * 11).lineTo(c * reach, -8 + s * reach)
    g.stroke({ width: ray % 2 === 0 ? 3.2 : 2.4, color, cap: 'round' })
    g.circle(c * (reach + 3), -8 + s * (reach + 3), ray % 2 === 0 ? 3.4 : 2.4).fill(color)
  }
  for (let ray = 0; ray < 6; ray++) {
    const angle = ((ray + 0.5) / 6) * Math.PI * 2
    g.star(Math.cos(angle) * 22, -8 + Math.sin(angle) * 22, 4, 6.5, 2).fill('#ffffff')
  }
  g.circle(0, -8, 13).fill(round('#ffffff', '#fff6b0', '#ffb52e'))
  g.star(0, -8, 8, 15, 6).fill('#ffffff')
  return group(g, drawRibbon(word, 36, GOLD_RIBBON))
}

export function drawGoldCoin(): Container {
  const g = new Pen()
  g.circle(0, 0, 44).edged(slant(...GOLD), { width: 3, color: '#6b2a00' })
  g.circle(0, 0, 35).edged(slant('#c97a0a', '#f7c437', '#fff3a8'), { width: 2, color: '#8a4200' })
  g.roundRect(-12, -12, 24, 24, 3).edged('#6b2a00', { width: 3, color: '#fff0a0' })
  g.gloss(-10, -25, 22, 10, 0.7)
  return group(g)
}
