// Owns the symbols as textures: drawn by the theme once for the size they are shown at, sharp and
// blurred. It must never draw a symbol itself, nor keep a texture past the next baking.

import { Container, Rectangle, type Renderer, Sprite, Texture } from 'pixi.js'

/** Symbols are drawn in 100 units; the frame leaves room for glows around them. */
export const FRAME_UNITS = 124

const FRAME = new Rectangle(-FRAME_UNITS / 2, -FRAME_UNITS / 2, FRAME_UNITS, FRAME_UNITS)
/** Ghost images of one blurred symbol and how far they reach, in units. */
const GHOSTS = 9
const GHOST_REACH = 44

export class SymbolAtlas {
  private readonly renderer: Renderer
  private readonly drawings: readonly (() => Container)[]
  private sharp: Texture[] = []
  private blurred: Texture[] = []
  private bakedAt = 0

  constructor(renderer: Renderer, drawings: readonly (() => Container)[]) {
    this.renderer = renderer
    this.drawings = drawings
  }

  texture(symbol: number, blurred = false): Texture {
    return (blurred ? this.blurred : this.sharp)[symbol] ?? Texture.EMPTY
  }

  /** Draws all symbols for a size in device pixels; false when the last baking still serves. */
  bake(pixels: number): boolean {
    const near = pixels <= this.bakedAt * 1.05 && pixels >= this.bakedAt * 0.7
    if (near) return false
    this.bakedAt = pixels
    const old = [...this.sharp, ...this.blurred]
    const resolution = pixels / 100
    this.sharp = this.drawings.map(draw => this.bakeOne(draw(), resolution))
    this.blurred = this.sharp.map(texture => this.bakeBlurred(texture, resolution / 2))
    for (const texture of old) texture.destroy(true)
    return true
  }

  /** A copy of a symbol for the page (the paytable). */
  canvas(symbol: number): HTMLCanvasElement {
    const sprite = new Sprite(this.texture(symbol))
    const canvas = this.renderer.extract.canvas({ target: sprite, resolution: this.bakedAt / 100 })
    sprite.destroy()
    return canvas as HTMLCanvasElement
  }

  private bakeOne(target: Container, resolution: number): Texture {
    const texture = this.renderer.generateTexture({
      target,
      frame: FRAME,
      resolution,
      antialias: true,
    })
    target.destroy({ children: true })
    return texture
  }

  /** Ghosts above and below, each faint: what the eye keeps of a symbol rushing by. */
  private bakeBlurred(texture: Texture, resolution: number): Texture {
    const smear = new Container()
    for (let ghost = 0; ghost < GHOSTS; ghost++) {
      const sprite = new Sprite(texture)
      sprite.anchor.set(0.5)
      sprite.y = (ghost / (GHOSTS - 1) - 0.5) * GHOST_REACH
      sprite.alpha = 0.24
      smear.addChild(sprite)
    }
    return this.bakeOne(smear, resolution)
  }
}
