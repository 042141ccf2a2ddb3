// Owns the bet selector and the buttons of the game's other modes. It must never start a round; it
// reports what was requested.

import type { Language } from '../../../src/core/language.ts'
import type { GameView } from '../../../src/wire/play-game.ts'
import { printDecimal, printMoney } from '../../amounts.ts'
import { make, part, write } from '../../dom.ts'
import type { Texts } from '../texts/en.ts'
import { fill, spellId } from '../texts/fill.ts'
import { type BetSelection, describeTerms, priceOf, printTerms } from './bet-selection.ts'

export interface BetPanelEvents {
  changed(): void
  buy(mode: Mode): void
  /** Code needed by a press could not be loaded. */
  notLoaded(error: unknown): void
}

type Mode = GameView['modes'][number]

export class BetPanel {
  private readonly bets: BetSelection
  private readonly game: GameView
  private readonly texts: Texts
  private readonly language: Language
  private readonly currency: string
  private readonly events: BetPanelEvents
  private ante: Mode | null = null
  private readonly refreshers: (() => void)[] = []
  private locked = true

  constructor(
    game: GameView,
    bets: BetSelection,
    texts: Texts,
    language: Language,
    currency: string,
    events: BetPanelEvents,
  ) {
    this.game = game
    this.bets = bets
    this.texts = texts
    this.language = language
    this.currency = currency
    this.events = events
    part('bets').replaceChildren(this.stepper())
    part('modes').replaceChildren(...this.modeKeys())
    this.refresh()
  }

  /** The mode of a normal press of the spin button. */
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

  /** The stake, with one step down and one up, and a list of all stakes when it is pressed. */
  private stepper(): HTMLElement {
    const { texts } = this
    const less = this.stepKey(-1, '−', texts.less)
    const more = this.stepKey(1, '+', texts.more)
    const group = make('div', { class: 'stepper' }, less, this.valueKey(), more)
    group.setAttribute('role', 'group')
    group.setAttribute('aria-label', texts.stake)
    return group
  }

  private valueKey(): HTMLElement {
    const amount = make('output', { class: 'stepper-amount', test: 'bet' })
    const terms = make('small', { class: 'stepper-terms', test: 'bet-terms' })
    const key = make('button', { class: 'stepper-value', test: 'bet-open' }, amount, terms)
    key.setAttribute('aria-haspopup', 'dialog')
    key.addEventListener('click', () => {
      this.openSheet().catch(this.events.notLoaded)
    })
    const meaning = describeTerms(this.game.bets, this.texts)
    this.refreshers.push(() => {
      const { chosen } = this.bets
      key.disabled = this.locked
      amount.dataset.minor = String(chosen.baseStakeMinor)
      write(amount, printMoney(chosen.baseStakeMinor, this.currency, this.language))
      write(terms, printTerms(chosen, this.currency, this.language))
      key.title = `${this.texts.chooseBet} · ${meaning}`
    })
    return key
  }

  private async openSheet(): Promise<void> {
    const { openBetSheet } = await import('./bet-sheet.ts')
    if (this.locked) return
    const { bets, texts, language, currency } = this
    const onChoose = (choice: BetSelection['chosen']) => {
      bets.choose(choice)
      this.refresh()
      this.events.changed()
    }
    openBetSheet({ bets, view: this.game.bets, texts, language, currency, onChoose })
  }

  private stepKey(by: 1 | -1, sign: string, text: string): HTMLButtonElement {
    const test = by > 0 ? 'bet-more' : 'bet-less'
    const label = fill(text, { term: this.texts.stake })
    const key = make('button', { class: 'step', text: sign, label, test })
    onPressAndHold(key, () => {
      if (!this.bets.move(by)) return
      this.refresh()
      this.events.changed()
    })
    this.refreshers.push(() => {
      key.disabled = this.locked || !this.bets.canMove(by)
    })
    return key
  }

  private modeKeys(): HTMLElement[] {
    return this.game.modes
      .filter(({ kind }) => kind !== 'base')
      .map(mode => (mode.kind === 'ante' ? this.anteKey(mode) : this.buyKey(mode)))
  }

  private anteKey(mode: Mode): HTMLElement {
    const note = this.anteNote(mode)
    const more = make('span', { class: 'mode-more' })
    const key = make('button', { class: 'mode mode-ante', test: `mode-${mode.id}` })
    key.title = note
    key.append(
      make('span', { class: 'mode-name', text: this.modeName(mode, this.texts.ante) }),
      make('span', { class: 'mode-note', text: note }),
      more,
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
      const moreMinor = this.priceMinor(mode) - this.bets.chosen.baseStakeMinor
      write(more, `+${printMoney(moreMinor, this.currency, this.language)}`)
    })
    return key
  }

  /** What the ante bet buys, as far as the game's mechanics describe it, and its price. */
  private anteNote({ priceBets }: Mode): string {
    const { anteNote, anteStacksNote, cashWorth } = this.texts
    const price = printDecimal(priceBets, this.language)
    const { mechanics } = this.game
    if (mechanics.includes('stacked-wilds')) return fill(anteStacksNote, { price })
    if (mechanics.includes('free-games')) return fill(anteNote, { price })
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
      write(price, printMoney(this.priceMinor(mode), this.currency, this.language))
    })
    return key
  }

  /** Several modes of one kind are distinguished by their ids. */
  private modeName(mode: Mode, text: string): string {
    const alike = this.game.modes.filter(({ kind }) => kind === mode.kind).length
    return alike > 1 ? `${text}: ${spellId(mode.id)}` : text
  }
}

const HOLD_MS = 420
const REPEAT_MS = 110

/** Bet ladders have thirty steps and more: holding moves along them. */
function onPressAndHold(key: HTMLButtonElement, act: () => void): void {
  let timer = 0
  let walked = false
  const walk = () => {
    if (key.disabled) return
    walked = true
    act()
    timer = window.setTimeout(walk, REPEAT_MS)
  }
  const stop = () => clearTimeout(timer)
  key.addEventListener('pointerdown', () => {
    stop()
    walked = false
    timer = window.setTimeout(walk, HOLD_MS)
  })
  for (const end of ['pointerup', 'pointerleave', 'pointercancel']) key.addEventListener(end, stop)
  key.addEventListener('click', event => {
    // The click that ends a hold is not another step; a click by keyboard has no pointer event
    // before it.
    if (!walked || event.detail === 0) act()
    walked = false
  })
  // Holding a finger on the button must not open the browser's context menu.
  key.addEventListener('contextmenu', event => event.preventDefault())
}
