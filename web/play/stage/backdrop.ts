// Owns the scenery behind the reels: that of the base game, and that of a feature, drawn once per
// size and cached as textures. It must never draw a feature's scenery before the feature starts.

import { Container, Sprite, Texture } from 'pixi.js'
import type { Mood } from '../themes/mood.ts'
import { type Animator, easeInOut } from './animator.ts'
import { paintCanvas, paintSpot, replaceTexture, textureOf, translucent } from './canvas.ts'
import { paintWedge } from './lights.ts'
import type { Art, Layers, Pen, Size } from './pictures.ts'

const CHANGE_MS = 900

export class Backdrop {
  readonly view = new Container()
  private readonly animator: Animator
  private readonly art: Art
  private readonly mood: Mood
  private readonly base = new Sprite(Texture.EMPTY)
  private readonly feature = new Sprite(Texture.EMPTY)
  private size: Size = { width: 1, height: 1 }
  private resolution = 1
  /** Those of the other form of window until its own are opened. */
  private layers: Layers = []
  private shown: 'base' | 'feature' = 'base'
  private changes = 0

  constructor(animator: Animator, art: Art, mood: Mood) {
    this.animator = animator
    this.art = art
    this.mood = mood
    this.feature.visible = false
    this.view.addChild(this.base, this.feature)
  }

  resize(size: Size, resolution: number): void {
    this.size = size
    this.resolution = resolution
    const layers = this.art.background(size)
    if (layers === null) this.openLater(size)
    else this.layers = layers
    this.paintAll()
  }

  show(mood: 'base' | 'feature', calm: boolean): void {
    if (mood === this.shown) return
    this.shown = mood
    this.changes += 1
    const mine = this.changes
    const [from, to] = [this.feature.visible ? this.feature.alpha : 0, mood === 'feature' ? 1 : 0]
    if (to === 1 && !this.feature.visible) {
      this.paint(this.feature, true)
      this.feature.visible = true
    }
    void this.animator
      .run(
        calm ? 0 : CHANGE_MS,
        t => {
          if (mine === this.changes) this.feature.alpha = from + (to - from) * t
        },
        easeInOut,
      )
      .then(() => {
        if (mine !== this.changes || to === 1) return
        this.feature.visible = false
        replaceTexture(this.feature, Texture.EMPTY)
      })
  }

  /** The page was turned: the pictures of this form are opened once. */
  private openLater(size: Size): void {
    this.art.openBackground(size).then(
      () => {
        if (this.size !== size) return
        this.layers = this.art.background(size) ?? this.layers
        this.paintAll()
        this.animator.requestDraw()
      },
      error => console.error(error),
    )
  }

  private paintAll(): void {
    this.paint(this.base, false)
    if (this.feature.visible) this.paint(this.feature, true)
    else replaceTexture(this.feature, Texture.EMPTY)
  }

  private paint(sprite: Sprite, isFeature: boolean): void {
    const { width, height } = this.size
    const pixels = { width: width * this.resolution, height: height * this.resolution }
    const canvas = paintCanvas(pixels, pen => {
      pen.scale(this.resolution, this.resolution)
      paintLayers(pen, this.size, this.layers)
      if (isFeature) this.light(pen)
    })
    replaceTexture(sprite, textureOf(canvas))
    sprite.setSize(width, height)
  }

  /** The same place in the feature's light. */
  private light(pen: Pen): void {
    const { width, height } = this.size
    const { shade, light } = this.mood.feature
    const dark = pen.createLinearGradient(0, 0, 0, height)
    dark.addColorStop(0, translucent(shade[0], 0.82))
    dark.addColorStop(1, translucent(shade[1], 0.74))
    pen.fillStyle = dark
    pen.fillRect(0, 0, width, height)
    pen.fillStyle = translucent(light, 0.11)
    const middle = [width / 2, height * 0.42] as const
    const beams = 20
    for (let beam = 0; beam < beams; beam++) {
      const from = (beam / beams) * Math.PI * 2
      paintWedge(pen, middle, Math.hypot(width, height), from, from + Math.PI / beams)
    }
    paintSpot(pen, middle, [width * 0.62, height * 0.6], light, 0.6)
    paintSpot(pen, [width / 2, height * 1.02], [width * 0.7, height * 0.3], light, 0.35)
  }
}

/**
 * Each layer covers the window at one scale. What does not fit is cut off: at the top, except of
 * the layer that holds on to it; at both sides, except where a layer holds on to one.
 */
export function paintLayers(pen: Pen, { width, height }: Size, layers: Layers): void {
  for (const { hold, picture } of layers) {
    const scale = Math.max(width / picture.width, height / picture.height)
    const [w, h] = [picture.width * scale, picture.height * scale]
    const x = hold === 'left' ? 0 : hold === 'right' ? width - w : (width - w) / 2
    pen.drawImage(picture.image, x, hold === 'top' ? 0 : height - h, w, h)
  }
}
