// Owns what a blow leaves on the stage: a ring of light, dust, sparks, a short shake. It must never
// outlive its particles, nor run with reduced motion.

import { Container, Sprite, type Texture } from 'pixi.js'
import { type Animator, easeOut } from './animator.ts'
import { Particles } from './particles.ts'

/** A coin for each cell of a small board, or the sand of one column. */
const BUDGET = 150
const RING_MS = 460

export interface ImpactLights {
  spot: Texture
  glint: Texture
  ring: Texture
}

export interface Blow {
  x: number
  y: number
  /** The side of what hits. */
  size: number
  /** 0 to 1. */
  strength: number
  color: string
}

export class Impacts {
  readonly view = new Container()
  private readonly animator: Animator
  private readonly lights: ImpactLights
  private readonly particles = new Particles(BUDGET)
  private stop: (() => void) | null = null

  constructor(animator: Animator, lights: ImpactLights) {
    this.animator = animator
    this.lights = lights
  }

  /** Slow machines show fewer particles. */
  set lean(isLean: boolean) {
    this.particles.abundance = isLean ? 0.35 : 1
  }

  /** All of it at once: a ring, a flash, sparks upwards, dust to both sides. */
  blow(blow: Blow): void {
    const { x, y, size, strength } = blow
    this.ring(blow)
    this.fly({ ...this.lit('spot', blow), x, y, size: size * 1.5, lifeS: 0.26, alpha: 0.85 })
    this.sparks(blow, Math.round(5 + 11 * strength))
    this.dust(x, y + size * 0.4, size, Math.round(5 + 7 * strength), '#c9b48a')
  }

  /** A ring of light that opens. */
  ring({ x, y, size, strength, color }: Blow): void {
    const ring = new Sprite({ texture: this.lights.ring, anchor: 0.5, blendMode: 'add', x, y })
    ring.tint = color
    this.view.addChildAt(ring, 0)
    void this.animator
      .run(
        RING_MS,
        t => {
          ring.setSize(size * (0.7 + (0.7 + strength) * t))
          ring.alpha = (0.55 + 0.45 * strength) * (1 - t)
        },
        easeOut,
      )
      .then(() => ring.destroy())
  }

  sparks(blow: Blow, count: number): void {
    const { x, y, size, strength } = blow
    for (let index = 0; index < count; index++) {
      const angle = Math.PI * (1 + (index + Math.random()) / count)
      const speed = size * (1.1 + 2.4 * Math.random()) * (0.7 + 0.6 * strength)
      this.fly({
        ...this.lit('glint', blow),
        x,
        y: y + size * 0.2,
        size: size * (0.12 + 0.16 * Math.random()),
        vx: Math.cos(angle) * speed,
        vy: Math.sin(angle) * speed,
        gravity: size * 7,
        spin: (Math.random() - 0.5) * 12,
        lifeS: 0.35 + 0.35 * Math.random(),
      })
    }
  }

  /** Along a line of this width; it rolls to both sides, rises and thins out. */
  dust(x: number, y: number, width: number, count: number, tint: string): void {
    for (let index = 0; index < count; index++) {
      const side = (index + Math.random()) / count - 0.5
      this.fly({
        texture: this.lights.spot,
        x: x + side * width,
        y,
        size: width * (0.16 + 0.2 * Math.random()),
        vx: side * width * (1.6 + Math.random()),
        vy: -width * 0.5 * Math.random(),
        drag: 0.85,
        growth: 2.2,
        lifeS: 0.5 + 0.5 * Math.random(),
        alpha: 0.55,
        fades: [0.08, 0.7],
        tint,
      })
    }
  }

  clear(): void {
    this.particles.clear()
    this.stop?.()
    this.stop = null
  }

  private lit(shape: 'spot' | 'glint', { color }: Blow) {
    return { texture: this.lights[shape], tint: color, isLight: true } as const
  }

  private fly(flight: Parameters<Particles['launch']>[1]): void {
    this.particles.launch(this.view, flight)
    this.stop ??= this.animator.loop(frameMs => this.advance(frameMs / 1_000))
  }

  private advance(seconds: number): void {
    this.particles.step(seconds)
    if (this.particles.count > 0) return
    this.stop?.()
    this.stop = null
  }
}
