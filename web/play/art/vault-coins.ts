// Owns the drawings of cash coins and pot medallions, and the lettering of the vault's card ranks.
// It must never depend on symbol ids or on the value of a coin or a pot; a theme passes them in.

import { Container } from 'pixi.js'
import { ball, down, group, letters, Pen, roundFrom, type Stops, slant, triples } from './paint.ts'
import type { RankStyle, RankTones } from './ranks.ts'
import { paintSparkle, VAULT_EDGE, VAULT_GOLD } from './vault-treasures.ts'

/** A gold coin with a figure: the higher its value, the richer its decoration. */
export function drawCashCoin(bets: number): Container {
  const symbol = new Container()
  const g = new Pen()
  if (bets >= 5) g.spot(0, 0, 60, 60, bets >= 10 ? '#ff5a3a' : '#ffd23a', 0.9)
  if (bets >= 10) paintBeams(g)
  g.ground(43, 34)
  const behind =
    bets === 2
      ? [[9, -7]]
      : bets === 3
        ? [
            [-10, -7],
            [10, -7],
          ]
        : []
  for (const [x, y] of behind) paintCoin(g, x!, y!, 36)
  if (bets >= 5)
    paintLaurel(g, bets >= 10 ? '#ffe07a' : '#7ad06a', bets >= 10 ? '#a85e08' : '#0f5a30')
  const lower = behind.length > 0 ? 4 : 0
  paintCoin(g, behind.length === 1 ? -3 : 0, lower, bets >= 5 ? 35 : 38)
  const text = `${bets}×`
  const label = letters(text, {
    fontSize: text.length > 2 ? 34 : 42,
    letterSpacing: -1,
    fill: down('#ffffff', '#fffbe0', '#ffe9a0'),
    stroke: { color: bets >= 10 ? '#7a0416' : '#5a2c02', width: 8, join: 'round' },
  })
  label.position.set(behind.length === 1 ? -3 : 0, lower)
  symbol.addChild(g, label)
  if (bets >= 5) {
    const light = new Pen()
    paintSparkle(light, -24, -28, 12)
    paintSparkle(light, 30, 22, 9)
    symbol.addChild(light)
  }
  return symbol
}

function paintCoin(g: Pen, x: number, y: number, r: number): void {
  g.circle(x, y + 3, r).edged('#7a4204', VAULT_EDGE)
  g.circle(x, y, r).edged(slant(...VAULT_GOLD), { ...VAULT_EDGE, width: 2.4 })
  for (let notch = 0; notch < 40; notch++) {
    const [c, s] = [Math.cos((notch / 20) * Math.PI), Math.sin((notch / 20) * Math.PI)]
    g.moveTo(x + c * (r - 1.5), y + s * (r - 1.5)).lineTo(x + c * (r - 5), y + s * (r - 5))
  }
  g.stroke({ width: 1.3, color: '#8a4e06', alpha: 0.7 })
  g.circle(x, y, r - 7).fill(roundFrom(0.4, 0.3, 0.8, '#fff0a0', [0.5, '#f0b02a'], [1, '#b8740c']))
  g.circle(x, y, r - 7).stroke({ width: 1.8, color: '#8a4e06' })
  for (let ray = 0; ray < 20; ray++) {
    const [c, s] = [Math.cos((ray / 10) * Math.PI), Math.sin((ray / 10) * Math.PI)]
    g.moveTo(x + c * 10, y + s * 10).lineTo(x + c * (r - 9), y + s * (r - 9))
  }
  g.stroke({ width: 1.2, color: '#fff6c0', alpha: 0.5 })
  g.gloss(x - r * 0.2, y - r * 0.6, r * 0.5, r * 0.22, 0.75)
}

function paintBeams(g: Pen): void {
  for (let beam = 0; beam < 16; beam++) {
    const angle = (beam / 16) * Math.PI * 2
    const reach = beam % 2 === 0 ? 54 : 46
    g.moveTo(Math.cos(angle - 0.12) * 30, Math.sin(angle - 0.12) * 30)
      .lineTo(Math.cos(angle) * reach, Math.sin(angle) * reach)
      .lineTo(Math.cos(angle + 0.12) * 30, Math.sin(angle + 0.12) * 30)
      .closePath()
      .fill(down('#ffd8a0', '#ff5a3a', '#c8142c'))
  }
}

/** Leaves around the lower half of a coin. */
function paintLaurel(g: Pen, light: string, dark: string): void {
  for (const side of [-1, 1]) {
    for (let leaf = 0; leaf < 7; leaf++) {
      const angle = Math.PI / 2 - side * (0.24 + leaf * 0.33)
      const [x, y] = [Math.cos(angle) * 40, Math.sin(angle) * 40]
      const way = angle - side * 1.05
      const [c, s] = [Math.cos(way) * 15, Math.sin(way) * 15]
      g.shape(
        `M${x - c * 0.5} ${y - s * 0.5} Q${x - s * 0.5} ${y + c * 0.5} ${x + c * 0.6} ${y + s * 0.6} Q${x + s * 0.5} ${y - c * 0.5} ${x - c * 0.5} ${y - s * 0.5} Z`,
        slant(light, dark),
        { color: '#1c2004', width: 1.4 },
      )
    }
  }
}

export interface PotColors {
  pale: string
  light: string
  middle: string
  dark: string
  edge: string
}

/** A medallion with a word; `points` and `crowned` distinguish the pots without colour. */
export function drawPot(
  word: string,
  colors: PotColors,
  points: number,
  crowned: boolean,
): Container {
  const g = new Pen()
  g.spot(0, 0, 61, 61, colors.light, 1)
  const reach = crowned ? 51 : 48
  g.star(0, 0, points, reach, reach * 0.84).edged(slant(...VAULT_GOLD), {
    color: VAULT_EDGE.color,
    width: 2.6,
    join: 'round',
  })
  const enamel: Stops = [colors.pale, [0.3, colors.light], [0.7, colors.middle], [1, colors.dark]]
  g.circle(0, 0, 37).fill(roundFrom(0.4, 0.26, 0.85, ...enamel))
  for (let ray = 0; ray < 28; ray++) {
    const [c, s] = [Math.cos((ray / 14) * Math.PI), Math.sin((ray / 14) * Math.PI)]
    g.moveTo(c * 12, s * 12).lineTo(c * 35, s * 35)
  }
  g.stroke({ width: 1.2, color: colors.pale, alpha: 0.4 })
  g.circle(0, 0, 37).stroke({ width: 3.4, color: VAULT_EDGE.color })
  g.circle(0, 0, 37).stroke({ width: 1.6, color: '#ffe07a' })
  for (let stud = 0; stud < points; stud++) {
    const angle = ((stud + 0.5) / points) * Math.PI * 2 - Math.PI / 2
    g.circle(Math.cos(angle) * 40, Math.sin(angle) * 40, 1.8).fill('#fffbe0')
  }
  paintEmblem(g, crowned, colors)
  g.shape(
    'M-50 -4 L50 -4 L46 10 L50 24 L-50 24 L-46 10 Z',
    down(colors.middle, colors.dark, colors.edge),
    {
      color: VAULT_EDGE.color,
      width: 5,
    },
  )
  g.shape('M-50 -4 L50 -4 L46 10 L50 24 L-50 24 L-46 10 Z', down(colors.middle, colors.dark), {
    color: '#ffd86a',
    width: 2.4,
  })
  const label = letters(word, {
    fontSize: word.length > 4 ? 23 : 27,
    letterSpacing: word.length > 4 ? 0 : 2,
    fill: down('#ffffff', '#fff3b8', '#ffc83a'),
    stroke: { color: colors.edge, width: 4.5, join: 'round' },
  })
  label.y = 10
  g.gloss(-8, -25, 17, 8, 0.65)
  return group(g, label)
}

function paintEmblem(g: Pen, crowned: boolean, colors: PotColors): void {
  if (!crowned) {
    g.shape('M0 -32 L11 -20 L0 -8 L-11 -20 Z', slant('#ffffff', colors.light, colors.middle), {
      color: VAULT_EDGE.color,
      width: 2,
    })
    g.shape('M-11 -20 L11 -20 M0 -32 L-4 -20 L0 -8 L4 -20 Z', 'rgba(0,0,0,0)', {
      color: '#ffffff',
      width: 1,
      alpha: 0.7,
    })
    return
  }
  g.shape('M-24 -9 L-30 -36 L-15 -25 L0 -46 L15 -25 L30 -36 L24 -9 Z', down(...VAULT_GOLD), {
    ...VAULT_EDGE,
    width: 2.6,
  })
  for (const [x, y, r] of triples('-30,-37,4 0,-47,4.6 30,-37,4')) {
    g.circle(x, y, r).fill(ball('#ffffff', '#8af0ff', '#1c7ad0'))
    g.circle(x, y, r).stroke({ width: 1.5, color: VAULT_EDGE.color })
  }
  for (const x of [-13, 0, 13]) {
    g.circle(x, -16, 3.6).fill(ball('#ffd0d8', '#ff2a4a', '#8a0018'))
    g.circle(x, -16, 3.6).stroke({ width: 1.2, color: VAULT_EDGE.color })
  }
}

/** Geometric letters, thick and thin, with an engraved line, before a stepped fan. */
export const VAULT_RANK: RankStyle = {
  heavy: 14.5,
  light: 5,
  feet: 0,
  cap: 'butt',
  join: 'miter',
  engraving: 3,
  paintOrnament: paintDecoPlaque,
}

function paintDecoPlaque(g: Pen, tones: RankTones): void {
  const plaque =
    'M-24 -46 L24 -46 L24 -41 L34 -41 L34 -34 L42 -34 L42 34 L34 34 L34 41 L24 41 L24 46 L-24 46 L-24 41 L-34 41 L-34 34 L-42 34 L-42 -34 L-34 -34 L-34 -41 L-24 -41 Z'
  g.shape(plaque, roundFrom(0.5, 0.45, 0.7, tones.dark, [0.6, tones.edge], [1, '#060c12']), {
    color: '#2a1804',
    width: 4.4,
  })
  g.shape(plaque, 'rgba(0,0,0,0)', { color: '#d8a040', width: 2 })
  for (let ray = -7; ray <= 7; ray++) {
    const angle = -Math.PI / 2 + ray * 0.2
    const reach = 1 / Math.max(Math.abs(Math.cos(angle)) / 38, Math.abs(Math.sin(angle)) / 78)
    g.moveTo(0, 41).lineTo(Math.cos(angle) * reach, 41 + Math.sin(angle) * reach)
  }
  g.stroke({ width: 1.4, color: tones.light, alpha: 0.42 })
  for (const y of [-46, 46]) {
    g.shape(`M0 ${y - 6} L9 ${y} L0 ${y + 6} L-9 ${y} Z`, slant('#fff6c8', '#e0a030', '#8a4e06'), {
      color: '#2a1804',
      width: 1.8,
    })
  }
}
