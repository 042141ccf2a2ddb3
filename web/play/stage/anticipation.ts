// Owns the glow of a column that may bring a feature. It must never move a reel.

import { Container, Sprite, type Texture } from 'pixi.js'
import type { Animator } from './animator.ts'
import type { Board } from './board.ts'
import type { Lights } from './highlights.ts'

const PULSE_MS = 520

interface Glow {
  column: number
  edges: readonly Sprite[]
  inside: Sprite
}

export class Anticipation {
  readonly view = new Container()
  private readonly board: Board
  private readonly animator: Animator
  private readonly lights: Lights
  private glows: Glow[] = []
  private stop: (() => void) | null = null
  private elapsedMs = 0

  constructor(board: Board, animator: Animator, lights: Lights) {
    this.board = board
    this.animator = animator
    this.lights = lights
  }

  /** Lights only these columns; with reduced motion the light does not move. */
  light(columns: readonly number[], calm: boolean): void {
    this.out()
    if (columns.length === 0) return
    this.glows = columns.map(column => this.glow(column))
    this.pulse(0)
    if (calm) this.animator.requestDraw()
    else this.stop = this.animator.loop(frameMs => this.pulse(frameMs))
  }

  out(): void {
    this.stop?.()
    this.stop = null
    this.glows = []
    this.elapsedMs = 0
    if (this.view.children.length === 0) return
    for (const child of this.view.removeChildren()) child.destroy()
    this.animator.requestDraw()
  }

  private glow(column: number): Glow {
    const { columnWidth, height } = this.board
    const x = column * columnWidth
    const inside = this.beam(this.lights.spot, x + columnWidth / 2, height / 2)
    inside.setSize(columnWidth * 1.7, height * 1.25)
    const edges = [x, x + columnWidth].map(at => {
      const edge = this.beam(this.lights.beam, at, height / 2)
      edge.rotation = Math.PI / 2
      edge.setSize(height, Math.max(10, columnWidth * 0.2))
      return edge
    })
    return { column, edges, inside }
  }

  private beam(texture: Texture, x: number, y: number): Sprite {
    const { color: tint } = this.lights
    return this.view.addChild(new Sprite({ texture, anchor: 0.5, blendMode: 'add', tint, x, y }))
  }

  private pulse(frameMs: number): void {
    this.elapsedMs += frameMs
    const swell = (1 - Math.cos((this.elapsedMs / PULSE_MS) * Math.PI * 2)) / 2
    for (const { edges, inside } of this.glows) {
      inside.alpha = 0.28 + 0.32 * swell
      for (const edge of edges) edge.alpha = 0.6 + 0.4 * swell
    }
  }
}
