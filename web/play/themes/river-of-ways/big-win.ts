// Owns the big win of River of Ways: the otter surfaces and throws pebbles, salmon leap past it,
// then a rainbow stands over a second otter. It must never hold rules.

import figures from 'figures:river-of-ways'
import type { Sprite } from 'pixi.js'
import { atRate, between, type OpenShow, pick, progress, towards } from '../../stage/big-win.ts'

export { figures }

/** Pebbles a second of each otter. */
const THROWS = { big: 4, mega: 6, epic: 8 }
const DROP = '#c8fbff'

export const open: OpenShow = ({ area, back, front, particles, lights, tokens, ...tools }) => {
  const { width, height, unit } = area
  const upright = height > width
  const surface = height * (upright ? 0.8 : 0.84)
  const sky = tools.sky('#04283f', '#0b5a74', '#3ab0a8', '#ffe9a0', '#ffd07a')
  sky.alpha = 0.9
  const sun = tools.glow(area.x, surface, width * 1.3, height * 0.9, '#fff0b0')
  const rainbow = tools.picture('rainbow', Math.min(width * 1.05, height * 1.5))
  rainbow.position.set(area.x, surface)
  rainbow.alpha = 0
  back.addChild(sky, sun, rainbow)
  const otterPx = Math.min(unit * 0.78, width * 0.42)
  const otters = [0.2, 0.8].map((share, index) => {
    const otter = tools.picture('otter', otterPx)
    otter.x = width * share
    if (index === 1) otter.scale.x *= -1
    otter.visible = false
    back.addChild(otter)
    return { otter, surfacedAt: Number.POSITIVE_INFINITY }
  })
  const waves = [0, 1, 2].map(depth => addWaves(depth))
  const salmon = tools.picture('salmon', 160).texture
  let throws = THROWS.big
  let [seconds, leapsAt, bowAt] = [0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]

  /** Two copies side by side, so that they pass without a gap. */
  function addWaves(depth: number): { band: Sprite[]; wide: number; depth: number } {
    const wide = Math.max(width, unit) * (0.95 + 0.22 * depth)
    const band = [0, 1, 2].map(() => tools.picture('water', wide))
    for (const wave of band) wave.y = surface - wide * 0.05 + depth * height * 0.05
    const layer = depth === 0 ? back : front
    layer.addChild(...band)
    return { band, wide, depth }
  }
  const splash = (x: number, strength: number) => {
    for (let drop = 0; drop < 12 * strength; drop++) {
      const speed = unit * between(0.5, 1.2) * Math.sqrt(strength)
      const angle = -Math.PI / 2 + between(-0.7, 0.7)
      const { vx, vy } = towards(angle, speed)
      const way = { x: x + between(-0.5, 0.5) * otterPx * 0.5, y: surface, vx, vy }
      const size = unit * between(0.02, 0.05)
      const look = { texture: lights.spot, size, tint: DROP, gravity: unit * 2.4, lifeS: 1.1 }
      particles.launch(front, { ...way, ...look })
    }
  }
  const toss = (x: number, side: number) => {
    if (tokens.length === 0) return
    const texture = pick(tokens)!
    const speed = Math.sqrt(2 * unit * 1.5 * height * between(0.35, 0.7))
    const [vx, spin] = [side * width * between(0.05, 0.4), between(-5, 5)]
    const way = { x, y: surface - otterPx * 0.3, vx, vy: -speed, gravity: unit * 1.5, lifeS: 3 }
    particles.launch(back, { ...way, texture, size: unit * between(0.09, 0.15), spin })
  }
  const leap = () => {
    const side = Math.random() < 0.5 ? 1 : -1
    const from = width * (0.5 - side * between(0.15, 0.55))
    const [rise, gravity] = [unit * between(1.25, 1.75), unit * 1.9]
    const vx = side * width * 0.3
    const flight = { x: from, y: surface, vx, vy: -rise, gravity, lifeS: (2 * rise) / gravity }
    const size = unit * between(0.26, 0.4)
    const turn = side * -0.55
    const fades = [0.02, 0.02] as const
    const fish = particles.launch(back, {
      ...flight,
      ...{ texture: salmon, size, turn, spin: side * 0.85, fades },
    })
    if (fish !== null && side < 0) fish.scale.x *= -1
    splash(from, 0.6)
  }
  const tossAtRate = atRate(() => {
    for (const [index, { otter }] of otters.entries()) {
      if (otter.visible) toss(otter.x, index === 0 ? 1 : -1)
    }
  })
  const leapAtRate = atRate(leap)
  const surfaceOtter = (index: number) => {
    const one = otters[index]!
    if (one.otter.visible) return
    one.otter.visible = true
    one.surfacedAt = seconds
    splash(one.otter.x, 1.6)
  }

  return {
    rise(tier) {
      throws = THROWS[tier]
      surfaceOtter(0)
      if (tier !== 'big') leapsAt = Math.min(leapsAt, seconds)
      if (tier !== 'epic') return
      bowAt = seconds
      surfaceOtter(1)
    },
    step(passed) {
      seconds += passed
      sun.alpha = 0.6 + 0.08 * Math.sin(seconds * 1.4)
      rainbow.alpha = 0.85 * progress(seconds, bowAt, bowAt + 1.4)
      for (const { otter, surfacedAt } of otters) {
        const t = progress(seconds, surfacedAt, surfacedAt + 0.55)
        const up = 1 - (1 - t) ** 2 * (1 - 2.2 * t)
        otter.y = surface - otterPx * (0.42 * up - 0.45) - otterPx * 0.04 * Math.sin(seconds * 7)
        otter.y -= otterPx * 0.3 * up
        otter.rotation = 0.09 * Math.sin(seconds * 3.5)
      }
      for (const { band, wide, depth } of waves) {
        const way = seconds * unit * (0.12 + 0.06 * depth) * (depth === 1 ? -1 : 1)
        const start = (((way % wide) + wide) % wide) - wide
        for (const [index, wave] of band.entries()) wave.x = start + index * wide * 0.998
      }
      tossAtRate(throws, passed)
      if (seconds > leapsAt) leapAtRate(1.6, passed)
    },
  }
}
