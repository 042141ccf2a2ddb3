// Owns the pieces of scenery that backgrounds are built from: skies, hills, clouds, rays, shade, and
// repeatable random numbers to place them. It must never depend on a game.

import { down, type Pen, round, type Size, type Stops, triples } from './paint.ts'

export function paintSky(g: Pen, { width, height }: Size, stops: Stops): void {
  g.rect(0, 0, width, height).fill(down(...stops))
}

export function paintStars(g: Pen, { width, height }: Size, count: number): void {
  const next = disorder(7)
  for (let star = 0; star < count; star++) {
    const [x, y, size] = [next() * width, next() * height * 0.6, 0.5 + next() * 1.3]
    g.circle(x, y, size).fill({ color: '#fff6dc', alpha: 0.25 + next() * 0.6 })
  }
}

/** A line of hills: `base` and `swing` are fractions of the height. */
export function paintHills(
  g: Pen,
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
  g.lineTo(width, height).closePath()
  g.fill(down(...stops))
}

export function paintMoon(g: Pen, x: number, y: number, r: number, color: string): void {
  g.spot(x, y, r * 3.4, r * 3.4, color, 0.42)
  g.circle(x, y, r).fill(round('#ffffff', [0.55, '#fff3cc'], [1, color]))
  for (const [dx, dy, part] of triples(
    '-0.3,-0.2,0.18 0.28,0.22,0.13 0.05,0.45,0.1 0.34,-0.34,0.09',
  )) {
    g.circle(x + dx * r, y + dy * r, part * r).fill({ color: '#e8c987', alpha: 0.35 })
  }
}

/** Beams outwards from a point, every second one lit. */
export function paintRays(
  g: Pen,
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

export function paintCloud(g: Pen, x: number, y: number, size: number, color: string): void {
  const puffs =
    '0,0,1 -0.9,0.22,0.68 0.9,0.2,0.72 -0.42,-0.4,0.66 0.44,-0.3,0.6 -1.5,0.42,0.4 1.5,0.42,0.42'
  for (const [dx, dy, part] of triples(puffs)) {
    g.circle(x + dx * size, y + dy * size, part * size * 0.72).fill(color)
  }
}

/**
 * Numbers from 0 to 1, always the same for a seed, so that stars and sprinkles are placed
 * identically at every drawing. Never for anything that affects a win.
 */
export function disorder(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 0xffffffff
  }
}

/** Each corner separately: the middle of the scene keeps its full light. */
export function paintCornerShade(g: Pen, { width, height }: Size, alpha: number): void {
  for (const x of [0, width]) {
    for (const y of [0, height]) g.spot(x, y, width * 0.52, height * 0.52, '#000000', alpha)
  }
}
