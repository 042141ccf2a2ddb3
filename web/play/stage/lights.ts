// Owns the white shapes of light that the stage tints and blends additively: a beam, a glint, a
// spot, a ring, rays, in boxes of 104 units. It must never depend on where they are used.

import type { Texture } from 'pixi.js'
import { paintCanvas, paintSpot, textureOf, translucent } from './canvas.ts'
import type { Pen } from './pictures.ts'

const SIDE = 104

/** @param resolution pixels a unit */
function light(resolution: number, paint: (pen: Pen) => void): Texture {
  const side = SIDE * resolution
  return textureOf(
    paintCanvas({ width: side, height: side }, pen => {
      pen.scale(resolution, resolution)
      pen.translate(SIDE / 2, SIDE / 2)
      paint(pen)
    }),
  )
}

/** A beam along x: light in the middle, fading to both sides. */
export function lightBeam(): Texture {
  return light(1, pen => {
    const fade = pen.createLinearGradient(0, -SIDE / 2, 0, SIDE / 2)
    for (const [at, alpha] of [
      [0, 0],
      [0.3, 0.35],
      [0.42, 1],
      [0.58, 1],
      [0.7, 0.35],
      [1, 0],
    ] as const) {
      fade.addColorStop(at, translucent('#ffffff', alpha))
    }
    pen.fillStyle = fade
    pen.fillRect(-SIDE / 2, -SIDE / 2, SIDE, SIDE)
  })
}

/** A star of four thin points. */
export function lightGlint(): Texture {
  return light(1, pen => {
    pen.fillStyle = '#ffffff'
    const shapes =
      'M-50 0Q0 0 0-2.2Q0 0 50 0Q0 0 0 2.2Q0 0-50 0Z' +
      'M-2.2 0Q0 0 0-50Q0 0 2.2 0Q0 0 0 50Q0 0-2.2 0Z' +
      'M-46 0 0-3.4 46 0 0 3.4ZM0-46 3.4 0 0 46-3.4 0Z'
    pen.fill(new Path2D(shapes))
    paintSpot(pen, [0, 0], [22, 22], '#ffffff', 0.8)
  })
}

export function lightSpot(): Texture {
  return light(1, pen => paintSpot(pen, [0, 0], [50, 50], '#ffffff', 0.95))
}

/** A ring, sharp outside and fading to its middle. */
export function lightRing(): Texture {
  return light(2, pen => {
    const fade = pen.createRadialGradient(0, 0, 0, 0, 0, SIDE / 2)
    for (const [at, alpha] of [
      [0.62, 0],
      [0.86, 0.85],
      [0.92, 0.85],
      [1, 0],
    ] as const) {
      fade.addColorStop(at, translucent('#ffffff', alpha))
    }
    pen.fillStyle = fade
    pen.fillRect(-SIDE / 2, -SIDE / 2, SIDE, SIDE)
  })
}

/** Rays of unequal width, fading outwards. */
export function lightRays(): Texture {
  return light(4, pen => {
    const fade = pen.createRadialGradient(0, 0, 0, 0, 0, SIDE / 2)
    for (const [at, alpha] of [
      [0, 0.9],
      [0.35, 0.4],
      [1, 0],
    ] as const) {
      fade.addColorStop(at, translucent('#ffffff', alpha))
    }
    pen.fillStyle = fade
    const beams = 14
    for (let beam = 0; beam < beams; beam++) {
      const angle = (beam / beams) * Math.PI * 2
      const half = beam % 2 === 0 ? 0.12 : 0.06
      paintWedge(pen, [0, 0], SIDE / 2, angle - half, angle + half)
    }
  })
}

/** A triangle of light outwards from a point, between two angles. */
export function paintWedge(
  pen: Pen,
  [x, y]: readonly [number, number],
  reach: number,
  from: number,
  to: number,
): void {
  pen.beginPath()
  pen.moveTo(x, y)
  pen.lineTo(x + Math.cos(from) * reach, y + Math.sin(from) * reach)
  pen.lineTo(x + Math.cos(to) * reach, y + Math.sin(to) * reach)
  pen.fill()
}
