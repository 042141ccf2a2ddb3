// Owns the pieces of scenery that backgrounds are built from: skies, hills, clouds, rays, lights.
// It must never depend on a game.

import type { Graphics } from 'pixi.js'
import type { Size } from '../themes/theme.ts'
import { down, round, type Stops, spot } from './paint.ts'
import { disorder } from './scatter.ts'

export function paintSky(g: Graphics, { width, height }: Size, stops: Stops): void {
  g.rect(0, 0, width, height).fill(down(...stops))
}

export function paintStars(g: Graphics, { width, height }: Size, count: number): void {
  const next = disorder(7)
  for (let star = 0; star < count; star++) {
    const [x, y, size] = [next() * width, next() * height * 0.6, 0.5 + next() * 1.3]
    g.circle(x, y, size).fill({ color: '#fff6dc', alpha: 0.25 + next() * 0.6 })
  }
}

/** A line of hills: `base` and `swing` are fractions of the height. */
export function paintHills(
  g: Graphics,
  { width, height }: Size,
  seed: number,
  base: number,
  swing: number,
  stops: Stops,
): void {
  const next = disorder(seed)
  const steps = 5
  g.moveTo(0, height).lineTo(0, height * base)
  for (let step = 0; step < steps; step++) {
    const x = (width * (step + 1)) / steps
    const middle = (width * (step + 0.5)) / steps
    g.quadraticCurveTo(middle, height * (base - swing * (0.3 + next())), x, height * base)
  }
  g.lineTo(width, height)
    .closePath()
    .fill(down(...stops))
}

export function paintMoon(g: Graphics, x: number, y: number, r: number, color: string): void {
  spot(g, x, y, r * 3.4, r * 3.4, color, 0.42)
  g.circle(x, y, r).fill(round('#ffffff', [0.55, '#fff3cc'], [1, color]))
  for (const [dx, dy, part] of [
    [-0.3, -0.2, 0.18],
    [0.28, 0.22, 0.13],
    [0.05, 0.45, 0.1],
    [0.34, -0.34, 0.09],
  ] as const) {
    g.circle(x + dx * r, y + dy * r, part * r).fill({ color: '#e8c987', alpha: 0.35 })
  }
}

/** Beams outwards from a point, every second one lit. */
export function paintRays(
  g: Graphics,
  x: number,
  y: number,
  reach: number,
  beams: number,
  color: string,
  alpha: number,
): void {
  for (let beam = 0; beam < beams; beam++) {
    const from = (beam / beams) * Math.PI * 2
    const to = from + Math.PI / beams
    g.moveTo(x, y)
      .lineTo(x + Math.cos(from) * reach, y + Math.sin(from) * reach)
      .lineTo(x + Math.cos(to) * reach, y + Math.sin(to) * reach)
      .closePath()
      .fill({ color, alpha })
  }
}

export function paintCloud(g: Graphics, x: number, y: number, size: number, color: string): void {
  const puffs = [
    [0, 0, 1],
    [-0.9, 0.22, 0.68],
    [0.9, 0.2, 0.72],
    [-0.42, -0.4, 0.66],
    [0.44, -0.3, 0.6],
    [-1.5, 0.42, 0.4],
    [1.5, 0.42, 0.42],
  ] as const
  for (const [dx, dy, part] of puffs) {
    g.circle(x + dx * size, y + dy * size, part * size * 0.72).fill(color)
  }
}
