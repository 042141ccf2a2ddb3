// Owns the confirmation of a feature's price. It must never buy without an explicit yes.

import { make, part } from './dom.ts'
import type { Texts } from './texts/shape.ts'
import { fill } from './texts.ts'

export function confirmBuy(texts: Texts, price: string, onYes: () => void): void {
  const ask = part<HTMLDialogElement>('ask')
  const close = () => ask.close()
  const yes = () => {
    ask.close()
    onYes()
  }
  ask.replaceChildren(
    make('h2', { text: texts.buy }),
    make('p', { text: fill(texts.buyAsk, { price }) }),
    make(
      'div',
      { class: 'ask-keys' },
      make('button', { class: 'ask-no', text: texts.cancel, test: 'buy-no', onClick: close }),
      make('button', {
        class: 'ask-yes',
        text: fill(texts.buyYes, { price }),
        test: 'buy-yes',
        onClick: yes,
      }),
    ),
  )
  ask.showModal()
}
