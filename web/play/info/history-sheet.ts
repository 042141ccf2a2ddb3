// Owns the sheet of the player's last rounds: pages of them, their net, the state of each, its id
// to copy, and its replay. It must never show a round that the platform did not list.

import type { Language } from '../../../src/core/language.ts'
import type { HistoryAnswer } from '../../../src/wire/play-answers.ts'
import type { HistoryRow } from '../../../src/wire/play-round.ts'
import { minorOf, printFullMoment, printShortMoment } from '../../amounts.ts'
import { make } from '../../dom.ts'
import { closeBeside, sheetHead } from '../page/sheet.ts'
import { profileTextsOf } from '../profile/texts.ts'
import type { Texts } from '../texts/en.ts'
import { fill } from '../texts/fill.ts'
import type { InfoTexts } from './texts/en.ts'

/** As many as the platform lists. */
const LISTED = 100

export interface HistoryContent {
  texts: Texts
  words: InfoTexts
  language: Language
  /** The game of this page. */
  gameId: string
  money(minor: bigint, currency: string): string
  /**
   * Null: no answer.
   * @param before `next` of the previous page; null: the newest
   */
  page(before: string | null): Promise<HistoryAnswer | null>
  /** Replays a round; false: not possible now. */
  watch(row: HistoryRow): Promise<boolean>
}

/** Which of the listed rounds are shown. */
type Filter = 'all' | 'game' | 'wins'
const FILTERS: readonly Filter[] = ['all', 'game', 'wins']

export function openHistory(content: HistoryContent): void {
  const { texts, words } = content
  const sheet = make('dialog', { class: 'sheet history', label: words.history, test: 'history' })
  const parts: Parts = {
    sheet,
    list: make('ol', { class: 'history-list' }),
    net: make('output', { class: 'history-sum', test: 'history-sum' }),
    foot: make('div', { class: 'history-foot' }),
    filter: 'all',
    shown: [],
  }
  sheet.append(
    sheetHead({ title: words.history, closeText: texts.close, test: 'history-close' }, () =>
      sheet.close(),
    ),
    make('div', { class: 'history-top' }, filterPart(content, parts), parts.net),
    parts.list,
    parts.foot,
    make('p', { class: 'sheet-test', text: fill(words.historyNote, { count: LISTED }) }),
  )
  sheet.addEventListener('click', event => closeBeside(sheet, event))
  sheet.addEventListener('close', () => sheet.remove())
  document.body.append(sheet)
  sheet.showModal()
  void addPage(content, parts, null)
}

interface Parts {
  sheet: HTMLDialogElement
  list: HTMLElement
  net: HTMLElement
  foot: HTMLElement
  filter: Filter
  /** Every listed round with its part of the page, newest first. */
  shown: { row: HistoryRow; item: HTMLElement }[]
}

function filterPart(content: HistoryContent, parts: Parts): HTMLElement {
  const { allRounds, thisGame, wins } = content.words
  const names = { all: allRounds, game: thisGame, wins }
  const keys = FILTERS.map(filter => {
    const test = `history-filter-${filter}`
    const key = make('button', { class: 'history-filter', text: names[filter], test })
    key.setAttribute('aria-pressed', String(filter === parts.filter))
    key.addEventListener('click', () => {
      parts.filter = filter
      for (const each of keys) each.setAttribute('aria-pressed', String(each === key))
      applyFilter(content, parts)
    })
    return key
  })
  return make('div', { class: 'history-filters' }, ...keys)
}

/** Shows the rounds of the filter, and their net in each currency. */
function applyFilter(content: HistoryContent, { shown, filter, net }: Parts): void {
  const { gameId, language, money } = content
  const sums = new Map<string, bigint>()
  for (const { row, item } of shown) {
    const netMinor = netOf(row)
    const isWin = row.win !== null && minorOf(row.win) > 0n
    item.hidden = (filter === 'game' && row.gameId !== gameId) || (filter === 'wins' && !isWin)
    if (item.hidden || netMinor === null) continue
    sums.set(row.currency, (sums.get(row.currency) ?? 0n) + netMinor)
  }
  const texts = [...sums].map(([currency, minor]) => signed(minor, money(minor, currency)))
  const label = profileTextsOf(language).netPosition
  net.textContent = texts.length === 0 ? '' : `${label}: ${texts.join(', ')}`
}

/** What the round brought; null: it is not settled. */
function netOf({ stake, win, isFreeSpin }: HistoryRow): bigint | null {
  return win === null ? null : minorOf(win) - (isFreeSpin ? 0n : minorOf(stake))
}

function signed(minor: bigint, text: string): string {
  return minor > 0n ? `+${text}` : text
}

async function addPage(content: HistoryContent, parts: Parts, before: string | null) {
  const { words } = content
  const { sheet, list, foot, shown } = parts
  const say = (text: string) => make('p', { class: 'history-says', text })
  const key = (text: string, test: string, from: string | null) =>
    make('button', {
      class: 'sheet-key',
      text,
      test,
      onClick: () => void addPage(content, parts, from),
    })
  sheet.dataset.state = 'loading'
  foot.replaceChildren(say(words.loading))
  const answer = await content.page(before)
  sheet.dataset.state = answer === null ? 'failed' : 'shown'
  if (answer === null) {
    foot.replaceChildren(say(words.notLoaded), key(words.again, 'history-again', before))
    return
  }
  const { rounds, next } = answer
  const added = rounds.map(row => ({ row, item: rowPart(content, parts, row) }))
  shown.push(...added)
  list.append(...added.map(({ item }) => item))
  applyFilter(content, parts)
  const isEmpty = list.childElementCount === 0
  const more = next === null ? [] : [key(words.more, 'history-more', next)]
  foot.replaceChildren(...(isEmpty ? [say(words.empty)] : more))
}

function rowPart(content: HistoryContent, parts: Parts, row: HistoryRow): HTMLElement {
  const { texts, words, language, money } = content
  const { roundId, at, gameName, currency, stake, win, state, isFreeSpin, mode } = row
  const kind = { base: '', ante: ` · ${texts.ante}`, buy: ` · ${texts.buy}` }[mode]
  const time = make('time', { class: 'history-time', text: printShortMoment(at, language) })
  time.dateTime = new Date(at).toISOString()
  time.title = printFullMoment(at, language)
  const amount = (name: string, label: string, text: string) =>
    make(
      'span',
      { class: `history-${name}` },
      new Text(`${label} `),
      make('b', { text, test: `history-${name}` }),
    )
  const netMinor = netOf(row)
  const net = netMinor === null ? '–' : signed(netMinor, money(netMinor, currency))
  const id = make('p', { class: 'history-copy' })
  id.hidden = true
  const item = make(
    'li',
    { class: `history-row history-${state}`, test: 'history-row' },
    make('p', { class: 'history-name' }, make('b', { text: `${gameName}${kind}` }), time),
    make('b', { class: 'history-net', text: net, test: 'history-net' }),
    make(
      'p',
      { class: 'history-about' },
      amount('stake', isFreeSpin ? texts.freeSpin : texts.stake, money(minorOf(stake), currency)),
      amount('win', texts.win, win === null ? '–' : money(minorOf(win), currency)),
      make('span', { class: 'history-state', text: stateText(words, row), test: 'history-state' }),
    ),
    make(
      'div',
      { class: 'history-keys' },
      ...watchPart(content, parts, row),
      idKey(words, roundId, id),
    ),
    id,
  )
  item.dataset.round = roundId
  item.dataset.net = netMinor === null ? '' : netMinor > 0n ? 'won' : 'lost'
  return item
}

function stateText(words: InfoTexts, { state, decidedForPlayer }: HistoryRow): string {
  const text = {
    settled: words.stateSettled,
    open: words.stateOpen,
    refunding: words.stateRefunding,
    refunded: words.stateRefunded,
    refused: words.stateRefused,
    held: words.stateHeld,
  }[state]
  return decidedForPlayer ? `${text}, ${words.decidedForYou}` : text
}

function watchPart(content: HistoryContent, { sheet }: Parts, row: HistoryRow): HTMLElement[] {
  const { words } = content
  if (row.state !== 'settled') return []
  if (!row.canReplay) {
    return [make('small', { text: fill(words.watchThere, { game: row.gameName }) })]
  }
  const key = make('button', { class: 'sheet-key', text: words.watch, test: 'history-watch' })
  key.addEventListener('click', async () => {
    key.disabled = true
    const shown = content.watch(row)
    // The stage is behind the sheet.
    if (await shown) sheet.close()
    else {
      key.textContent = words.replayFailed
      key.disabled = false
    }
  })
  return [key]
}

/**
 * Shows the id of a round and copies it. If the page may not write to the clipboard, the id is
 * selected to be copied by hand.
 */
function idKey(words: InfoTexts, roundId: string, host: HTMLElement): HTMLElement {
  const label = words.copyId
  const key = make('button', { class: 'sheet-key', text: 'ID', label, test: 'history-copy' })
  key.title = label
  key.addEventListener('click', async () => {
    const id = make('code', { class: 'history-id', text: roundId, test: 'history-id' })
    const isCopied = await copy(roundId)
    host.replaceChildren(id, make('small', { text: isCopied ? words.copied : words.copyByHand }))
    host.hidden = false
    if (!isCopied) getSelection()?.selectAllChildren(id)
  })
  return key
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
