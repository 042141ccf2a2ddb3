// Owns the sheet in which a player sets up autoplay: the number of rounds, and what stops it
// earlier. It must never start autoplay without a press of its start button.

import { make } from '../../dom.ts'
import type { StartButtons } from '../bet/start-buttons.ts'
import { openSheet } from '../page/sheet.ts'
import type { Texts } from '../texts/en.ts'
import {
  AUTOPLAY_ROUNDS,
  type AutoplayPlan,
  FIRST_LOSS_PRICES,
  FIRST_ROUNDS,
  LOSS_LIMIT_PRICES,
  SINGLE_WIN_PRICES,
} from './rules.ts'

export interface AutoplaySheetContent {
  texts: Texts
  /** False: the game has no feature to stop at. */
  hasFeature: boolean
  /** What one round costs now. */
  priceMinor: bigint
  print(minor: bigint): string
  onStart(plan: AutoplayPlan): void
  startButtons: StartButtons
}

interface Option<T> {
  value: T
  text: string
}

export function openAutoplaySheet(content: AutoplaySheetContent): void {
  const { texts, hasFeature, priceMinor, print, onStart, startButtons } = content
  const amounts = (prices: readonly number[]) =>
    prices.map(times => {
      const minor = priceMinor * BigInt(times)
      return { value: minor as bigint | null, text: print(minor) }
    })
  const counts = AUTOPLAY_ROUNDS.map(value => ({ value: value as number, text: String(value) }))
  const rounds = choiceRow('rounds', texts.autoplayRounds, counts, FIRST_ROUNDS)
  const losses = amounts(LOSS_LIMIT_PRICES)
  const loss = choiceRow(
    'loss',
    texts.autoplayLossLimit,
    losses,
    priceMinor * BigInt(FIRST_LOSS_PRICES),
  )
  const noWin = { value: null, text: texts.noLimit }
  const win = choiceRow('win', texts.autoplayWinLimit, [noWin, ...amounts(SINGLE_WIN_PRICES)], null)
  const feature = switchKey(texts.autoplayStopFeature)
  const start = make('button', {
    class: 'auto-start',
    text: texts.autoplayStart,
    test: 'auto-start',
    onClick: () => {
      close()
      onStart({
        rounds: rounds.chosen(),
        lossLimitMinor: loss.chosen()!,
        winLimitMinor: win.chosen(),
        stopsAtFeature: hasFeature && feature.isOn(),
      })
    },
  })
  const close = openSheet(
    'auto-sheet',
    texts.autoplay,
    texts.close,
    rounds.element,
    loss.element,
    win.element,
    ...(hasFeature ? [feature.element] : []),
    make('div', { class: 'sheet-foot' }, start),
  )
  startButtons.add(start)
}

/** One choice of several, as buttons side by side. */
function choiceRow<T>(name: string, text: string, options: readonly Option<T>[], first: T) {
  let chosen = first
  const keys = options.map(({ value, text }) => {
    const test = `auto-${name}-${value === null ? 'none' : value}`
    const key = make('button', { class: 'chip', text, test })
    key.addEventListener('click', () => {
      chosen = value
      show()
    })
    return { key, value }
  })
  const show = () => {
    for (const { key, value } of keys) key.setAttribute('aria-pressed', String(value === chosen))
  }
  show()
  const row = make('div', { class: 'chips' }, ...keys.map(({ key }) => key))
  row.setAttribute('role', 'group')
  row.setAttribute('aria-label', text)
  const element = make('section', { class: 'auto-row' }, make('h3', { text }), row)
  return { element, chosen: () => chosen }
}

function switchKey(text: string) {
  const element = make('button', { class: 'auto-switch', test: 'auto-feature' })
  element.append(make('span', { text }), make('span', { class: 'switch' }))
  element.setAttribute('aria-pressed', 'true')
  const isOn = () => element.getAttribute('aria-pressed') === 'true'
  element.addEventListener('click', () => element.setAttribute('aria-pressed', String(!isOn())))
  return { element, isOn }
}
