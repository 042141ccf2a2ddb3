// Owns the big win of Thunder Reels: lightning strikes out of the clouds, the hammer falls, then it
// circles and every blow sends out bolts. It must never hold rules.

import figures from 'figures:thunder-reels'
import { Graphics } from 'pixi.js'
import type { Point } from '../../stage/acts.ts'
import { atRate, between, type OpenShow, pick, progress, towards } from '../../stage/big-win.ts'
import { bolt, drawBolt } from './bolts.ts'

export { figures }

/** Bolts a second: never more than three, because flicker can harm. */
const STRIKES = { big: 1.1, mega: 1.6, epic: 2.6 }
const BOLT_S = 0.3

export const open: OpenShow = ({ area, back, front, particles, lights, ...tools }) => {
  const { width, height, x, y, unit } = area
  const night = tools.sky('#01030c', '#0a1434', '#1c2c5e', '#060c1e')
  night.alpha = 0.93
  const flash = tools.glow(x, height * 0.1, width * 1.6, height * 1.3, '#8ab8ff')
  flash.alpha = 0
  const clouds = [-0.38, 0.36, -0.1, 0.14].map((share, index) => {
    const cloud = tools.picture('cloud', Math.max(width * 0.62, unit * 0.9))
    cloud.position.set(x + share * width, height * (0.02 + 0.03 * (index % 2)))
    return cloud
  })
  const bolts = new Graphics()
  const hammer = tools.picture('hammer', unit * 0.62)
  hammer.visible = false
  // The plain canvas would add what comes after the bolts to what is below it.
  back.addChild(night, ...clouds, hammer, flash, bolts)
  let rate = STRIKES.big
  let [seconds, struckAt, fallsAt, circlesAt] = [
    0,
    -1,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ]
  let hasLanded = false

  const strike = (from: Point, to: Point, branches: number) => {
    struckAt = seconds
    bolts.clear()
    drawBolt(bolts, bolt(from, to), unit)
    for (let branch = 0; branch < branches; branch++) {
      const share = between(0.25, 0.7)
      const start = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }
      const end = { x: start.x + between(-0.5, 0.5) * unit, y: start.y + between(0.2, 0.55) * unit }
      drawBolt(bolts, bolt(start, end), unit * 0.5)
    }
    for (let spark = 0; spark < 14; spark++) {
      const [angle, speed] = [between(0, Math.PI * 2), unit * between(0.3, 1)]
      const { vx, vy } = towards(angle, speed, unit * 0.3)
      const way = { ...to, vx, vy, gravity: unit * 1.6, lifeS: between(0.5, 1) }
      const look = { texture: lights.glint, size: unit * 0.08, tint: '#c8ecff', isLight: true }
      particles.launch(front, { ...way, ...look })
    }
    const look = { texture: lights.spot, size: unit * 0.5, growth: 2, tint: '#a8dcff' }
    particles.launch(front, { ...to, ...look, lifeS: 0.4, alpha: 0.8, isLight: true })
    tools.shake(0.007)
  }
  const strikeFromCloud = () => {
    const at = between(0.06, 0.94) * width
    const to = { x: at + between(-0.15, 0.15) * width, y: height * between(0.72, 0.96) }
    strike({ x: at, y: height * 0.06 }, to, 3)
  }
  const strikeFromHammer = () => {
    const angle = between(0, Math.PI * 2)
    const far = Math.max(width, height) * 0.5
    const to = { x: x + Math.cos(angle) * far, y: y + Math.sin(angle) * far * 0.8 }
    strike({ x: hammer.x, y: hammer.y }, to, 2)
  }
  const strikeAtRate = atRate(() => {
    if (seconds > circlesAt + 0.6) strikeFromHammer()
    else strikeFromCloud()
  })
  const rain = atRate(() => {
    const vy = height * between(1.1, 1.7)
    const way = { x: between(0, 1.2) * width, y: -unit * 0.1, vx: -vy * 0.12, vy, turn: 1.69 }
    const size = unit * between(0.05, 0.11)
    const look = { texture: lights.beam, size, flat: 0.06, tint: '#a8d4ff', alpha: 0.4 }
    particles.launch(back, { ...way, ...look, lifeS: (height * 1.1) / vy, isLight: true })
  })
  const rune = atRate(() => {
    const texture = pick(tools.tokens)
    if (texture === undefined) return
    const [angle, speed] = [between(-0.85, -0.15) * Math.PI, unit * between(0.7, 1.3)]
    const { vx, vy } = towards(angle, speed)
    const way = { x, y: y + unit * 0.5, vx, vy, gravity: unit * 1.1, lifeS: 2.4 }
    particles.launch(front, {
      ...way,
      texture,
      size: unit * 0.12,
      spin: between(-5, 5),
      growth: 1.5,
    })
  })
  const land = () => {
    hasLanded = true
    tools.shake(0.03)
    strike({ x, y: height * 0.04 }, { x, y: y + unit * 0.42 }, 5)
    const ring = { texture: lights.spot, x, y: y + unit * 0.5, size: unit, growth: 3.2 }
    particles.launch(back, { ...ring, lifeS: 0.7, tint: '#8ac8ff', alpha: 0.7, isLight: true })
  }

  return {
    rise(tier) {
      rate = STRIKES[tier]
      if (tier === 'big') strikeFromCloud()
      else fallsAt = Math.min(fallsAt, seconds)
      if (tier === 'epic') circlesAt = Math.max(seconds, fallsAt + 0.6)
    },
    step(passed) {
      seconds += passed
      strikeAtRate(rate, passed)
      rain(16, passed)
      const lit = 1 - progress(seconds, struckAt, struckAt + BOLT_S)
      bolts.alpha = lit
      flash.alpha = 0.1 + 0.3 * lit
      for (const [index, cloud] of clouds.entries()) {
        cloud.x = x + width * (0.3 * Math.sin(seconds * 0.13 + index * 1.7))
      }
      const fall = progress(seconds, fallsAt, fallsAt + 0.45)
      hammer.visible = fall > 0
      if (fall >= 1 && !hasLanded) land()
      const circle = Math.max(0, seconds - circlesAt)
      if (circle > 0) {
        const angle = -Math.PI / 2 + circle * 2.4
        const out = Math.min(1, circle)
        hammer.x = x + Math.cos(angle) * Math.min(unit * 0.72, width * 0.4) * out
        hammer.y = y + Math.sin(angle) * unit * 0.5 * out
        hammer.rotation += passed * 9
      } else {
        hammer.position.set(x, -unit * 0.4 + (y + unit * 0.45 + unit * 0.4) * fall * fall)
        hammer.rotation = (1 - fall) * 1.2
      }
      if (hasLanded) rune(circle > 0 ? 9 : 6, passed)
    },
  }
}
