// Owns what moves in the background while nothing happens: sparks, bubbles, rain, stars, as the
// theme defines. It must never run while the page is hidden or at rest, and it draws rarely: it is
// barely noticeable.

import { Container, Sprite, type Texture } from 'pixi.js'
import type { Drift } from '../themes/mood.ts'

interface Mote {
  sprite: Sprite
  drift: Drift
  x: number
  y: number
  phase: number
  pace: number
  size: number
}

export type Shapes = Readonly<Record<'spot' | 'streak' | 'glint', Texture>> & {
  tokens: readonly Texture[]
}

export class Ambient {
  readonly view = new Container()
  private readonly shapes: Shapes
  private motes: Mote[] = []
  private width = 1
  private height = 1
  private elapsedMs = 0

  constructor(shapes: Shapes) {
    this.shapes = shapes
  }

  /** Replaces all particles; the new ones are spread over the window. */
  fill(drifts: readonly Drift[]): void {
    for (const { sprite } of this.motes) sprite.destroy()
    const next = disorder(23)
    this.motes = drifts.flatMap(drift =>
      Array.from({ length: drift.count }, (_, index) => this.mote(drift, index, next)),
    )
    this.step(0)
  }

  resize(width: number, height: number): void {
    this.width = width
    this.height = height
    this.step(0)
  }

  /** Moves everything by this much time. */
  step(ms: number): void {
    this.elapsedMs += ms
    for (const mote of this.motes) this.place(mote, ms / 1000)
  }

  private mote(drift: Drift, index: number, next: () => number): Mote {
    const { tokens } = this.shapes
    const texture =
      drift.shape === 'token' ? tokens[index % tokens.length]! : this.shapes[drift.shape]
    const sprite = new Sprite(texture)
    sprite.anchor.set(0.5)
    if (drift.shape !== 'token') {
      sprite.tint = drift.color
      sprite.blendMode = 'add'
    }
    this.view.addChild(sprite)
    const [least, most] = drift.size
    const size = least + (most - least) * next() ** 2
    return { sprite, drift, x: next(), y: next(), phase: next(), pace: 0.6 + next() * 0.8, size }
  }

  private place(mote: Mote, seconds: number): void {
    const { sprite, drift, phase, pace } = mote
    const [top, bottom] = drift.within ?? [0, 1]
    const seen = this.elapsedMs / 1000
    const way = drift.speed * pace * seconds
    if (drift.motion === 'rise') mote.y = (mote.y - way + 1) % 1
    else if (drift.motion === 'fall') mote.y = (mote.y + way) % 1
    else if (drift.motion === 'drift') mote.x = (mote.x + way) % 1
    const sway = drift.motion === 'rise' ? 0.018 * Math.sin((seen * pace + phase * 9) * 0.9) : 0
    const lean = drift.shape === 'streak' ? mote.y * -0.12 : 0
    const [x, y] = [mote.x * 1.16 - 0.08 + sway + lean, top + (bottom - top) * mote.y]
    sprite.position.set(x * this.width, y * this.height)
    const side = Math.min(this.width, this.height) * mote.size
    if (drift.shape === 'streak') sprite.setSize(side, Math.max(1, side * 0.05))
    else sprite.setSize(side)
    sprite.rotation =
      drift.shape === 'streak' ? 1.83 : drift.shape === 'token' ? seen * 0.3 * pace + phase * 6 : 0
    sprite.alpha = drift.alpha * this.strength(mote, seen)
  }

  /** Fades in and out: at the ends of its path, or by twinkling. */
  private strength({ drift, y, phase, pace }: Mote, seen: number): number {
    if (drift.motion === 'flash') {
      return Math.max(0, Math.sin(seen * drift.speed * pace + phase * 40)) ** 90
    }
    if (drift.motion === 'twinkle') {
      return Math.max(0, Math.sin(seen * drift.speed * pace * 6 + phase * 40)) ** 3
    }
    const ends = Math.min(1, Math.min(y, 1 - y) * 7)
    return drift.motion === 'rise'
      ? ends * (0.75 + 0.25 * Math.sin(seen * 3 * pace + phase * 20))
      : ends
  }
}

/** Numbers from 0 to 1, always the same for a seed. Never for anything that affects a win. */
function disorder(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 0xffffffff
  }
}
