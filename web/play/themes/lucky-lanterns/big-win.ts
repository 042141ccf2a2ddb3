// Owns the big win of Lucky Lanterns: lanterns are released into the night; a phoenix rises with
// them, then fireworks open over the water. It must never hold rules.

import figures from 'figures:lucky-lanterns'
import { easeOut } from '../../stage/animator.ts'
import { atRate, between, type OpenShow, pick, progress, towards } from '../../stage/big-win.ts'

export { figures }

/** Lanterns a second. */
const RATES = { big: 5, mega: 9, epic: 13 }
const AT_ONCE = { big: 9, mega: 12, epic: 14 }
const FIREWORK_COLORS = ['#ff6a4a', '#ffe07a', '#7affc8', '#ff8af0', '#8ac8ff']

export const open: OpenShow = ({ area, back, front, particles, lights, ...tools }) => {
  const { width, height, unit } = area
  const sky = tools.sky('#03021a', '#120636', '#3a0d54', '#8a1f4e', '#e0602e')
  sky.alpha = 0.92
  const ember = tools.glow(width / 2, height * 1.02, width * 1.5, height * 0.8, '#ff7a2e')
  const phoenix = tools.picture('phoenix', unit * 1.15)
  phoenix.alpha = 0
  const halo = tools.glow(area.x, area.y, unit * 2, unit * 1.7, '#ffb03a')
  halo.alpha = 0
  const lantern = tools.picture('sky-lantern', 128).texture
  back.addChild(sky, ember, halo, phoenix)
  let rate = RATES.big
  let [seconds, roseAt, firesAt] = [0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]

  const release = (from = height * 1.08) => {
    // The nearer, the larger and the faster.
    const near = between(0.3, 1) ** 2
    const size = unit * (0.09 + 0.3 * near)
    const speed = height * (0.1 + 0.22 * near)
    const x = between(-0.02, 1.02) * width
    const flight = {
      x,
      y: from,
      vy: -speed,
      lifeS: (from + size) / speed,
      sway: { px: size * 0.18, perS: between(0.7, 1.3) },
      fades: [0.03, 0.05] as const,
    }
    const layer = near > 0.55 ? front : back
    const glow = {
      texture: lights.spot,
      size: size * 2,
      tint: '#ff9a3a',
      alpha: 0.5,
      isLight: true,
    }
    particles.launch(back, { ...flight, ...glow })
    particles.launch(layer, { ...flight, texture: lantern, size, alpha: 0.55 + 0.45 * near })
  }
  const explode = () => {
    const [x, y] = [between(0.1, 0.9) * width, between(0.08, 0.42) * height]
    const tint = pick(FIREWORK_COLORS)!
    const flash = { texture: lights.spot, x, y, size: unit * 0.5, growth: 1.8, lifeS: 0.5 }
    particles.launch(front, { ...flash, tint, isLight: true, alpha: 0.7 })
    for (let spark = 0; spark < 22; spark++) {
      const [angle, speed] = [(spark / 22) * Math.PI * 2, unit * between(0.55, 0.85)]
      const { vx, vy } = towards(angle, speed)
      const way = { x, y, vx, vy, gravity: unit * 0.35, drag: 0.72, lifeS: between(1, 1.5) }
      const look = { texture: lights.glint, size: unit * 0.09, tint, growth: 0.3, isLight: true }
      particles.launch(front, { ...way, ...look, fades: [0.02, 0.5] })
    }
  }
  const releaseAtRate = atRate(() => release())
  const explodeAtRate = atRate(explode)

  return {
    rise(tier) {
      rate = RATES[tier]
      for (let lantern = 0; lantern < AT_ONCE[tier]; lantern++) {
        release(height * between(tier === 'big' ? 0.55 : 0.9, 1.15))
      }
      if (tier === 'mega') roseAt = seconds
      if (tier === 'epic') firesAt = seconds
      if (tier === 'epic') roseAt = Math.min(roseAt, seconds)
    },
    step(passed) {
      seconds += passed
      releaseAtRate(rate, passed)
      ember.alpha = 0.45 + 0.06 * Math.sin(seconds * 2.1)
      const risen = easeOut(progress(seconds, roseAt, roseAt + 1.8))
      phoenix.alpha = risen
      halo.alpha = risen * (0.4 + 0.08 * Math.sin(seconds * 3))
      const beat = Math.sin(seconds * 5)
      const size = (unit * 1.15) / phoenix.texture.width
      phoenix.scale.set(size * (1 + 0.09 * beat), size * (1 - 0.05 * beat))
      phoenix.position.set(area.x, area.y + unit * (0.9 - 1.02 * risen) - unit * 0.03 * beat)
      halo.position.set(phoenix.x, phoenix.y)
      if (seconds > firesAt) explodeAtRate(1.5, passed)
    },
  }
}
