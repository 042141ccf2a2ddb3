// Owns the symbols as textures: drawn by the theme once for the size they are shown at, sharp and
// blurred. It must never draw a symbol itself, nor keep a texture past the next baking.

import { Container, Rectangle, type Renderer, Sprite, Texture } from 'pixi.js'

/** Symbols are drawn in 100 units; the frame leaves room for glows around them. */
export const FRAME_UNITS = 130

const FRAME = new Rectangle(-FRAME_UNITS / 2, -FRAME_UNITS / 2, FRAME_UNITS, FRAME_UNITS)
/** Room for a symbol blurred over more than its own height. */
export const BLUR_UNITS = 220
const BLUR_FRAME = new Rectangle(-FRAME_UNITS / 2, -BLUR_UNITS / 2, FRAME_UNITS, BLUR_UNITS)
/**
 * The motion blur of a symbol at full speed: a third of a cell. Each pass draws the picture over
 * itself, shifted by these units; together they are an even blur.
 */
const SHIFTS = [2.2, 4.4, 8.8, 17.6]
/** A longer blur is fainter; this much of it is drawn once more. */
const STRENGTHEN = 0.6
/** Pictures of a light that runs over a symbol. */
const SHEEN_STEPS = 9

export class SymbolAtlas {
  private readonly renderer: Renderer
  private readonly drawings: readonly (() => Container)[]
  private sharp: Texture[] = []
  private blurred: Texture[] = []
  private readonly sheens = new Map<number, Texture[]>()
  private bakedAt = 0

  constructor(renderer: Renderer, drawings: readonly (() => Container)[]) {
    this.renderer = renderer
    this.drawings = drawings
  }

  /** Every symbol as it is shown, by number. */
  get all(): readonly Texture[] {
    return this.sharp
  }

  texture(symbol: number, blurred = false): Texture {
    return (blurred ? this.blurred : this.sharp)[symbol] ?? Texture.EMPTY
  }

  /** Draws all symbols for a size in device pixels; false if the last baking is still valid. */
  bake(pixels: number): boolean {
    const near = pixels <= this.bakedAt * 1.05 && pixels >= this.bakedAt * 0.7
    if (near) return false
    this.bakedAt = pixels
    const old = [...this.sharp, ...this.blurred, ...[...this.sheens.values()].flat()]
    this.sheens.clear()
    const resolution = pixels / 100
    this.sharp = this.drawings.map(draw => this.bakeOne(draw(), resolution))
    this.blurred = this.sharp.map(texture => this.bakeBlurred(texture, resolution / 2))
    for (const texture of old) texture.destroy(true)
    return true
  }

  /** The next baking draws everything again. */
  forget(): void {
    this.bakedAt = 0
  }

  /**
   * A copy of a symbol for the page.
   * @param pixels its side in device pixels; if larger than on the reels, it is drawn again for
   * this copy
   */
  canvas(symbol: number, pixels = 0): HTMLCanvasElement {
    const draw = pixels > this.bakedAt * 1.1 ? this.drawings[symbol] : undefined
    const resolution = (draw === undefined ? this.bakedAt : pixels) / 100
    const fresh = draw === undefined ? null : this.bakeOne(draw(), resolution)
    const sprite = new Sprite(fresh ?? this.texture(symbol))
    const canvas = this.renderer.extract.canvas({ target: sprite, resolution }) as HTMLCanvasElement
    // The style sheet sets its size.
    canvas.removeAttribute('style')
    sprite.destroy()
    fresh?.destroy(true)
    return canvas
  }

  /** A slanting light at each step of its way over a symbol; created when the symbol first wins. */
  sheen(symbol: number): readonly Texture[] {
    const known = this.sheens.get(symbol)
    if (known !== undefined) return known
    const picture = this.canvas(symbol)
    const made = Array.from({ length: SHEEN_STEPS }, (_, step) =>
      Texture.from(lightOver(picture, (step + 0.5) / SHEEN_STEPS), true),
    )
    this.sheens.set(symbol, made)
    return made
  }

  private bakeOne(target: Container, resolution: number, frame = FRAME): Texture {
    const texture = this.renderer.generateTexture({ target, frame, resolution, antialias: true })
    target.destroy({ children: true })
    return texture
  }

  /** The symbol with motion blur: the mean of all its positions within one frame. */
  private bakeBlurred(texture: Texture, resolution: number): Texture {
    let smeared = texture
    for (const shift of SHIFTS) {
      const pair = new Container()
      for (const side of [-0.5, 0.5]) {
        // Halves that add up: the mean, also where the symbol is transparent.
        const half = { texture: smeared, anchor: 0.5, alpha: 0.5, blendMode: 'add' } as const
        pair.addChild(new Sprite({ ...half, y: side * shift }))
      }
      const next = this.bakeOne(pair, resolution, BLUR_FRAME)
      if (smeared !== texture) smeared.destroy(true)
      smeared = next
    }
    const strong = new Container()
    for (const alpha of [1, STRENGTHEN]) {
      strong.addChild(new Sprite({ texture: smeared, anchor: 0.5, alpha }))
    }
    const baked = this.bakeOne(strong, resolution, BLUR_FRAME)
    smeared.destroy(true)
    return baked
  }
}

/** A band of light across a picture, within its outline. */
function lightOver(picture: HTMLCanvasElement, at: number): HTMLCanvasElement {
  const { width, height } = picture
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d')!
  pen.drawImage(picture, 0, 0)
  pen.globalCompositeOperation = 'source-in'
  const middle = (at * 1.9 - 0.45) * width
  const band = pen.createLinearGradient(
    middle - width * 0.2,
    0,
    middle + width * 0.2,
    height * 0.14,
  )
  band.addColorStop(0, 'rgba(255,255,255,0)')
  band.addColorStop(0.5, 'rgba(255,255,255,0.6)')
  band.addColorStop(1, 'rgba(255,255,255,0)')
  pen.fillStyle = band
  pen.fillRect(0, 0, width, height)
  return canvas
}
