// Owns the info sheet: what symbols pay at the current bet, the lines, the ways to play, the
// limits of a win. It must never state a figure that is not in the platform's description of the
// game.

import type { Language } from '../../src/core/language.ts'
import { unitsToMinor } from '../../src/core/money.ts'
import type { GameView } from '../../src/wire/play.ts'
import { printAmount, printCount } from '../amounts.ts'
import { priceOf } from './bets.ts'
import { make, part } from './dom.ts'
import { fill, spellId, type Texts } from './texts.ts'

export interface PaytableContent {
  game: GameView
  texts: Texts
  language: Language
  currency: string
  baseStakeMinor: bigint
  picture(symbol: number): HTMLCanvasElement
}

type Mode = GameView['modes'][number]

/** Fills and opens the sheet. */
export function openPaytable(content: PaytableContent): void {
  const { game, texts, language } = content
  const sheet = part<HTMLDialogElement>('paytable')
  const close = () => sheet.close()
  sheet.replaceChildren(
    make(
      'header',
      { class: 'sheet-head' },
      make('h2', { text: `${game.name} · ${texts.paytable}` }),
      make('button', { class: 'sheet-close', text: '×', label: texts.close, onClick: close }),
    ),
    make('p', { class: 'sheet-test', text: texts.testNotice }),
    make('h3', { text: texts.symbols }),
    make('div', { class: 'pays' }, ...game.symbols.map((_, index) => symbolCard(content, index))),
    ...linesPart(content),
    make('h3', { text: texts.modes }),
    make('ul', { class: 'mode-list' }, ...game.modes.map(mode => modeRow(content, mode))),
    make('h3', { text: texts.maxWin }),
    make('p', {
      text: fill(texts.maxWinNote, { count: printCount(game.maxWinBets, language) }),
    }),
    make('p', { class: 'sheet-version', text: `${game.id} · ${game.version}` }),
  )
  sheet.onclick = event => {
    if (event.target === sheet) close()
  }
  sheet.showModal()
  sheet.scrollTop = 0
}

function symbolCard(content: PaytableContent, index: number): HTMLElement {
  const { game, texts, language, baseStakeMinor } = content
  const { id, role, pays } = game.symbols[index]!
  const orMore = game.lines.length === 0
  const rows = [...pays]
    .sort(([a], [b]) => b - a)
    .map(([count, winUnits], position, all) => {
      const amount = unitsToMinor(winUnits, baseStakeMinor, game.unitsPerBet)
      return make(
        'li',
        {},
        make('b', { text: countText(count, all[position - 1]?.[0] ?? null, orMore) }),
        make('span', { text: printAmount(amount, language) }),
      )
    })
  const name = role === 'regular' ? '' : texts[role]
  const picture = content.picture(index)
  picture.removeAttribute('style')
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', spellId(id))
  return make(
    'figure',
    { class: `pay pay-${role}` },
    picture,
    make('ul', {}, ...rows),
    make('figcaption', { text: name }),
  )
}

/** "8–9" where the next larger count is 10, "5" where it is 6, "12+" where the end is open. */
function countText(count: number, larger: number | null, orMore: boolean): string {
  if (larger === null) return orMore ? `${count}+` : `${count}`
  return larger - count > 1 ? `${count}–${larger - 1}` : `${count}`
}

function linesPart({ game, texts }: PaytableContent): HTMLElement[] {
  if (game.lines.length === 0) return [make('p', { text: texts.paysAnywhere })]
  const count = game.lines.length
  const pictures = game.lines.map((line, index) => linePicture(game, line, index + 1))
  return [
    make('h3', { text: fill(texts.lines, { count }) }),
    make('p', { text: fill(texts.paysOnLines, { count }) }),
    make('div', { class: 'line-list' }, ...pictures),
  ]
}

function linePicture(game: GameView, line: readonly number[], number: number): HTMLElement {
  const { columns, rows } = game.layout
  const cells = Array.from({ length: rows * columns }, (_, index) => {
    const on = line[index % columns] === Math.floor(index / columns)
    return make('i', on ? { class: 'on' } : {})
  })
  const grid = make('div', { class: `line-grid line-grid-${columns}` }, ...cells)
  return make('div', { class: 'line-picture' }, grid, make('small', { text: String(number) }))
}

function modeRow(content: PaytableContent, mode: Mode): HTMLElement {
  const { texts, language, currency, baseStakeMinor } = content
  const names = { base: texts.modeBase, ante: texts.ante, buy: texts.buy }
  const amount = printAmount(priceOf(baseStakeMinor, mode.priceBets), language)
  const price = fill(texts.price, { price: `${amount}\u00a0${currency}` })
  return make('li', {}, make('b', { text: names[mode.kind] }), make('span', { text: price }))
}
