// Owns the text of a big moment over the reels: the banner of a win, the first and the last card of
// a feature. It must never wait or count; it shows what it is given.

import { make, part, write } from '../../dom.ts'
import type { Sign } from '../themes/theme.ts'
import type { Tier } from './moments.ts'

/** The game's own material, with the figures at its sides drawn. */
export interface CardSign extends Sign {
  /** Its heroes and its crest, drawn. */
  figures: readonly HTMLCanvasElement[]
  /** It is in its place at once, or soon. */
  isQuick: boolean
}

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
  /** Null: a plate in the colours of the game. */
  sign?: CardSign | null
}

export class MomentCard {
  private readonly host = part('moment')
  /** One sign a game: its address stays valid as long as the page. */
  private drawn: { svg: string; url: string } | null = null

  open(words: CardWords): void {
    const { kind, heading, title, figure, note, key, picture, sign = null } = words
    this.host.className = `moment moment-${kind}`
    delete this.host.dataset.tier
    delete this.host.dataset.joy
    this.dress(sign)
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
        ...figuresOf(sign),
      ),
      ...tap,
    )
    this.host.hidden = false
  }

  /** Shows the title of a tier, with its entrance animation. */
  setTier(tier: Tier, title: string): void {
    this.host.dataset.tier = tier
    this.host.querySelector('.moment-title')?.replaceWith(titleOf(title))
  }

  /** How much the heroes of the last card rejoice, from 0 to 3. */
  setJoy(joy: number): void {
    this.host.dataset.joy = String(joy)
  }

  setAmount(text: string, minor: bigint): void {
    const amount = this.host.querySelector<HTMLElement>('.moment-amount')
    if (amount === null) return
    amount.dataset.minor = minor.toString()
    write(amount, text)
  }

  private dress(sign: CardSign | null): void {
    this.host.removeAttribute('style')
    if (sign === null) return
    const { svg, arrival, cord, ink, isQuick, repeats } = sign
    this.host.classList.add('moment-sign', `moment-${arrival}`)
    this.host.classList.toggle('moment-quick', isQuick)
    this.host.classList.toggle('moment-ink', ink !== undefined)
    if (this.drawn?.svg !== svg) this.drawn = { svg, url: URL.createObjectURL(svgOf(svg)) }
    const look = {
      '--sign': `url(${this.drawn.url})`,
      '--repeat': repeats && 'round',
      '--cord-light': cord?.[0],
      '--cord-dark': cord?.[1],
      '--title-top': ink?.top,
      '--title-bottom': ink?.bottom,
      '--title-edge': ink?.edge,
      '--lines': ink?.lines,
    }
    for (const [name, value] of Object.entries(look)) {
      if (value !== undefined) this.host.style.setProperty(name, value)
    }
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
  title.style.setProperty('--length', String(text.length))
  let at = 0
  for (const word of text.split(' ')) {
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

const svgOf = (text: string) => new Blob([text], { type: 'image/svg+xml' })

const FIGURES = ['moment-hero', 'moment-hero moment-hero-right', 'moment-crest']

function figuresOf(sign: CardSign | null): HTMLElement[] {
  return (sign?.figures ?? []).map((canvas, index) => {
    canvas.className = FIGURES[index]!
    canvas.setAttribute('aria-hidden', 'true')
    return canvas
  })
}
