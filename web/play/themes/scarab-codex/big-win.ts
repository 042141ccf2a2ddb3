// Owns the big win of Scarab Codex: the book opens and its light stands over it, its pages turn and
// signs fly out, then a swarm of scarabs circles the pharaoh. It must never hold rules.

import figures from 'figures:scarab-codex'
import { easeOut } from '../../stage/animator.ts'
import { atRate, between, type OpenShow, pick, progress, towards } from '../../stage/big-win.ts'

export { figures }

const SIGNS = ['ankh', 'falcon', 'ace', 'king', 'queen']
const SWARM = 14
const TURN_S = 0.9

export const open: OpenShow = ({ area, back, front, particles, lights, ...tools }) => {
  const { width, height, x, y, unit } = area
  const upright = height > width
  const px = Math.min(unit * (upright ? 1.5 : 1.3), width * 0.96)
  const foot = upright ? y + unit * 0.95 : height - px * 0.27
  const tomb = tools.sky('#080302', '#1e0d05', '#3a1c0a', '#5a2c0e')
  tomb.alpha = 0.93
  const column = tools.glow(x, foot - unit * 0.75, px * 0.8, unit * 2.6, '#ffdf7a')
  const beams = [-0.34, -0.17, 0, 0.17, 0.34].map(lean => {
    const beam = tools.glow(x, foot, unit * 4.4, unit * 0.22, '#ffe9a0')
    beam.rotation = -Math.PI / 2 + lean
    return beam
  })
  const pharaoh = tools.picture('pharaoh', unit * 1.25)
  pharaoh.position.set(x, y)
  pharaoh.alpha = 0
  const book = tools.picture('book', px)
  book.position.set(x, foot)
  const page = tools.picture('page', px * 0.44)
  page.position.set(x, foot + px * 0.005)
  page.visible = false
  const shine = tools.glow(x, foot - px * 0.05, px * 0.9, px * 0.35, '#fff3c0')
  back.addChild(tomb, column, ...beams, pharaoh, book, page, shine)
  const signs = SIGNS.map(name => tools.picture(name, 110).texture)
  const swarm = Array.from({ length: SWARM }, () => {
    const scarab = tools.picture('scarab', unit * 0.24)
    scarab.visible = false
    front.addChild(scarab)
    return scarab
  })
  let [seconds, turnsAt, swarmsAt] = [0, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]

  const dust = atRate(() => {
    const way = {
      x: x + between(-0.4, 0.4) * px,
      y: foot - px * 0.1,
      vx: between(-0.1, 0.1) * unit,
    }
    const look = { texture: lights.spot, size: unit * between(0.015, 0.05), tint: '#ffe9a0' }
    const vy = -unit * between(0.25, 0.7)
    const sway = { px: unit * 0.05, perS: between(1, 2) }
    particles.launch(front, { ...way, ...look, vy, sway, lifeS: 2.4, isLight: true })
  })
  const fly = atRate(() => {
    const texture = pick(signs)!
    const angle = -Math.PI / 2 + between(-0.75, 0.75)
    const speed = unit * between(0.55, 0.95)
    const { vx, vy } = towards(angle, speed)
    const way = { x, y: foot - px * 0.12, vx, vy, spin: between(-1.4, 1.4), lifeS: 2.3 }
    const sway = { px: unit * 0.06, perS: 2 }
    particles.launch(front, { ...way, texture, size: unit * 0.13, growth: 1.9, sway })
  })

  return {
    rise(tier) {
      if (tier !== 'big') turnsAt = Math.min(turnsAt, seconds)
      if (tier !== 'epic') return
      swarmsAt = seconds
      tools.shake(0.012)
    },
    step(passed) {
      seconds += passed
      const opened = easeOut(progress(seconds, 0.1, 0.8))
      book.scale.x = (px / book.texture.width) * (0.06 + 0.94 * opened)
      column.alpha = opened * (0.5 + 0.1 * Math.sin(seconds * 2.6))
      shine.alpha = opened * (0.6 + 0.15 * Math.sin(seconds * 4))
      for (const [index, beam] of beams.entries()) {
        beam.alpha = opened * (0.2 + 0.09 * Math.sin(seconds * 1.8 + index * 1.7))
      }
      dust(18, passed)
      if (seconds > turnsAt) {
        const t = ((seconds - turnsAt) / TURN_S) % 1
        page.visible = true
        page.scale.x = ((px * 0.44) / page.texture.width) * Math.cos(t * Math.PI)
        page.skew.y = -0.35 * Math.sin(t * Math.PI)
        fly(seconds > swarmsAt ? 5 : 7, passed)
      }
      const come = progress(seconds, swarmsAt, swarmsAt + 1.2)
      pharaoh.alpha = 0.9 * come
      pharaoh.y = y - unit * (0.02 + 0.1 * come) + unit * 0.015 * Math.sin(seconds * 2)
      for (const [index, scarab] of swarm.entries()) {
        scarab.visible = come > 0
        const angle = seconds * 1.3 + (index / SWARM) * Math.PI * 2
        const wide = Math.min(unit * 1.05, width * 0.46) * (1.6 - 0.6 * come)
        const depth = Math.sin(angle)
        scarab.position.set(
          x + Math.cos(angle) * wide,
          y + depth * unit * 0.38 - unit * 0.12 * Math.sin(angle * 2 + index),
        )
        const wings = 1 + 0.16 * Math.sin(seconds * 22 + index)
        const size = ((unit * 0.24) / scarab.texture.width) * (1 + 0.35 * depth)
        scarab.scale.set(size * wings, size)
        scarab.rotation = 0.5 * Math.cos(angle)
        scarab.alpha = come
      }
    },
  }
}
