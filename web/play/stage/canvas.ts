// Owns canvases that are drawn once and shown as textures. It must never keep one.

import { type Sprite, Texture } from 'pixi.js'
import type { Pen, Size } from './pictures.ts'

/** A canvas of whole device pixels, at least one. */
export function paintCanvas(size: Size, paint: (pen: Pen) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(size.width))
  canvas.height = Math.max(1, Math.round(size.height))
  paint(canvas.getContext('2d')!)
  return canvas
}

/** Not cached by Pixi: the caller destroys it with its source. */
export function textureOf(canvas: HTMLCanvasElement): Texture {
  return Texture.from(canvas, true)
}

/** Shows a new canvas, and frees the one that was shown. */
export function replaceTexture(sprite: Sprite, texture: Texture): void {
  const old = sprite.texture
  sprite.texture = texture
  if (old !== Texture.EMPTY) old.destroy(true)
}

/** "#rrggbb" with an opacity. */
export function translucent(hex: string, alpha: number): string {
  const value = Number.parseInt(hex.slice(1), 16)
  return `rgba(${value >> 16}, ${(value >> 8) & 255}, ${value & 255}, ${alpha})`
}

/** An ellipse of light that fades to nothing at its edge. */
export function paintSpot(
  pen: Pen,
  [x, y]: readonly [number, number],
  [rx, ry]: readonly [number, number],
  hex: string,
  alpha: number,
): void {
  const fade = pen.createRadialGradient(0, 0, 0, 0, 0, 1)
  fade.addColorStop(0, translucent(hex, alpha))
  fade.addColorStop(0.35, translucent(hex, alpha * 0.62))
  fade.addColorStop(1, translucent(hex, 0))
  pen.save()
  pen.translate(x, y)
  pen.scale(rx, ry)
  pen.fillStyle = fade
  pen.fillRect(-1, -1, 2, 2)
  pen.restore()
}
