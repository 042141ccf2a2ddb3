// Owns the drawings of what the sweet shop bakes: cupcake, macaron, chocolate. It must never depend
// on symbol ids; a theme maps them.

import type { Container } from 'pixi.js'
import { across, down, group, Pen, pairs, roundFrom, triples } from './paint.ts'
import { drawHeartSweet, FLAVOURS, sugar } from './sweets.ts'

export function drawChocolateHeart(): Container {
  const symbol = drawHeartSweet({
    pale: '#ffdcb8',
    light: '#b8703c',
    middle: '#7a3a14',
    dark: '#381405',
  })
  const g = new Pen()
  for (const y of [-14, 0, 14]) {
    const reach = 26 - Math.abs(y) * 0.5 - (y > 0 ? y * 0.5 : 0)
    g.moveTo(-reach, y - 4).bezierCurveTo(-reach / 3, y + 8, reach / 3, y - 12, reach, y)
    g.stroke({ width: 4.5, color: '#c8103c', cap: 'round' })
    g.moveTo(-reach, y - 5).bezierCurveTo(-reach / 3, y + 7, reach / 3, y - 13, reach, y - 1)
    g.stroke({ width: 1.8, color: '#ff8aa0', cap: 'round' })
  }
  g.gloss(-17, -23, 13, 7, 0.8)
  symbol.addChild(g)
  return symbol
}

export function drawCupcake(): Container {
  const g = new Pen()
  g.ground(43, 28)
  const cup = 'M-31 6 L31 6 L23 41 Q0 46 -23 41 Z'
  g.shape(cup, across('#0a7a8a', '#4ae0e0', '#c8ffff', '#2abccc', '#065a6a'), {
    color: '#04414f',
    width: 2.2,
  })
  for (const x of [-20, -10, 0, 10, 20]) {
    g.moveTo(x, 8).lineTo(x * 0.76, 42)
    g.stroke({ width: 2, color: '#04606e', alpha: 0.7 })
  }
  const edge = { color: '#8c0a52', width: 2.2 }
  const cream = down('#ffffff', '#ffc0e2', '#f05aa8')
  for (const [y, rx, ry] of triples('4,38,14 -11,29,13 -25,18,11')) {
    g.ellipse(0, y, rx, ry).fill(cream).ellipse(0, y, rx, ry).stroke(edge)
    g.gloss(-rx * 0.3, y - ry * 0.4, rx * 0.4, ry * 0.32, 0.8)
  }
  const sprinkles = ['#ffe14a', '#4ad0ff', '#7ae05a', '#ffffff', '#b06aff']
  const spots = pairs('-24,4 -8,9 12,6 27,2 -15,-10 4,-6 18,-11 -6,-24 8,-21')
  spots.forEach(([x, y], index) => {
    g.moveTo(x - 2.5, y - 1.5).lineTo(x + 2.5, y + 1.5)
    g.stroke({ width: 3, color: sprinkles[index % sprinkles.length]!, cap: 'round' })
  })
  g.circle(0, -38, 8.5).edged(sugar(FLAVOURS.red), { width: 2, color: '#8c0020' })
  g.gloss(-2.5, -42, 3.5, 2.5, 0.9)
  return group(g)
}

export function drawMacaron(): Container {
  const g = new Pen()
  g.ground(36, 40)
  const { light, middle, dark, pale } = FLAVOURS.purple
  const edge = { color: dark, width: 2.4 }
  g.shape('M-41 12 C-42 32 -26 37 0 37 C26 37 42 32 41 12 Z', down(light, middle, dark), edge)
  g.roundRect(-40, 2, 80, 13, 6.5).fill(down('#fffdf0', '#ffe9a8', '#f5c860'))
  g.roundRect(-40, 2, 80, 13, 6.5).stroke({ width: 2, color: '#a8741c' })
  for (let bump = -4; bump <= 4; bump++) {
    g.circle(bump * 9.4, 3, 5.2)
      .fill(middle)
      .circle(bump * 9.4, 15, 5.2)
      .fill(dark)
  }
  g.shape(
    'M-43 2 C-44 -24 -26 -36 0 -36 C26 -36 44 -24 43 2 C20 5 -20 5 -43 2 Z',
    roundFrom(0.4, 0.2, 0.9, pale, [0.35, light], [0.8, middle], [1, dark]),
    edge,
  )
  g.gloss(-10, -22, 22, 9, 0.8)
  return group(g)
}
