// Owns the big win of Cherry Classic: a bell rings between running lamps, two more join it and fruit
// bounces through the machine, then it pays out sevens. It must never hold rules.

import figures from 'figures:cherry-classic'
import { atRate, between, type OpenShow, pick, progress, towards } from '../../stage/big-win.ts'

export { figures }

const LAMPS = 44
const LAMP_COLORS = ['#ffe9a0', '#ff5a4a']
const FRUIT = ['cherry', 'lemon', 'orange', 'plum', 'watermelon', 'grapes']
/** Of the earth, in units a second squared. */
const FALL = 2.6

export const open: OpenShow = ({ area, back, front, particles, lights, ...tools }) => {
  const { width, height, x, unit } = area
  const curtain = tools.sky('#1c0206', '#5a0714', '#8f0d1e', '#3a040c')
  curtain.alpha = 0.93
  const shine = tools.glow(x, height * 0.3, width * 1.2, height * 1.1, '#ffcf5a')
  back.addChild(curtain, shine)
  const lamps = Array.from({ length: LAMPS }, (_, index) => {
    const [lx, ly] = aroundWindow(index / LAMPS, width, height)
    const lamp = tools.glow(lx, ly, unit * 0.13, unit * 0.13, LAMP_COLORS[index % 2]!)
    back.addChild(lamp)
    return lamp
  })
  const upright = height > width
  const bells = [0, -1, 1].map((side, index) => {
    const px = unit * (index === 0 ? 0.62 : 0.42)
    const bell = tools.picture('bell', px)
    const spread = upright ? width * 0.34 : width * 0.3
    bell.position.set(x + side * spread, height * (index === 0 ? 0.03 : 0.06))
    bell.alpha = 0
    back.addChild(bell)
    return { bell, px, ringsAt: Number.POSITIVE_INFINITY, phase: index * 0.9 }
  })
  const fruit = FRUIT.map(name => tools.picture(name, 150).texture)
  const seven = tools.picture('seven', 170).texture
  const star = tools.tokens[0]
  let [seconds, fruitAt, paysAt] = [0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]

  const drop = (texture: (typeof fruit)[number], size: number) => {
    const floor = { y: height * between(0.93, 0.99), keeps: between(0.5, 0.68) }
    const way = { x: between(0.04, 0.96) * width, y: -unit * 0.2, vx: between(-0.2, 0.2) * unit }
    const look = { texture, size: unit * size, spin: between(-3, 3), lifeS: between(2.6, 3.6) }
    particles.launch(front, { ...way, ...look, vy: 0, gravity: unit * FALL, floor })
  }
  const ring = (index: number) => {
    const one = bells[index]!
    one.ringsAt = Math.min(one.ringsAt, seconds)
  }
  const dropFruit = atRate(() => {
    drop(pick(fruit)!, between(0.14, 0.24))
  })
  const paySevens = atRate(() => drop(seven, between(0.22, 0.32)))
  const sparkle = atRate(() => {
    if (star === undefined) return
    const angle = between(0.15, 0.85) * Math.PI
    const speed = unit * between(0.5, 1)
    const { vx, vy } = towards(angle, speed)
    const way = { x, y: height * 0.03 + unit * 0.5, vx, vy, gravity: unit * 0.8, lifeS: 1.6 }
    particles.launch(back, { ...way, texture: star, size: unit * 0.09, spin: between(-5, 5) })
  })

  return {
    rise(tier) {
      ring(0)
      if (tier === 'big') return
      ring(1)
      ring(2)
      fruitAt = Math.min(fruitAt, seconds)
      if (tier !== 'epic') return
      paysAt = seconds
      tools.shake(0.015)
    },
    step(passed) {
      seconds += passed
      const isPaying = seconds > paysAt
      // Never faster than three times a second: flicker can harm.
      const run = Math.floor(seconds * (isPaying ? 10 : 7))
      for (const [index, lamp] of lamps.entries()) {
        lamp.alpha = (index + run) % (isPaying ? 4 : 5) === 0 ? 1 : 0.3
      }
      for (const { bell, px, ringsAt, phase } of bells) {
        const rung = seconds - ringsAt
        const come = progress(seconds, ringsAt, ringsAt + 0.4)
        bell.alpha = come
        bell.rotation = rung > 0 ? 0.5 * Math.sin(rung * 6.4 + phase) : 0
        bell.scale.set((px / bell.texture.width) * (0.7 + 0.3 * come))
      }
      shine.alpha = 0.4 + 0.12 * Math.sin(seconds * 6.4)
      sparkle(6, passed)
      if (seconds > fruitAt) dropFruit(isPaying ? 9 : 6, passed)
      if (isPaying) paySevens(5, passed)
    },
  }
}

/** A point of the window's edge, `share` of the way around it. */
function aroundWindow(share: number, width: number, height: number): [number, number] {
  const inset = Math.min(width, height) * 0.025
  const [w, h] = [width - 2 * inset, height - 2 * inset]
  let way = share * 2 * (w + h)
  if (way < w) return [inset + way, inset]
  way -= w
  if (way < h) return [inset + w, inset + way]
  way -= h
  if (way < w) return [inset + w - way, inset + h]
  return [inset, inset + h - (way - w)]
}
