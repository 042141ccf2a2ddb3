// Owns the drawing primitives that all themes share: gradients, glosses, shadows, letters. It must
// never depend on a game or a symbol id. All art is drawn around (0, 0) in a box of 100 x 100
// units.

import { FillGradient, Graphics, GraphicsPath, Text, type TextStyleOptions } from 'pixi.js'
import { canvasFamily } from '../page/fonts.ts'

export type Stops = readonly (string | readonly [offset: number, color: string])[]

/** Gradients are textures; each is created once and shared by every shape and every redraw. */
const gradients = new Map<string, FillGradient>()

function colorStops(stops: Stops): { offset: number; color: string }[] {
  return stops.map((stop, index) =>
    typeof stop === 'string'
      ? { offset: stops.length === 1 ? 0 : index / (stops.length - 1), color: stop }
      : { offset: stop[0], color: stop[1] },
  )
}

function linear(key: string, end: { x: number; y: number }, stops: Stops): FillGradient {
  return remember(`${key}|${stops.join('|')}`, () => {
    const start = { x: 0, y: 0 }
    return new FillGradient({ type: 'linear', start, end, colorStops: colorStops(stops) })
  })
}

function remember(key: string, make: () => FillGradient): FillGradient {
  const known = gradients.get(key)
  if (known !== undefined) return known
  const gradient = make()
  gradients.set(key, gradient)
  return gradient
}

/** From the shape's top to its bottom. */
export function down(...stops: Stops): FillGradient {
  return linear('down', { x: 0, y: 1 }, stops)
}

/** From the shape's left to its right. */
export function across(...stops: Stops): FillGradient {
  return linear('across', { x: 1, y: 0 }, stops)
}

/** From the shape's top left to its bottom right. */
export function slant(...stops: Stops): FillGradient {
  return linear('slant', { x: 1, y: 1 }, stops)
}

/** From the shape's middle outwards. */
export function round(...stops: Stops): FillGradient {
  return roundFrom(0.5, 0.5, 0.5, ...stops)
}

/** A lit ball: light sits up left of the middle. */
export function ball(...stops: Stops): FillGradient {
  return roundFrom(0.36, 0.3, 0.72, ...stops)
}

/** A radial gradient around (x, y) of the shape's box, `radius` in widths of the box. */
export function roundFrom(x: number, y: number, radius: number, ...stops: Stops): FillGradient {
  return remember(`round|${x}|${y}|${radius}|${stops.join('|')}`, () => {
    const center = { x, y }
    return new FillGradient({
      type: 'radial',
      center,
      innerRadius: 0,
      outerCenter: center,
      outerRadius: radius,
      colorStops: colorStops(stops),
    })
  })
}

/** "#rrggbb" with an opacity. */
export function clear(hex: string, alpha: number): string {
  const value = Number.parseInt(hex.slice(1), 16)
  return `rgba(${value >> 16}, ${(value >> 8) & 255}, ${value & 255}, ${alpha})`
}

/** A soft spot of light or shade, fading to nothing at its edge. */
export function spot(
  g: Graphics,
  x: number,
  y: number,
  rx: number,
  ry: number,
  hex: string,
  alpha: number,
): Graphics {
  const fade = round(clear(hex, alpha), [0.35, clear(hex, alpha * 0.62)], [1, clear(hex, 0)])
  return g.ellipse(x, y, rx, ry).fill(fade)
}

/** The shadow of a symbol on the reel below it. */
export function ground(g: Graphics, y = 41, rx = 34): Graphics {
  return spot(g, 0, y, rx, 9, '#000000', 0.5)
}

/** A path in SVG notation. */
export function path(d: string): GraphicsPath {
  return new GraphicsPath(d)
}

/** Fills and outlines one SVG path. */
export function shape(
  g: Graphics,
  d: string,
  fill: FillGradient | string,
  edge?: { color: string; width: number; alpha?: number },
): Graphics {
  g.path(path(d)).fill(fill)
  if (edge !== undefined) g.path(path(d)).stroke({ ...edge, join: 'round', cap: 'round' })
  return g
}

/** A white highlight, brightest at its top. */
export function gloss(
  g: Graphics,
  x: number,
  y: number,
  rx: number,
  ry: number,
  alpha = 0.75,
): Graphics {
  return g.ellipse(x, y, rx, ry).fill(down(`rgba(255,255,255,${alpha})`, 'rgba(255,255,255,0)'))
}

export function pen(): Graphics {
  return new Graphics()
}

/** Heavy lettering with gradient, outline and a hard shade, centred on (0, 0). */
export function letters(text: string, style: TextStyleOptions): Text {
  const label = new Text({
    text,
    style: {
      fontFamily: canvasFamily(),
      fontWeight: '900',
      align: 'center',
      padding: 10,
      ...style,
    },
    resolution: 3,
  })
  label.anchor.set(0.5)
  return label
}
