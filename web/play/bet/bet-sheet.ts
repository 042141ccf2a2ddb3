// Owns the sheet with every bet of the game. It must never choose one by itself.

import type { Language } from '../../../src/core/language.ts'
import type { BetView } from '../../../src/wire/play-game.ts'
import { printMoney } from '../../amounts.ts'
import { make, write } from '../../dom.ts'
import { openSheet } from '../page/sheet.ts'
import type { Texts } from '../texts/en.ts'
import { type BetChoice, type BetSelection, describeTerms, printTerms } from './bet-selection.ts'

export interface BetSheetContent {
  bets: BetSelection
  view: BetView
  texts: Texts
  language: Language
  currency: string
  onChoose(choice: BetChoice): void
}

export function openBetSheet(content: BetSheetContent): void {
  const { bets, view, texts, onChoose } = content
  const choose = (choice: BetChoice) => {
    close()
    onChoose(choice)
  }
  const keys = bets.choices.map(choice => betKey(choice, content, () => choose(choice)))
  const chosen = keys[bets.choices.indexOf(bets.chosen)]!
  chosen.setAttribute('aria-pressed', 'true')
  const largest = bets.choices.at(-1)!
  const max = make('button', { class: 'bet-max', test: 'bet-max', onClick: () => choose(largest) })
  max.append(
    make('span', { text: texts.maxBet }),
    make('b', { text: printMoney(largest.baseStakeMinor, content.currency, content.language) }),
  )
  const close = openSheet(
    'bet-sheet',
    texts.chooseBet,
    texts.close,
    make('p', { class: 'bet-terms-head', text: describeTerms(view, texts) }),
    make('div', { class: 'bet-list' }, ...keys),
    make('div', { class: 'sheet-foot' }, max),
  )
  chosen.scrollIntoView({ block: 'center' })
  chosen.focus()
}

function betKey(
  choice: BetChoice,
  { currency, language }: BetSheetContent,
  onClick: () => void,
): HTMLElement {
  const amount = make('b')
  write(amount, printMoney(choice.baseStakeMinor, currency, language))
  const terms = make('small', { text: printTerms(choice, currency, language) })
  const test = `bet-${choice.baseStakeMinor}`
  const key = make('button', { class: 'bet-choice', test, onClick }, amount, terms)
  key.setAttribute('aria-pressed', 'false')
  return key
}
