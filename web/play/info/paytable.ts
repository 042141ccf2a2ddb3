// Owns the info sheet: what symbols pay at the current bet and how, the features, the bet modes,
// the max win. It must never state a figure that is not in the platform's description of the game.

import type { Language } from '../../../src/core/language.ts'
import { unitsToMinor } from '../../../src/core/money.ts'
import type { RulesAnswer } from '../../../src/wire/play-answers.ts'
import type { GameView } from '../../../src/wire/play-game.ts'
import { printCount, printMoney } from '../../amounts.ts'
import { make, part } from '../../dom.ts'
import { priceOf } from '../bet/bet-selection.ts'
import { closeBeside } from '../page/sheet.ts'
import type { PlayRules } from '../profile/play-rules.ts'
import { profileTextsOf } from '../profile/texts.ts'
import type { Texts } from '../texts/en.ts'
import { fill } from '../texts/fill.ts'
import { named, rulesPart } from './rules.ts'
import type { InfoTexts } from './texts/en.ts'

export interface PaytableContent {
  game: GameView
  texts: Texts
  language: Language
  currency: string
  baseStakeMinor: bigint
  /** The operator's help and rules. */
  helpLinks: readonly HelpLink[]
  picture(symbol: number): HTMLCanvasElement
  words: InfoTexts
  askRules(): Promise<RulesAnswer | null>
  openHistory(): void
}

type HelpLink = PlayRules['helpLinks'][number]
type Mode = GameView['modes'][number]
type Role = GameView['symbols'][number]['role']

/** Fills and opens the sheet. */
export function openPaytable(content: PaytableContent): void {
  const { game, texts, language, currency, words } = content
  const sheet = part<HTMLDialogElement>('paytable')
  const close = () => sheet.close()
  sheet.replaceChildren(
    make(
      'header',
      { class: 'sheet-head' },
      make(
        'h2',
        {},
        make('small', { class: 'sheet-game', text: game.name }),
        new Text(texts.paytable),
      ),
      make('button', {
        class: 'sheet-key',
        text: words.history,
        test: 'open-history',
        onClick: content.openHistory,
      }),
      make('button', { class: 'sheet-close', text: '×', label: texts.close, onClick: close }),
    ),
    make('p', { class: 'sheet-test', text: texts.testNotice }),
    make('h3', { text: texts.symbols }),
    ...symbolsPart(content),
    ...winsPart(content),
    ...featuresPart(content),
    make('h3', { text: texts.modes }),
    make('ul', { class: 'mode-list' }, ...game.modes.map(mode => modeRow(content, mode))),
    rulesPart({
      ...content,
      money: bets => printMoney(BigInt(bets) * content.baseStakeMinor, currency, language),
      ask: content.askRules,
    }),
    ...helpPart(content.helpLinks, language),
    make('p', { class: 'sheet-version', text: `${game.id} · ${game.version}` }),
  )
  sheet.onclick = event => closeBeside(sheet, event)
  sheet.showModal()
  sheet.scrollTop = 0
}

/** Symbols that pay by count, then cash, which pays by itself. Blanks pay nothing. */
function symbolsPart(content: PaytableContent): HTMLElement[] {
  const { game, texts } = content
  const cards = (wanted: (role: Role) => boolean) =>
    game.symbols.flatMap(({ role }, index) => (wanted(role) ? [symbolCard(content, index)] : []))
  const cash = cards(role => role === 'cash')
  const counted = cards(role => role !== 'cash' && role !== 'blank')
  const parts = [
    make('div', { class: paysByCount(game) ? 'pays pays-by-count' : 'pays' }, ...counted),
  ]
  if (cash.length === 0) return parts
  return [...parts, make('p', { text: texts.cash }), make('div', { class: 'pays' }, ...cash)]
}

function symbolCard(content: PaytableContent, index: number): HTMLElement {
  const { id, role, pays } = content.game.symbols[index]!
  const orMore = countsOn(content.game, role)
  const sorted = [...pays].sort(([a], [b]) => b - a)
  const rows = sorted.map(([count, winUnits], position) => {
    const larger = sorted[position - 1]?.[0] ?? null
    const text = role === 'cash' ? worthText(content, winUnits) : countText(count, larger, orMore)
    return payRow(content, text, winUnits)
  })
  const picture = named(content.picture(index), id)
  return make(
    'figure',
    { class: `pay pay-${role}` },
    picture,
    make('ul', {}, ...rows),
    make('figcaption', { text: roleText(content.texts, role) }),
  )
}

function payRow(content: PaytableContent, text: string, winUnits: number): HTMLElement {
  const amount = unitsToMinor(winUnits, content.baseStakeMinor, content.game.unitsPerBet)
  return make(
    'li',
    {},
    make('b', { text }),
    make('span', { text: printMoney(amount, content.currency, content.language) }),
  )
}

function roleText(texts: Texts, role: Role): string {
  return role === 'regular' || role === 'cash' || role === 'blank' ? '' : texts[role]
}

/** "5 × bet", if it is a whole number of bets. */
function worthText({ game, texts, language }: PaytableContent, winUnits: number): string {
  const bets = winUnits / game.unitsPerBet
  return Number.isInteger(bets) ? fill(texts.cashWorth, { count: printCount(bets, language) }) : ''
}

/**
 * Whether the board can hold more symbols than the largest listed count, which then pay the same.
 */
function countsOn(game: GameView, role: Role): boolean {
  return paysByCount(game) || (role === 'scatter' && game.mechanics.includes('cascades'))
}

const paysByCount = ({ winsBy }: GameView) => winsBy === 'anywhere' || winsBy === 'cluster'

/** "8–9" if the next larger count is 10, "5" if it is 6, "12+" if there is no upper limit. */
function countText(count: number, larger: number | null, orMore: boolean): string {
  if (larger === null) return orMore ? `${count}+` : `${count}`
  return larger - count > 1 ? `${count}–${larger - 1}` : `${count}`
}

/** How wins are formed, as text, and the lines as pictures. */
function winsPart({ game, texts }: PaytableContent): HTMLElement[] {
  switch (game.winsBy) {
    case 'anywhere':
      return [make('p', { text: texts.paysAnywhere })]
    case 'ways':
      return [make('p', { text: texts.paysByWays })]
    case 'cluster': {
      const counts = game.symbols.flatMap(({ pays }) => pays.map(([count]) => count))
      const text = fill(texts.paysByClusters, { count: Math.min(...counts) })
      return [make('p', { text })]
    }
    case 'lines': {
      const count = game.lines.length
      const pictures = game.lines.map((line, index) => linePicture(game, line, index + 1))
      return [
        make('h3', { text: fill(texts.lines, { count }) }),
        make('p', { text: fill(texts.paysOnLines, { count }) }),
        make('div', { class: 'line-list' }, ...pictures),
      ]
    }
  }
}

function featuresPart({ game, texts }: PaytableContent): HTMLElement[] {
  const rows = game.mechanics.flatMap(mechanic => {
    const text = texts.mechanics[mechanic]
    return text === undefined ? [] : [make('li', { text })]
  })
  if (rows.length === 0) return []
  return [make('h3', { text: texts.features }), make('ul', { class: 'feature-list' }, ...rows)]
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
  const amount = printMoney(priceOf(baseStakeMinor, mode.priceBets), currency, language)
  const price = fill(texts.price, { price: amount })
  return make('li', {}, make('b', { text: names[mode.kind] }), make('span', { text: price }))
}

/** They open beside the game; nothing of the game is passed on. */
function helpPart(links: readonly HelpLink[], language: Language): HTMLElement[] {
  if (links.length === 0) return []
  const rows = links.map(({ label, url }) => {
    const link = make('a', { text: label, test: 'help-link' })
    link.href = url
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
    return make('li', {}, link)
  })
  return [
    make('h3', { text: profileTextsOf(language).help }),
    make('ul', { class: 'help-links' }, ...rows),
  ]
}
