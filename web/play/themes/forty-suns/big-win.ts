// Owns the big win of Forty Suns: the sun rises and sends out its rays, ten, then twenty-five, then
// all forty. It must never hold rules.

import figures from 'figures:forty-suns'
import { Container } from 'pixi.js'
import { easeOut } from '../../stage/animator.ts'
import { atRate, between, type OpenShow, pick, progress, towards } from '../../stage/big-win.ts'

export { figures }

const RAYS = { big: 10, mega: 25, epic: 40 }
/** The places between every fourth one, in the order of their rays. */
const PASSES = [0, 2, 1, 3]
/** Between two rays. */
const RAY_EVERY_S = 0.09
const RAY_COMES_S = 0.5

export const open: OpenShow = ({ area, back, front, particles, lights, ...tools }) => {
  const { width, height, x, y, unit } = area
  const reach = Math.max(width, height) * 0.62
  const px = Math.min(unit * 0.9, width * 0.6)
  const sky = tools.sky('#2a0604', '#7a1c0a', '#d0521a', '#ff9a3a', '#ffd27a')
  sky.alpha = 0.93
  const corona = tools.glow(x, y, px * 3.4, px * 3.4, '#ffce5a')
  const star = new Container()
  const disc = tools.picture('sun', px)
  const rays = Array.from({ length: RAYS.epic }, (_, index) => {
    // Every fourth place first, so that a few rays are spread evenly, too.
    const place = ((index % 10) * 4 + PASSES[Math.floor(index / 10)]!) / RAYS.epic
    const ray = tools.picture('ray', unit * 0.11)
    ray.rotation = place * Math.PI * 2
    ray.scale.y = 0
    star.addChild(ray)
    return { ray, startsAt: Number.POSITIVE_INFINITY, length: index % 2 === 0 ? 1 : 0.78 }
  })
  back.addChild(sky, corona, star, disc)
  let sent = 0
  let [seconds, pulsesAt] = [0, Number.POSITIVE_INFINITY]

  const ember = atRate(() => {
    const angle = between(0, Math.PI * 2)
    const speed = unit * between(0.25, 0.7)
    const [cx, cy] = [Math.cos(angle), Math.sin(angle)]
    const way = { x: x + cx * px * 0.45, y: y + cy * px * 0.45, vx: cx * speed, vy: cy * speed }
    const look = { texture: lights.spot, size: unit * between(0.02, 0.06), tint: '#ffe9a0' }
    particles.launch(front, { ...way, ...look, lifeS: 1.8, drag: 0.3, isLight: true })
  })
  const coin = atRate(() => {
    const texture = pick(tools.tokens)
    if (texture === undefined) return
    const angle = between(0, Math.PI * 2)
    const speed = unit * between(0.5, 1.1)
    const { vx, vy } = towards(angle, speed)
    const look = { texture, size: unit * 0.1, growth: 1.8, spin: between(-4, 4), lifeS: 1.9 }
    particles.launch(front, { ...look, x, y, vx, vy, gravity: unit * 0.4, fades: [0.12, 0.15] })
  })
  const pulse = atRate(() => {
    const look = { texture: lights.spot, size: px * 1.2, growth: 3.6, tint: '#ff8a2e' }
    particles.launch(back, { ...look, x, y, lifeS: 1.1, alpha: 0.2, isLight: true })
  })

  return {
    rise(tier) {
      const first = sent
      for (; sent < RAYS[tier]; sent++) {
        rays[sent]!.startsAt = seconds + 0.35 + (sent - first) * RAY_EVERY_S
      }
      if (tier !== 'epic') return
      pulsesAt = seconds
      tools.shake(0.012)
    },
    step(passed) {
      seconds += passed
      const rise = easeOut(progress(seconds, 0, 0.9))
      const middle = y + height * 0.5 * (1 - rise)
      for (const part of [disc, star, corona]) part.position.set(x, middle)
      star.rotation += passed * 0.09
      disc.scale.set((px / disc.texture.width) * (1 + 0.03 * Math.sin(seconds * 2.6)))
      corona.alpha = 0.4 + 0.08 * Math.sin(seconds * 1.9)
      for (const { ray, startsAt, length } of rays) {
        const t = progress(seconds, startsAt, startsAt + RAY_COMES_S)
        const beyond = t + 0.12 * Math.sin(t * Math.PI)
        ray.scale.y = (reach * length * beyond) / ray.texture.height
        ray.alpha = 0.9 * t
      }
      ember(14, passed)
      if (sent > RAYS.big) coin(sent === RAYS.epic ? 14 : 8, passed)
      if (seconds > pulsesAt) pulse(1.4, passed)
    },
  }
}
