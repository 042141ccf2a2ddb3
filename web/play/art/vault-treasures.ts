// Owns the drawings of what lies in a vault: key, diamond, gold bars, banknotes, watch, deposit
// box. It must never depend on symbol ids; a theme maps them.

import { Container } from 'pixi.js'
import {
  across,
  ball,
  down,
  group,
  Pen,
  pairs,
  round,
  roundFrom,
  type Stops,
  slant,
  triples,
} from './paint.ts'
import { drawRibbon, type RibbonColors } from './ribbon.ts'

export const VAULT_GOLD: Stops = ['#fffbd8', '#ffe07a', '#e8a41f', '#a8660a']
export const VAULT_EDGE = { color: '#4a2804', width: 2.2 }

const STEEL_RIBBON: RibbonColors = {
  band: ['#ffffff', '#c8dce4', '#7a98a8'],
  fold: '#3f5a68',
  edge: '#12242e',
  text: ['#8a0a1c', '#52000c'],
}

/** A star of light, four long points. */
export function paintSparkle(g: Pen, x: number, y: number, r: number): void {
  g.spot(x, y, r * 0.9, r * 0.9, '#ffffff', 0.7)
  g.star(x, y, 4, r, r * 0.16).fill('#ffffff')
}

/** The wild: a great key on a steel medallion. */
export function drawMasterKey(): Container {
  const back = new Pen()
  back.spot(0, -4, 58, 56, '#ffc84a', 0.75)
  back.circle(0, -5, 42).fill(roundFrom(0.4, 0.3, 0.8, '#5a8a98', [0.5, '#1f4a5c'], [1, '#08202c']))
  for (let ray = 0; ray < 24; ray++) {
    const angle = (ray / 24) * Math.PI * 2
    back.moveTo(Math.cos(angle) * 14, -5 + Math.sin(angle) * 14)
    back.lineTo(Math.cos(angle) * 37, -5 + Math.sin(angle) * 37)
  }
  back.stroke({ width: 1.3, color: '#8ad0d8', alpha: 0.5 })
  back.circle(0, -5, 42).stroke({ width: 6, color: '#4a2804' })
  back.circle(0, -5, 42).stroke({ width: 3.6, fill: down(...VAULT_GOLD) })
  back.circle(0, -5, 37.5).stroke({ width: 1.3, color: '#ffe07a', alpha: 0.8 })
  const g = new Pen()
  paintKey(g)
  g.rotation = 0.5
  g.position.set(0, -8)
  return group(back, g, drawRibbon('WILD', 35, STEEL_RIBBON))
}

/** Along x: the bow with its ruby on the left, the bit on the right. */
function paintKey(g: Pen): void {
  const gold = down('#fffbd8', '#ffdf6a', '#e8991a', '#a85e08')
  const edge = { color: '#4a2204', width: 2.4 }
  g.shape('M22 3 L22 20 L29 20 L29 14 L34 14 L34 22 L42 22 L42 3 Z', gold, edge)
  g.roundRect(-12, -5, 64, 10, 4).fill(gold).roundRect(-12, -5, 64, 10, 4).stroke(edge)
  g.roundRect(-6, -3, 52, 2.4, 1.2).fill({ color: '#ffffff', alpha: 0.75 })
  for (const x of [-8, -1, 16, 47]) {
    g.roundRect(x - 2.5, -7.5, 5, 15, 2).edged(gold, { ...edge, width: 1.8 })
  }
  for (const [x, y] of pairs('-30,-17 -30,17 -45,0')) {
    g.circle(x, y, 10.5).fill(gold).circle(x, y, 10.5).stroke(edge)
    g.circle(x, y, 4.6).edged('#123442', { ...edge, width: 1.6 })
  }
  g.circle(-28, 0, 16.5).fill(gold).circle(-28, 0, 16.5).stroke(edge)
  g.circle(-28, 0, 10.5).fill(ball('#ffd0d8', '#ff3a5a', '#b3052c', '#52000f'))
  g.circle(-28, 0, 10.5).stroke({ width: 2, color: '#4a0410' })
  g.outline('M-36 -3 L-28 -9 L-20 -3 M-28 -9 L-28 0', { width: 1, color: '#ffd0d8', alpha: 0.6 })
  g.gloss(-31, -5, 4.5, 3, 0.9)
}

type Corner = readonly [number, number]

function facet(g: Pen, corners: readonly Corner[], color: string): void {
  g.poly(corners.flat()).edged(color, { width: 0.8, color: '#ffffff', alpha: 0.55, join: 'round' })
}

/** A brilliant from the side. */
export function drawDiamond(): Container {
  const g = new Pen()
  g.spot(0, 0, 58, 56, '#6ae0ff', 0.8)
  const outline = 'M-24 -33 L24 -33 L47 -9 L0 44 L-47 -9 Z'
  g.shape(outline, '#1c6ac8', { color: '#06245c', width: 6 })
  const top: readonly Corner[] = pairs('-24,-33 -8,-33 8,-33 24,-33')
  const girdle: readonly Corner[] = pairs('-47,-9 -28,-9 -9,-9 9,-9 28,-9 47,-9')
  const crown = ['#c8f4ff', '#ffffff', '#8adcff', '#f0fcff', '#5ab8f8']
  for (let step = 0; step < 5; step++) {
    const apex = top[Math.min(3, Math.max(0, step - (step > 2 ? 1 : 0)))]!
    facet(g, [girdle[step]!, girdle[step + 1]!, apex], crown[step]!)
  }
  facet(g, [top[0]!, top[1]!, girdle[1]!], '#eafcff')
  facet(g, [top[1]!, girdle[2]!, girdle[1]!], '#9ae4ff')
  facet(g, [top[1]!, top[2]!, girdle[3]!, girdle[2]!], '#d8f8ff')
  facet(g, [top[2]!, girdle[4]!, girdle[3]!], '#ffffff')
  facet(g, [top[2]!, top[3]!, girdle[4]!], '#6ac8ff')
  const pavilion = ['#9ae4ff', '#e8fbff', '#3a9af0', '#c0f0ff', '#1f6ad0']
  for (let step = 0; step < 5; step++) {
    facet(g, [girdle[step]!, girdle[step + 1]!, [0, 44]], pavilion[step]!)
  }
  facet(g, [girdle[2]!, [0, -9], [0, 44]], '#7ad4ff')
  facet(g, [girdle[1]!, [-18, -9], [0, 44]], '#4ab0f8')
  facet(g, [girdle[3]!, [18, -9], [0, 44]], '#ffffff')
  g.moveTo(-47, -9).lineTo(47, -9).stroke({ width: 1.6, color: '#ffffff', alpha: 0.9 })
  paintSparkle(g, -30, -30, 15)
  paintSparkle(g, 36, 14, 11)
  paintSparkle(g, 14, -22, 8)
  paintSparkle(g, -20, 26, 7)
  return group(g)
}

/** One bar with its front at (x, y): a trapezium with a top that recedes. */
function paintBar(g: Pen, x: number, y: number): void {
  const edge = { color: '#5a2f02', width: 2.2 }
  const at = (dx: number, dy: number) => `${x + dx} ${y + dy}`
  g.shape(
    `M${at(20, 0)} L${at(15, -20)} L${at(22, -30)} L${at(29, -9)} Z`,
    down('#c8780f', '#8a4a04'),
    edge,
  )
  g.shape(
    `M${at(-16, -20)} L${at(15, -20)} L${at(22, -30)} L${at(-8, -30)} Z`,
    slant('#ffffff', '#fff6b8', '#ffe07a'),
    edge,
  )
  g.shape(
    `M${at(-22, 0)} L${at(-16, -20)} L${at(15, -20)} L${at(20, 0)} Z`,
    down('#fff3a8', '#ffcf3f', '#e69c12'),
    edge,
  )
  g.shape(
    `M${at(-13, -4)} L${at(-10, -16)} L${at(10, -16)} L${at(12.5, -4)} Z`,
    down('#f5b624', '#ffe47a'),
    { color: '#a8660a', width: 1.3 },
  )
  g.star(x, y - 10, 5, 5, 2.2).fill('#8a4e04')
  g.moveTo(x - 17, y - 18.5).lineTo(x + 14, y - 18.5)
  g.stroke({ width: 1.5, color: '#ffffff', alpha: 0.85, cap: 'round' })
}

export function drawGoldBars(): Container {
  const g = new Pen()
  g.spot(0, 0, 56, 54, '#ffc02e', 0.65)
  g.ground(37, 48)
  paintBar(g, -26, 38)
  paintBar(g, 21, 38)
  paintBar(g, -3, 9)
  paintSparkle(g, -14, -20, 10)
  paintSparkle(g, 36, 12, 8)
  g.position.set(0, -2)
  return group(g)
}

/** A banded pack of notes, a second one behind it. */
export function drawBanknotes(): Container {
  const symbol = new Container()
  const g = new Pen()
  g.spot(0, 0, 54, 52, '#4ae08a', 0.5)
  g.ground(36, 42)
  symbol.addChild(g)
  for (const [turn, x, y] of triples('0.26,3,-12 -0.16,-1,9')) {
    const pack = new Pen()
    paintPack(pack)
    pack.rotation = turn
    pack.position.set(x, y)
    symbol.addChild(pack)
  }
  return symbol
}

function paintPack(g: Pen): void {
  const edge = { color: '#06321f', width: 2.2 }
  for (let note = 6; note > 0; note--) {
    g.roundRect(-43 + note * 0.3, -23 + note * 2.6, 86, 44, 3)
    g.fill(note % 2 === 0 ? '#f4ffe8' : '#2f8a5a')
    g.roundRect(-43 + note * 0.3, -23 + note * 2.6, 86, 44, 3)
    g.stroke({ width: 1.2, color: '#06321f' })
  }
  g.roundRect(-43, -23, 86, 44, 3).edged(slant('#eaffd8', '#8ae0a0', '#3fb070', '#147a4a'), edge)
  g.roundRect(-38.5, -18.5, 77, 35, 2).stroke({ width: 1.6, color: '#0c5a38', alpha: 0.85 })
  for (const side of [-1, 1]) {
    for (const y of [-12, 10]) g.star(side * 32, y, 8, 4, 2.6).fill('#0c5a38')
    g.circle(side * 27, -1, 5).stroke({ width: 1.5, color: '#0c5a38' })
    g.star(side * 27, -1, 5, 3.4, 1.5).fill('#0c5a38')
  }
  g.shape('M-13 -24 L13 -24 L13 37 L-13 37 Z', down('#fff3c0', '#f0b83a', '#c0800f'), {
    color: '#5a3404',
    width: 2,
  })
  g.outline('M-9.5 -22 L-9.5 36 M9.5 -22 L9.5 36', { width: 1.2, color: '#8a5206', alpha: 0.8 })
  g.shape('M0 -12 L9 -1 L0 10 L-9 -1 Z', slant('#c81f3c', '#7a0a20'), {
    color: '#4a0410',
    width: 1.6,
  })
  g.shape('M0 -7 L5 -1 L0 5 L-5 -1 Z', 'rgba(255,255,255,0.35)')
  g.gloss(-26, -16, 14, 4, 0.6)
}

/** A gold watch with its chain. */
export function drawPocketWatch(): Container {
  const g = new Pen()
  g.spot(0, 2, 54, 54, '#ffb84a', 0.5)
  g.ground(43, 30)
  for (let link = 0; link < 9; link++) {
    const t = link / 8
    const [x, y] = [8 + t * 38, -45 + Math.sin(t * Math.PI) * -3 + t * t * 50]
    g.ellipse(x, y, 4.6, 3.4).stroke({ width: 4.6, color: '#4a2804' })
    g.ellipse(x, y, 4.6, 3.4).stroke({ width: 2.4, color: link % 2 === 0 ? '#ffe07a' : '#e0981a' })
  }
  g.circle(0, -39, 8).stroke({ width: 6.6, color: '#4a2804' })
  g.circle(0, -39, 8).stroke({ width: 3.4, color: '#ffd24a' })
  g.roundRect(-6.5, -36, 13, 11, 3).fill(across('#a8660a', '#fff3b0', '#e8a41f', '#8a4a04'))
  g.roundRect(-6.5, -36, 13, 11, 3).stroke(VAULT_EDGE)
  g.circle(0, 8, 37).edged(slant(...VAULT_GOLD), { ...VAULT_EDGE, width: 2.6 })
  g.circle(0, 8, 32.5).stroke({ width: 1.6, color: '#a8660a' })
  g.circle(0, 8, 29.5).fill(roundFrom(0.4, 0.3, 0.8, '#ffffff', [0.6, '#fff6dc'], [1, '#e0c48a']))
  g.circle(0, 8, 29.5).stroke({ width: 1.8, color: '#6b3a04' })
  for (let hour = 0; hour < 12; hour++) {
    const [c, s] = [Math.cos((hour / 6) * Math.PI), Math.sin((hour / 6) * Math.PI)]
    const long = hour % 3 === 0 ? 8 : 4.5
    g.moveTo(c * 26, 8 + s * 26).lineTo(c * (26 - long), 8 + s * (26 - long))
    g.stroke({ width: hour % 3 === 0 ? 4 : 2.4, color: '#12323f' })
  }
  g.circle(0, 20, 6.5).stroke({ width: 1.2, color: '#8a5a1a' })
  g.moveTo(0, 20).lineTo(3, 16.5).stroke({ width: 1.4, color: '#b3122c', cap: 'round' })
  const hand = { color: '#0f2c3a', cap: 'round' as const }
  g.outline('M0 8 L-11 -1', { width: 4.6, ...hand })
  g.outline('M0 8 L13 -10', { width: 3.2, ...hand })
  g.circle(0, 8, 3.6).fill(ball('#ff9aa8', '#d8142c', '#6b0010'))
  g.shape('M-26 2 C-22 -16 -4 -24 10 -19 C-4 -14 -16 -4 -20 12 Z', 'rgba(255,255,255,0.5)')
  return group(g)
}

/** The blank of the respins: a closed deposit box, dull on purpose. */
export function drawLockedBox(): Container {
  const g = new Pen()
  const edge = { color: '#0a141a', width: 2.2 }
  g.roundRect(-42, -38, 84, 76, 6).edged(down('#4a5c66', '#2c3a44', '#1a252d'), edge)
  g.roundRect(-36, -32, 72, 64, 4).fill(slant('#3f505a', '#2f3e48', '#222e37'))
  g.roundRect(-36, -32, 72, 64, 4).stroke({ width: 1.6, color: '#10191f' })
  g.roundRect(-34.5, -30.5, 69, 61, 3).stroke({ width: 1, color: '#7a909c', alpha: 0.4 })
  for (const x of [-39, 39]) {
    for (const y of [-35, 35]) g.circle(x, y, 1.6).fill('#6a808c')
  }
  g.roundRect(-20, -25, 40, 11, 2).fill(down('#7a6a48', '#4f4430'))
  g.roundRect(-20, -25, 40, 11, 2).stroke({ width: 1.4, color: '#1c1810' })
  for (const x of [-11, 0, 11]) g.roundRect(x - 3, -21, 6, 2.6, 1).fill('#241f14')
  g.circle(0, 8, 15).edged(ball('#6a808c', '#40525e', '#222e37'), edge)
  g.circle(0, 8, 11).stroke({ width: 1.2, color: '#8aa0ac', alpha: 0.5 })
  g.circle(0, 5, 3.6).fill('#080e12')
  g.shape('M-2 6 L2 6 L3.400 15 L-3.400 15 Z', '#080e12')
  g.roundRect(24, -4, 6, 24, 3).fill(across('#5a6e7a', '#8aa0ac', '#3a4a54'))
  g.roundRect(24, -4, 6, 24, 3).stroke({ width: 1.4, color: '#10191f' })
  return group(g)
}

/** A bare coin, for the rain of a big win. */
export function drawVaultCoin(): Container {
  const g = new Pen()
  g.circle(0, 0, 44).edged(slant(...VAULT_GOLD), { ...VAULT_EDGE, width: 3 })
  g.circle(0, 0, 34).edged(round('#fff3b0', '#f0b430', '#c8860f'), { width: 2, color: '#8a4a04' })
  g.star(0, 0, 8, 26, 12).edged(slant('#fffbd8', '#e8a41f'), { width: 2, color: '#8a4a04' })
  g.gloss(-10, -24, 22, 10, 0.7)
  return group(g)
}
