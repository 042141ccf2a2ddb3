// Owns how a bet is printed in the provider's own terms: credits, lines or a level, times money. It
// must never calculate with it.

import type { Language } from '../../../src/core/language.ts'
import type { BetView } from '../../../src/wire/play-game.ts'
import { printCount, printMoney } from '../../amounts.ts'
import type { Texts } from '../texts/en.ts'
import { fill } from '../texts/fill.ts'
import type { BetChoice } from './bet-selection.ts'

/** "20 × €0.05" */
export function printTerms(
  { times, valueMinor }: BetChoice,
  currency: string,
  language: Language,
): string {
  return `${printCount(times, language)} × ${printMoney(valueMinor, currency, language)}`
}

/** The parts on both sides of the sign. */
export function describeTerms(view: BetView, texts: Texts): string {
  if (view.kind === 'denomination') return `${texts.credits} × ${texts.denomination}`
  if (view.kind === 'coin') return `${fill(texts.lines, { count: view.lines })} × ${texts.coin}`
  return `${texts.level} × ${texts.baseStake}`
}
