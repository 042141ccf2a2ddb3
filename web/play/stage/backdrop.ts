// Owns the scenery behind the reels: that of the base game, and that of a feature, drawn once per
// size and cached as textures. It must never draw a feature's scenery before the feature starts.

import { Container, Rectangle, type Renderer, Sprite, Texture } from 'pixi.js'
import { clear, down, Pen, type Size } from '../art/paint.ts'
import { paintRays } from '../art/scenery.ts'
import type { Mood } from '../themes/moods.ts'
import type { Theme } from '../themes/theme.ts'
import { type Animator, easeInOut } from './animator.ts'

const CHANGE_MS = 900

export class Backdrop {
  readonly view = new Container()
  private readonly renderer: Renderer
  private readonly animator: Animator
  private readonly theme: Theme
  private readonly mood: Mood
  private readonly base = new Sprite()
  private readonly feature = new Sprite()
  private size: Size = { width: 1, height: 1 }
  private resolution = 1
  private shown: 'base' | 'feature' = 'base'
  private changes = 0

  constructor(renderer: Renderer, animator: Animator, theme: Theme, mood: Mood) {
    this.renderer = renderer
    this.animator = animator
    this.theme = theme
    this.mood = mood
    this.feature.visible = false
    this.view.addChild(this.base, this.feature)
  }

  resize(size: Size, resolution: number): void {
    this.size = size
    this.resolution = resolution
    this.paint(this.base, this.theme.drawBackground(size))
    if (this.feature.visible) this.paint(this.feature, this.lit())
    else this.drop(this.feature)
  }

  show(mood: 'base' | 'feature', calm: boolean): void {
    if (mood === this.shown) return
    this.shown = mood
    this.changes += 1
    const mine = this.changes
    const [from, to] = [this.feature.visible ? this.feature.alpha : 0, mood === 'feature' ? 1 : 0]
    if (to === 1 && !this.feature.visible) {
      this.paint(this.feature, this.lit())
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
        this.drop(this.feature)
      })
  }

  /** The same place in the feature's light. */
  private lit(): Container {
    const { width, height } = this.size
    const { shade, light } = this.mood.feature
    const scene = this.theme.drawBackground(this.size)
    const dark = new Pen()
    dark.rect(0, 0, width, height).fill(down(clear(shade[0], 0.82), clear(shade[1], 0.74)))
    const lamp = new Pen()
    paintRays(lamp, width / 2, height * 0.42, Math.hypot(width, height), 20, light, 0.11)
    lamp.spot(width / 2, height * 0.42, width * 0.62, height * 0.6, light, 0.6)
    lamp.spot(width / 2, height * 1.02, width * 0.7, height * 0.3, light, 0.35)
    scene.addChild(dark, lamp)
    return scene
  }

  private paint(sprite: Sprite, scenery: Container): void {
    const { width, height } = this.size
    const old = sprite.texture
    const frame = new Rectangle(1, 1, width - 2, height - 2)
    sprite.texture = this.renderer.generateTexture({
      target: scenery,
      frame,
      resolution: this.resolution,
      antialias: true,
    })
    sprite.setSize(width, height)
    scenery.destroy({ children: true })
    if (old.width > 1) old.destroy(true)
  }

  private drop(sprite: Sprite): void {
    const old = sprite.texture
    sprite.texture = Texture.EMPTY
    if (old.width > 1) old.destroy(true)
  }
}
