// Owns the big win of Vault Keeper: the wheel of the vault turns, its door swings open, and gold
// pours out. It must never hold rules.

import figures from 'figures:vault-keeper'
import { Container } from 'pixi.js'
import { easeInOut } from '../../stage/animator.ts'
import { atRate, between, type OpenShow, progress, towards } from '../../stage/big-win.ts'

export { figures }

/** The door has turned this far when it is open: seen almost from its edge. */
const OPEN = 0.13

export const open: OpenShow = ({ area, back, front, particles, lights, tokens, ...tools }) => {
  const { width, x, y, unit } = area
  const px = Math.min(unit * 1.55, width * 0.98)
  const scale = px / 220
  const room = tools.sky('#02090d', '#08212c', '#0d3442', '#06141c')
  room.alpha = 0.94
  const shine = tools.glow(x, y, px * 1.3, px * 1.3, '#ffd45e')
  const vault = tools.picture('vault', px)
  const inside = tools.glow(x, y, px * 0.9, px * 0.9, '#fff0b0')
  inside.alpha = 0
  const beams = Array.from({ length: 9 }, (_, index) => {
    const beam = tools.glow(x, y, px * 2.4, px * 0.12, '#ffe28a')
    beam.rotation = (index / 9) * Math.PI
    beam.alpha = 0
    return beam
  })
  // Hangs on its left edge.
  const door = new Container()
  const [leaf, wheel] = [tools.picture('door', px), tools.picture('wheel', px * 0.56)]
  const hinge = 90 * scale
  leaf.x = hinge
  wheel.x = hinge
  door.addChild(leaf, wheel)
  door.position.set(x - hinge, y)
  vault.position.set(x, y)
  back.addChild(room, shine, vault, inside, ...beams, door)
  const bars = tools.picture('gold-bars', 150).texture
  const diamond = tools.picture('diamond', 150).texture
  let [seconds, turnsAt, opensAt, poursAt] = [
    0,
    0,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ]

  const coin = (texture = tokens[0]!, size = between(0.08, 0.15)) => {
    const angle = between(0, Math.PI * 2)
    const speed = unit * between(0.3, 1)
    const { vx, vy } = towards(angle, speed, unit * 0.35)
    const way = { x: x + vx * 0.12, y: y + vy * 0.12, vx, vy, gravity: unit * 0.9, lifeS: 2.2 }
    // Towards the player.
    const look = { texture, size: unit * size, growth: 2.4, spin: between(-4, 4) }
    particles.launch(front, { ...way, ...look, fades: [0.08, 0.1] })
  }
  const pour = atRate(() => coin())
  const treasure = atRate(() => coin(Math.random() < 0.5 ? bars : diamond, between(0.12, 0.2)))
  const spark = atRate(() => {
    const angle = between(0, Math.PI * 2)
    const [cx, cy] = [Math.cos(angle) * 90 * scale, Math.sin(angle) * 90 * scale]
    const way = { x: x + cx, y: y + cy, vx: cx * 0.9, vy: cy * 0.9, drag: 0.5, lifeS: 0.9 }
    const look = { texture: lights.glint, size: unit * 0.1, tint: '#ffe9a0', isLight: true }
    particles.launch(back, { ...way, ...look, spin: 2 })
  })

  return {
    rise(tier) {
      if (tier === 'mega') opensAt = seconds
      if (tier !== 'epic') return
      opensAt = Math.min(opensAt, seconds)
      poursAt = seconds
      tools.shake(0.02)
    },
    step(passed) {
      seconds += passed
      // In jerks, as a heavy wheel turns.
      const way = Math.max(0, seconds - turnsAt)
      wheel.rotation = way * 1.6 + 0.34 * Math.sin(way * 4.4)
      const swung = progress(seconds, opensAt, opensAt + 1.5)
      const eased = easeInOut(swung)
      door.scale.x = 1 - (1 - OPEN) * eased
      door.skew.y = -0.16 * eased
      inside.alpha = eased * (0.85 + 0.12 * Math.sin(seconds * 5))
      shine.alpha = 0.3 + 0.35 * eased + 0.08 * Math.sin(seconds * 3)
      const poured = progress(seconds, poursAt, poursAt + 0.8)
      for (const [index, beam] of beams.entries()) {
        beam.rotation += passed * 0.12 * (index % 2 === 0 ? 1 : -1)
        beam.alpha = 0.16 * eased + 0.2 * poured
      }
      spark(swung > 0 ? 8 : 4, passed)
      if (swung > 0.5) pour(seconds > poursAt ? 24 : 12, passed)
      if (seconds > poursAt) treasure(5, passed)
    },
  }
}
