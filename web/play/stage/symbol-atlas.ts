// Owns the symbols as textures: drawn once for the size they are shown at, whole, blurred, and in
// the two parts of a winner. It must never draw a symbol itself, nor keep a texture past the next
// baking.

import { Texture } from 'pixi.js'
import { paintCanvas, textureOf } from './canvas.ts'
import type { Pen, SymbolDrawing } from './pictures.ts'

/** Symbols are drawn in 100 units; the frame leaves room for glows around them. */
export const FRAME_UNITS = 130
/** Room for a symbol blurred over more than its own height. */
export const BLUR_UNITS = 220
/**
 * The motion blur of a symbol at full speed: a third of a cell. Each pass draws the picture over
 * itself, shifted by these units; together they are an even blur.
 */
const SHIFTS = [2.2, 4.4, 8.8, 17.6]
/** A longer blur is fainter; this much of it is drawn once more. */
const STRENGTHEN = 0.6
/** Pictures of a light that runs over a symbol. */
const SHEEN_STEPS = 9

/** A winner: its shadow and glow stay, its body moves, and a light runs over the body. */
interface Winner {
  under: Texture
  body: Texture
  /** The light at each step of its way. */
  sheen: readonly Texture[]
}

export class SymbolAtlas {
  private readonly drawings: readonly SymbolDrawing[]
  /** Every symbol as it is shown, by number. */
  whole: readonly HTMLCanvasElement[] = []
  private sharp: Texture[] = []
  private readonly blurred = new Map<number, Texture>()
  private readonly winners = new Map<number, Winner>()
  /** Pixels of a symbol's side. */
  private bakedAt = 0

  constructor(drawings: readonly SymbolDrawing[]) {
    this.drawings = drawings
  }

  texture(symbol: number, blurred = false): Texture {
    return blurred ? this.blur(symbol) : (this.sharp[symbol] ?? Texture.EMPTY)
  }

  /** Before the first spin, which would show it: each takes some milliseconds. */
  blurAll(): void {
    for (const symbol of this.whole.keys()) this.blur(symbol)
  }

  private blur(symbol: number): Texture {
    const whole = this.whole[symbol]
    if (whole === undefined) return Texture.EMPTY
    const made = this.blurred.get(symbol) ?? textureOf(blur(whole, this.bakedAt / 200))
    this.blurred.set(symbol, made)
    return made
  }

  /** Draws all symbols for a size in device pixels; false if the last baking is still valid. */
  bake(pixels: number): boolean {
    const near = pixels <= this.bakedAt * 1.05 && pixels >= this.bakedAt * 0.7
    if (near) return false
    this.bakedAt = pixels
    const old = [...this.sharp, ...this.blurred.values()]
    for (const { under, body, sheen } of this.winners.values()) old.push(under, body, ...sheen)
    this.winners.clear()
    this.blurred.clear()
    this.whole = this.drawings.map(drawing => paintSymbol(pixels, pen => drawWhole(pen, drawing)))
    this.sharp = this.whole.map(textureOf)
    for (const texture of old) texture.destroy(true)
    return true
  }

  /** The next baking draws everything again. */
  forget(): void {
    this.bakedAt = 0
  }

  /**
   * A copy of a symbol for the page.
   * @param pixels its side in device pixels, if larger than on the reels
   */
  canvas(symbol: number, pixels = 0): HTMLCanvasElement {
    const drawing = this.drawings[symbol]
    return paintSymbol(Math.max(pixels, this.bakedAt), pen => drawing && drawWhole(pen, drawing))
  }

  /** Created when the symbol first wins. */
  winner(symbol: number): Winner {
    const known = this.winners.get(symbol)
    if (known !== undefined) return known
    const drawing = this.drawings[symbol]
    const under = paintSymbol(this.bakedAt, pen => drawing?.drawUnder(pen))
    const body = paintSymbol(this.bakedAt, pen => drawing?.drawBody(pen))
    const sheen = Array.from({ length: SHEEN_STEPS }, (_, step) =>
      textureOf(lightOver(body, (step + 0.5) / SHEEN_STEPS)),
    )
    const made = { under: textureOf(under), body: textureOf(body), sheen }
    this.winners.set(symbol, made)
    return made
  }
}

/** @param pixels side of the symbol; the frame around it is larger */
export function paintSymbol(pixels: number, paint: (pen: Pen) => void): HTMLCanvasElement {
  const side = Math.round((pixels * FRAME_UNITS) / 100)
  return paintCanvas({ width: side, height: side }, pen => {
    pen.scale(side / FRAME_UNITS, side / FRAME_UNITS)
    pen.translate(FRAME_UNITS / 2, FRAME_UNITS / 2)
    paint(pen)
  })
}

function drawWhole(pen: Pen, drawing: SymbolDrawing): void {
  drawing.drawUnder(pen)
  drawing.drawBody(pen)
}

/**
 * The symbol with motion blur: the mean of all its positions within one frame.
 * @param resolution pixels a unit
 */
function blur(sharp: HTMLCanvasElement, resolution: number): HTMLCanvasElement {
  const size = { width: FRAME_UNITS * resolution, height: BLUR_UNITS * resolution }
  const top = ((BLUR_UNITS - FRAME_UNITS) / 2) * resolution
  const side = FRAME_UNITS * resolution
  let smeared = paintCanvas(size, pen => pen.drawImage(sharp, 0, top, side, side))
  for (const shift of SHIFTS) {
    const before = smeared
    smeared = paintCanvas(size, pen => {
      // Halves that add up: the mean, also where the symbol is transparent.
      pen.globalCompositeOperation = 'lighter'
      pen.globalAlpha = 0.5
      for (const way of [-0.5, 0.5]) pen.drawImage(before, 0, way * shift * resolution)
    })
  }
  return paintCanvas(size, pen => {
    pen.drawImage(smeared, 0, 0)
    pen.globalAlpha = STRENGTHEN
    pen.drawImage(smeared, 0, 0)
  })
}

/** A band of light across a picture, within its outline. */
function lightOver(picture: HTMLCanvasElement, at: number): HTMLCanvasElement {
  const { width, height } = picture
  return paintCanvas(picture, pen => {
    pen.drawImage(picture, 0, 0)
    pen.globalCompositeOperation = 'source-in'
    const middle = (at * 1.9 - 0.45) * width
    const reach = width * 0.2
    const band = pen.createLinearGradient(middle - reach, 0, middle + reach, height * 0.14)
    band.addColorStop(0, 'rgba(255,255,255,0)')
    band.addColorStop(0.5, 'rgba(255,255,255,0.6)')
    band.addColorStop(1, 'rgba(255,255,255,0)')
    pen.fillStyle = band
    pen.fillRect(0, 0, width, height)
  })
}
