// Owns the look of Vault Keeper: inside the round door of an art deco bank vault. It must never
// hold rules.

import '../art/base.ts'
import { Container } from 'pixi.js'
import { addCorners, type Frame, upTo } from '../art/frames.ts'
import {
  across,
  ball,
  clear,
  down,
  Pen,
  round,
  roundFrom,
  type Size,
  slant,
  triples,
} from '../art/paint.ts'
import { drawRankSymbol, type RankTones } from '../art/ranks.ts'
import { disorder, paintCornerShade } from '../art/scenery.ts'
import { drawCashCoin, drawPot, type PotColors, VAULT_RANK } from '../art/vault-coins.ts'
import * as treasures from '../art/vault-treasures.ts'
import type { Theme } from './theme.ts'

const TONES = {
  ruby: { pale: '#ffe8e4', light: '#ff9a8a', middle: '#e0283c', dark: '#8a0a24', edge: '#3a0410' },
  amethyst: {
    pale: '#f8e8ff',
    light: '#d09aff',
    middle: '#8a3ae0',
    dark: '#4a1290',
    edge: '#1f0644',
  },
  emerald: {
    pale: '#e8ffe8',
    light: '#8af0a8',
    middle: '#1fb060',
    dark: '#0a6438',
    edge: '#042c1a',
  },
  sapphire: {
    pale: '#e8f6ff',
    light: '#8ad0ff',
    middle: '#1f7ae0',
    dark: '#0c3c98',
    edge: '#061a48',
  },
} satisfies Record<string, RankTones & PotColors>

const SYMBOLS: Readonly<Record<string, () => Container>> = {
  'master-key': treasures.drawMasterKey,
  diamond: treasures.drawDiamond,
  'gold-bars': treasures.drawGoldBars,
  banknotes: treasures.drawBanknotes,
  'pocket-watch': treasures.drawPocketWatch,
  ace: () => drawRankSymbol('A', VAULT_RANK, TONES.ruby),
  king: () => drawRankSymbol('K', VAULT_RANK, TONES.amethyst),
  queen: () => drawRankSymbol('Q', VAULT_RANK, TONES.emerald),
  jack: () => drawRankSymbol('J', VAULT_RANK, TONES.sapphire),
  'pot-mini': () => drawPot('MINI', TONES.emerald, 8, false),
  'pot-minor': () => drawPot('MINOR', TONES.sapphire, 12, false),
  'pot-major': () => drawPot('MAJOR', TONES.ruby, 18, true),
  'locked-box': treasures.drawLockedBox,
}

export const vaultKeeper: Theme = {
  colors: {
    accent: '#ffd06a',
    accentDeep: '#9a5a0c',
    panel: '#0a1c26',
    glow: '#ffe89a',
    titleTop: '#fffbe0',
    titleBottom: '#e8a83a',
    titleEdge: '#1c0f04',
    ground: '#06141c',
  },
  motion: 'spin',
  drawSymbol: id => SYMBOLS[id]?.() ?? drawCash(id),
  drawBackground,
  frame: {
    rim: ['#6b3c08', '#ffe28a', '#c07f1c', '#fff6c8', '#c07f1c', '#ffe28a', '#6b3c08'],
    rimEdge: '#1c1004',
    bed: ['#123442', '#06161f'],
    strip: ['#1a4250', '#0c2633', '#153846'],
    stripEdge: '#d8a040',
    curve: 0.26,
    bulbs: [],
  },
  dressFrame,
  drawTokens: () => [treasures.drawVaultCoin(), treasures.drawDiamond(), treasures.drawVaultCoin()],
}

/** "cash-5" and the like. */
function drawCash(id: string): Container | null {
  const bets = /^cash-(\d+)$/.exec(id)?.[1]
  return bets === undefined ? null : drawCashCoin(Number(bets))
}

function dressFrame(frame: Frame, board: Size, columns: number, rows: number): void {
  frame.behind.addChild(drawSeams(board, columns, rows))
  const size = Math.max(16, Math.min(upTo(46, board), Math.min(board.width, board.height) * 0.085))
  addCorners(frame, board, size * 0.3, g => paintDecoCorner(g, size))
}

/** Thin brass inlay between the rows: every cell is a separate door. */
function drawSeams({ width, height }: Size, columns: number, rows: number): Pen {
  const g = new Pen()
  const [w, h] = [width / columns, height / rows]
  for (let row = 1; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      g.moveTo((column + 0.08) * w, row * h).lineTo((column + 0.92) * w, row * h)
    }
  }
  g.stroke({ width: 1.4, color: '#d8a040', alpha: 0.35 })
  return g
}

/** A stepped fan over a top left corner of the rim. */
function paintDecoCorner(g: Pen, size: number): void {
  const at = (x: number, y: number) => `${x * size} ${y * size}`
  const steps = `M${at(-0.35, -0.35)} L${at(1.1, -0.35)} L${at(1.1, -0.1)} L${at(0.75, -0.1)} L${at(0.75, 0.15)} L${at(0.45, 0.15)} L${at(0.45, 0.45)} L${at(0.15, 0.45)} L${at(0.15, 0.75)} L${at(-0.1, 0.75)} L${at(-0.1, 1.1)} L${at(-0.35, 1.1)} Z`
  g.shape(steps, slant('#fffbe0', '#ffd86a', '#b8730f'), {
    color: '#1c1004',
    width: Math.max(1.4, size * 0.07),
  })
  for (const angle of [0.14, 0.46, 0.785, 1.11, 1.43]) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const reach = angle === 0.785 ? 0.72 : 0.9
    g.moveTo((-0.25 + c * 0.3) * size, (-0.25 + s * 0.3) * size)
    g.lineTo((-0.25 + c * reach) * size, (-0.25 + s * reach) * size)
  }
  g.stroke({ width: Math.max(1, size * 0.045), color: '#5a3404', alpha: 0.85 })
  const [x, r] = [-0.16 * size, size * 0.2]
  g.circle(x, x, r).fill(ball('#ffd0d8', '#e8283c', '#6b0414'))
  g.circle(x, x, r).stroke({ width: Math.max(1, size * 0.06), color: '#1c1004' })
}

function drawBackground(size: Size): Container {
  const scene = new Container()
  const g = new Pen()
  const { width, height } = size
  const unit = Math.min(width, height)
  g.rect(0, 0, width, height).fill(down('#1c4452', '#123442', '#081c26'))
  paintBoxes(g, size)
  g.spot(width / 2, height * 0.06, width * 0.6, height * 0.5, '#ffdf9a', 0.55)
  const wide = width > height
  const floor = height * 0.86
  paintDoorway(g, width / 2, height * (wide ? 0.47 : 0.42), wide ? width * 0.43 : unit * 0.7)
  paintFloor(g, size, floor)
  paintPillars(g, size, floor)
  paintCornerShade(g, size, 0.42)
  scene.addChild(g)
  addHoard(scene, size)
  return scene
}

/** Walls of deposit boxes, no two rows alike in wear. */
function paintBoxes(g: Pen, { width, height }: Size): void {
  const next = disorder(17)
  const tall = Math.max(34, Math.min(width, height) * 0.075)
  const wide = tall * 1.35
  const columns = Math.ceil(width / wide / 2)
  for (let row = 0; row * tall < height * 0.9; row++) {
    for (let column = -columns; column < columns; column++) {
      const [x, y] = [width / 2 + column * wide, row * tall]
      const lit = next()
      g.rect(x + 1.5, y + 1.5, wide - 3, tall - 3)
      g.fill(
        lit > 0.5 ? slant('#4a7482', '#2a5060', '#183844') : slant('#3c6472', '#224654', '#122e3a'),
      )
      g.rect(x + tall * 0.12, y + tall * 0.12, wide - tall * 0.24, tall * 0.76)
      g.stroke({ width: 1.2, color: lit > 0.82 ? '#ffd88a' : '#8ab4c0', alpha: 0.4 })
      g.rect(x + wide * 0.32, y + tall * 0.22, wide * 0.36, tall * 0.16)
      g.fill(down('#ffe9a8', '#b8822a'))
      g.circle(x + wide * 0.5, y + tall * 0.63, tall * 0.1).fill(
        ball('#fff6c8', '#c8902a', '#5a3808'),
      )
      g.circle(x + wide * 0.5, y + tall * 0.63, tall * 0.035).fill('#1c1004')
    }
  }
}

/** The ring that a vault door closes into: steel, brass, bolts all around. */
function paintDoorway(g: Pen, x: number, y: number, r: number): void {
  const ring = (part: number, wide: number, stroke: object) => {
    g.circle(x, y, r * part).stroke({ width: r * wide, ...stroke })
  }
  g.spot(x, y, r * 1.28, r * 1.28, '#000000', 0.75)
  g.circle(x, y, r).fill(roundFrom(0.5, 0.4, 0.6, '#2f6a7a', [0.5, '#143c4a'], [1, '#051218']))
  for (let ray = 0; ray < 36; ray++) {
    const angle = (ray / 36) * Math.PI * 2
    g.moveTo(x, y)
      .lineTo(x + Math.cos(angle) * r, y + Math.sin(angle) * r)
      .lineTo(x + Math.cos(angle + 0.085) * r, y + Math.sin(angle + 0.085) * r)
      .closePath()
      .fill(clear('#ffdf9a', 0.07))
  }
  ring(1, 0.2, { color: '#0a1a22' })
  ring(1, 0.185, { fill: slant('#dceaf0', '#7a9caa', '#3a5a68', '#a8c4d0', '#2a4652') })
  ring(1.075, 0.022, { fill: slant('#fff6c8', '#d89a30', '#6b3c08', '#ffe08a') })
  ring(0.925, 0.03, { fill: slant('#8a4e0a', '#ffe08a', '#c07f1c', '#fff6c8', '#8a4e0a') })
  ring(0.905, 0.006, { color: '#2a1804' })
  ring(1, 0.004, { color: '#10242e', alpha: 0.6 })
  const bolts = 32
  for (let bolt = 0; bolt < bolts; bolt++) {
    const angle = ((bolt + 0.5) / bolts) * Math.PI * 2
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    if (bolt % 2 === 0) {
      g.circle(x + c * r, y + s * r + r * 0.006, r * 0.036).fill('#0f222c')
      g.circle(x + c * r, y + s * r, r * 0.032).fill(ball('#ffffff', '#a8c4d0', '#3a5866'))
      g.circle(x + c * r, y + s * r, r * 0.017).fill(ball('#5a7a88', '#c8dce4'))
    } else {
      g.moveTo(x + c * r * 0.95, y + s * r * 0.95).lineTo(x + c * r * 1.05, y + s * r * 1.05)
      g.stroke({ width: r * 0.03, color: '#10242e', cap: 'round' })
      g.moveTo(x + c * r * 0.95, y + s * r * 0.95).lineTo(x + c * r * 1.05, y + s * r * 1.05)
      g.stroke({ width: r * 0.018, color: '#e0a838', cap: 'round' })
    }
  }
}

/** Polished stone in black and green, running to the middle, with a brass edge. */
function paintFloor(g: Pen, { width, height }: Size, top: number): void {
  g.rect(0, top, width, height - top).fill(down('#2a5a64', '#123038', '#050f14'))
  const rows = 5
  const tiles = width > height ? 31 : 15
  const depth = (row: number) => top + (height - top) * (row / rows) ** 1.6
  const spread = (row: number) => 0.55 + 1.5 * (row / rows) ** 1.6
  for (let row = 0; row < rows; row++) {
    for (let tile = 0; tile < tiles; tile++) {
      if ((row + tile) % 2 === 0) continue
      const x = (part: number, at: number) => width * (0.5 + (part / tiles - 0.5) * 2 * spread(at))
      g.poly([
        x(tile, row),
        depth(row),
        x(tile + 1, row),
        depth(row),
        x(tile + 1, row + 1),
        depth(row + 1),
        x(tile, row + 1),
        depth(row + 1),
      ]).fill(clear('#d8f0e8', 0.16))
    }
  }
  g.spot(width / 2, top + (height - top) * 0.3, width * 0.45, (height - top) * 0.5, '#ffdf9a', 0.4)
  g.rect(0, top - height * 0.012, width, height * 0.016).fill(down('#fff3c0', '#d89a30', '#5a3404'))
}

/** Fluted steel with a brass fan for a capital, one at each side. */
function paintPillars(g: Pen, { width, height }: Size, floor: number): void {
  const wide = Math.max(26, width * (width > height ? 0.05 : 0.075))
  for (const side of [-1, 1]) {
    const x = side < 0 ? wide * 0.62 : width - wide * 0.62
    g.rect(x - wide / 2, 0, wide, floor).fill(
      across('#0f2a34', '#5a8694', '#a8ccd4', '#3a6472', '#0a2029'),
    )
    for (let flute = -2; flute <= 2; flute++) {
      g.rect(
        x + flute * wide * 0.19 - wide * 0.03,
        height * 0.17,
        wide * 0.06,
        floor - height * 0.25,
      )
      g.fill(across('#0a2029', '#2f5a68'))
    }
    for (const [y, tall, part] of [
      [floor - height * 0.03, height * 0.035, 1.5],
      [floor - height * 0.055, height * 0.028, 1.28],
      [height * 0.145, height * 0.018, 1.16],
    ] as const) {
      g.rect(x - (wide * part) / 2, y, wide * part, tall)
      g.fill(across('#6b3c08', '#ffe08a', '#fff6c8', '#c07f1c', '#5a3006'))
      g.rect(x - (wide * part) / 2, y, wide * part, tall).stroke({ width: 1.4, color: '#1c1004' })
    }
    paintFan(g, x, height * 0.145, wide * 1.15)
  }
}

function paintFan(g: Pen, x: number, y: number, r: number): void {
  const blades = 9
  for (let blade = 0; blade < blades; blade++) {
    const from = Math.PI + (blade / blades) * Math.PI
    const to = Math.PI + ((blade + 1) / blades) * Math.PI
    const tip = (from + to) / 2
    const reach = blade % 2 === 0 ? 1.06 : 0.94
    const at = (angle: number, part: number) =>
      `${x + Math.cos(angle) * r * part} ${y + Math.sin(angle) * r * part}`
    g.shape(
      `M${x} ${y} L${at(from, 0.9)} L${at(tip, reach)} L${at(to, 0.9)} Z`,
      blade % 2 === 0 ? down('#fff6c8', '#e8ae3a', '#7a450a') : down('#3a8a8c', '#10444e'),
      { color: '#1c1004', width: 1.4 },
    )
  }
  g.circle(x, y, r * 0.3).fill(round('#fffbe0', '#ffd06a', '#a8660a'))
  g.circle(x, y, r * 0.3).stroke({ width: 1.6, color: '#1c1004' })
}

/** Bars, notes and coins heaped in the lower corners. */
function addHoard(scene: Container, { width, height }: Size): void {
  const unit = Math.min(width, height)
  const put = (draw: () => Container, x: number, y: number, part: number, turn = 0) => {
    const piece = draw()
    piece.scale.set((unit * part) / 100)
    piece.position.set(width * x, height * y)
    piece.rotation = turn
    scene.addChild(piece)
  }
  for (const side of [-1, 1]) {
    const at = (x: number) => (side < 0 ? x : 1 - x)
    put(treasures.drawGoldBars, at(0.035), 0.79, 0.2)
    put(treasures.drawBanknotes, at(0.125), 0.85, 0.15, side * 0.1)
    put(treasures.drawGoldBars, at(0.04), 0.87, 0.22)
    put(treasures.drawVaultCoin, at(0.1), 0.89, 0.07)
    put(treasures.drawVaultCoin, at(0.155), 0.895, 0.06)
    put(treasures.drawVaultCoin, at(0.185), 0.885, 0.045)
  }
  const light = new Pen()
  for (const [x, y, r] of triples(
    '0.05,0.75,0.03 0.94,0.73,0.034 0.11,0.88,0.02 0.88,0.87,0.022',
  )) {
    treasures.paintSparkle(light, width * x, height * y, unit * r)
  }
  scene.addChild(light)
}
