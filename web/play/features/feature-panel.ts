// Owns the panel over the reels during a feature: what is left, the multiplier, what it has won so
// far; and the ways counter in games that pay by ways. It must never count by itself.

import { centerOf, make, part, restart, write } from '../../dom.ts'
import type { Hud } from '../page/hud.ts'
import type { Texts } from '../texts/en.ts'
import { fill } from '../texts/fill.ts'

export interface FreeGamesFigures {
  kind: 'freeGames'
  left: number
  of: number
  /** Applies to all wins; 1: not shown. */
  multiplier: number
  /** It grows from 1, and is shown from the beginning. */
  grows: boolean
  wonMinor: bigint
  picture?: HTMLCanvasElement | undefined
}

export interface RespinsFigures {
  kind: 'respins'
  left: number
  of: number
  /** They start again: the lamps light one by one. */
  again: boolean
  /** What starts them, or what has happened. */
  note: string
  wonMinor: bigint
}

export interface HeldReelsFigures {
  kind: 'heldReels'
  played: number
  /** Of the win that ends the respins. */
  multiplier: number
  wonMinor: bigint
}

type Figures = FreeGamesFigures | RespinsFigures | HeldReelsFigures

export class FeaturePanel {
  private readonly host = part('feature')
  private readonly ways = part('ways')
  private multiplier = 1
  private readonly hud: Hud
  private readonly texts: Texts

  constructor(hud: Hud, texts: Texts) {
    this.hud = hud
    this.texts = texts
  }

  show(shown: Figures | null): void {
    this.host.hidden = shown === null
    document.body.classList.toggle('in-feature', shown !== null)
    if (shown === null) {
      delete document.body.dataset.feature
      this.host.replaceChildren()
      return
    }
    document.body.dataset.feature = shown.kind
    const note = shown.kind === 'respins' ? [this.note(shown.note)] : []
    this.host.replaceChildren(...this.figuresOf(shown), this.total(shown.wonMinor), ...note)
  }

  /** Updates only the total; everything else is unchanged. */
  setTotal(minor: bigint): void {
    const total = this.host.querySelector<HTMLElement>('[data-test=feature-total]')
    if (total === null) return
    total.dataset.minor = minor.toString()
    write(total, this.hud.printWin(minor))
  }

  /** The total jumps: something has just been added to it. */
  bump(): void {
    const total = this.host.querySelector('[data-test=feature-total]')
    if (total !== null) restart(total, 'feature-bump')
  }

  /** Position of the total in the window, for effects that fly to it. */
  totalCenter(): { x: number; y: number } {
    return centerOf(this.host.querySelector('[data-test=feature-total]') ?? this.host)
  }

  /** Null: the game does not pay by ways, or no board has been shown yet. */
  setWays(ways: number | null): void {
    this.ways.hidden = ways === null
    if (ways === null || this.ways.dataset.ways === String(ways)) return
    this.ways.dataset.ways = String(ways)
    const text = fill(this.texts.waysNow, { count: ways })
    this.ways.replaceChildren(make('b', { text }))
  }

  private figuresOf(shown: Figures): Node[] {
    if (shown.kind === 'freeGames') return this.games(shown)
    return shown.kind === 'respins' ? this.lamps(shown) : this.respins(shown)
  }

  private respins({ played, multiplier }: HeldReelsFigures): Node[] {
    const count = make('b', {
      class: 'amount',
      text: this.hud.printCount(played),
      test: 'feature-played',
    })
    const times = make('b', { class: 'feature-times', text: `×${this.hud.printCount(multiplier)}` })
    return [figure(this.texts.respinsLabel, count), figure(this.texts.multiplier, times)]
  }

  private games({ left, of, multiplier, grows, picture }: FreeGamesFigures): Node[] {
    const count = make('b', {
      class: 'amount',
      text: this.hud.printCount(left),
      test: 'feature-left',
    })
    const whole = make('small', { text: `/${this.hud.printCount(of)}` })
    const figures = [figure(this.texts.gamesLeft, count, whole)]
    const grew = multiplier > this.multiplier
    this.multiplier = multiplier
    if (multiplier > 1 || grows) {
      const text = `×${this.hud.printCount(multiplier)}`
      const times = make('b', {
        class: grew ? 'feature-times feature-grew' : 'feature-times',
        text,
        test: 'feature-multiplier',
      })
      const factor = figure(this.texts.multiplier, times)
      factor.classList.add('feature-multiplier')
      figures.push(factor)
    }
    if (picture !== undefined) {
      const special = figure(this.texts.specialSymbol, picture)
      special.classList.add('feature-picture')
      figures.push(special)
    }
    return figures
  }

  /** A lamp per respin: lit ones are left. */
  private lamps({ left, of, again }: RespinsFigures): Node[] {
    const label = fill(this.texts.respinsLeft, { count: left })
    const row = make('span', { class: again ? 'lamps lamps-again' : 'lamps', label, test: 'lamps' })
    row.setAttribute('role', 'img')
    row.dataset.lit = String(left)
    for (let at = 0; at < of; at++) {
      const lamp = make('i', { class: at < left ? 'lamp lamp-lit' : 'lamp' })
      lamp.style.setProperty('--at', String(at))
      row.append(lamp)
    }
    return [figure(this.texts.respinsLabel, row)]
  }

  private note(text: string): Node {
    return make('p', { class: 'feature-note', text, test: 'feature-note' })
  }

  private total(minor: bigint): Node {
    const amount = make('b', { class: 'amount', test: 'feature-total' })
    amount.dataset.minor = minor.toString()
    write(amount, this.hud.printWin(minor))
    return figure(this.texts.wonSoFar, amount)
  }
}

function figure(label: string, ...value: Node[]): HTMLElement {
  const row = make('span', { class: 'feature-value' }, ...value)
  return make('p', { class: 'feature-figure' }, make('span', { class: 'label', text: label }), row)
}
