// Owns the sheet of the player's last rounds: pages of them, the state of each, its id to copy, and
// its replay. It must never show a round that the platform did not list.

import type { Language } from '../../../src/core/language.ts'
import type { HistoryAnswer } from '../../../src/wire/play-answers.ts'
import type { HistoryRow } from '../../../src/wire/play-round.ts'
import { minorOf, printFullMoment } from '../../amounts.ts'
import { make } from '../../dom.ts'
import { closeBeside, sheetHead } from '../page/sheet.ts'
import type { Texts } from '../texts/en.ts'
import { fill } from '../texts/fill.ts'
import type { InfoTexts } from './texts/en.ts'

/** As many as the platform lists. */
const LISTED = 100
const COPIED_MS = 2_500

export interface HistoryContent {
  texts: Texts
  words: InfoTexts
  language: Language
  money(minor: bigint, currency: string): string
  /**
   * Null: no answer.
   * @param before `next` of the previous page; null: the newest
   */
  page(before: string | null): Promise<HistoryAnswer | null>
  /** Replays a round; false: not possible now. */
  watch(row: HistoryRow): Promise<boolean>
}

export function openHistory(content: HistoryContent): void {
  const { texts, words } = content
  const sheet = make('dialog', { class: 'sheet history', label: words.history, test: 'history' })
  const list = make('ol', { class: 'history-list' })
  const foot = make('div', { class: 'history-foot' })
  sheet.append(
    sheetHead({ title: words.history, closeText: texts.close, test: 'history-close' }, () =>
      sheet.close(),
    ),
    make('p', { class: 'sheet-test', text: fill(words.historyNote, { count: LISTED }) }),
    list,
    foot,
  )
  sheet.addEventListener('click', event => closeBeside(sheet, event))
  sheet.addEventListener('close', () => sheet.remove())
  document.body.append(sheet)
  sheet.showModal()
  void addPage(content, { sheet, list, foot }, null)
}

interface Parts {
  sheet: HTMLDialogElement
  list: HTMLElement
  foot: HTMLElement
}

async function addPage(content: HistoryContent, parts: Parts, before: string | null) {
  const { words } = content
  const { sheet, list, foot } = parts
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
  list.append(...rounds.map(row => rowPart(content, parts, row)))
  const isEmpty = list.childElementCount === 0
  const more = next === null ? [] : [key(words.more, 'history-more', next)]
  foot.replaceChildren(...(isEmpty ? [say(words.empty)] : more))
}

function rowPart(content: HistoryContent, parts: Parts, row: HistoryRow): HTMLElement {
  const { texts, words, language, money } = content
  const { roundId, at, gameName, currency, stake, win, state, isFreeSpin, mode } = row
  const kind = { base: '', ante: ` · ${texts.ante}`, buy: ` · ${texts.buy}` }[mode]
  const time = make('time', { class: 'history-time', text: printFullMoment(at, language) })
  time.dateTime = new Date(at).toISOString()
  const amount = (name: string, label: string, text: string) =>
    make(
      'p',
      { class: `history-${name}` },
      make('span', { class: 'label', text: label }),
      make('b', { text, test: `history-${name}` }),
    )
  const item = make(
    'li',
    { class: `history-row history-${state}`, test: 'history-row' },
    make('p', { class: 'history-name' }, make('b', { text: `${gameName}${kind}` }), time),
    amount('stake', isFreeSpin ? texts.freeSpin : texts.stake, money(minorOf(stake), currency)),
    amount('win', texts.win, win === null ? '–' : money(minorOf(win), currency)),
    make('p', { class: 'history-state', text: stateText(words, row), test: 'history-state' }),
    make(
      'div',
      { class: 'history-keys' },
      ...watchPart(content, parts, row),
      copyPart(words, roundId),
    ),
  )
  item.dataset.round = roundId
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

/** If the page may not write to the clipboard, the id is selected to be copied by hand. */
function copyPart(words: InfoTexts, roundId: string): HTMLElement {
  const id = make('code', { class: 'history-id', text: roundId, test: 'history-id' })
  const key = make('button', { class: 'sheet-key', text: words.copyId, test: 'history-copy' })
  key.addEventListener('click', async () => {
    const isCopied = await copy(roundId)
    if (!isCopied) getSelection()?.selectAllChildren(id)
    key.textContent = isCopied ? words.copied : words.copyByHand
    setTimeout(() => {
      key.textContent = words.copyId
    }, COPIED_MS)
  })
  return make('div', { class: 'history-copy' }, key, id)
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
