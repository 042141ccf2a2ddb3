// Owns how Scarab Codex chooses its special symbol and fills columns with it: the pages of the book
// turn until one shows it, and later it stretches over its columns while all else sinks into sand.
// It must never choose a symbol or a column.

import { Container, Sprite } from 'pixi.js'
import type { Grid } from '../../../../src/games/engine/contract.ts'
import type { ActTools, Expansion, OpenActs } from '../../stage/acts.ts'
import { easeIn, easeInOut, easeOut, easeOutBack } from '../../stage/animator.ts'
import { atRate, between, type OpenShow, progress, type Tools } from '../../stage/big-win.ts'
import { Impacts } from '../../stage/impacts.ts'
import type { Pace } from '../../stage/pace.ts'
import { pageAt, pagesBefore } from './pages.ts'

const SAND = '#e0b870'
/** The time for the symbol to come out, as a share of that of the pages. */
const RISE = 0.3
/** Of the time of a column: when the next one begins. */
const NEXT_COLUMN = 0.6

export const openActs: OpenActs = tools => {
  const impacts = new Impacts(tools.animator, tools.lights)
  const tall = new Container()
  tools.within.addChild(tall, impacts.view)
  return {
    expansion: {
      choose: (symbol, durationMs) => choose(tools, symbol, durationMs),
      close: () => (tools.calm ? Promise.resolve(tools.scene.end()) : tools.scene.fade()),
      async expand(symbol, columns, grid, pace) {
        const columnMs = pace.expandMs
        await Promise.all(
          columns.map(async (column, order) => {
            await tools.animator.wait(order * columnMs * NEXT_COLUMN)
            await fill({ tools, impacts, tall, symbol, column, grid, columnMs })
          }),
        )
        tools.board.put(grid)
      },
    } satisfies Expansion,
    place: () => {},
    clear() {
      impacts.clear()
      tools.scene.end()
      for (const child of tall.removeChildren()) child.destroy({ children: true })
    },
    spare: () => {
      impacts.lean = true
    },
  }
}

/** Resolves when the symbol stands over the book. */
async function choose(tools: ActTools, symbol: number, durationMs: number): Promise<void> {
  const { animator, scene, calm } = tools
  const at = calm ? { turned: 1, risen: 1 } : { turned: 0, risen: 0 }
  scene.begin(bookOf(tools, symbol, at), { still: calm, veil: false })
  if (calm) return
  await animator.run(durationMs, t => {
    at.turned = t
  })
  await animator.run(
    durationMs * RISE,
    t => {
      at.risen = t
    },
    easeOut,
  )
}

/** How far the pages and the symbol are, 0 to 1. */
interface Progress {
  turned: number
  risen: number
}

function bookOf({ symbols }: ActTools, special: number, at: Progress): OpenShow {
  const pages = pagesBefore(symbols, special)
  return tools => {
    const { area, back, front, particles, lights } = tools
    const { width, height, x, y, unit } = area
    const upright = height > width
    const px = Math.min(unit * (upright ? 1.25 : 1.1), width * 0.94)
    const foot = y + unit * (upright ? 0.42 : 0.27)
    const tomb = tools.sky('#0a0402', '#241006', '#3e1e0a', '#140803')
    tomb.alpha = 0.92
    const column = tools.glow(x, foot - unit * 0.4, px * 0.8, unit * 1.9, '#ffdf7a')
    const beams = [-0.4, -0.2, 0, 0.2, 0.4].map(lean => {
      const beam = tools.glow(x, foot, unit * 3.4, unit * 0.2, '#ffe9a0')
      beam.rotation = -Math.PI / 2 + lean
      return beam
    })
    const book = tools.picture('book', px)
    book.position.set(x, foot)
    const leaf = leafOf(tools, pages, px)
    leaf.view.position.set(x, foot + px * 0.005)
    const shine = tools.glow(x + px * 0.22, foot, px * 0.7, px * 0.5, '#fff3c0')
    const chosen = tools.picture(pages.at(-1)!, unit * 0.62)
    const halo = tools.glow(x, foot, unit * 1.1, unit * 1.1, '#ffdf7a')
    back.addChild(tomb, column, ...beams, book, leaf.view, shine, halo, chosen)
    const full = chosen.scale.x
    let seconds = 0
    const mote = atRate(() => {
      const way = { x: x + between(-0.35, 0.35) * px, y: foot, vx: between(-0.1, 0.1) * unit }
      const look = { texture: lights.spot, size: unit * between(0.012, 0.04), tint: '#ffe9a0' }
      const sway = { px: unit * 0.04, perS: between(1, 2) }
      const vy = -unit * between(0.25, 0.8)
      particles.launch(front, { ...way, ...look, vy, sway, lifeS: 1.8, isLight: true })
    })
    return {
      rise: () => {},
      step(passed) {
        seconds += passed
        leaf.turn(at.turned)
        const { risen } = at
        const breath = 0.06 * Math.sin(seconds * 3)
        shine.alpha = 0.25 * progress(at.turned, 0.5, 1) + 0.5 * risen
        column.alpha = 0.2 * at.turned + 0.5 * risen + breath
        halo.alpha = 0.75 * risen + breath
        for (const [index, beam] of beams.entries()) {
          beam.alpha = risen * (0.28 + 0.08 * Math.sin(seconds * 1.8 + index * 1.7))
        }
        // Out of the right page, towards the player.
        chosen.visible = risen > 0
        const out = easeInOut(risen)
        chosen.scale.set(full * (0.42 + 0.58 * easeOutBack(risen)))
        chosen.x = x + px * 0.22 * (1 - out)
        chosen.y = foot + (y - unit * 0.1 - foot) * out + unit * 0.012 * Math.sin(seconds * 2)
        halo.position.copyFrom(chosen.position)
        if (passed > 0) mote(8 + 26 * risen, passed)
      },
    }
  }
}

/** The open book's right side: the page that turns, with its symbol, and the one below it. */
function leafOf(tools: Tools, pages: readonly string[], px: number) {
  const view = new Container()
  const [page, base] = [tools.picture('leaf', px * 0.46), tools.picture('leaf', px * 0.46)]
  const leaf = new Container()
  const faces = new Map(
    [...new Set(pages)].map(name => [name, tools.picture(name, px * 0.27).texture]),
  )
  const [below, above] = [new Sprite({ anchor: 0.5 }), new Sprite({ anchor: 0.5 })]
  for (const sprite of [below, above]) sprite.position.set(px * 0.222, -px * 0.02)
  leaf.addChild(page, above)
  view.addChild(base, below, leaf)
  const show = (sprite: Sprite, name: string | undefined) => {
    const texture = name === undefined ? undefined : faces.get(name)
    sprite.visible = texture !== undefined
    if (texture === undefined || sprite.texture === texture) return
    sprite.texture = texture
    sprite.setSize(px * 0.27)
  }
  return {
    view,
    turn(t: number) {
      const { page: at, share } = pageAt(t)
      const turned = easeInOut(share)
      show(below, pages[at + 1])
      show(above, turned < 0.5 ? pages[at] : undefined)
      leaf.visible = at < pages.length - 1
      leaf.scale.x = Math.cos(turned * Math.PI)
      leaf.skew.y = -0.4 * Math.sin(turned * Math.PI)
      if (!leaf.visible) show(below, pages.at(-1))
    },
  }
}

interface Filling {
  tools: ActTools
  impacts: Impacts
  tall: Container
  symbol: number
  column: number
  grid: Grid
  columnMs: Pace['expandMs']
}

/** One column: all else sinks, the symbol stretches, then each cell has it. */
async function fill(filling: Filling): Promise<void> {
  const { tools, impacts, tall, symbol, column, grid, columnMs } = filling
  const { board, atlas, animator, lights, color } = tools
  const cells = board.columns[column]!
  const before = cells.symbols
  const { x } = board.center([column, 0])
  const { cellHeight, symbolSize: side } = cells
  const roots = before.flatMap((found, row) => (found === symbol ? [row] : []))
  const sunk = before.flatMap((found, row) => (found === symbol ? [] : [cells.sprite(row)]))
  const rests = sunk.map(({ y, scale }) => ({ y, high: scale.y }))
  for (const sprite of sunk) impacts.dust(x, sprite.y + side * 0.36, side * 1.1, 14, SAND)
  await animator.run(
    columnMs * 0.45,
    t => {
      for (const [index, sprite] of sunk.entries()) {
        const { y, high } = rests[index]!
        sprite.y = y + side * 0.44 * t
        sprite.scale.y = high * (1 - 0.85 * t)
        sprite.alpha = 1 - t
      }
    },
    easeIn,
  )
  const [first = 0, last = before.length - 1] = [roots[0], roots.at(-1)]
  const growth = new Container()
  growth.x = x
  const light = new Sprite({ texture: lights.spot, anchor: 0.5, tint: color, blendMode: 'add' })
  const texture = atlas.texture(symbol)
  const picture = new Sprite({ texture, anchor: 0.5 })
  const width = (side * 130) / 100
  growth.addChild(light, picture)
  tall.addChild(growth)
  for (const row of roots) cells.sprite(row).alpha = 0
  let dusted = 0
  await animator.run(
    columnMs * 0.55,
    t => {
      if (growth.destroyed) return
      const reach = easeOutBack(t)
      const top = first * cellHeight * (1 - reach)
      const below = (before.length - 1 - last) * cellHeight * (1 - reach)
      const high = board.height - top - below
      growth.y = top + high / 2
      picture.setSize(width * (1 + 0.05 * Math.sin(t * Math.PI)), high * 1.22)
      light.setSize(width * 2.1, high * 1.5)
      light.alpha = 0.55 + 0.45 * t
      if (t < dusted) return
      dusted += 0.22
      impacts.dust(x, top + side * 0.1, side, 4, SAND)
      impacts.dust(x, top + high - side * 0.06, side, 5, SAND)
    },
    easeInOut,
  )
  cells.put(grid[column]!)
  impacts.ring({ x, y: board.height / 2, size: side * 1.6, strength: 1, color })
  impacts.sparks({ x, y: board.height / 2, size: side, strength: 0.8, color }, 12)
  if (growth.destroyed) return
  picture.blendMode = 'add'
  void animator
    .run(columnMs * 0.4, t => {
      if (!growth.destroyed) growth.alpha = 1 - t
    })
    .then(() => growth.destroyed || growth.destroy({ children: true }))
}
