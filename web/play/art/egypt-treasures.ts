// Owns the drawings of the temple's treasures: the codex, the ankh, a coin, and the cartouche of
// its card ranks. It must never depend on symbol ids; a theme maps them.

import type { Container } from 'pixi.js'
import { TEMPLE_EDGE, TEMPLE_GOLD } from './egypt-figures.ts'
import { across, ball, clear, down, group, Pen, roundFrom, slant, triples } from './paint.ts'
import type { RankStyle, RankTones } from './ranks.ts'

/** The book, wild and scatter at once: closed, and light breaks out of its pages. */
export function drawCodex(): Container {
  const light = new Pen()
  light.spot(0, 0, 62, 62, '#ffd84a', 1)
  for (let ray = 0; ray < 18; ray++) {
    const angle = (ray / 18) * Math.PI * 2 + 0.1
    const reach = ray % 2 === 0 ? 60 : 50
    light
      .moveTo(0, 0)
      .lineTo(Math.cos(angle - 0.12) * 40, Math.sin(angle - 0.12) * 40)
      .lineTo(Math.cos(angle) * reach, Math.sin(angle) * reach)
      .lineTo(Math.cos(angle + 0.12) * 40, Math.sin(angle + 0.12) * 40)
      .closePath()
      .fill('rgba(255,236,130,0.72)')
  }
  light.spot(0, 0, 54, 58, '#fff6b8', 0.9)
  const g = new Pen()
  paintTome(g)
  g.rotation = -0.1
  const sparks = new Pen()
  for (const [x, y, r] of triples('44,-34,11 -46,-24,8 48,12,8 -42,38,9 20,-50,7')) {
    sparks.spot(x, y, r, r, '#fffbd0', 0.8)
    sparks.star(x, y, 4, r, r * 0.16).fill('#ffffff')
  }
  return group(light, g, sparks)
}

function paintTome(g: Pen): void {
  const edge = { color: '#2a0a04', width: 2.6 }
  g.roundRect(-31, -38, 71, 84, 5).edged(down('#8a1a24', '#4a0612'), edge)
  g.roundRect(-28, -38, 64, 78, 3).fill(across('#d8a84a', '#fff6d0', '#fffbe6', '#ffe49a'))
  for (const inset of [0, 3, 6]) {
    g.moveTo(33 - inset, -35)
      .lineTo(33 - inset, 39)
      .moveTo(-25, 40 - inset)
      .lineTo(33, 40 - inset)
    g.stroke({ width: 1.1, color: '#b8782a', alpha: 0.8 })
  }
  g.spot(32, 0, 16, 46, '#fffbe0', 0.9)
  g.roundRect(-38, -44, 66, 80, 5)
  g.fill(roundFrom(0.4, 0.35, 0.8, '#ff6a4a', [0.4, '#c81f30'], [0.8, '#7a0a20'], [1, '#4a0414']))
  g.roundRect(-38, -44, 66, 80, 5).stroke({ ...edge, width: 2.8 })
  g.rect(-38, -40, 9, 72).fill(across('#4a0414', '#a81a2c', '#5a0818'))
  for (const y of [-34, -14, 6, 26]) {
    g.roundRect(-40, y - 3, 13, 6, 2).edged(down(...TEMPLE_GOLD), { ...TEMPLE_EDGE, width: 1.4 })
  }
  g.roundRect(-23, -38.5, 45.5, 69, 3).stroke({ width: 4.2, color: '#4a1f02' })
  g.roundRect(-23, -38.5, 45.5, 69, 3).stroke({ width: 2.4, fill: slant(...TEMPLE_GOLD) })
  for (const [x, y, sx, sy] of [
    [28, -44, -1, 1],
    [28, 36, -1, -1],
  ] as const) {
    g.shape(
      `M${x} ${y} L${x + sx * 19} ${y} C${x + sx * 15} ${y + sy * 7} ${x + sx * 7} ${y + sy * 15} ${x} ${y + sy * 19} Z`,
      slant(...TEMPLE_GOLD),
      { ...TEMPLE_EDGE, width: 2 },
    )
    g.circle(x + sx * 6, y + sy * 6, 2.6).fill(ball('#d8fff6', '#2ad8c8', '#046a70'))
  }
  paintSunEye(g, 0, -4)
}

/** The eye in a sun of gold on the book's cover. */
function paintSunEye(g: Pen, x: number, y: number): void {
  g.star(x, y, 16, 22, 16.5).edged(slant(...TEMPLE_GOLD), { ...TEMPLE_EDGE, width: 1.8 })
  g.circle(x, y, 14.5).edged(ball('#6ad0ff', '#1f5ae0', '#0a1f8c'), { ...TEMPLE_EDGE, width: 1.8 })
  g.shape(
    `M${x - 12} ${y - 1} C${x - 6} ${y - 9} ${x + 6} ${y - 9} ${x + 12} ${y - 1} C${x + 6} ${y + 5} ${x - 6} ${y + 5} ${x - 12} ${y - 1} Z`,
    '#fffbe0',
    {
      color: '#0a1040',
      width: 2,
    },
  )
  g.circle(x, y - 2, 4)
    .fill(ball('#ffe98a', '#ff8a1a', '#8a2a04'))
    .circle(x, y - 2, 1.8)
    .fill('#140a04')
  g.circle(x - 1.3, y - 3.4, 1.1).fill('#ffffff')
  g.moveTo(x, y + 4)
    .lineTo(x - 1, y + 11)
    .moveTo(x + 5, y + 3)
    .quadraticCurveTo(x + 8, y + 9, x + 4, y + 10)
  g.stroke({ width: 1.9, color: '#ffd24a', cap: 'round' })
}

/** The cross with a loop, gold inlaid with lapis. */
export function drawAnkh(): Container {
  const g = new Pen()
  g.spot(0, 0, 54, 56, '#ffd24a', 0.6)
  const loop = 'M-5 3 C-30 -14 -24 -47 0 -47 C24 -47 30 -14 5 3'
  const arms = 'M-6 -3 L-37 -9 L-37 13 L-6 8 L-11 47 L11 47 L6 8 L37 13 L37 -9 L6 -3 Z'
  const gold = roundFrom(
    0.4,
    0.25,
    0.85,
    '#fffbd8',
    [0.3, '#ffe06a'],
    [0.7, '#f0a01a'],
    [1, '#a85a04'],
  )
  g.shape(loop, 'rgba(0,0,0,0)', { color: '#3a1602', width: 17 })
  g.shape(arms, gold, { color: '#3a1602', width: 5.4 })
  g.shape(loop, 'rgba(0,0,0,0)', { color: '#e8960f', width: 12 })
  g.shape('M-6 -1 C-28 -16 -22 -45 0 -45 C22 -45 28 -16 6 -1', 'rgba(0,0,0,0)', {
    color: '#ffd24a',
    width: 7.5,
  })
  g.shape(arms, gold)
  g.shape(
    'M-32 -3 L-6 1.500 L-6 4 L-32 7.500 Z',
    slant('#6ac8ff', '#1f4ae0', '#0c1f8c'),
    TEMPLE_EDGE,
  )
  g.shape('M32 -3 L6 1.500 L6 4 L32 7.500 Z', slant('#6ac8ff', '#1f4ae0', '#0c1f8c'), TEMPLE_EDGE)
  g.shape(
    'M-2 12 L2 12 L5.500 41 L-5.500 41 Z',
    slant('#6ac8ff', '#1f4ae0', '#0c1f8c'),
    TEMPLE_EDGE,
  )
  g.outline('M-17 -22 Q-16 -41 0 -43', { width: 2.6, color: '#ffffff', alpha: 0.85, cap: 'round' })
  g.circle(0, 2.5, 9.5).edged(slant(...TEMPLE_GOLD), TEMPLE_EDGE)
  g.circle(0, 2.5, 5.6)
    .fill(ball('#ffd8c0', '#ff4a2a', '#a80a14'))
    .circle(0, 2.5, 5.6)
  g.stroke({ ...TEMPLE_EDGE, width: 1.5 })
  g.gloss(-1.5, 0, 2.4, 1.8, 0.9)
  return group(g)
}

/** A coin with a rising sun, for the rain of a big win. */
export function drawTempleCoin(): Container {
  const g = new Pen()
  g.circle(0, 0, 44).edged(slant(...TEMPLE_GOLD), { ...TEMPLE_EDGE, width: 3 })
  g.circle(0, 0, 34).edged(slant('#c97a0a', '#f7c437', '#fff3a8'), { ...TEMPLE_EDGE, width: 2 })
  g.shape('M-24 12 A24 24 0 0 1 24 12 Z', down('#ff9a4a', '#d8401c'), {
    ...TEMPLE_EDGE,
    width: 2.4,
  })
  g.moveTo(-27, 17).lineTo(27, 17).stroke({ width: 4, color: '#4a1f02', cap: 'round' })
  g.gloss(-10, -25, 22, 9, 0.7)
  return group(g)
}

/** Chiselled letters with feet, in a cartouche of stone and rope. */
export const TEMPLE_RANK: RankStyle = {
  heavy: 12.5,
  light: 7,
  feet: 6,
  cap: 'butt',
  join: 'miter',
  engraving: 0,
  paintOrnament: paintCartouche,
}

function paintCartouche(g: Pen, tones: RankTones): void {
  g.ground(45, 38)
  const stone = roundFrom(0.45, 0.35, 0.75, tones.dark, [0.55, tones.edge], [1, '#140804'])
  g.roundRect(-40, -48, 80, 90, 26).edged(stone, { width: 7, color: '#2a1004' })
  g.roundRect(-40, -48, 80, 90, 26).stroke({ width: 4.6, color: '#c8841a' })
  const turns = 44
  for (let turn = 0; turn < turns; turn++) {
    const [x, y, way] = alongRim(turn / turns)
    const [c, s] = [Math.cos(way + 0.9) * 2.6, Math.sin(way + 0.9) * 2.6]
    g.moveTo(x - c, y - s).lineTo(x + c, y + s)
  }
  g.stroke({ width: 1.7, color: '#fff0a8', alpha: 0.9, cap: 'round' })
  g.roundRect(-34.5, -42.5, 69, 79, 21).stroke({ width: 1.3, color: clear(tones.light, 0.5) })
  g.roundRect(-37, 42, 74, 8, 4).edged(down(...TEMPLE_GOLD), { ...TEMPLE_EDGE, width: 1.8 })
  for (const x of [-26, -13, 0, 13, 26]) g.circle(x, 46, 2).fill(tones.middle)
}

/** A point of the cartouche's rim and its direction; `part` runs from 0 to 1 around it. */
function alongRim(part: number): readonly [number, number, number] {
  const [half, tall, r] = [40, 45, 26]
  const straightX = (half - r) * 2
  const straightY = (tall - r) * 2
  const bend = (Math.PI / 2) * r
  const sides = [straightX, straightY, straightX, straightY]
  let left = part * (2 * (straightX + straightY) + 4 * bend)
  for (let side = 0; side < 4; side++) {
    const way = (side * Math.PI) / 2
    const [c, s] = [Math.cos(way), Math.sin(way)]
    const [reach, out] = side % 2 === 0 ? [half - r, tall] : [tall - r, half]
    const straight = sides[side]!
    if (left <= straight) {
      const along = left - reach
      return [c * along + s * out, -3 + s * along - c * out, way]
    }
    left -= straight
    if (left <= bend) {
      const angle = way - Math.PI / 2 + left / r
      const [cx, cy] = [c * reach + s * (out - r), s * reach - c * (out - r)]
      return [cx + Math.cos(angle) * r, -3 + cy + Math.sin(angle) * r, angle + Math.PI / 2]
    }
    left -= bend
  }
  return [0, -3 - tall, 0]
}
