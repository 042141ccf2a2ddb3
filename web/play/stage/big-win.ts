// Owns the show of a big win: a scene of the game over the dark table, which grows with the win's
// tiers; and such a scene of a feature. It must never decide what was won, nor move with reduced
// motion.

import { Container, Sprite, type Texture } from 'pixi.js'
import type { Tier } from '../round/moments.ts'
import { type Animator, easeOut } from './animator.ts'
import { paintCanvas, textureOf } from './canvas.ts'
import { Particles } from './particles.ts'
import type { Size } from './pictures.ts'

/** Sprites that a phone moves at 60 frames a second, with room for the rest of the show. */
const BUDGET = 170
const COME_MS = 420
const GO_MS = 320
const VEIL = 0.62
/** How fast a shake dies out. */
const CALMS_PER_S = 5
/** The share of the longer side of the window by which a show moves towards the player. */
const NEARS_PER_S = 0.006
const NEARS_MOST = 0.08

/** The window, and the reels in it. */
export interface Area extends Size {
  /** The middle of the reels. */
  x: number
  y: number
  /** The shorter side of the reels. */
  unit: number
}

export interface Tools {
  area: Area
  /** Two layers: behind and in front of each other; the win's text is over both. */
  back: Container
  front: Container
  particles: Particles
  lights: { spot: Texture; beam: Texture; glint: Texture }
  tokens: readonly Texture[]
  /** A figure or a symbol of the game as a sprite around its (0, 0), `px` wide. */
  picture(name: string, px: number): Sprite
  /** Colours from top to bottom over the whole window. */
  sky(...colors: string[]): Sprite
  /** Light around a point. */
  glow(x: number, y: number, width: number, height: number, color: string): Sprite
  /** @param strength of the unit; 0.02 is strong */
  shake(strength: number): void
}

export interface Show {
  /** Called first with `big`, then for each tier that the count reaches. */
  rise(tier: Tier): void
  step(seconds: number): void
}

export type OpenShow = (tools: Tools) => Show

/** What a show is made of. */
export interface Props {
  lights: Tools['lights']
  tokens: readonly Texture[]
  /** A figure or a symbol of the game at this width in device pixels. */
  paint(name: string, px: number): Painted
  onShown(isShown: boolean): void
}

export interface Painted {
  canvas: HTMLCanvasElement
  /** Where its (0, 0) is, as shares of its width and height. */
  origin: { x: number; y: number }
}

export class BigWin {
  readonly view = new Container()
  private readonly animator: Animator
  private readonly props: Props
  private readonly particles = new Particles(BUDGET)
  private readonly scene = new Container()
  /** Shade behind the win's text. */
  private readonly veil: Sprite
  private readonly textures: Texture[] = []
  private area: Area = { width: 1, height: 1, x: 0, y: 0, unit: 1 }
  private resolution = 1
  private show: Show | null = null
  private open: OpenShow | null = null
  private tier: Tier | null = null
  private stop: (() => void) | null = null
  private shaking = 0
  private seconds = 0
  private shown = 0

  constructor(animator: Animator, props: Props) {
    this.animator = animator
    this.props = props
    this.veil = new Sprite({ texture: props.lights.spot, anchor: 0.5, alpha: VEIL })
    this.view.visible = false
    this.veil.tint = 0x000000
    this.view.addChild(this.scene, this.veil)
  }

  /** Slow machines show fewer particles. */
  set lean(isLean: boolean) {
    this.particles.abundance = isLean ? 0.4 : 1
  }

  get isShown(): boolean {
    return this.show !== null
  }

  /** A show under way begins again in the new place. */
  resize(area: Area, resolution: number): void {
    this.area = area
    this.resolution = resolution
    this.veil.position.set(area.x, area.y)
    this.veil.setSize(Math.min(area.unit * 2.6, area.width * 1.3), area.unit)
    if (this.show === null || this.open === null) return
    const { open, tier } = this
    this.empty()
    this.build(open)
    if (tier !== null) this.rise(tier)
  }

  /**
   * @param still it is there at once and does not move
   * @param veil shade behind a text in its middle
   */
  begin(open: OpenShow, { still = false, veil = true } = {}): void {
    this.end()
    this.open = open
    this.veil.visible = veil
    this.build(open)
    this.view.visible = true
    this.view.alpha = 1
    this.props.onShown(true)
    if (still) return
    const mine = this.shown
    void this.animator.run(COME_MS, t => {
      if (mine === this.shown) this.view.alpha = t
    })
    this.stop = this.animator.loop(frameMs => this.step(frameMs / 1000))
  }

  rise(tier: Tier): void {
    this.tier = tier
    this.show?.rise(tier)
  }

  async fade(): Promise<void> {
    if (this.show === null) return
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

  /** Removes everything at once. */
  end(): void {
    this.shown += 1
    this.stop?.()
    this.stop = null
    if (this.show !== null) this.props.onShown(false)
    this.open = null
    this.tier = null
    this.empty()
    this.view.visible = false
    this.animator.requestDraw()
  }

  private build(open: OpenShow): void {
    const { area, particles } = this
    const { lights, tokens } = this.props
    const [back, front] = [new Container(), new Container()]
    this.scene.addChild(back, front)
    this.scene.pivot.set(area.x, area.y)
    this.seconds = 0
    this.show = open({
      area,
      back,
      front,
      particles,
      lights,
      tokens,
      picture: (name, px) => this.picture(name, px),
      sky: (...colors) => this.sky(colors),
      glow: (x, y, width, height, color) => {
        const sprite = new Sprite({ texture: lights.spot, anchor: 0.5, x, y, blendMode: 'add' })
        sprite.setSize(width, height)
        sprite.tint = color
        return sprite
      },
      shake: strength => {
        this.shaking = Math.max(this.shaking, strength * area.unit)
      },
    })
    this.step(0)
  }

  private empty(): void {
    this.particles.clear()
    for (const child of this.scene.removeChildren()) child.destroy({ children: true })
    for (const texture of this.textures.splice(0)) texture.destroy(true)
    this.show = null
  }

  private step(seconds: number): void {
    this.seconds += seconds
    this.show?.step(seconds)
    this.particles.step(seconds)
    this.shaking *= Math.max(0, 1 - CALMS_PER_S * seconds)
    const [x, y] = [
      this.shaking * rough(this.seconds * 31),
      this.shaking * rough(this.seconds * 37),
    ]
    this.scene.position.set(this.area.x + x, this.area.y + y)
    this.scene.scale.set(1 + Math.min(NEARS_MOST, NEARS_PER_S * this.seconds))
  }

  private picture(name: string, px: number): Sprite {
    const { canvas, origin } = this.props.paint(name, px * this.resolution)
    const texture = this.keep(textureOf(canvas))
    const sprite = new Sprite({ texture, anchor: origin })
    sprite.scale.set(px / texture.width)
    return sprite
  }

  private sky(colors: readonly string[]): Sprite {
    const { width, height } = this.area
    const canvas = paintCanvas({ width: 4, height: 256 }, pen => {
      const fade = pen.createLinearGradient(0, 0, 0, 256)
      colors.forEach((color, index) => {
        fade.addColorStop(index / (colors.length - 1), color)
      })
      pen.fillStyle = fade
      pen.fillRect(0, 0, 4, 256)
    })
    const sprite = new Sprite(this.keep(textureOf(canvas)))
    // Wide enough for a shake and for the way towards the player.
    sprite.position.set(-width * 0.05, -height * 0.05)
    sprite.setSize(width * 1.1, height * 1.1)
    return sprite
  }

  private keep(texture: Texture): Texture {
    this.textures.push(texture)
    return texture
  }
}

/** Two waves that never meet in the same way: a shake without a visible period. */
function rough(at: number): number {
  return (Math.sin(at) + Math.sin(at * 1.7 + 1)) / 2
}

/** Calls `act` at this rate, however long the frames are. */
export function atRate(act: () => void): (perSecond: number, seconds: number) => void {
  let owed = 0
  return (perSecond, seconds) => {
    owed += perSecond * seconds
    // A frame after a stall must not launch everything that it missed.
    for (owed = Math.min(owed, 6); owed >= 1; owed -= 1) act()
  }
}

export const between = (least: number, most: number) => least + (most - least) * Math.random()

/** From 0 at `from` to 1 at `to`, and no further. */
export const progress = (at: number, from: number, to: number) =>
  Math.min(1, Math.max(0, (at - from) / (to - from)))

/** Any of them; undefined only where there are none. */
export const pick = <One>(of: readonly One[]): One | undefined =>
  of[Math.floor(Math.random() * of.length)]

/** @param lift by which it flies more upwards */
export const towards = (angle: number, speed: number, lift = 0) => ({
  vx: Math.cos(angle) * speed,
  vy: Math.sin(angle) * speed - lift,
})
