// Owns the white shapes of light that the stage tints and blends additively: a beam, a glint, a
// spot, in boxes of 104 units. It must never depend on where they are used.

import type { Container } from 'pixi.js'
import { down, Pen, pairs } from '../art/paint.ts'

/** A beam along x: light in the middle, fading to both sides. */
export function lightBeam(): Container {
  const g = new Pen()
  const none = 'rgba(255,255,255,0)'
  g.rect(-52, -52, 104, 104).fill(
    down(
      none,
      [0.3, 'rgba(255,255,255,0.35)'],
      [0.42, '#ffffff'],
      [0.58, '#ffffff'],
      [0.7, 'rgba(255,255,255,0.35)'],
      [1, none],
    ),
  )
  return g
}

/** A star of four thin points. */
export function lightGlint(): Container {
  const g = new Pen()
  for (const [x, y] of pairs('50,2.2 2.2,50')) {
    g.moveTo(-x, 0).quadraticCurveTo(0, 0, 0, -y).quadraticCurveTo(0, 0, x, 0)
    g.quadraticCurveTo(0, 0, 0, y).quadraticCurveTo(0, 0, -x, 0).fill('#ffffff')
  }
  g.poly([-46, 0, 0, -3.4, 46, 0, 0, 3.4]).fill('#ffffff')
  g.poly([0, -46, 3.4, 0, 0, 46, -3.4, 0]).fill('#ffffff')
  g.spot(0, 0, 22, 22, '#ffffff', 0.8)
  return g
}

export function lightSpot(): Container {
  const g = new Pen()
  g.spot(0, 0, 50, 50, '#ffffff', 0.95)
  return g
}
