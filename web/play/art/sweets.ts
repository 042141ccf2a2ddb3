// Owns the drawings of the sweet shop: glossy sweets, a lollipop, multiplier bombs. It must never
// depend on symbol ids; a theme maps them.

import type { Container } from 'pixi.js'
import { down, group, letters, Pen, roundFrom, triples } from './paint.ts'

export interface Flavour {
  pale: string
  light: string
  middle: string
  dark: string
}

export const FLAVOURS = {
  red: { pale: '#ffd6d0', light: '#ff6a6a', middle: '#e8173a', dark: '#8c0020' },
  orange: { pale: '#fff0c8', light: '#ffb648', middle: '#fa7a0a', dark: '#a04000' },
  yellow: { pale: '#fffde0', light: '#ffee5a', middle: '#f9c10a', dark: '#a87200' },
  green: { pale: '#eaffd0', light: '#8df05a', middle: '#2fb52c', dark: '#0c6412' },
  blue: { pale: '#dcf4ff', light: '#62c6ff', middle: '#1a7cf0', dark: '#08369c' },
  purple: { pale: '#f6dcff', light: '#cf7aff', middle: '#9326e0', dark: '#4a0690' },
  pink: { pale: '#fff0f8', light: '#ff94cc', middle: '#f53d9c', dark: '#9c0a5c' },
  teal: { pale: '#dcfff8', light: '#5ceadb', middle: '#0ab5ae', dark: '#045e66' },
} satisfies Record<string, Flavour>

/** Lit from above left, with a bright rim of reflected light: hard, wet sugar. */
export function sugar({ pale, light, middle, dark }: Flavour) {
  return roundFrom(0.38, 0.28, 0.82, pale, [0.22, light], [0.62, middle], [1, dark])
}

/** A moulded sweet of any outline: body, inner face, shine. */
function moulded(outline: string, inner: string, flavour: Flavour): Container {
  const g = new Pen()
  g.ground(42, 32)
  g.shape(outline, sugar(flavour), { color: flavour.dark, width: 2.6 })
  g.shape(inner, down(flavour.light, flavour.middle))
  g.outline(inner, { width: 1.6, color: flavour.pale, alpha: 0.65, join: 'round' })
  g.gloss(-11, -21, 17, 9, 0.85)
  g.ellipse(20, 22, 7, 4).fill('rgba(255,255,255,0.28)')
  return group(g)
}

export function drawHeartSweet(flavour: Flavour): Container {
  const heart = (s: number) =>
    `M0 ${40 * s} C${-30 * s} ${18 * s} ${-46 * s} ${-2 * s} ${-44 * s} ${-18 * s} C${-42 * s} ${-36 * s} ${-16 * s} ${-44 * s} 0 ${-20 * s} C${16 * s} ${-44 * s} ${42 * s} ${-36 * s} ${44 * s} ${-18 * s} C${46 * s} ${-2 * s} ${30 * s} ${18 * s} 0 ${40 * s} Z`
  return moulded(heart(1), heart(0.72), flavour)
}

export function drawStarSweet(flavour: Flavour): Container {
  const star = (r: number) => {
    const parts: string[] = []
    for (let index = 0; index < 10; index++) {
      const angle = (index / 10) * Math.PI * 2 - Math.PI / 2
      const reach = index % 2 === 0 ? r : r * 0.62
      parts.push(`${index === 0 ? 'M' : 'L'}${Math.cos(angle) * reach} ${Math.sin(angle) * reach}`)
    }
    return `${parts.join(' ')} Z`
  }
  const g = new Pen()
  g.ground(42, 30)
  g.outline(star(40), { width: 12, color: flavour.dark, join: 'round' })
  g.outline(star(40), { width: 8, color: flavour.middle, join: 'round' })
  g.shape(star(41), sugar(flavour))
  g.shape(star(26), down(flavour.pale, flavour.light, flavour.middle))
  g.gloss(-9, -16, 12, 7, 0.85)
  return group(g)
}

export function drawPeppermint(flavour: Flavour): Container {
  const g = new Pen()
  g.ground(42, 32)
  g.circle(0, 0, 39).fill(roundFrom(0.4, 0.3, 0.8, '#ffffff', [0.6, '#f2fff8'], [1, '#b8e6d4']))
  paintSwirl(g, 0, 0, 38.5, flavour.middle, 0.95)
  g.circle(0, 0, 39).stroke({ width: 2.8, color: flavour.dark })
  g.circle(0, 0, 35).stroke({ width: 2, color: '#ffffff', alpha: 0.5 })
  g.gloss(-10, -21, 18, 10, 0.85)
  return group(g)
}

function paintSwirl(g: Pen, x: number, y: number, r: number, color: string, alpha: number): void {
  for (let arm = 0; arm < 5; arm++) {
    const turn = (arm / 5) * Math.PI * 2
    const point = (angle: number, reach: number) =>
      [x + Math.cos(turn + angle) * r * reach, y + Math.sin(turn + angle) * r * reach] as const
    const [ax, ay] = point(0, 1)
    const [bx, by] = point(0.62, 1)
    const [c1x, c1y] = point(-0.75, 0.55)
    const [c2x, c2y] = point(-0.1, 0.62)
    const [mx, my] = point(0.31, 1.06)
    g.moveTo(x, y).quadraticCurveTo(c1x, c1y, ax, ay).quadraticCurveTo(mx, my, bx, by)
    g.quadraticCurveTo(c2x, c2y, x, y).fill({ color, alpha })
  }
}

/** A twist-wrapped sweet. */
export function drawWrappedSweet(flavour: Flavour): Container {
  const g = new Pen()
  g.ground(36, 40)
  const edge = { color: flavour.dark, width: 2.2 }
  for (const side of [-1, 1]) {
    g.shape(
      `M${side * 22} 0 L${side * 49} -20 Q${side * 43} -8 ${side * 49} 0 Q${side * 43} 8 ${side * 49} 20 Z`,
      down(flavour.pale, flavour.light, flavour.middle),
      edge,
    )
  }
  g.ellipse(0, 0, 31, 27).fill(sugar(flavour))
  for (const x of [-12, 4]) {
    g.shape(
      `M${x} -26 Q${x + 14} 0 ${x} 26 L${x + 9} 25 Q${x + 23} 0 ${x + 9} -25 Z`,
      'rgba(255,255,255,0.5)',
    )
  }
  g.ellipse(0, 0, 31, 27).stroke({ width: 2.6, color: flavour.dark })
  g.gloss(-8, -14, 15, 7, 0.85)
  return group(g)
}

export function drawJellyBean(flavour: Flavour): Container {
  const bean =
    'M-30 -22 C-12 -42 22 -34 36 -10 C48 14 36 38 16 36 C4 35 4 24 -8 22 C-22 20 -40 18 -42 0 C-43 -10 -38 -16 -30 -22 Z'
  const inner =
    'M-26 -14 C-10 -28 18 -22 28 -4 C36 12 30 26 18 27 C10 26 6 15 -6 13 C-18 11 -32 12 -33 0 C-33 -6 -30 -10 -26 -14 Z'
  return moulded(bean, inner, flavour)
}

export function drawGummyBear(flavour: Flavour): Container {
  const g = new Pen()
  g.ground(44, 30)
  const fill = sugar(flavour)
  const edge = { width: 2.4, color: flavour.dark }
  for (const x of [-18, 18]) {
    g.circle(x, -36, 9).fill(fill).circle(x, -36, 9).stroke(edge)
    g.ellipse(x * 1.05, 36, 13, 9).edged(fill, edge)
    g.ellipse(x * 1.72, 5, 9, 13).edged(fill, edge)
  }
  g.ellipse(0, 14, 27, 25).fill(fill).ellipse(0, 14, 27, 25).stroke(edge)
  g.circle(0, -20, 23).fill(fill).circle(0, -20, 23).stroke(edge)
  g.ellipse(0, 17, 16, 14).fill({ color: flavour.pale, alpha: 0.35 })
  g.ellipse(0, -13, 9, 7).fill({ color: flavour.pale, alpha: 0.6 })
  for (const x of [-9, 9]) g.circle(x, -22, 3.2).fill(flavour.dark)
  g.ellipse(0, -16, 3.4, 2.4).fill(flavour.dark)
  g.gloss(-7, -33, 11, 5, 0.8)
  return group(g)
}

export function drawLollipop(): Container {
  const g = new Pen()
  g.roundRect(-4, 16, 8, 34, 4).edged(down('#ffffff', '#e6d8ff'), { width: 1.8, color: '#8a6ac0' })
  g.circle(0, -9, 37).fill(roundFrom(0.4, 0.3, 0.8, '#fff6fb', [0.4, '#ffc2e4'], [1, '#f0569f']))
  paintSwirl(g, 0, -9, 36.5, '#f0156f', 0.9)
  g.circle(0, -9, 37).stroke({ width: 3, color: '#9c0a4c' })
  g.gloss(-11, -29, 18, 8, 0.85)
  for (const side of [-1, 1]) {
    g.shape(
      `M0 27 C${side * 10} 16 ${side * 26} 16 ${side * 27} 25 C${side * 27} 35 ${side * 12} 37 0 27 Z`,
      down('#ffe97a', '#ffb40a'),
      { color: '#a05a00', width: 1.8 },
    )
  }
  g.circle(0, 27, 5).fill('#ffd23a').circle(0, 27, 5).stroke({ width: 1.6, color: '#a05a00' })
  return group(g)
}

/** A bomb of sherbet with its factor; larger factors in warmer colours. */
export function drawMultiplierBomb(factor: number): Container {
  const flavour =
    factor >= 50
      ? FLAVOURS.red
      : factor >= 20
        ? FLAVOURS.orange
        : factor >= 10
          ? FLAVOURS.purple
          : factor >= 5
            ? FLAVOURS.blue
            : FLAVOURS.green
  const g = new Pen()
  g.spot(0, 0, 52, 52, flavour.light, 0.9)
  g.ground(42, 30)
  g.outline('M14 -30 Q22 -46 34 -42', { width: 4, color: '#f6f0e0', cap: 'round' })
  g.star(36, -42, 8, 10, 4).fill('#ffe14a').star(36, -42, 8, 5.5, 2).fill('#ffffff')
  g.circle(0, 3, 36).edged(sugar(flavour), { width: 3, color: '#ffffff', alpha: 0.85 })
  g.circle(0, 3, 38).stroke({ width: 1.6, color: flavour.dark })
  g.gloss(-9, -16, 19, 10, 0.8)
  const text = `×${factor}`
  const label = letters(text, {
    fontSize: text.length > 3 ? 28 : 36,
    letterSpacing: -1,
    fill: down('#ffffff', '#fff3b0'),
    stroke: { color: flavour.dark, width: 8, join: 'round' },
  })
  label.y = 4
  return group(g, label)
}

export function drawCandyCane(): Container {
  const g = new Pen()
  g.ground(45, 16)
  const cane = () => {
    g.moveTo(-12, 42).lineTo(-12, -12).bezierCurveTo(-12, -42, 30, -42, 29, -10)
  }
  cane()
  g.stroke({ width: 23, color: '#8a0020', cap: 'round', join: 'round' })
  cane()
  g.stroke({ width: 18, color: '#ffffff', cap: 'round', join: 'round' })
  const stripes = triples(
    '-12,36,0 -12,19,0 -12,2,0 -10.5,-15,0.5 1,-30,1.25 17.5,-31,2.05 28,-18,2.85',
  )
  for (const [x, y, turn] of stripes) {
    const [c, s] = [Math.cos(turn - 0.42), Math.sin(turn - 0.42)]
    g.moveTo(x - c * 8.6, y - s * 8.6).lineTo(x + c * 8.6, y + s * 8.6)
    g.stroke({ width: 7.5, color: '#f0153a' })
  }
  g.moveTo(-17, 40).lineTo(-17, -12).bezierCurveTo(-16, -30, -4, -35, 8, -35)
  g.stroke({ width: 3, color: '#ffffff', alpha: 0.75, cap: 'round' })
  for (const side of [-1, 1]) {
    g.shape(
      `M-12 14 C${-12 + side * 10} 2 ${-12 + side * 28} 0 ${-12 + side * 29} 12 C${-12 + side * 29} 24 ${-12 + side * 12} 26 -12 14 Z`,
      down('#a8ff9a', '#2fc04a', '#0a7a2a'),
      { color: '#04511a', width: 2 },
    )
  }
  g.circle(-12, 14, 6).edged(sugar(FLAVOURS.green), { width: 1.8, color: '#04511a' })
  g.scale.set(0.9)
  return group(g)
}

/** The scatter: a star of sugar in its own light. */
export function drawSugarStar(): Container {
  const rays = new Pen()
  rays.spot(0, 0, 54, 54, '#ffffff', 0.9)
  for (let ray = 0; ray < 10; ray++) {
    const angle = (ray / 10) * Math.PI * 2
    rays
      .moveTo(0, 0)
      .lineTo(Math.cos(angle - 0.11) * 54, Math.sin(angle - 0.11) * 54)
      .lineTo(Math.cos(angle + 0.11) * 54, Math.sin(angle + 0.11) * 54)
      .fill('rgba(255,240,140,0.85)')
  }
  const word = letters('FREE', {
    fontSize: 19,
    letterSpacing: 1,
    fill: '#ffffff',
    stroke: { color: '#b3126b', width: 6, join: 'round' },
  })
  word.y = 5
  return group(rays, drawStarSweet(FLAVOURS.yellow), word)
}
