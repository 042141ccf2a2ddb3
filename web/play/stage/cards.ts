// Owns the cards behind symbols in cells that are much taller than wide: each has the colours of
// its symbol, so that the whole height of the reels is used. It must never draw a symbol.

import { Texture } from 'pixi.js'

interface CardStyle {
  /** Darkens the colours of the symbol, as the panels of the page. */
  panel: string
  /** Rim of a card of a special symbol. */
  rim: string
}

interface CardSize {
  width: number
  height: number
  /** Device pixels per unit of the size. */
  resolution: number
}

/** Side of a symbol's sample, in pixels: enough for its colours, too few for its shape. */
const SAMPLE = 6
/** The outermost pixels of a sample are mostly empty. */
const SAMPLE_EDGE = 1
/** A sample is enlarged in two steps, which hides its pixels. */
const SOFT = { width: 16, height: 32 }

export class Cards {
  private readonly style: CardStyle
  private readonly isSpecial: readonly boolean[]
  private sharp: Texture[] = []
  private blurred: Texture[] = []
  private light: Texture = Texture.EMPTY
  private key = ''

  /** @param isSpecial of each symbol: its card has a rim in the theme's colour */
  constructor(style: CardStyle, isSpecial: readonly boolean[]) {
    this.style = style
    this.isSpecial = isSpecial
  }

  /** Null: cells have no cards. @param blurred of a symbol at full speed */
  texture(symbol: number, blurred = false): Texture | null {
    return (blurred ? this.blurred : this.sharp)[symbol] ?? null
  }

  /** A white rim in the shape of a card, to be tinted; null: cells have no cards. */
  get rim(): Texture | null {
    return this.sharp.length === 0 ? null : this.light
  }

  /** Draws the cards for a size; null: cells have none. */
  bake(size: CardSize | null, symbols: readonly HTMLCanvasElement[]): void {
    const key = JSON.stringify(size)
    if (key === this.key) return
    this.key = key
    const old = [...this.sharp, ...this.blurred, ...(this.rim === null ? [] : [this.light])]
    this.sharp = []
    this.blurred = []
    if (size !== null) this.draw(size, symbols)
    for (const texture of old) texture.destroy(true)
  }

  /** The symbols are drawn anew, and so are the cards. */
  forget(): void {
    this.key = ''
  }

  private draw(size: CardSize, symbols: readonly HTMLCanvasElement[]): void {
    const samples = sampleAll(symbols)
    const softs = symbols.map((_, index) => soften(samples, index, this.style.panel))
    this.blurred = softs.map(soft => Texture.from(soft, true))
    this.sharp = softs.map((soft, index) =>
      Texture.from(drawCard(soft, size, this.isSpecial[index] ? this.style.rim : null), true),
    )
    this.light = Texture.from(drawLight(size), true)
  }
}

/** All symbols in one row of a tiny picture. */
function sampleAll(symbols: readonly HTMLCanvasElement[]): HTMLCanvasElement {
  const { canvas, pen } = newCanvas(symbols.length * SAMPLE, SAMPLE)
  // The mean of all pixels would be nearly grey.
  pen.imageSmoothingQuality = 'low'
  for (const [index, symbol] of symbols.entries()) {
    pen.drawImage(symbol, index * SAMPLE, 0, SAMPLE, SAMPLE)
  }
  return canvas
}

/** The colours of a symbol, without its shape, darker towards the bottom. */
function soften(samples: HTMLCanvasElement, index: number, panel: string): HTMLCanvasElement {
  const { canvas, pen } = newCanvas(SOFT.width, SOFT.height)
  pen.fillStyle = panel
  pen.fillRect(0, 0, SOFT.width, SOFT.height)
  const side = SAMPLE - 2 * SAMPLE_EDGE
  const left = index * SAMPLE + SAMPLE_EDGE
  pen.globalAlpha = 0.85
  pen.drawImage(samples, left, SAMPLE_EDGE, side, side, 0, 0, SOFT.width, SOFT.height)
  pen.globalAlpha = 1
  const shade = pen.createLinearGradient(0, 0, 0, SOFT.height)
  shade.addColorStop(0, 'rgba(0,0,0,0.18)')
  shade.addColorStop(0.5, 'rgba(0,0,0,0.36)')
  shade.addColorStop(1, 'rgba(0,0,0,0.66)')
  pen.fillStyle = shade
  pen.fillRect(0, 0, SOFT.width, SOFT.height)
  return canvas
}

function drawCard(
  soft: HTMLCanvasElement,
  { width, height, resolution }: CardSize,
  rim: string | null,
): HTMLCanvasElement {
  const { canvas, pen } = newCanvas(width * resolution, height * resolution)
  pen.scale(resolution, resolution)
  const line = Math.max(1, width * 0.022)
  const gap = line * 0.9
  const round = width * 0.13
  const edge = (inset: number) => {
    pen.beginPath()
    pen.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, round - inset / 2)
  }
  edge(gap)
  pen.save()
  pen.clip()
  pen.drawImage(soft, 0, 0, width, height)
  const shine = pen.createRadialGradient(width / 2, 0, 0, width / 2, 0, height * 0.5)
  shine.addColorStop(0, 'rgba(255,255,255,0.26)')
  shine.addColorStop(1, 'rgba(255,255,255,0)')
  pen.fillStyle = shine
  pen.fillRect(0, 0, width, height)
  pen.restore()
  const metal = pen.createLinearGradient(0, 0, 0, height)
  metal.addColorStop(0, rim ?? 'rgba(255,255,255,0.5)')
  metal.addColorStop(0.5, rim ?? 'rgba(255,255,255,0.16)')
  metal.addColorStop(1, rim ?? 'rgba(255,255,255,0.3)')
  edge(gap + line / 2)
  pen.lineWidth = rim === null ? line : line * 1.6
  pen.strokeStyle = metal
  pen.stroke()
  edge(gap + line * 2.4)
  pen.lineWidth = line * 0.6
  pen.strokeStyle = 'rgba(0,0,0,0.28)'
  pen.stroke()
  return canvas
}

function drawLight({ width, height, resolution }: CardSize): HTMLCanvasElement {
  const { canvas, pen } = newCanvas(width * resolution, height * resolution)
  pen.scale(resolution, resolution)
  const widths = [0.12, 0.08, 0.04]
  for (const [index, share] of widths.entries()) {
    const inset = width * 0.03
    pen.beginPath()
    pen.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, width * 0.12)
    pen.lineWidth = width * share
    pen.strokeStyle = `rgba(255,255,255,${0.14 + index * 0.3})`
    pen.stroke()
  }
  return canvas
}

function newCanvas(width: number, height: number) {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const pen = canvas.getContext('2d')!
  pen.imageSmoothingQuality = 'high'
  return { canvas, pen }
}
