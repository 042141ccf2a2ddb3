// Owns the text of a big moment over the reels: the banner of a win, the first and the last card of
// a feature. It must never wait or count; it shows what it is given.

import { make, part, write } from '../../dom.ts'
import type { Tier } from './moments.ts'

export interface CardWords {
  kind: 'win' | 'intro' | 'outro'
  /** Small, above the title: the subject. */
  heading?: string | undefined
  title: string
  /** One large number, such as the number of free games. */
  figure?: string
  note?: string
  /** Label of what a tap does. */
  key?: string
  picture?: HTMLCanvasElement | undefined
  /** Letters it on the game's sign; null: it is a plate in the colours of the game. */
  dress?: ((host: HTMLElement) => void) | null
}

export class MomentCard {
  private readonly host = part('moment')

  open(words: CardWords): void {
    const { kind, heading, title, figure, note, key, picture, dress } = words
    this.host.className = `moment moment-${kind}`
    delete this.host.dataset.tier
    delete this.host.dataset.joy
    this.host.removeAttribute('style')
    this.host.dataset.kind = kind
    const amount = make('output', { class: 'moment-amount', test: 'moment-amount' })
    amount.setAttribute('aria-live', 'off')
    const big = figure === undefined ? [] : [make('p', { class: 'moment-figure', text: figure })]
    const tap =
      key === undefined
        ? []
        : [make('button', { class: 'moment-key', text: key, test: 'moment-key' })]
    this.host.replaceChildren(
      make(
        'div',
        { class: 'moment-paper' },
        ...(heading === undefined ? [] : [make('p', { class: 'moment-heading', text: heading })]),
        ...(picture === undefined ? [] : [picture]),
        ...big,
        titleOf(title),
        amount,
        ...(note === undefined || note === ''
          ? []
          : [make('p', { class: 'moment-note', text: note })]),
      ),
      ...tap,
    )
    dress?.(this.host)
    this.host.hidden = false
  }

  /** Shows the title of a tier, with its entrance animation. */
  setTier(tier: Tier, title: string): void {
    this.host.dataset.tier = tier
    this.host.querySelector('.moment-title')?.replaceWith(titleOf(title))
  }

  /** How much the heroes of the last card rejoice, from 0 to 2. */
  setJoy(joy: number): void {
    this.host.dataset.joy = String(joy)
  }

  setAmount(text: string, minor: bigint): void {
    const amount = this.host.querySelector<HTMLElement>('.moment-amount')
    if (amount === null) return
    amount.dataset.minor = minor.toString()
    write(amount, text)
  }

  close(): void {
    this.host.hidden = true
    this.host.replaceChildren()
  }
}

/** One element per letter for the animation; one text for screen readers. */
function titleOf(text: string): HTMLElement {
  const title = make('p', { class: 'moment-title', label: text })
  title.setAttribute('role', 'heading')
  title.setAttribute('aria-level', '2')
  const words = text.split(' ')
  title.style.setProperty('--length', String(text.length))
  title.style.setProperty('--longest', String(Math.max(...words.map(({ length }) => length))))
  let at = 0
  for (const word of words) {
    const letters = [...word].map(letter => {
      const one = make('i', { text: letter })
      one.style.setProperty('--at', String(at++))
      one.setAttribute('aria-hidden', 'true')
      return one
    })
    title.append(make('span', {}, ...letters), ' ')
  }
  return title
}
