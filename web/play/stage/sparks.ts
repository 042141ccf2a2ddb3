// Owns flying particles: sparks of vanishing symbols, tokens raining on a big win, multipliers on
// their way to the win. It must never outlive its animation or block the game.

import { Container, Sprite, Text, type Texture } from 'pixi.js'
import { canvasFamily } from '../page/fonts.ts'
import { type Animator, easeIn, easeInOut, easeOut } from './animator.ts'
import { type Flight, Particles } from './particles.ts'

/** Pixels per second squared. */
const GRAVITY = 1_600
/** Particles at once: three fountains and the puffs of a whole board. */
const BUDGET = 400

export class Sparks {
  readonly view = new Container()
  /** Puffs belong to the board, where symbols vanish; everything else flies over the window. */
  readonly puffs = new Container()
  private readonly animator: Animator
  private readonly spark: Texture
  private readonly tokens: readonly Texture[]
  private readonly particles = new Particles(BUDGET)
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
      const speed = size * (1.6 + Math.random() * 3)
      this.fly(this.puffs, {
        texture: this.spark,
        x,
        y,
        size: size * (0.1 + Math.random() * 0.14),
        vx: Math.cos(angle) * speed,
        vy: Math.sin(angle) * speed - 100,
        lifeS: 0.48,
        tint: color,
        isLight: true,
        fades: [0.01, 0.54],
      })
    }
  }

  /** Tokens thrown up from the bottom of an area, falling back over it. */
  fountain(width: number, height: number, count: number): void {
    if (this.tokens.length === 0) return
    for (let index = 0; index < count * this.abundance; index++) {
      const rise = Math.sqrt(2 * GRAVITY * height * (0.55 + Math.random() * 0.6))
      this.fly(this.view, {
        texture: this.tokens[index % this.tokens.length]!,
        x: width * (0.5 + (Math.random() - 0.5) * 0.3),
        y: height * 1.05,
        size: Math.min(width, height) * (0.07 + Math.random() * 0.07),
        vx: (Math.random() - 0.5) * width * 1.1,
        vy: -rise,
        lifeS: 2.6,
        fades: [0.01, 0.1],
      })
    }
  }

  /**
   * Moves a multiplier from its cell to a target position, growing on the way.
   * @param trail the colour of the sparks that it leaves; none: it leaves none
   */
  async carry(
    text: string,
    from: { x: number; y: number },
    to: { x: number; y: number },
    size: number,
    durationMs: number,
    trail?: string,
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
      if (trail !== undefined && s > 0) this.drop(label.x, label.y, size, trail)
    })
    label.destroy()
  }

  /** Throws a picture in an arc: it rises towards the player, turns, and is gone at its target. */
  async toss(
    texture: Texture,
    from: { x: number; y: number },
    to: { x: number; y: number },
    size: number,
    durationMs: number,
  ): Promise<void> {
    const sprite = new Sprite({ texture, anchor: 0.5 })
    this.view.addChild(sprite)
    const lift = Math.abs(to.y - from.y) * 0.2 + size * 1.4
    const turn = from.x < to.x ? 1 : -1
    await this.animator.run(durationMs, t => {
      const s = easeIn(Math.max(0, (t - 0.25) / 0.75))
      sprite.x = from.x + (to.x - from.x) * s
      sprite.y = from.y + (to.y - from.y) * s - Math.sin(s * Math.PI) * lift
      sprite.setSize(size * (1 + 0.5 * easeOut(Math.min(1, t / 0.35))))
      sprite.rotation = turn * (Math.sin(t * 34) * 0.12 * (1 - s) + s * 1.6)
    })
    sprite.destroy()
  }

  /** Tokens and light thrown in all directions from a point of the window. */
  shower(x: number, y: number, size: number, count: number): void {
    const all = Math.round(count * this.abundance)
    for (let index = 0; index < all; index++) {
      const angle = (index / all) * Math.PI * 2 + Math.random() * 0.4
      const speed = size * (3 + Math.random() * 6)
      const isLight = index % 3 === 0 || this.tokens.length === 0
      this.fly(this.view, {
        texture: isLight ? this.spark : this.tokens[index % this.tokens.length]!,
        x,
        y,
        size: size * (isLight ? 0.24 : 0.45 + Math.random() * 0.3),
        vx: Math.cos(angle) * speed,
        vy: Math.sin(angle) * speed - size * 5,
        lifeS: 0.5 + Math.random() * 0.4,
        fades: [0.01, 0.3],
        ...(isLight ? { tint: '#fff2b0', isLight } : {}),
      })
    }
  }

  /** A spark that stays behind. */
  private drop(x: number, y: number, size: number, tint: string): void {
    if (Math.random() > this.abundance) return
    const aside = () => (Math.random() - 0.5) * size
    const way = { x: x + aside(), y: y + aside(), gravity: size * 2, lifeS: 0.5 }
    const look = { texture: this.spark, size: size * (0.2 + 0.3 * Math.random()), tint }
    this.fly(this.view, { ...way, ...look, isLight: true, fades: [0.02, 0.7] })
  }

  clear(): void {
    this.particles.clear()
    this.stop?.()
    this.stop = null
  }

  private fly(layer: Container, flight: Flight): void {
    this.particles.launch(layer, { gravity: GRAVITY, spin: (Math.random() - 0.5) * 10, ...flight })
    this.stop ??= this.animator.loop(frameMs => this.advance(frameMs / 1_000))
  }

  private advance(seconds: number): void {
    this.particles.step(seconds)
    if (this.particles.count > 0) return
    this.stop?.()
    this.stop = null
  }
}
