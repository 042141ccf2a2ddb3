// Owns the light of a big moment: the table goes dark and rays turn behind the text. It must never
// outlive its moment, and does not move with reduced motion.

import { Container, Sprite, Texture } from 'pixi.js'
import { type Animator, easeOut } from './animator.ts'

/** Darkness of the table. */
const DARKNESS = 0.66
const COME_MS = 380
const GO_MS = 260
/** Radians per millisecond. */
const TURN = 0.00022

export class Spotlight {
  readonly view = new Container()
  private readonly animator: Animator
  private readonly dark = new Sprite(Texture.WHITE)
  private readonly rays: readonly Sprite[]
  private stop: (() => void) | null = null
  private shown = 0
  /** Slow machines draw no rays. */
  lean = false

  constructor(animator: Animator, rays: Texture) {
    this.animator = animator
    this.dark.tint = 0x000000
    const ray = { texture: rays, anchor: 0.5, blendMode: 'add' } as const
    this.rays = [new Sprite(ray), new Sprite(ray)]
    this.view.addChild(this.dark, ...this.rays)
    this.view.visible = false
  }

  resize(width: number, height: number): void {
    this.dark.setSize(width, height)
  }

  /** `size`: the length of the rays; none with `calm`. */
  shine(x: number, y: number, size: number, color: string, calm: boolean): void {
    this.shown += 1
    const from = this.view.visible ? this.view.alpha : 0
    this.view.visible = true
    this.dark.alpha = DARKNESS
    const turns = !calm && !this.lean
    for (const ray of this.rays) {
      ray.visible = !this.lean
      ray.tint = color
      ray.alpha = 0.5
    }
    this.place(x, y, size)
    void this.animator.run(COME_MS, t => {
      this.view.alpha = from + (1 - from) * t
    })
    if (turns) this.stop ??= this.animator.loop(frameMs => this.turn(frameMs))
  }

  /** Centre and length of the rays. */
  place(x: number, y: number, size: number): void {
    this.rays.forEach((ray, index) => {
      ray.position.set(x, y)
      ray.setSize(size * (index === 0 ? 2 : 1.5))
    })
  }

  async fade(): Promise<void> {
    const mine = this.shown
    const from = this.view.alpha
    await this.animator.run(
      GO_MS,
      t => {
        if (mine === this.shown) this.view.alpha = from * (1 - t)
      },
      easeOut,
    )
    if (mine === this.shown) this.end()
  }

  /** Removes the darkness and the rays at once. */
  end(): void {
    this.shown += 1
    this.stop?.()
    this.stop = null
    this.view.visible = false
    this.animator.requestDraw()
  }

  private turn(frameMs: number): void {
    this.rays.forEach((ray, index) => {
      ray.rotation += TURN * frameMs * (index === 0 ? 1 : -1.4)
    })
  }
}
