// Owns the slim line at the top of the page: time played, the time of day, the net position. It
// shows what it is given; it must never calculate money.

import type { Language } from '../../../src/core/language.ts'
import { make, part } from '../../dom.ts'
import { type PlayRules, printDuration } from './play-rules.ts'
import type { ProfileTexts } from './texts.ts'

/** 24-hour clock: room is short. */
const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

export class StatusLine {
  private readonly played = make('span', { class: 'status-value', test: 'time-played' })
  private readonly clock = make('span', { class: 'status-value', test: 'clock' })
  private readonly net = make('span', { class: 'status-value', test: 'net-position' })
  private readonly timeOfDay: Intl.DateTimeFormat

  constructor(rules: PlayRules, texts: ProfileTexts, language: Language) {
    this.timeOfDay = new Intl.DateTimeFormat(language, CLOCK)
    const { sessionClock, netPosition } = rules
    if (!sessionClock && !netPosition) return
    const parts = [
      ...(sessionClock ? [figure(texts.timePlayed, this.played)] : []),
      ...(netPosition ? [figure(texts.netPosition, this.net)] : []),
      ...(sessionClock ? [this.clock] : []),
    ]
    part('table').prepend(make('div', { class: 'status-line', test: 'status-line' }, ...parts))
    document.body.classList.add('with-status')
  }

  /** @param nowMs the device's clock */
  tick(playedMs: number, nowMs: number): void {
    change(this.played, printDuration(playedMs))
    change(this.clock, this.timeOfDay.format(nowMs))
  }

  setNet(minor: bigint, text: string): void {
    this.net.dataset.minor = minor.toString()
    change(this.net, text)
  }
}

function figure(label: string, value: HTMLElement): HTMLElement {
  return make('span', { class: 'status-figure' }, make('span', { text: label }), value)
}

/** Writing an unchanged text would cost layout and be announced again by screen readers. */
function change(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text
}
