// Owns the bet selector and the keys of the game's other modes on the page. It must never start a
// round; it reports what was asked for.

import type { Language } from '../../src/core/language.ts'
import type { GameView } from '../../src/wire/play.ts'
import { printAmount, printCount, printDecimal } from '../amounts.ts'
import { type BetSelection, type BetStep, priceOf } from './bets.ts'
import { make, part, write } from './dom.ts'
import { onPressAndHold } from './press-and-hold.ts'
import type { Texts } from './texts/shape.ts'
import { fill, spellId } from './texts.ts'

export interface BetPanelEvents {
  changed(): void
  buy(mode: Mode): void
}

type Mode = GameView['modes'][number]

export class BetPanel {
  private readonly bets: BetSelection
  private readonly game: GameView
  private readonly texts: Texts
  private readonly language: Language
  private readonly events: BetPanelEvents
  private ante: Mode | null = null
  private readonly refreshers: (() => void)[] = []
  private locked = true

  constructor(
    game: GameView,
    bets: BetSelection,
    texts: Texts,
    language: Language,
    events: BetPanelEvents,
  ) {
    this.game = game
    this.bets = bets
    this.texts = texts
    this.language = language
    this.events = events
    part('bets').replaceChildren(...bets.steps.map(step => this.stepper(step)))
    this.addFactor()
    part('modes').replaceChildren(...this.modeKeys())
    this.refresh()
  }

  /** The mode of an ordinary press of the spin key. */
  get mode(): Mode {
    return this.ante ?? this.game.modes.find(({ kind }) => kind === 'base') ?? this.game.modes[0]!
  }

  priceMinor(mode: Mode): bigint {
    return priceOf(this.bets.baseStakeMinor, mode.priceBets)
  }

  lock(locked: boolean): void {
    this.locked = locked
    this.refresh()
  }

  refresh(): void {
    for (const refresh of this.refreshers) refresh()
  }

  private stepper(step: BetStep): HTMLElement {
    const term = this.texts[step.term]
    const value = make('output', { class: 'stepper-value', test: `bet-${step.term}` })
    const less = this.stepKey(step, -1, '−', fill(this.texts.less, { term }))
    const more = this.stepKey(step, 1, '+', fill(this.texts.more, { term }))
    this.refreshers.push(() => write(value, this.printStep(step)))
    const label = make('span', { class: 'label', text: term })
    const group = make('div', { class: 'stepper', label: term }, label, less, value, more)
    group.setAttribute('role', 'group')
    return group
  }

  private stepKey(step: BetStep, by: 1 | -1, sign: string, label: string): HTMLButtonElement {
    const test = `${step.term}-${by > 0 ? 'more' : 'less'}`
    const key = make('button', { class: 'step', text: sign, label, test })
    onPressAndHold(key, () => {
      if (!this.bets.move(step, by)) return
      this.refresh()
      this.events.changed()
    })
    this.refreshers.push(() => {
      const last = by > 0 ? step.values.length - 1 : 0
      key.disabled = this.locked || step.index === last
    })
    return key
  }

  private printStep(step: BetStep): string {
    const value = step.values[step.index]!
    const money = step.term === 'coin' || step.term === 'denomination'
    return money ? printAmount(value, this.language) : printCount(value, this.language)
  }

  /**
   * What the chosen step is multiplied by, where that is fixed: the lines, the stake of a level.
   */
  private addFactor(): void {
    const { bets } = this.game
    if (bets.kind === 'denomination') return
    const text =
      bets.kind === 'coin'
        ? `× ${fill(this.texts.lines, { count: bets.lines })}`
        : `× ${printAmount(BigInt(bets.baseStakeMinor), this.language)}`
    part('bets').append(make('p', { class: 'factor', text }))
  }

  private modeKeys(): HTMLElement[] {
    return this.game.modes
      .filter(({ kind }) => kind !== 'base')
      .map(mode => (mode.kind === 'ante' ? this.anteKey(mode) : this.buyKey(mode)))
  }

  private anteKey(mode: Mode): HTMLElement {
    const note = this.anteNote(mode)
    const key = make('button', { class: 'mode mode-ante', test: `mode-${mode.id}` })
    key.title = note
    key.append(
      make('span', { class: 'mode-name', text: this.modeName(mode, this.texts.ante) }),
      make('span', { class: 'mode-note', text: note }),
      make('span', { class: 'switch' }),
    )
    key.addEventListener('click', () => {
      this.ante = this.ante === mode ? null : mode
      this.refresh()
      this.events.changed()
    })
    this.refreshers.push(() => {
      key.disabled = this.locked
      key.setAttribute('aria-pressed', String(this.ante === mode))
    })
    return key
  }

  /** What the ante is for, as far as the game's mechanics say it, and its price. */
  private anteNote({ priceBets }: Mode): string {
    const { anteNote, anteStacksNote, cashWorth } = this.texts
    const price = printDecimal(priceBets, this.language)
    const { mechanics } = this.game
    if (mechanics.includes('free-games')) return fill(anteNote, { price })
    if (mechanics.includes('stacked-wilds')) return fill(anteStacksNote, { price })
    return fill(cashWorth, { count: price })
  }

  private buyKey(mode: Mode): HTMLElement {
    const price = make('span', { class: 'mode-price' })
    const key = make('button', { class: 'mode mode-buy', test: `mode-${mode.id}` })
    key.append(
      make('span', { class: 'mode-name', text: this.modeName(mode, this.texts.buy) }),
      price,
    )
    key.addEventListener('click', () => this.events.buy(mode))
    this.refreshers.push(() => {
      key.disabled = this.locked
      write(price, printAmount(this.priceMinor(mode), this.language))
    })
    return key
  }

  /** Several modes of one kind are told apart by their ids. */
  private modeName(mode: Mode, text: string): string {
    const alike = this.game.modes.filter(({ kind }) => kind === mode.kind).length
    return alike > 1 ? `${text}: ${spellId(mode.id)}` : text
  }
}
