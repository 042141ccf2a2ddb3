// Owns flying particles: sparks of vanishing symbols, tokens raining on a big win, multipliers on
// their way to the win. It must never outlive its animation or block the game.

import { Container, Sprite, Text, type Texture } from 'pixi.js'
import { canvasFamily } from '../page/fonts.ts'
import { type Animator, easeInOut, easeOut } from './animator.ts'

interface Flying {
  sprite: Sprite
  vx: number
  vy: number
  spin: number
  lifeMs: number
}

/** Pixels per millisecond squared. */
const GRAVITY = 0.0016

export class Sparks {
  readonly view = new Container()
  /** Puffs belong to the board, where symbols vanish; everything else flies over the window. */
  readonly puffs = new Container()
  private readonly animator: Animator
  private readonly spark: Texture
  private readonly tokens: readonly Texture[]
  private flying: Flying[] = []
  private stop: (() => void) | null = null
  /** Reduced on slow machines. */
  abundance = 1

  constructor(animator: Animator, spark: Texture, tokens: readonly Texture[]) {
    this.animator = animator
    this.spark = spark
    this.tokens = tokens
  }

  /** A puff of light where a symbol vanished. */
  burst(x: number, y: number, size: number, color: string): void {
    const count = Math.round(7 * this.abundance)
    for (let index = 0; index < count; index++) {
      const angle = (index / count) * Math.PI * 2 + Math.random()
      const speed = size * (0.0016 + Math.random() * 0.003)
      const sprite = this.add(this.spark, x, y, size * (0.1 + Math.random() * 0.14), this.puffs)
      sprite.tint = color
      sprite.blendMode = 'add'
      this.fly(sprite, Math.cos(angle) * speed, Math.sin(angle) * speed - 0.1, 480)
    }
  }

  /** Tokens thrown up from the bottom of an area, falling back over it. */
  fountain(width: number, height: number, count: number): void {
    if (this.tokens.length === 0) return
    for (let index = 0; index < count * this.abundance; index++) {
      const token = this.tokens[index % this.tokens.length]!
      const sprite = this.add(token, width * (0.5 + (Math.random() - 0.5) * 0.3), height * 1.05, 0)
      sprite.setSize(Math.min(width, height) * (0.07 + Math.random() * 0.07))
      const rise = Math.sqrt(2 * GRAVITY * height * (0.55 + Math.random() * 0.6))
      this.fly(sprite, (Math.random() - 0.5) * width * 0.0011, -rise, 2600)
    }
  }

  /** Moves a multiplier from its cell to a target position, growing on the way. */
  async carry(
    text: string,
    from: { x: number; y: number },
    to: { x: number; y: number },
    size: number,
    durationMs: number,
  ): Promise<void> {
    const label = new Text({
      text,
      style: {
        fontFamily: canvasFamily(),
        fontWeight: '900',
        fontSize: size,
        fill: '#fff6c2',
        stroke: { color: '#4a1030', width: size * 0.2, join: 'round' },
        padding: 8,
      },
    })
    label.anchor.set(0.5)
    this.view.addChild(label)
    const lift = Math.abs(to.y - from.y) * 0.25 + size
    await this.animator.run(durationMs, t => {
      const s = easeInOut(Math.max(0, (t - 0.35) / 0.65))
      const pop = easeOut(Math.min(1, t / 0.3))
      label.x = from.x + (to.x - from.x) * s
      label.y = from.y + (to.y - from.y) * s - Math.sin(s * Math.PI) * lift
      label.scale.set(0.4 + 0.8 * pop)
    })
    label.destroy()
  }

  clear(): void {
    for (const { sprite } of this.flying) sprite.destroy()
    this.flying = []
    this.stop?.()
    this.stop = null
  }

  private add(texture: Texture, x: number, y: number, size: number, layer = this.view): Sprite {
    const sprite = new Sprite({ texture, anchor: 0.5, x, y })
    if (size > 0) sprite.setSize(size)
    return layer.addChild(sprite)
  }

  private fly(sprite: Sprite, vx: number, vy: number, lifeMs: number): void {
    this.flying.push({ sprite, vx, vy, spin: (Math.random() - 0.5) * 0.01, lifeMs })
    this.stop ??= this.animator.loop(frameMs => this.advance(frameMs))
  }

  private advance(frameMs: number): void {
    this.flying = this.flying.filter(one => {
      one.lifeMs -= frameMs
      one.vy += GRAVITY * frameMs
      one.sprite.x += one.vx * frameMs
      one.sprite.y += one.vy * frameMs
      one.sprite.rotation += one.spin * frameMs
      one.sprite.alpha = Math.min(1, Math.max(0, one.lifeMs / 260))
      if (one.lifeMs > 0) return true
      one.sprite.destroy()
      return false
    })
    if (this.flying.length > 0) return
    this.stop?.()
    this.stop = null
  }
}
