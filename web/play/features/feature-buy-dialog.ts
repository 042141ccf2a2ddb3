// Owns the confirmation of a feature buy: the price, what it buys and returns, and a key to hold.
// It must never buy by a single tap.

import type { GameView } from '../../../src/wire/play-game.ts'
import { make, part, testNote } from '../../dom.ts'
import type { StartButtons } from '../bet/start-buttons.ts'
import type { Texts } from '../texts/en.ts'
import { fill } from '../texts/fill.ts'
import { starterOf } from './game-facts.ts'
import { onHold } from './hold-key.ts'

/** About the size at which the style sheet shows the symbol, in CSS pixels. */
const LARGE_PX = 220

export interface BuyQuestion {
  texts: Texts
  game: GameView
  mode: GameView['modes'][number]
  /** With its currency, like the bet. */
  price: string
  bet: string
  picture(symbol: number, pixels: number): HTMLCanvasElement
  startButtons: StartButtons
  /** The return of the mode and what it starts with; null: no answer. */
  figures(): Promise<readonly (readonly [label: string, value: string])[] | null>
}

/** What is special about a feature, the most telling first; by the catalogue's names. */
const SPECIALS = [
  'hold-and-win',
  'choice',
  'expanding-symbol',
  'unlimited-multiplier',
  'multipliers',
  'free-games',
]

export function confirmBuy(question: BuyQuestion, onYes: () => void): void {
  const { texts, game, mode, price, bet, picture, startButtons } = question
  const special = SPECIALS.find(name => game.mechanics.includes(name)) ?? ''
  const facts = make('dl', { class: 'rule-facts ask-facts', test: 'buy-facts' })
  void fillFacts(facts, question)
  const ask = part<HTMLDialogElement>('ask')
  const starter = starterOf(game)
  const close = () => ask.close()
  const yes = make('button', {
    class: 'ask-yes',
    text: fill(texts.buyYes, { price }),
    test: 'buy-yes',
  })
  onHold(yes, () => {
    ask.close()
    onYes()
  })
  const title = make('h2', { text: texts.buy })
  title.id = 'ask-title'
  ask.setAttribute('aria-labelledby', title.id)
  ask.replaceChildren(
    title,
    make(
      'p',
      { class: 'ask-picture' },
      ...(starter === null ? [] : [picture(starter, LARGE_PX * devicePixelRatio)]),
    ),
    make('p', { class: 'ask-text', text: fill(texts.buyAsk, { price }) }),
    make('p', { class: 'ask-what', text: texts.mechanics[special] ?? '' }),
    facts,
    make('p', {
      class: 'ask-terms',
      text: `${texts.stake} ${bet} · ${fill(texts.cashWorth, { count: mode.priceBets })}`,
    }),
    make(
      'div',
      { class: 'ask-keys' },
      make('button', { class: 'ask-no', text: texts.cancel, test: 'buy-no', onClick: close }),
      yes,
    ),
    testNote(),
  )
  startButtons.add(yes)
  ask.showModal()
}

async function fillFacts(host: HTMLElement, { figures }: BuyQuestion): Promise<void> {
  host.dataset.state = 'loading'
  const facts = await figures().catch(() => null)
  host.dataset.state = facts === null ? 'failed' : 'shown'
  host.replaceChildren(
    ...(facts ?? []).map(([label, value]) =>
      make('div', {}, make('dt', { text: label }), make('dd', { text: value })),
    ),
  )
}
