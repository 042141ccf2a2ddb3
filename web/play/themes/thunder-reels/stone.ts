// Owns the multiplier of Thunder Reels as a thing: a rune stone that lightning strikes when it
// grows, and the hammer that carries it into a win. It must never hold a number of its game.

import { Container, Graphics, Sprite, Text } from 'pixi.js'
import { canvasFamily } from '../../page/fonts.ts'
import type { Multiplier, OpenActs, Point, ReelsPlace } from '../../stage/acts.ts'
import { easeIn, easeInOut } from '../../stage/animator.ts'
import { Impacts } from '../../stage/impacts.ts'
import { bolt, drawBolt } from './bolts.ts'

/** Height of the stone over its width, with its foot. */
const TALL = 164 / 140
/** A stone below this width is no longer read: it then reaches over the frame. */
const LEAST_PX = 62
const MOST_PX = 250
/** The table's frame around the reels. */
const RIM_PX = 14
/** The number's field, as a share of the stone's width. */
const FIELD = 0.5
const FLASH_MS = 320
const LIGHT = '#a8dcff'

export const openActs: OpenActs = tools => {
  const { animator, calm, color, lights, over, picture } = tools
  const impacts = new Impacts(animator, lights)
  const view = new Container()
  const body = new Container()
  const halo = new Sprite({ texture: lights.spot, anchor: 0.5, tint: color, blendMode: 'add' })
  const stone = new Sprite()
  const runes = new Sprite({ blendMode: 'add', alpha: 0.35 })
  const number = numberOf()
  const bolts = new Graphics()
  const hammer = new Container()
  const [head, carried] = [new Sprite(), numberOf()]
  hammer.addChild(head, carried)
  hammer.visible = false
  body.addChild(stone, runes, number)
  view.addChild(halo, body)
  view.visible = false
  over.addChild(view, bolts, impacts.view, hammer)
  let width = 100
  let text = ''
  let strikes = 0

  const letter = (label: Text, now: string, px: number) => {
    label.text = now
    label.style.fontFamily = canvasFamily()
    label.style.fontSize = px
    const widest = width * FIELD * 1.12
    label.scale.set(label.width > widest ? (label.scale.x * widest) / label.width : 1)
  }
  const write = () => {
    number.scale.set(1)
    letter(number, text, width * 0.34)
    number.y = -width * 0.03
  }
  const pose = () => {
    body.position.set(0, 0)
    body.scale.set(1)
    body.rotation = 0
    runes.alpha = 0.35
    halo.alpha = 0.35
  }
  const dress = (sprite: Sprite, name: string, px: number) => {
    if (sprite.texture.width > 1) sprite.texture.destroy(true)
    const { texture, origin } = picture(name, px)
    sprite.texture = texture
    sprite.anchor.set(origin.x, origin.y)
    sprite.setSize(px, (px * texture.height) / texture.width)
  }

  /** From the clouds into a point. */
  const lightning = (to: Point) => {
    bolts.clear()
    const from = { x: to.x + width * (Math.random() - 0.5), y: -10 }
    drawBolt(bolts, bolt(from, to), Math.max(width, to.y) * 0.7)
    strikes += 1
    const mine = strikes
    void animator.run(FLASH_MS, t => {
      if (mine !== strikes) return
      bolts.alpha = 1 - t ** 2
      if (t === 1) bolts.clear()
    })
  }

  const multiplier: Multiplier = {
    show(now) {
      if (view.visible === (now !== null) && now === text) return
      view.visible = now !== null
      mark(view.visible)
      text = now ?? ''
      pose()
      write()
      animator.requestDraw()
    },

    async grow(now, durationMs) {
      if (calm || !view.visible) return multiplier.show(now)
      const { x, y } = view
      lightning({ x, y: y - width * TALL * 0.46 })
      impacts.blow({ x, y: y - width * 0.2, size: width * 0.9, strength: 0.9, color: LIGHT })
      tools.shake(Math.min(7, width * 0.04))
      await animator.run(durationMs, t => {
        const left = (1 - t) ** 2
        body.y = -width * 0.26 * Math.sin(Math.min(1, t * 1.6) * Math.PI)
        body.scale.set(1 + 0.2 * left, 1 + 0.2 * left * Math.cos(t * 14))
        body.rotation = 0.08 * left * Math.sin(t * 26)
        runes.alpha = 0.35 + 0.65 * (1 - t)
        halo.alpha = 0.35 + 0.65 * left
        // The number turns over, and is the new one on its other side.
        if (t > 0.3 && text !== now) {
          text = now
          write()
        }
        const fit = Math.abs(number.scale.y)
        number.scale.x = fit * Math.max(0.05, Math.abs(Math.cos(Math.min(1, t / 0.6) * Math.PI)))
      })
      text = now
      write()
      pose()
    },

    async strike(at, durationMs) {
      if (calm || !view.visible) return
      const from = { x: view.x, y: view.y }
      letter(carried, text, width * 0.36)
      hammer.visible = true
      number.alpha = 0.25
      const rise = Math.min(from.y, at.y) - Math.max(60, width * 0.6)
      await animator.run(
        durationMs,
        t => {
          const s = t < 0.3 ? 0 : (t - 0.3) / 0.7
          const lift = Math.sin(Math.min(1, t / 0.3) * (Math.PI / 2))
          const top = { x: from.x, y: from.y + (rise - from.y) * 0.35 * lift }
          hammer.x = top.x + (at.x - top.x) * s
          hammer.y = top.y + (at.y - top.y) * s
          hammer.scale.set(0.7 + 0.5 * lift - 0.25 * s)
          head.rotation = -0.7 * lift + s * Math.PI * 2.6
        },
        easeIn,
      )
      lightning(at)
      impacts.blow({ ...at, size: width * 0.9, strength: 1, color: LIGHT })
      tools.shake(Math.min(9, width * 0.05))
      void home(from, at, durationMs)
    },
  }

  /** The hammer goes back into its stone. */
  const home = async (to: Point, from: Point, durationMs: number) => {
    const mine = ++flights
    carried.visible = false
    await animator.run(
      durationMs * 0.8,
      t => {
        if (mine !== flights) return
        hammer.position.set(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t)
        hammer.scale.set(0.95 - 0.4 * t)
        hammer.alpha = 1 - t ** 3
        head.rotation = -t * 9
        number.alpha = 0.25 + 0.75 * t
      },
      easeInOut,
    )
    if (mine === flights) rest()
  }
  let flights = 0

  const rest = () => {
    flights += 1
    hammer.visible = false
    hammer.alpha = 1
    carried.visible = true
    number.alpha = 1
  }

  return {
    multiplier,
    place(reels) {
      const place = placeOf(reels)
      width = place.width
      view.position.set(place.x, place.y)
      dress(stone, 'stone', width)
      dress(runes, 'stone-light', width)
      dress(head, 'hammer', width * 0.8)
      carried.y = width * 0.2
      halo.setSize(width * 2.1, width * 2.1)
      write()
      pose()
    },
    clear() {
      impacts.clear()
      bolts.clear()
      rest()
      multiplier.show(null)
    },
    spare: () => {
      impacts.lean = true
    },
  }
}

function numberOf(): Text {
  const label = new Text({
    text: '',
    style: {
      fontFamily: canvasFamily(),
      fontWeight: '900',
      fontSize: 40,
      fill: '#ffffff',
      stroke: { color: '#0c2a78', width: 8, join: 'round' },
      padding: 8,
    },
  })
  label.anchor.set(0.5)
  return label
}

/** Beside the reels; where the logo makes room for it in upright and in low windows. */
function placeOf({ x, y, width, height, window }: ReelsPlace) {
  const isUpright = window.height > window.width
  if (isUpright) {
    const room = y - RIM_PX
    const wide = Math.max(LEAST_PX, Math.min(room / TALL, window.width * 0.4))
    return { width: wide, x: window.width / 2, y: Math.max(room / 2, (wide * TALL) / 2 + 2) }
  }
  const room = window.width - x - width - RIM_PX
  // There the keys are to the right of the reels, and the bet is below the panel.
  const isLow = document.body.dataset.form === 'landscape'
  if (isLow) {
    const high = height * 0.34
    return { width: high / TALL, x: (x - RIM_PX) / 2, y: y + high * 0.5 }
  }
  const wide = Math.max(LEAST_PX, Math.min(MOST_PX, room * 0.84, height * 0.4))
  return { width: wide, x: window.width - room / 2, y: y + height * 0.42 }
}

/** The page makes room, and leaves the number to the scene. */
function mark(isShown: boolean): void {
  document.body.classList.toggle('has-stone', isShown)
}
