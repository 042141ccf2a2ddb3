// Owns everything that flies for a while: sparks, tokens, lanterns, shards. It must never show more
// than its budget, nor keep a particle past its life.

import { type Container, Sprite, type Texture } from 'pixi.js'

/** Lengths in CSS pixels, times in seconds, angles in radians. */
export interface Flight {
  texture: Texture
  x: number
  y: number
  /** The side of the particle's box. */
  size: number
  lifeS: number
  vx?: number
  vy?: number
  gravity?: number
  /** The share of its speed that it loses in a second. */
  drag?: number
  /** Its height as a share of its width. */
  flat?: number
  turn?: number
  spin?: number
  /** Its size at the end, as a multiple. */
  growth?: number
  /** It swings to both sides of its path. */
  sway?: { px: number; perS: number }
  /** It bounces there, and keeps this share of its speed. */
  floor?: { y: number; keeps: number }
  alpha?: number
  /** Of its life, for appearing and for vanishing. */
  fades?: readonly [first: number, last: number]
  tint?: string
  /** Light is added to what is below it. */
  isLight?: boolean
}

interface Flying {
  sprite: Sprite
  flight: Flight
  x: number
  vx: number
  vy: number
  ageS: number
  scale: number
  flat: number
  phase: number
}

const FADES = [0.04, 0.16] as const

export class Particles {
  private readonly budget: number
  private flying: Flying[] = []
  /** Of the budget; less on slow machines. */
  abundance = 1

  /** @param budget the most particles at once: what a phone moves in a frame */
  constructor(budget: number) {
    this.budget = budget
  }

  get count(): number {
    return this.flying.length
  }

  /** Null, and nothing flies, once the budget is used up. */
  launch(layer: Container, flight: Flight): Sprite | null {
    if (this.flying.length >= this.budget * this.abundance) return null
    const { texture, x, y, size, vx = 0, vy = 0, turn = 0, flat = 1 } = flight
    const sprite = new Sprite({ texture, anchor: 0.5, x, y, rotation: turn, alpha: 0 })
    sprite.setSize(size)
    if (flight.tint !== undefined) sprite.tint = flight.tint
    if (flight.isLight === true) sprite.blendMode = 'add'
    layer.addChild(sprite)
    const [scale, phase] = [sprite.scale.x, Math.random() * Math.PI * 2]
    this.flying.push({ sprite, flight, x, vx, vy, ageS: 0, scale, flat, phase })
    return sprite
  }

  step(seconds: number): void {
    this.flying = this.flying.filter(one => {
      if (move(one, seconds)) return true
      one.sprite.destroy()
      return false
    })
  }

  clear(): void {
    for (const { sprite } of this.flying) sprite.destroy()
    this.flying = []
  }
}

/** False at the end of its life. */
function move(one: Flying, seconds: number): boolean {
  const { sprite, flight } = one
  const { lifeS, gravity = 0, drag = 0, spin = 0, growth = 1, sway, floor, alpha = 1 } = flight
  one.ageS += seconds
  const t = one.ageS / lifeS
  if (t >= 1) return false
  const kept = (1 - drag) ** seconds
  one.vx *= kept
  one.vy = one.vy * kept + gravity * seconds
  one.x += one.vx * seconds
  sprite.y += one.vy * seconds
  if (floor !== undefined && sprite.y > floor.y && one.vy > 0) {
    sprite.y = floor.y
    one.vy *= -floor.keeps
  }
  const aside = sway === undefined ? 0 : sway.px * Math.sin(one.ageS * sway.perS + one.phase)
  sprite.x = one.x + aside
  sprite.rotation += spin * seconds
  const scale = one.scale * (1 + (growth - 1) * t)
  sprite.scale.set(scale, scale * one.flat)
  const [first, last] = flight.fades ?? FADES
  sprite.alpha = alpha * Math.min(1, t / first, (1 - t) / last)
  return true
}
