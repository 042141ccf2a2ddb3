// Owns everything around the reels that is plain HTML: amounts, state, notices, banners. It must
// never decide what happens next; it shows what it is given and announces it to assistive
// technology.

import type { Language } from '../../../src/core/language.ts'
import type { GameView } from '../../../src/wire/play-game.ts'
import { printCount, printMoney } from '../../amounts.ts'
import { make, part, write, writeTitle } from '../../dom.ts'
import { cellShape } from '../stage/cell-shape.ts'
import type { Plate } from '../stage/highlights.ts'
import type { Place } from '../stage/stage.ts'
import type { Texts } from '../texts/en.ts'
import { fillIn } from '../texts/fill.ts'
import type { ThemeColors } from '../themes/theme.ts'

export type PageState =
  | 'connecting'
  | 'idle'
  | 'spinning'
  | 'awaiting'
  | 'reconnecting'
  | 'error'
  | 'expired'

const NOTICE_MS = 6_000

export interface Banner {
  title: string
  amountMinor?: bigint
  note?: string
  /** A symbol to present. */
  picture?: HTMLCanvasElement
  /** Larger for larger moments. */
  size?: 'plain' | 'big' | 'epic'
  /** In the upper part of the reels, without shade: something is shown below it. */
  isHigh?: boolean
  /** It grows out of this point of the window. */
  from?: { x: number; y: number } | undefined
}

export class Hud {
  language: Language
  private texts: Texts
  /** Currency of the session. */
  currency = ''
  /** Unit of amounts that are not in a currency; null: the currency. */
  unit: string | null = null
  /** Currency of the round that is shown and of its wins. */
  roundCurrency = ''
  /** The multiplier's badge is shown at 1, too. */
  alwaysShowsMultiplier = false
  private freePlay = false
  private mayBegin = true
  private autoplayLeft: number | null = null
  private noticeTimer = 0
  private noticeStays = false
  private isElsewhere = false

  constructor(texts: Texts, language: Language) {
    this.texts = texts
    this.language = language
    this.translate(texts, language)
  }

  translate(texts: Texts, language: Language): void {
    this.texts = texts
    this.language = language
    fillIn(language)
    document.documentElement.lang = language
    for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
      element.textContent = this.named(element.dataset.text!)
    }
    for (const element of document.querySelectorAll<HTMLElement>('[data-label]')) {
      element.setAttribute('aria-label', this.named(element.dataset.label!))
      element.title = this.named(element.dataset.label!)
    }
    this.setElsewhere(this.isElsewhere)
  }

  /** Sets the page's title, logo and colours for a game. */
  dress(name: string, currency: string, colors: ThemeColors): void {
    this.currency = currency
    document.title = name
    // A logo picture on the page already contains the name.
    if (part('logo').querySelector('img') === null) part('logo').textContent = name
    const { style } = document.documentElement
    for (const [key, value] of Object.entries(colors)) {
      style.setProperty(`--${key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`, value)
    }
  }

  /** Lets the portrait layout give the reels the height they can use. */
  setBoardRatio(game: GameView): void {
    const { columns, rows } = game.layout
    const ratio = String((rows / columns) * cellShape(game, true).tallest)
    document.documentElement.style.setProperty('--board-ratio', ratio)
  }

  get state(): PageState {
    return document.body.dataset.state as PageState
  }

  /**
   * @param pressable a press of the spin button has an effect
   * @param mayBegin whether a round may begin; false: a press collects and starts nothing
   */
  setState(state: PageState, pressable = true, mayBegin = true): void {
    document.body.dataset.state = state
    this.mayBegin = mayBegin
    const spin = part<HTMLButtonElement>('spin')
    const atWork = state === 'idle' || state === 'spinning' || state === 'awaiting'
    spin.disabled = !(atWork && pressable)
    this.nameSpin()
  }

  /** Shows the rounds that autoplay has left on the spin button; null: autoplay is off. */
  setAutoplay(left: number | null): void {
    this.autoplayLeft = left
    document.body.classList.toggle('auto-play', left !== null)
    part('auto-left').textContent = left === null ? '' : this.printCount(left)
    this.nameSpin()
  }

  /** Labels the spin button with what a press does now. */
  private nameSpin(): void {
    const spin = part<HTMLButtonElement>('spin')
    const { texts, state, autoplayLeft } = this
    const begin = this.freePlay ? texts.freeSpin : texts.spin
    const isOffered = document.body.classList.contains('gamble-offered')
    const take = isOffered && this.mayBegin ? texts.collectAndSpin : texts.collect
    const ordinary =
      state === 'awaiting' ? take : state === 'spinning' && !spin.disabled ? texts.skip : begin
    const label = autoplayLeft === null ? ordinary : texts.autoplayStop
    spin.setAttribute('aria-label', label)
    spin.title = label
  }

  /** Free spins of the operator instead of paid play: bet and extras are hidden. */
  setFreePlay(on: boolean): void {
    this.freePlay = on
    document.body.classList.toggle('free-play', on)
  }

  /** The casino has paused new rounds. */
  setHeld(on: boolean): void {
    part('held').hidden = !on
  }

  /**
   * The session is open on another page, too. The element always exists, so that screen readers
   * announce its changes.
   */
  setElsewhere(on: boolean): void {
    this.isElsewhere = on
    document.body.classList.toggle('with-elsewhere', on)
    part('elsewhere').textContent = on ? this.texts.elsewhere : ''
  }

  setBalance(minor: bigint): void {
    this.setAmount('balance', minor, this.print(minor))
  }

  /**
   * @param currency of the round that is shown; a round of another session may have another
   * currency
   */
  setStake(minor: bigint, currency: string = this.currency): void {
    this.setAmount('stake', minor, this.print(minor, currency))
  }

  setWin(minor: bigint): void {
    this.setAmount('win', minor, this.printWin(minor))
    part('win-box').classList.toggle('win-any', minor > 0n)
  }

  print(minor: bigint, currency: string = this.currency): string {
    return printMoney(minor, this.unit ?? currency, this.language)
  }

  /** Prints an amount of the round that is shown. */
  printWin(minor: bigint): string {
    return this.print(minor, this.roundCurrency || this.currency)
  }

  printCount(count: number): string {
    return printCount(count, this.language)
  }

  /**
   * A message, shown for some seconds or, if it stays, until the next round starts.
   * @param code identifies the message to tests and support
   */
  notice(text: string, code = '', stays = false): void {
    const box = part('notice')
    box.textContent = text
    box.dataset.code = code
    box.hidden = false
    clearTimeout(this.noticeTimer)
    this.noticeStays = stays
    if (!stays) this.noticeTimer = window.setTimeout(() => this.clearNotice(), NOTICE_MS)
  }

  /** Code needed by a press could not be loaded; the next press tries again. */
  notLoaded(error: unknown): void {
    console.error(error)
    this.notice(this.texts.reconnecting, 'NOT_LOADED')
  }

  /** What a step of a round does: a message that stays is left. */
  clearPassingNotice(): void {
    if (!this.noticeStays) this.clearNotice()
  }

  clearNotice(): void {
    clearTimeout(this.noticeTimer)
    part('notice').hidden = true
    this.noticeStays = false
  }

  /** Covers the game with the loading screen: connecting, or the end of this page. */
  setLoadingScreen(text: string | null, button?: { text: string; press: () => void }): void {
    document.body.classList.toggle('covered', text !== null)
    part('loading-text').textContent = text ?? ''
    const key = part<HTMLButtonElement>('loading-button')
    key.hidden = button === undefined
    key.textContent = button?.text ?? ''
    key.onclick = button === undefined ? null : () => button.press()
    part('table').inert = text !== null
  }

  showBanner(banner: Banner): void {
    const box = part('banner')
    box.className = `banner banner-${banner.size ?? 'plain'}`
    box.classList.toggle('banner-high', banner.isHigh === true)
    writeTitle(part('banner-title'), banner.title)
    this.setBannerAmount(banner.amountMinor)
    part('banner-note').textContent = banner.note ?? ''
    part('banner-picture').replaceChildren(
      ...(banner.picture === undefined ? [] : [banner.picture]),
    )
    box.hidden = false
    growFrom(box, banner.from)
    this.speak([banner.title, banner.note ?? ''].join(' '))
  }

  setBannerAmount(minor: bigint | undefined): void {
    part('banner-amount').textContent = minor === undefined ? '' : this.printWin(minor)
  }

  hideBanner(): void {
    part('banner').hidden = true
  }

  /**
   * The badge of a growing multiplier; it jumps when it grows and is hidden at 1, unless the game
   * always shows it.
   */
  setMultiplier(multiplier: number): void {
    const badge = part('multiplier')
    const isShown = multiplier > 1 || this.alwaysShowsMultiplier
    const text = isShown ? `×${printCount(multiplier, this.language)}` : ''
    if (badge.textContent === text) return
    badge.hidden = text === ''
    badge.replaceChildren(make('b', { text }))
  }

  /** The amount of a win beside its symbols; null: none. */
  showPlate(plate: Plate | null): void {
    const host = part('win-plate')
    host.hidden = plate === null
    if (plate === null) return
    part('win-plate-amount').textContent = plate.text
    part('win-plate-caption').textContent = plate.caption
    host.style.setProperty('--plate-x', `${plate.x}px`)
    host.style.setProperty('--plate-y', `${plate.y}px`)
    host.style.setProperty('--plate-half', `${host.offsetWidth / 2}px`)
  }

  /** Gives the style sheet the position of the reels within their area. */
  placeBoard(reels: Place, room: Place): void {
    const { style } = part('board')
    style.setProperty('--reels-left', `${reels.x - room.x}px`)
    style.setProperty('--reels-top', `${reels.y - room.y}px`)
    style.setProperty('--reels-width', `${reels.width}px`)
    style.setProperty('--reels-height', `${reels.height}px`)
    // Room in the window over the reels, and to their right.
    style.setProperty('--reels-above', `${reels.y}px`)
    style.setProperty('--reels-beside', `${innerWidth - reels.x - reels.width}px`)
  }

  speak(text: string): void {
    part('spoken').textContent = text
  }

  private setAmount(id: string, minor: bigint, text: string): void {
    const output = part(id)
    output.dataset.minor = minor.toString()
    write(output, text)
    const both = part('balance').textContent.length + part('stake').textContent.length
    part('money').style.setProperty('--both', String(both))
  }

  private named(name: string): string {
    const text = this.texts[name as keyof Texts]
    return typeof text === 'string' ? text : ''
  }
}

/** The style sheet moves it from there to its place. */
function growFrom(box: HTMLElement, from: Banner['from']): void {
  if (from === undefined) return
  const { offsetParent, offsetWidth, offsetHeight } = box
  const at = offsetParent?.getBoundingClientRect() ?? { left: 0, top: 0 }
  box.style.setProperty('--from-x', `${from.x - at.left - offsetWidth / 2}px`)
  box.style.setProperty('--from-y', `${from.y - at.top - offsetHeight / 2}px`)
  box.classList.add('banner-grows')
}
