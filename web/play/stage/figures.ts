// Owns a game's figures and symbols as pictures of any size. It must never keep what it paints.

import type { Figures as Pack } from 'figures:*'
import type { Texture } from 'pixi.js'
import type { Painted } from './big-win.ts'
import { paintCanvas, textureOf } from './canvas.ts'
import { type Art, openFigures, type Picture } from './pictures.ts'
import { FRAME_UNITS, paintSymbol } from './symbol-atlas.ts'

export class Figures {
  private readonly art: Art
  private opened: ReadonlyMap<string, Picture> = new Map()

  constructor(art: Art) {
    this.art = art
  }

  async open(pack: Pack): Promise<void> {
    this.opened = await openFigures(pack)
  }

  /** A figure as an element for one place of the page; null until it has arrived. */
  image(name: string): HTMLImageElement | null {
    return this.opened.get(name)?.image ?? null
  }

  /** A figure, else the body of a symbol, at this width in device pixels. */
  paint(name: string, px: number): Painted {
    const figure = this.opened.get(name)
    if (figure !== undefined) {
      const { image, x, y, width, height } = figure
      const size = { width: px, height: (px * height) / width }
      const canvas = paintCanvas(size, pen => pen.drawImage(image, 0, 0, size.width, size.height))
      return { canvas, origin: { x: -x / width, y: -y / height } }
    }
    const drawing = this.art.symbol(name)
    const canvas = paintSymbol((px * 100) / FRAME_UNITS, pen => drawing?.drawBody(pen))
    return { canvas, origin: { x: 0.5, y: 0.5 } }
  }

  /** The caller destroys the texture with its source. */
  texture(name: string, px: number): { texture: Texture; origin: Painted['origin'] } {
    const { canvas, origin } = this.paint(name, px)
    return { texture: textureOf(canvas), origin }
  }
}
