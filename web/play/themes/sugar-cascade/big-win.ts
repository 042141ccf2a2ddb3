// Owns the big win of Sugar Cascade: sugar bombs fall and burst into sweets, in twos, then in a
// chain under a fountain with a dancing bear. It must never hold rules.

import figures from 'figures:sugar-cascade'
import { Sprite } from 'pixi.js'
import { easeOut } from '../../stage/animator.ts'
import { atRate, between, type OpenShow, pick, progress, towards } from '../../stage/big-win.ts'

export { figures }

/** Bombs a second, and sweets of each. */
const BOMBS = { big: 0.9, mega: 1.7, epic: 2.6 }
const SWEETS = { big: 16, mega: 14, epic: 12 }
const FALL_S = 0.55
const FUSE_S = 0.5
const COLORS = ['#ff8ad0', '#ffe94a', '#8affc8', '#8ac8ff', '#ffb05a']

interface Bomb {
  sprite: Sprite
  spark: Sprite
  px: number
  x: number
  y: number
  fellAt: number
}

export const open: OpenShow = ({ area, back, front, particles, lights, tokens, ...tools }) => {
  const { width, height, x, y, unit } = area
  const sky = tools.sky('#3a0f6a', '#8a2a9a', '#e85ab0', '#ff9ac8', '#ffd8a0')
  sky.alpha = 0.92
  const shine = tools.glow(x, y, width * 1.3, height * 1.2, '#ffe0f4')
  const bear = tools.picture('gummy-bear', unit * 0.8)
  bear.position.set(x, height + unit)
  back.addChild(sky, shine, bear)
  const bombTexture = tools.picture('bomb', unit * 0.36).texture
  const sweets = ['lollipop', 'macaron', 'mint', 'cupcake', 'jelly-bean']
  const pictures = [...tokens, ...sweets.map(name => tools.picture(name, 120).texture)]
  const bombs = new Set<Bomb>()
  let [count, rate] = [SWEETS.big, BOMBS.big]
  let [seconds, dancesAt, side] = [0, Number.POSITIVE_INFINITY, 1]

  const drop = () => {
    side = -side
    const px = unit * between(0.26, 0.36)
    const sprite = new Sprite({ texture: bombTexture, anchor: 0.5 })
    const spark = tools.glow(0, 0, unit * 0.16, unit * 0.16, '#fff0a0')
    // To the left and to the right of the text in turn.
    const at = 0.5 + side * between(0.16, 0.42)
    const bomb = {
      sprite,
      spark,
      px,
      x: width * at,
      y: height * between(0.16, 0.84),
      fellAt: seconds,
    }
    back.addChild(sprite, spark)
    bombs.add(bomb)
  }
  const burst = (bomb: Bomb) => {
    bombs.delete(bomb)
    bomb.sprite.destroy()
    bomb.spark.destroy()
    const { x: bx, y: by } = bomb
    const tint = pick(COLORS)!
    const flash = { texture: lights.spot, x: bx, y: by, size: unit * 0.5, growth: 2.4, tint }
    particles.launch(back, { ...flash, lifeS: 0.45, isLight: true })
    tools.shake(0.008)
    for (let sweet = 0; sweet < count; sweet++) {
      const texture = pick(pictures)!
      const [angle, speed] = [(sweet / count) * Math.PI * 2, unit * between(0.4, 1.1)]
      const { vx, vy } = towards(angle, speed, unit * 0.25)
      const way = { x: bx, y: by, vx, vy, gravity: unit * 1.4, lifeS: between(1.3, 1.9) }
      const look = { texture, size: unit * between(0.09, 0.15), spin: between(-6, 6) }
      particles.launch(front, { ...way, ...look, growth: 1.4 })
    }
  }
  const dropAtRate = atRate(drop)
  const fountain = atRate(() => {
    const texture = pick(pictures)!
    const speed = Math.sqrt(2 * unit * 1.5 * height * between(0.5, 0.95))
    const vx = between(-0.28, 0.28) * width
    const way = { x, y: height * 1.03, vx, vy: -speed, gravity: unit * 1.5, lifeS: 3.2 }
    particles.launch(back, { ...way, texture, size: unit * 0.12, spin: between(-5, 5) })
  })

  return {
    rise(tier) {
      count = SWEETS[tier]
      rate = BOMBS[tier]
      drop()
      if (tier !== 'big') drop()
      if (tier === 'epic') dancesAt = seconds
    },
    step(passed) {
      seconds += passed
      shine.alpha = 0.35 + 0.08 * Math.sin(seconds * 2.4)
      dropAtRate(rate, passed)
      for (const bomb of bombs) {
        const { sprite, spark, fellAt } = bomb
        const t = progress(seconds, fellAt, fellAt + FALL_S)
        // It falls, lands with a little hop, and swells before it bursts.
        const hop = t >= 1 ? Math.abs(Math.sin((seconds - fellAt - FALL_S) * 9)) * unit * 0.03 : 0
        sprite.position.set(bomb.x, bomb.y * t * t - unit * 0.3 * (1 - t) - hop)
        const swells = progress(seconds, fellAt + FALL_S, fellAt + FALL_S + FUSE_S)
        sprite.rotation = 0.16 * Math.sin(seconds * 9)
        const reach = sprite.width * 0.36
        spark.position.set(sprite.x + reach, sprite.y - reach * 1.05)
        spark.alpha = 0.6 + 0.4 * Math.sin(seconds * 40)
        sprite.scale.set((bomb.px / sprite.texture.width) * (1 + 0.25 * swells * swells))
        if (swells >= 1) burst(bomb)
      }
      if (seconds < dancesAt) return
      fountain(9, passed)
      const up = easeOut(progress(seconds, dancesAt, dancesAt + 0.7))
      const beat = Math.abs(Math.sin(seconds * 5))
      bear.y = height + unit * 0.5 - unit * 0.86 * up - unit * 0.08 * beat
      bear.rotation = 0.16 * Math.sin(seconds * 5)
      const size = (unit * 0.8) / bear.texture.width
      bear.scale.set(size * (1.06 - 0.08 * beat), size * (0.94 + 0.1 * beat))
    },
  }
}
