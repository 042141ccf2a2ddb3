// Owns the controls of a replay: play and pause, single step, restart, speed; and the recorded
// figures beside them. It presses the client's own buttons with the player's recorded answers and
// must never press another.

import type { ReplayFeed } from '../../../src/admin/rounds/schema.ts'
import type { Hud } from '../page/hud.ts'
import type { Clock } from './clock.ts'
import type { Recorded } from './recorded-socket.ts'
import type { ReplayTexts } from './texts.ts'

/** `waiting`: before a step that is to come; `ended`: nothing more is recorded. */
type Phase = 'ready' | 'playing' | 'paused' | 'waiting' | 'ended'

const SPEEDS = [0.5, 1, 2, 4] as const
/** At normal speed: the time a person needs to see what was asked. */
const DECISION_MS = 1_500

export interface ReplayParts {
  feed: ReplayFeed
  hud: Hud
  clock: Clock
  socket: Recorded
  texts: ReplayTexts
}

export class Controls {
  private readonly parts: ReplayParts
  private readonly playKey: HTMLButtonElement
  private readonly nextKey: HTMLButtonElement
  private readonly againKey: HTMLButtonElement
  private readonly speedKey: HTMLSelectElement
  private readonly says: HTMLElement
  private phase: Phase = 'ready'
  /** Continues by itself at a decision. */
  private isRunning = false
  private speed = 1
  private waiting = 0

  constructor(parts: ReplayParts) {
    const { texts } = parts
    this.parts = parts
    this.playKey = key('play', texts.play, () => this.playOrPause())
    this.playKey.className = 'replay-play'
    this.nextKey = key('next', texts.next, () => this.step(false))
    this.againKey = key('again', texts.again, () => this.again())
    this.speedKey = this.makeSpeed()
    this.says = element('p', 'replay-says')
    this.says.setAttribute('role', 'status')
  }

  /** The client has not started yet. */
  begin(): void {
    const bar = element('section', 'replay-bar')
    bar.setAttribute('aria-label', this.parts.texts.replay)
    const keys = element('div', 'replay-keys')
    keys.append(this.playKey, this.nextKey, this.againKey, this.speedKey)
    bar.append(keys, this.facts(), this.says)
    document.body.append(bar)
    const isKnown = this.parts.feed.balanceBeforeMinor !== null
    document.body.classList.toggle('replay-no-balance', !isKnown)
    // The game gets the height that the bar leaves.
    new ResizeObserver(() => {
      document.body.style.setProperty('--replay-bar', `${bar.offsetHeight}px`)
    }).observe(bar)
    addEventListener('keydown', event => keepFromGame(event, bar), { capture: true })
    new MutationObserver(() => this.look()).observe(document.body, {
      attributeFilter: ['data-state', 'class'],
    })
    this.show()
  }

  private playOrPause(): void {
    if (this.phase === 'playing') {
      this.isRunning = false
      this.parts.clock.setSpeed(0)
      clearTimeout(this.waiting)
      this.enter('paused')
      return
    }
    this.isRunning = true
    this.parts.clock.setSpeed(this.speed)
    if (this.phase === 'paused') this.enter('playing')
    if (this.phase === 'ended') this.again()
    else this.look()
    if (this.phase === 'ready' || this.phase === 'waiting') this.step(true)
  }

  /** Performs the player's next recorded action and plays its result. */
  private step(isRunning: boolean): void {
    const command = this.parts.socket.next()
    if (command === null) return
    this.isRunning = isRunning
    this.parts.clock.setSpeed(this.speed)
    clearTimeout(this.waiting)
    this.enter('playing')
    pressed(command)?.click()
  }

  private again(): void {
    clearTimeout(this.waiting)
    // In the middle of a round the whole page is reloaded.
    if (this.phase !== 'ended' || this.state !== 'idle') location.reload()
    else this.parts.socket.restart()
  }

  private get state(): string | undefined {
    return document.body.dataset.state
  }

  /** Reacts to a new state of the client. */
  private look(): void {
    if (document.body.classList.contains('covered')) return
    const { socket } = this.parts
    const rests = this.state === 'idle' || this.state === 'awaiting'
    if (!rests || this.phase === 'paused') return
    this.showRecord()
    if (socket.answered === 0) {
      this.enter('ready')
      if (this.isRunning) this.step(true)
    } else if (socket.next() === null) this.enter('ended')
    else if (this.state === 'awaiting' && this.isRunning) {
      openGamble()
      clearTimeout(this.waiting)
      this.waiting = setTimeout(() => this.step(true), DECISION_MS / this.speed)
    } else if (this.state === 'awaiting') {
      openGamble()
      this.enter('waiting')
    }
  }

  /** Shows the cost of the recorded round beside the reels, not the price of the next one. */
  private showRecord(): void {
    const { hud, feed } = this.parts
    hud.setStake(BigInt(feed.stakeMinor), feed.currency)
    const balance = this.parts.socket.answered === 0 ? feed.balanceBeforeMinor : null
    if (balance !== null) hud.setBalance(BigInt(balance))
  }

  private enter(phase: Phase): void {
    this.phase = phase
    if (phase === 'ended') this.isRunning = false
    this.show()
  }

  private show(): void {
    const { texts, socket, feed } = this.parts
    document.body.dataset.replay = this.phase
    const isPlaying = this.phase === 'playing'
    this.playKey.textContent = isPlaying ? texts.pause : texts.play
    this.nextKey.disabled = isPlaying || socket.next() === null
    this.againKey.disabled = this.phase === 'ready'
    const at = fill(texts.step, Math.max(1, socket.answered), feed.steps.length)
    const isOpen = feed.steps.at(-1)?.answers.some(isAwaiting) === true
    const end = isOpen ? texts.undecided : texts.ended
    const parts = [this.phase === 'ended' ? end : at, this.remark()]
    this.says.textContent = parts.filter(text => text !== '').join(' · ')
  }

  private remark(): string {
    const { feed, texts } = this.parts
    if (!feed.matches) return texts.differs
    if (feed.shown === 'no') return texts.notShown
    return feed.shown === 'unknown' ? texts.maybeShown : ''
  }

  private facts(): HTMLElement {
    const { feed, hud, texts } = this.parts
    const amount = (minor: string | null) =>
      minor === null ? texts.unknown : hud.print(BigInt(minor), feed.currency)
    const list = element('dl', 'replay-facts')
    list.append(
      fact('stake', texts.recorded, amount(feed.stakeMinor)),
      fact('before', texts.before, amount(feed.balanceBeforeMinor)),
      fact('win', texts.win, amount(feed.winMinor)),
      fact('after', texts.after, amount(feed.balanceAfterMinor)),
    )
    return list
  }

  private makeSpeed(): HTMLSelectElement {
    const select = document.createElement('select')
    select.dataset.test = 'replay-speed'
    select.setAttribute('aria-label', this.parts.texts.speed)
    for (const speed of SPEEDS) {
      select.append(new Option(`${speed}×`, String(speed), speed === 1, speed === 1))
    }
    select.addEventListener('change', () => {
      this.speed = Number(select.value)
      if (this.phase !== 'paused') this.parts.clock.setSpeed(this.speed)
    })
    return select
  }
}

/** The button that the player pressed for the command; the cards of a gamble are opened first. */
function pressed(command: ReplayFeed['steps'][number]['command']): HTMLElement | null {
  const name = { choose: 'choose', gamble: 'gamble' }[command.type as string]
  if (command.type === 'gamble' || command.type === 'collect') openGamble()
  if (command.type === 'collect') return document.querySelector('#decision [data-test=collect]')
  if (name === undefined || !('option' in command)) {
    return document.getElementById('spin')
  }
  return document.querySelector(
    `#decision [data-test="${CSS.escape(`${name}-${command.option}`)}"]`,
  )
}

/** Does nothing if no gamble is offered, or its cards are already open. */
function openGamble(): void {
  document.getElementById('gamble')?.click()
}

function isAwaiting(answer: ReplayFeed['steps'][number]['answers'][number]): boolean {
  return answer.type === 'round' && answer.round.status === 'awaiting'
}

/** The game's keyboard shortcuts are disabled; the controls keep theirs. */
function keepFromGame(event: KeyboardEvent, bar: HTMLElement): void {
  if (event.key !== ' ' && event.key !== 'Enter') return
  if (bar.contains(event.target as Node)) event.stopPropagation()
  else {
    event.stopImmediatePropagation()
    event.preventDefault()
  }
}

function fact(name: string, label: string, text: string): HTMLElement {
  const row = document.createElement('div')
  const term = element('dt', '')
  term.textContent = label
  const value = element('dd', '')
  value.textContent = text
  value.dataset.test = `replay-${name}`
  row.append(term, value)
  return row
}

function key(name: string, text: string, press: () => void): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = text
  button.dataset.test = `replay-${name}`
  button.addEventListener('click', press)
  return button
}

function element(tag: string, className: string): HTMLElement {
  const made = document.createElement(tag)
  if (className !== '') made.className = className
  return made
}

function fill(text: string, number: number, count: number): string {
  return text.replace('{number}', String(number)).replace('{count}', String(count))
}
