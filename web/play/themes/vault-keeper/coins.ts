// Owns how the coins of Vault Keeper land, leap and turn: they fall into their cells and hit them,
// harder for larger values. It must never choose a coin or a cell.

import { type Container, Sprite } from 'pixi.js'
import type { Cell } from '../../../../src/games/engine/contract.ts'
import type { OpenActs } from '../../stage/acts.ts'
import { easeIn, easeInOut } from '../../stage/animator.ts'
import { Impacts } from '../../stage/impacts.ts'

/** It lies still after as many times its fall. */
const RECOIL = 1.4
/** Half turns of a coin that shows what it is. */
const TURNS = 6
/** From this weight on the whole table shakes. */
const HEAVY = 0.45

export const openActs: OpenActs = ({ board, animator, lights, color, within, shake }) => {
  const impacts = new Impacts(animator, lights)
  within.addChild(impacts.view)

  const middleOf = (cell: Cell) => {
    const { height } = board.cellBox(cell)
    return { ...board.center(cell), side: board.symbolSize(cell), height }
  }

  /** Grows and darkens below a coin that falls. */
  const shadowOf = (coin: Container, side: number) => {
    const shadow = new Sprite({ texture: lights.spot, anchor: 0.5, tint: 0x000000 })
    shadow.y = side * 0.36
    coin.parent?.addChildAt(shadow, coin.parent.getChildIndex(coin))
    return (t: number) => {
      if (shadow.destroyed) return
      shadow.setSize(side * (0.5 + 0.8 * t), side * (0.2 + 0.25 * t))
      shadow.alpha = 0.65 * t
    }
  }

  /** It shakes in its cell, flat and high in turn, until it lies still. */
  const recoil = (coin: Container, side: number, weight: number, durationMs: number) =>
    animator.run(durationMs * (0.7 + 0.6 * weight), t => {
      if (coin.destroyed) return
      const left = (1 - t) ** 2
      const squash = 0.2 * (0.5 + weight) * left * Math.cos(t * 17)
      coin.scale.set(1 + squash, 1 - squash)
      const far = side * 0.05 * (0.4 + weight) * left
      coin.position.set(far * Math.sin(t * 61), far * Math.sin(t * 47) + side * squash * 0.3)
      coin.rotation = 0.07 * weight * left * Math.sin(t * 39)
    })

  return {
    coins: {
      async slam(coin, cell, weight, durationMs) {
        const { x, y, side, height } = middleOf(cell)
        const drop = height * (0.9 + 0.5 * weight)
        const shadow = shadowOf(coin, side)
        await animator.run(
          durationMs,
          t => {
            if (coin.destroyed) return
            coin.y = -drop * (1 - t)
            coin.scale.set(1 + (0.5 + 0.7 * weight) * (1 - t))
            coin.rotation = (1 - t) * (cell[0] % 2 === 0 ? 0.5 : -0.5)
            coin.alpha = Math.min(1, t * 5)
            shadow(t)
          },
          easeIn,
        )
        impacts.blow({ x, y, size: side, strength: weight, color })
        if (weight >= HEAVY) shake(side * 0.1 * weight)
        await recoil(coin, side, weight, durationMs * RECOIL)
      },

      leap(coin, cell, durationMs) {
        const { x, y, side } = middleOf(cell)
        impacts.ring({ x, y, size: side, strength: 0.2, color })
        return animator.run(durationMs, t => {
          if (coin.destroyed) return
          coin.y = -side * 0.34 * Math.sin(t * Math.PI)
          coin.scale.x = turned(t * 2)
        })
      },

      async turnOver(coin, cell, durationMs) {
        const { x, y, side } = middleOf(cell)
        await animator.run(
          durationMs,
          t => {
            if (coin.destroyed) return
            const rise = Math.sin(t * Math.PI)
            coin.scale.set((1 + 0.3 * rise) * turned(t * TURNS), 1 + 0.3 * rise)
            coin.y = -side * 0.12 * rise
          },
          easeInOut,
        )
        impacts.ring({ x, y, size: side * 1.3, strength: 1, color })
        impacts.sparks({ x, y, size: side, strength: 1, color }, 14)
      },
    },
    place: () => {},
    clear: () => impacts.clear(),
    spare: () => {
      impacts.lean = true
    },
  }
}

/** How wide a coin is after so many half turns about its upright axis: never quite gone. */
const turned = (halfTurns: number) => Math.max(0.06, Math.abs(Math.cos(halfTurns * Math.PI)))
