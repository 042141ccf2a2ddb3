// Owns the line above the reels of a tall screen: the symbol of the game's feature and what it
// brings. It must never say more than the paytable, which a press on it opens.

import type { GameView } from '../../../src/wire/play-game.ts'
import { make, part } from '../../dom.ts'
import type { Texts } from '../texts/en.ts'
import { fill, firstSentence } from '../texts/fill.ts'
import { starterOf, wildOf } from './game-facts.ts'

/** The most attractive comes first. */
const PROMISES = [
  'free-games',
  'hold-and-win',
  'held-reels',
  'growing-multiplier',
  'stacked-wilds',
  'expanding-symbol',
]

export interface Teaser {
  game: GameView
  texts: Texts
  picture(symbol: number): HTMLCanvasElement
}

export function offerTeaser({ game, texts, picture }: Teaser, open: () => void): void {
  const promise = PROMISES.find(name => game.mechanics.includes(name))
  const text = promise === undefined ? undefined : texts.mechanics[promise]
  if (text === undefined) return
  const host = part<HTMLButtonElement>('teaser')
  const symbol = promise === 'stacked-wilds' ? wildOf(game) : starterOf(game)
  const canvas = symbol === null ? [] : [picture(symbol)]
  const count = promise === 'free-games' ? game.scattersForFreeGames : null
  const line = count === null ? firstSentence(text) : fill(texts.scattersStart, { count })
  host.replaceChildren(...canvas, make('span', { text: line }))
  host.hidden = false
  host.onclick = open
}
