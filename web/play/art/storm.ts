// Owns pieces of wild weather and high country: storm clouds, flashes, snowy peaks. It must never
// depend on a game.

import { clear, down, type Pen, pairs, triples } from './paint.ts'
import { disorder } from './scenery.ts'

/** A heavy cloud: light above, dark and flat below. */
export function paintStormCloud(
  g: Pen,
  x: number,
  y: number,
  size: number,
  top: string,
  low: string,
): void {
  const puffs = [
    [-1.5, 0.3, 0.5],
    [1.55, 0.3, 0.48],
    [-0.8, -0.05, 0.72],
    [0.85, 0, 0.7],
    [0, -0.28, 0.9],
    [-0.35, 0.3, 0.66],
    [0.4, 0.32, 0.62],
  ] as const
  for (const [dx, dy, part] of puffs) {
    g.circle(x + dx * size, y + dy * size, part * size).fill(down(top, low))
  }
  for (const [dx, dy, part] of puffs.slice(2, 5)) {
    g.ellipse(
      x + dx * size - part * size * 0.18,
      y + dy * size - part * size * 0.5,
      part * size * 0.56,
      part * size * 0.3,
    ).fill(down(clear('#c8e0ff', 0.13), clear('#c8e0ff', 0)))
  }
}

/** A flash of lightning between two points, with two branches. */
export function paintFlash(
  g: Pen,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
  seed: number,
  thick: number,
): void {
  const next = disorder(seed)
  const steps = 9
  const long = Math.hypot(toX - fromX, toY - fromY)
  const points = Array.from({ length: steps + 1 }, (_, step) => {
    const part = step / steps
    const sway = step === 0 || step === steps ? 0 : (next() - 0.5) * long * 0.16
    return [fromX + (toX - fromX) * part + sway, fromY + (toY - fromY) * part] as const
  })
  const trunk = () => {
    g.moveTo(...points[0]!)
    for (const point of points.slice(1)) g.lineTo(...point)
  }
  const twigs = () => {
    for (const [from, side] of pairs('3,1 5,-1')) {
      const [x, y] = points[from]!
      g.moveTo(x, y)
        .lineTo(x + side * long * 0.07, y + long * 0.07)
        .lineTo(x + side * long * 0.06, y + long * 0.13)
        .lineTo(x + side * long * 0.12, y + long * 0.2)
    }
  }
  const line = { cap: 'round' as const, join: 'round' as const }
  for (const [width, color, alpha] of [
    [thick * 6, '#5ab8ff', 0.16],
    [thick * 3, '#8ae0ff', 0.4],
    [thick, '#ffffff', 1],
  ] as const) {
    trunk()
    g.stroke({ ...line, width, color, alpha })
    twigs()
    g.stroke({ ...line, width: width * 0.55, color, alpha })
  }
}

export interface PeakTones {
  lit: string
  shade: string
  snow: string
}

/** A steep mountain standing on `base`, its left face in the light, snow on its head. */
export function paintPeak(
  g: Pen,
  x: number,
  base: number,
  wide: number,
  tall: number,
  { lit, shade, snow }: PeakTones,
): void {
  const at = (dx: number, dy: number) => `${x + dx * wide} ${base - dy * tall}`
  g.shape(
    `M${at(-0.5, 0)} L${at(-0.36, 0.26)} L${at(-0.29, 0.34)} L${at(-0.19, 0.62)} L${at(-0.13, 0.68)} L${at(0, 1)} L${at(0.06, 0.86)} L${at(0.12, 0.8)} L${at(0.22, 0.54)} L${at(0.3, 0.46)} L${at(0.5, 0)} Z`,
    down(lit, shade),
  )
  g.shape(
    `M${at(0, 1)} L${at(0.06, 0.86)} L${at(0.12, 0.8)} L${at(0.22, 0.54)} L${at(0.3, 0.46)} L${at(0.5, 0)} L${at(0.12, 0)} L${at(0.02, 0.24)} L${at(0.08, 0.42)} L${at(-0.02, 0.66)} L${at(0.02, 0.82)} Z`,
    clear('#040a20', 0.3),
  )
  g.shape(
    `M${at(0, 1)} L${at(0.06, 0.86)} L${at(0.12, 0.8)} L${at(0.15, 0.72)} L${at(0.1, 0.71)} L${at(0.07, 0.77)} L${at(0.035, 0.64)} L${at(0, 0.74)} L${at(-0.03, 0.58)} L${at(-0.06, 0.7)} L${at(-0.1, 0.6)} L${at(-0.15, 0.66)} L${at(-0.13, 0.68)} Z`,
    snow,
  )
  g.shape(
    `M${at(0, 1)} L${at(0.06, 0.86)} L${at(0.12, 0.8)} L${at(0.15, 0.72)} L${at(0.1, 0.71)} L${at(0.07, 0.77)} L${at(0.035, 0.64)} L${at(0.01, 0.82)} Z`,
    clear(shade, 0.5),
  )
  for (const [dx, dy, long] of triples(
    '-0.2,0.52,0.2 -0.29,0.3,0.16 -0.08,0.46,0.24 0.2,0.44,0.18',
  )) {
    g.shape(
      `M${at(dx, dy)} L${at(dx + 0.02, dy - long * 0.5)} L${at(dx - 0.01, dy - long)} L${at(dx - 0.02, dy - long * 0.5)} Z`,
      clear(snow, 0.26),
    )
  }
}
