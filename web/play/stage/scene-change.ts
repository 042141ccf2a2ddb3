// Owns how the picture of a feature comes in over the base game's: the night falls, the weather
// passes over, a door opens, lightning strikes. It must never outlive the change. Pages load it
// with the pictures of a feature.

import { Container, Graphics, Rectangle, Sprite, Texture } from 'pixi.js'
import { easeIn } from './animator.ts'
import { progress } from './big-win.ts'
import type { Size } from './pictures.ts'

/** The picture in strips that appear one after another; so many look like one soft edge. */
const STRIPS = 40
/** The share of the time that a strip takes to appear. */
const SOFT = 0.5
/** Two flashes: more than three in a second could hurt people. */
const FLASHES = [
  { at: 0.06, alpha: 0.55, shows: 0.35 },
  { at: 0.42, alpha: 0.75, shows: 1 },
]
/** How fast a flash dies out, in shares of the change. */
const FLASH_ENDS = 0.34
/** Width and strength of the light at the edge of an opening, from the outer to the inner one. */
const RINGS = [
  [0.06, 0.16],
  [0.03, 0.3],
  [0.01, 0.7],
] as const

export interface SceneChange {
  view: Container
  /** From 0 to 1. */
  step(t: number): void
  /** Destroys all of it but the picture. */
  end(): void
}

/** @param picture as large as the window, in device pixels */
export type OpenChange = (picture: Texture, size: Size, light: string) => SceneChange

/** From the top down. */
export const fall: OpenChange = (picture, size) => sweep(picture, size, false, false)
/** From below. */
export const rise: OpenChange = (picture, size) => sweep(picture, size, false, true)
/** From the right. */
export const come: OpenChange = (picture, size) => sweep(picture, size, true, true)

function sweep(picture: Texture, size: Size, isAcross: boolean, fromEnd: boolean): SceneChange {
  const view = new Container()
  const { width, height } = picture
  const length = isAcross ? width : height
  const scale = size.width / width
  const strips = Array.from({ length: STRIPS }, (_, index) => {
    const [from, to] = [index, index + 1].map(at => Math.round((at / STRIPS) * length))
    const frame = isAcross
      ? new Rectangle(from!, 0, to! - from!, height)
      : new Rectangle(0, from!, width, to! - from!)
    const strip = new Sprite(new Texture({ source: picture.source, frame }))
    strip.scale.set(scale)
    strip.position.set(frame.x * scale, frame.y * scale)
    return strip
  })
  view.addChild(...strips)
  const ordered = fromEnd ? strips.toReversed() : strips
  return {
    view,
    step(t) {
      ordered.forEach((strip, index) => {
        const from = index / STRIPS
        strip.alpha = progress(t * (1 + SOFT), from, from + SOFT)
      })
    },
    end() {
      const textures = strips.map(({ texture }) => texture)
      view.destroy({ children: true })
      for (const texture of textures) texture.destroy()
    },
  }
}

/** A round opening, from the middle of the reels. */
export const widen: OpenChange = (picture, size, light) => {
  const view = new Container()
  const [mask, ring] = [new Graphics(), new Graphics()]
  const inside = new Sprite(picture)
  inside.setSize(size.width, size.height)
  inside.mask = mask
  ring.blendMode = 'add'
  view.addChild(inside, mask, ring)
  const [x, y] = [size.width / 2, size.height * 0.44]
  const reach = Math.hypot(size.width, size.height) * 0.58
  return {
    view,
    step(t) {
      const radius = Math.max(1, reach * easeIn(t))
      mask.clear().circle(x, y, radius).fill('#ffffff')
      ring.clear()
      for (const [share, alpha] of RINGS) {
        const width = Math.min(radius, reach * share)
        ring.circle(x, y, radius).stroke({ width, color: light, alpha })
      }
    },
    end: () => view.destroy({ children: true }),
  }
}

/** Two flashes, each of which shows more of it. */
export const strike: OpenChange = (picture, size, light) => {
  const view = new Container()
  const inside = new Sprite(picture)
  inside.setSize(size.width, size.height)
  const flash = new Sprite({ texture: Texture.WHITE, tint: light, blendMode: 'add' })
  flash.setSize(size.width, size.height)
  view.addChild(inside, flash)
  return {
    view,
    step(t) {
      const last = FLASHES.findLast(({ at }) => t >= at)
      inside.alpha = last?.shows ?? 0
      flash.alpha =
        last === undefined ? 0 : last.alpha * Math.max(0, 1 - (t - last.at) / FLASH_ENDS)
    },
    end: () => view.destroy({ children: true }),
  }
}
