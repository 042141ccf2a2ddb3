// Owns the decisions inside a round: a choice of the game at once, the gamble behind its button. It
// must never answer by itself, nor have the card before the platform reveals it.

import type { Decision } from '../../../src/games/engine/contract.ts'
import { icon, make, part, testNote } from '../../dom.ts'
import type { Texts } from '../texts/en.ts'
import { fill, spellId } from '../texts/fill.ts'
import { freeGamesOf } from './game-facts.ts'

const SUIT_PATHS: Readonly<Record<string, string>> = {
  hearts:
    'M12 21C5 15 2 11.500 2 7.800 2 5 4.200 3 6.800 3c2.100 0 4 1.200 5.200 3.300C13.200 4.200 ' +
    '15.100 3 17.200 3 19.800 3 22 5 22 7.800 22 11.500 19 15 12 21z',
  diamonds: 'M12 2l7.500 10L12 22 4.500 12z',
  clubs:
    'M12 2.500a4.300 4.300 0 0 0-3.700 6.500A4.400 4.400 0 1 0 11.200 15c-.2 2.600-1 4.500-2.700 ' +
    '6h7c-1.700-1.500-2.500-3.400-2.700-6a4.400 4.400 0 1 0 2.900-6A4.300 4.300 0 0 0 12 2.500z',
  spades:
    'M12 2c3 5 9 7.500 9 12a4.300 4.300 0 0 1-8 2.200c.2 2.100.9 3.500 2.400 ' +
    '4.800H8.600c1.500-1.300 2.200-2.700 2.400-4.800A4.300 4.300 0 0 1 3 14C3 9.500 9 7 12 2z',
}
const RED = new Set(['red', 'hearts', 'diamonds'])
const COLLECT = 'collect'
/** An impatient player taps three times a second. */
const GUARD_MS = 450

/** Pictures for the options of a choice, in their order. */
export interface Moods {
  names: readonly string[]
  /** An element for one place; null until it has arrived. */
  picture(name: string): HTMLImageElement | null
}

export class DecisionPanel {
  private readonly host = part('decision')
  private readonly texts: Texts
  private readonly moods: Moods
  private readonly gambleKey = part<HTMLButtonElement>('gamble')
  /** The player has opened the gamble cards. */
  onOpen: () => void = () => {}
  private answer: ((option: string) => void) | null = null
  /** Opens the gamble while it is offered and not yet opened. */
  private openOffer: (() => void) | null = null
  private locked = false

  constructor(texts: Texts, moods: Moods = { names: [], picture: () => null }) {
    this.texts = texts
    this.moods = moods
    this.gambleKey.onclick = () => this.openOffer?.()
  }

  /** A gamble is offered beside the spin button; pressing spin collects the win. */
  get offers(): boolean {
    return this.openOffer !== null
  }

  /**
   * Asks and resolves with one of the offered options, or "collect" for a gamble. A choice is asked
   * at once; a gamble waits behind its button, unless the player is already at the cards.
   */
  ask(decision: Decision, winText: string): Promise<string> {
    if (decision.kind === 'choice') {
      this.present('choice', this.choice(decision.options))
      this.hangPictures()
    } else if (this.isAtCards()) this.present('gamble', this.gamble(decision, winText))
    else {
      this.setOffer(() => {
        this.setOffer(null)
        this.present('gamble', this.gamble(decision, winText))
        this.showKeys()
        this.onOpen()
      })
    }
    return new Promise(resolve => {
      this.answer = resolve
      this.showKeys()
    })
  }

  /** A tap that was meant for what came before answers nothing. */
  private guard(): void {
    for (const { classList } of this.host.querySelectorAll('.choices, .guesses, .collect')) {
      classList.add('guarded')
      setTimeout(() => classList.remove('guarded'), GUARD_MS)
    }
  }

  /** An answer could not be sent now. */
  lock(locked: boolean): void {
    this.locked = locked
    this.gambleKey.disabled = locked
    this.showKeys()
  }

  private showKeys(): void {
    const isOff = this.locked || this.answer === null
    for (const key of this.host.querySelectorAll('button')) key.disabled = isOff
  }

  /** Collects the win, whether the gamble is offered or open. */
  collect(): void {
    if (this.offers || this.isAtCards()) this.give(COLLECT)
  }

  private isAtCards(): boolean {
    return !this.host.hidden && this.host.classList.contains('decision-gamble')
  }

  private setOffer(open: (() => void) | null): void {
    this.openOffer = open
    this.gambleKey.hidden = open === null
    document.body.classList.toggle('gamble-offered', open !== null)
  }

  private present(kind: 'choice' | 'gamble', content: readonly Node[]): void {
    this.host.className = `decision decision-${kind}`
    this.host.setAttribute('aria-label', content[0]?.textContent ?? '')
    this.host.replaceChildren(...content)
    this.host.hidden = false
    this.guard()
    // Not to a key: Enter held too long, or pressed twice, answers nothing.
    this.host.querySelector<HTMLElement>('[tabindex]')?.focus()
  }

  /** Turns the card; the panel stays until the next question or until it is closed. */
  async reveal(card: string, won: boolean, durationMs: number): Promise<void> {
    if (this.host.querySelector('.card') === null) {
      this.host.className = 'decision decision-gamble'
      this.host.replaceChildren(this.cardBack(), make('p', { class: 'gamble-hint' }))
      this.host.hidden = false
    }
    const slot = this.host.querySelector('.card')
    slot?.querySelector('.card-face')?.replaceChildren(...this.face(card))
    const [, suit = ''] = card.split('-of-')
    slot?.classList.toggle('card-red', RED.has(suit))
    slot?.classList.add('card-open', won ? 'card-won' : 'card-lost')
    const hint = this.host.querySelector('.gamble-hint')
    if (hint !== null) hint.textContent = won ? this.texts.gambleWon : this.texts.gambleLost
    await pass(durationMs)
  }

  /** Puts the pictures of an open choice into its cards; called again when they have arrived. */
  hangPictures(): void {
    for (const scene of this.host.querySelectorAll<HTMLElement>('.choice-scene:not(:has(img))')) {
      const picture = this.moods.picture(scene.dataset.mood ?? '')
      if (picture !== null) scene.prepend(picture)
    }
  }

  /**
   * Highlights the chosen option briefly, then closes for the result. A picture opens until it
   * fills the window, and fades.
   * @param opened the picture fills the window: what is behind it may change
   */
  async confirm(option: string, durationMs: number, opened = () => {}): Promise<void> {
    const taken = this.host.querySelector<HTMLElement>(`[data-test="choose-${CSS.escape(option)}"]`)
    if (taken === null) return
    this.host.style.setProperty('--opens-ms', `${durationMs * 0.6}ms`)
    this.host.classList.add('decision-taken')
    taken.classList.add('choice-taken')
    if (taken.querySelector('img') !== null) taken.style.transform = coverWindow(taken)
    await pass(durationMs * 0.62)
    opened()
    this.host.classList.add('decision-gone')
    await pass(durationMs * 0.38)
    this.close()
  }

  close(): void {
    this.answer = null
    this.setOffer(null)
    this.host.hidden = true
    this.host.replaceChildren()
  }

  private give(option: string): void {
    const answer = this.answer
    if (answer === null) return
    this.answer = null
    this.setOffer(null)
    this.showKeys()
    answer(option)
  }

  private gamble(
    { options, stepsLeft }: Extract<Decision, { kind: 'gamble' }>,
    winText: string,
  ): Node[] {
    const guesses = options.filter(option => option !== COLLECT)
    const colors = guesses.filter(option => SUIT_PATHS[option] === undefined)
    const suits = guesses.filter(option => SUIT_PATHS[option] !== undefined)
    const row = (names: readonly string[], kind: string) =>
      make('div', { class: `guesses ${kind}` }, ...names.map(name => this.guessKey(name)))
    const take = make('button', {
      class: 'collect',
      text: `${this.texts.collect} ${winText}`,
      test: 'collect',
      onClick: () => this.give(COLLECT),
    })
    const steps = fill(this.texts.gambleSteps, { count: stepsLeft })
    const hint = make('p', { class: 'gamble-hint', text: this.texts.gambleAsk })
    hint.tabIndex = -1
    return [
      make('h2', { class: 'decision-title', text: this.texts.gamble }),
      hint,
      this.cardBack(),
      row(colors, 'guesses-color'),
      row(suits, 'guesses-suit'),
      take,
      make('p', { class: 'gamble-steps', text: steps }),
      testNote(),
    ]
  }

  private guessKey(option: string): HTMLElement {
    const label = this.optionText(option)
    const kind = RED.has(option) ? 'guess-red' : 'guess-black'
    const key = make('button', { class: `guess ${kind}`, label, test: `gamble-${option}` })
    const suit = SUIT_PATHS[option]
    if (suit === undefined) key.append(make('span', { text: label }), times('2'))
    else key.append(icon(suit, 'suit'), times('4'))
    key.addEventListener('click', () => this.give(option))
    return key
  }

  private cardBack(): HTMLElement {
    const back = make('div', { class: 'card-back' })
    return make(
      'div',
      { class: 'card' },
      make('div', { class: 'card-turn' }, back, make('div', { class: 'card-face' })),
    )
  }

  /** "queen-of-hearts" as rank and suit. */
  private face(card: string): Node[] {
    const [rank = '', suit = ''] = card.split('-of-')
    const short = /^\d+$/.test(rank) ? rank : rank.charAt(0).toUpperCase()
    const path = SUIT_PATHS[suit] ?? SUIT_PATHS.spades!
    return [
      make('span', { class: 'card-rank', text: short, label: spellId(card) }),
      icon(path, 'suit card-corner'),
      icon(path, 'suit card-middle'),
    ]
  }

  private choice(options: readonly string[]): Node[] {
    const keys = options.map((option, index) => this.choiceKey(option, this.moods.names[index]))
    const choices = make('div', { class: 'choices' }, ...keys)
    choices.classList.toggle('choices-moods', this.moods.names.length > 0)
    choices.tabIndex = -1
    choices.addEventListener('keydown', event => walk(keys, event))
    const ofGames = options.every(option => freeGamesOf(option) !== null)
    const title = ofGames ? this.texts.chooseFreeGames : this.texts.choose
    return [make('h2', { class: 'decision-title', text: title }), choices, testNote()]
  }

  /** An option that names no free games is shown unchanged. */
  private choiceKey(option: string, mood: string | undefined): HTMLButtonElement {
    const games = freeGamesOf(option)
    const onClick = () => this.give(option)
    const test = `choose-${option}`
    if (games === null) {
      return make('button', { class: 'choice', text: this.optionText(option), test, onClick })
    }
    const label = fill(this.texts.freeGamesOption, games)
    return make(
      'button',
      { class: mood === undefined ? 'choice' : 'choice choice-mood', label, test, onClick },
      ...(mood === undefined ? [] : [this.scene(mood)]),
      make('b', { class: 'choice-count', text: String(games.count) }),
      make('span', { class: 'choice-name', text: this.texts.freeGames }),
      make('span', { class: 'choice-times', text: `×${games.multiplier}` }),
      make('span', { class: 'choice-name', text: this.texts.allWins }),
    )
  }

  /** The picture of a mood and the light that moves over it. */
  private scene(mood: string): HTMLElement {
    const scene = make('span', { class: 'choice-scene' }, make('i', { class: 'choice-light' }))
    scene.dataset.mood = mood
    return scene
  }

  private optionText(option: string): string {
    const named = this.texts as unknown as Readonly<Record<string, unknown>>
    const text = named[option]
    return typeof text === 'string' ? text : spellId(option)
  }
}

const pass = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** From its place to the middle of the window, as large as the window. */
function coverWindow(element: HTMLElement): string {
  const { left, top, width, height } = element.getBoundingClientRect()
  const scale = 1.04 * Math.max(innerWidth / width, innerHeight / height)
  const [x, y] = [innerWidth / 2 - left - width / 2, innerHeight / 2 - top - height / 2]
  return `translate(${x}px, ${y}px) scale(${scale})`
}

/** Arrow keys move from card to card; Tab and Enter work as usual. */
function walk(keys: readonly HTMLElement[], event: KeyboardEvent): void {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (by === undefined) return
  const at = keys.indexOf(document.activeElement as HTMLElement)
  keys[(at + by + keys.length) % keys.length]?.focus()
  event.preventDefault()
}

function times(factor: string): HTMLElement {
  return make('span', { class: 'guess-times', text: `×${factor}` })
}
