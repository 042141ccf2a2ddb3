// Owns the shape of a bolt of lightning. It must never decide when one strikes.

import type { Graphics } from 'pixi.js'
import type { Point } from '../../stage/acts.ts'
import { between } from '../../stage/big-win.ts'

/** Halves a bolt this often: 33 points. */
const HALVINGS = 5
/** Of the length of the part that is halved. */
const ROUGHNESS = 0.2

/** A broken line: each part is halved, and its middle is moved aside. */
export function bolt(from: Point, to: Point): Point[] {
  let points = [from, to]
  for (let halving = 0; halving < HALVINGS; halving++) {
    points = points.flatMap((point, index) => {
      const next = points[index + 1]
      if (next === undefined) return [point]
      const far = Math.hypot(next.x - point.x, next.y - point.y) * ROUGHNESS
      const middle = {
        x: (point.x + next.x) / 2 + between(-far, far),
        y: (point.y + next.y) / 2 + between(-far, far) * 0.4,
      }
      return [point, middle]
    })
  }
  return points
}

/** Its light, from the outside to the core. @param unit the length that its width belongs to */
export function drawBolt(g: Graphics, points: readonly Point[], unit: number): void {
  for (const [width, color, alpha] of [
    [0.06, '#5a8cff', 0.25],
    [0.024, '#a8dcff', 0.7],
    [0.009, '#ffffff', 1],
  ] as const) {
    g.moveTo(points[0]!.x, points[0]!.y)
    for (const { x, y } of points.slice(1)) g.lineTo(x, y)
    g.stroke({ width: unit * width, color, alpha, join: 'round', cap: 'round' })
  }
}
