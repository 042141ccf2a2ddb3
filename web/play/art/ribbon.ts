// Owns the ribbon with a word that marks special symbols. It must never depend on a game.

import { Container } from 'pixi.js'
import { down, letters, Pen, type Stops } from './paint.ts'

export interface RibbonColors {
  band: Stops
  fold: string
  edge: string
  text: Stops
}

export const GOLD_RIBBON: RibbonColors = {
  band: ['#fff4b0', '#ffc933', '#d97f06'],
  fold: '#9a4d00',
  edge: '#5a2300',
  text: ['#8a1200', '#5a0800'],
}

/** A word on a ribbon across the symbol, its middle at `y`. */
export function drawRibbon(word: string, y: number, colors: RibbonColors): Container {
  const ribbon = new Container()
  const g = new Pen()
  g.shape('M-49 -5 L-36 -7 L-36 11 L-49 13 L-43 4 Z', colors.fold)
  g.shape('M49 -5 L36 -7 L36 11 L49 13 L43 4 Z', colors.fold)
  const band = 'M-42 -10 Q0 -17 42 -10 L42 9 Q0 2 -42 9 Z'
  g.shape(band, down(...colors.band), { color: colors.edge, width: 2 })
  const text = letters(word, {
    fontSize: word.length > 5 ? 14 : 19,
    letterSpacing: word.length > 5 ? 0.5 : 2,
    fill: down(...colors.text),
  })
  text.y = -4
  ribbon.addChild(g, text)
  ribbon.y = y
  return ribbon
}
