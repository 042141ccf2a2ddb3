// Owns the drawing primitives that all themes share: gradients, glosses, shadows, letters. It must
// never depend on a game or a symbol id. All art is drawn around (0, 0) in a box of 100 x 100
// units.

import {
  Container,
  FillGradient,
  type FillInput,
  Graphics,
  GraphicsPath,
  type StrokeInput,
  Text,
  type TextStyleOptions,
} from 'pixi.js'
import { canvasFamily } from '../page/fonts.ts'

export interface Size {
  width: number
  height: number
}

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

/** Numbers in the notation of SVG's points: "8,-4 7,3" is [8, -4] and [7, 3]. */
export function pairs(list: string): [number, number][] {
  return list.split(' ').map(pair => pair.split(',').map(Number) as [number, number])
}

/** The same with three numbers each, such as a point and a radius. */
export function triples(list: string): [number, number, number][] {
  return list.split(' ').map(triple => triple.split(',').map(Number) as [number, number, number])
}

/** Pixi's graphics with the shapes and lights that all drawings share. */
export class Pen extends Graphics {
  /** Fills and outlines one SVG path. */
  shape(
    d: string,
    fill: FillGradient | string,
    edge?: { color: string; width: number; alpha?: number },
  ): this {
    this.path(new GraphicsPath(d)).fill(fill)
    if (edge === undefined) return this
    return this.outline(d, { ...edge, join: 'round', cap: 'round' })
  }

  /** Outlines one SVG path. */
  outline(d: string, edge: StrokeInput): this {
    return this.path(new GraphicsPath(d)).stroke(edge)
  }

  /** Fills and outlines the path drawn last. */
  edged(fill: FillInput, edge: StrokeInput): this {
    return this.fill(fill).stroke(edge)
  }

  /** A soft spot of light or shade, fading to nothing at its edge. */
  spot(x: number, y: number, rx: number, ry: number, hex: string, alpha: number): this {
    const fade = round(clear(hex, alpha), [0.35, clear(hex, alpha * 0.62)], [1, clear(hex, 0)])
    return this.ellipse(x, y, rx, ry).fill(fade)
  }

  /** The shadow of a symbol on the reel below it. */
  ground(y = 41, rx = 34): this {
    return this.spot(0, y, rx, 9, '#000000', 0.5)
  }

  /** A white highlight, brightest at its top. */
  gloss(x: number, y: number, rx: number, ry: number, alpha = 0.75): this {
    const light = down(`rgba(255,255,255,${alpha})`, 'rgba(255,255,255,0)')
    return this.ellipse(x, y, rx, ry).fill(light)
  }
}

/** The parts as one drawing, the first at the bottom. */
export function group(...parts: Container[]): Container {
  return new Container({ children: parts })
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
