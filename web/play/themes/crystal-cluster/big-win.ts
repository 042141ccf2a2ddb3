// Owns the big win of Crystal Cluster: a great crystal grows and shatters, larger and in another
// light with each tier. It must never hold rules.

import figures from 'figures:crystal-cluster'
import { atRate, between, type OpenShow, pick, progress, towards } from '../../stage/big-win.ts'

export { figures }

interface Growth {
  tint: string
  /** Of the largest. */
  size: number
  shards: number
}

const GROWTHS: Readonly<Record<'big' | 'mega' | 'epic', Growth>> = {
  big: { tint: '#d8f6ff', size: 0.74, shards: 34 },
  mega: { tint: '#e0a0ff', size: 0.87, shards: 46 },
  epic: { tint: '#ff9ac0', size: 1, shards: 60 },
}
const GROWS_S = 1.3
/** It stands for a moment, trembling, before it shatters. */
const STANDS_S = 0.45
/** The next one begins to grow. */
const AGAIN_S = 2.5
const PRISM = ['#ff5a5a', '#ffb03a', '#fff07a', '#5affa0', '#5ab8ff', '#b07aff']

export const open: OpenShow = ({ area, back, front, particles, lights, ...tools }) => {
  const { width, height, x, y, unit } = area
  const cave = tools.sky('#05021a', '#140a3c', '#2a1a6a', '#0c0630')
  cave.alpha = 0.93
  const aura = tools.glow(x, y, unit * 2.6, unit * 2.6, '#8ad8ff')
  const beams = PRISM.map((tint, index) => {
    const beam = tools.glow(x, y, Math.max(width, height) * 1.6, unit * 0.17, tint)
    beam.rotation = (index / PRISM.length) * Math.PI + 0.2
    beam.alpha = 0
    return beam
  })
  const largest = Math.min(unit * 1.7, height * 0.62)
  const spire = tools.picture('spire', largest)
  spire.position.set(x, y)
  back.addChild(cave, aura, ...beams, spire)
  const shard = tools.picture('shard', 120).texture
  let growth = GROWTHS.big
  let [seconds, grewAt, isWhole] = [0, 0, true]
  let prismAt = Number.POSITIVE_INFINITY

  const shatter = () => {
    isWhole = false
    spire.visible = false
    tools.shake(0.022)
    const flash = { texture: lights.spot, x, y, size: unit * 1.4, growth: 1.6, tint: growth.tint }
    particles.launch(back, { ...flash, lifeS: 0.5, alpha: 0.7, isLight: true })
    for (let index = 0; index < growth.shards; index++) {
      const [angle, speed] = [between(0, Math.PI * 2), unit * between(0.25, 1.5)]
      const { vx, vy } = towards(angle, speed)
      const way = { x: x + vx * 0.1, y: y + vy * 0.16, vx, vy, drag: 0.35, gravity: unit * 0.28 }
      const size = unit * between(0.06, 0.2)
      const look = { texture: shard, size, turn: between(0, 6), spin: between(-5, 5) }
      const tint = Math.random() < 0.4 ? PRISM[index % PRISM.length]! : growth.tint
      // Towards the player.
      const more = { growth: between(1, 2.4), lifeS: between(1.2, 2.1), tint }
      particles.launch(index % 3 === 0 ? front : back, { ...way, ...look, ...more })
    }
  }
  const twinkle = atRate(() => {
    const [angle, far] = [between(0, Math.PI * 2), unit * between(0.15, 0.75)]
    const at = { x: x + Math.cos(angle) * far * 0.7, y: y + Math.sin(angle) * far }
    const look = { texture: lights.glint, size: unit * between(0.08, 0.2), isLight: true }
    particles.launch(front, { ...at, ...look, lifeS: 0.7, spin: 1.5, fades: [0.4, 0.6] })
  })
  const gem = atRate(() => {
    const texture = pick(tools.tokens)
    if (texture === undefined) return
    const way = { x: between(0, 1) * width, y: -unit * 0.1, vy: unit * between(0.4, 0.9) }
    const look = { texture, size: unit * between(0.07, 0.13), spin: between(-3, 3) }
    particles.launch(back, { ...way, ...look, lifeS: (height + unit * 0.2) / way.vy })
  })

  return {
    rise(tier) {
      growth = GROWTHS[tier]
      ;[grewAt, isWhole] = [seconds, true]
      spire.visible = true
      spire.tint = growth.tint
      aura.tint = growth.tint
      if (tier === 'epic') prismAt = seconds
    },
    step(passed) {
      seconds += passed
      const age = seconds - grewAt
      const grown = progress(age, 0, GROWS_S)
      // In jumps, as crystals grow.
      const steps = Math.min(
        1,
        Math.ceil(grown * 5) / 5 - (1 - ((grown * 5) % 1)) ** 4 / 5 + 0.0001,
      )
      const trembles = age > GROWS_S ? Math.sin(seconds * 70) * 0.012 : 0
      spire.scale.set(((largest * growth.size) / spire.texture.width) * Math.max(0.02, steps))
      spire.rotation = trembles
      aura.alpha = 0.35 + 0.3 * grown + 0.06 * Math.sin(seconds * 4)
      if (isWhole && age > GROWS_S + STANDS_S) shatter()
      if (!isWhole && age > GROWS_S + AGAIN_S) {
        ;[grewAt, isWhole] = [seconds, true]
        spire.visible = true
      }
      twinkle(isWhole ? 9 : 4, passed)
      if (growth !== GROWTHS.big) gem(growth === GROWTHS.epic ? 7 : 4, passed)
      const lit = progress(seconds, prismAt, prismAt + 0.8)
      for (const [index, beam] of beams.entries()) {
        beam.alpha = lit * (0.3 + 0.1 * Math.sin(seconds * 2 + index))
        beam.rotation += passed * 0.1
      }
    },
  }
}
