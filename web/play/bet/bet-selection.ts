// Owns the player's bet: one list of all stakes of a round, each described and printed in the
// provider's own terms, and the selected one. It must never round a price down or read the balance.

import type { Language } from '../../../src/core/language.ts'
import type { Bet } from '../../../src/wire/play-commands.ts'
import type { BetView } from '../../../src/wire/play-game.ts'
import { printCount, printMoney } from '../../amounts.ts'
import type { Texts } from '../texts/en.ts'
import { fill } from '../texts/fill.ts'

/** One bet of the list. `times` is how often `valueMinor` is paid: credits, lines or the level. */
export interface BetChoice {
  bet: Bet
  baseStakeMinor: bigint
  times: number
  valueMinor: bigint
}

export class BetSelection {
  /** Every base stake once, smallest first. */
  readonly choices: readonly BetChoice[]
  private index: number

  constructor(view: BetView) {
    this.choices = listChoices(view)
    this.index = modestStart(this.choices)
  }

  get chosen(): BetChoice {
    return this.choices[this.index]!
  }

  get baseStakeMinor(): bigint {
    return this.chosen.baseStakeMinor
  }

  bet(): Bet {
    return this.chosen.bet
  }

  canMove(by: 1 | -1): boolean {
    return this.choices[this.index + by] !== undefined
  }

  /** Moves to the next stake; false at the end of the list. */
  move(by: 1 | -1): boolean {
    if (!this.canMove(by)) return false
    this.index += by
    return true
  }

  choose(choice: BetChoice): void {
    const index = this.choices.indexOf(choice)
    if (index >= 0) this.index = index
  }

  /** Selects a bet given from outside (an open round, the last visit), if its stake is listed. */
  select(bet: Bet): void {
    const same = this.choices.find(choice => sameBet(choice.bet, bet))
    const stakeMinor = same?.baseStakeMinor ?? stakeOf(bet)
    const index = this.choices.findIndex(choice => choice.baseStakeMinor === stakeMinor)
    if (index >= 0) this.index = index
  }
}

/**
 * Every stake once. If several pairs give the same stake, the one with the most credits is listed:
 * it shows a win in credits at the finest resolution.
 */
function listChoices(view: BetView): BetChoice[] {
  const byStake = new Map<bigint, BetChoice>()
  for (const choice of everyBet(view)) {
    const found = byStake.get(choice.baseStakeMinor)
    if (found === undefined || found.times < choice.times) {
      byStake.set(choice.baseStakeMinor, choice)
    }
  }
  return [...byStake.values()].sort((one, other) =>
    one.baseStakeMinor < other.baseStakeMinor ? -1 : 1,
  )
}

function everyBet(view: BetView): BetChoice[] {
  if (view.kind === 'denomination') {
    return view.denominationsMinor.flatMap(denominationMinor =>
      view.credits.map(credits =>
        choiceOf({ denominationMinor, credits }, credits, denominationMinor),
      ),
    )
  }
  if (view.kind === 'coin') {
    const { lines } = view
    return view.coinsMinor.map(coinMinor => choiceOf({ coinMinor, lines }, lines, coinMinor))
  }
  return view.levels.map(level => choiceOf({ level }, level, view.baseStakeMinor))
}

function choiceOf(bet: Bet, times: number, valueText: string): BetChoice {
  const valueMinor = BigInt(valueText)
  return { bet, times, valueMinor, baseStakeMinor: valueMinor * BigInt(times) }
}

function sameBet(one: Bet, other: Bet): boolean {
  return JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())
}

/** The stake of a bet that contains its money; null for a level, whose value the game defines. */
function stakeOf(bet: Bet): bigint | null {
  if ('credits' in bet) return BigInt(bet.denominationMinor) * BigInt(bet.credits)
  if ('lines' in bet) return BigInt(bet.coinMinor) * BigInt(bet.lines)
  return null
}

/** The smallest stake of at least one whole unit, or else the largest one. */
function modestStart(choices: readonly BetChoice[]): number {
  const found = choices.findIndex(({ baseStakeMinor }) => baseStakeMinor >= 100n)
  return found >= 0 ? found : choices.length - 1
}

/** Price of one round: base stake times decimal text such as "1.25", rounded up to a minor unit. */
export function priceOf(baseStakeMinor: bigint, priceBets: string): bigint {
  const [whole = '0', fraction = ''] = priceBets.split('.')
  const scale = 10n ** BigInt(fraction.length)
  const product = baseStakeMinor * BigInt(whole + fraction)
  return (product + scale - 1n) / scale
}

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
