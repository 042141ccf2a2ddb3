// Owns the player's bet in the provider's own terms: the ladders, the chosen steps and what they
// cost. It must never round a price down or read the balance.

import type { Bet, BetView } from '../../src/wire/play.ts'

type BetTerm = 'denomination' | 'credits' | 'coin' | 'level'

/**
 * One ladder with plus and minus. `values` are minor units for money terms, counts for the rest.
 */
export interface BetStep {
  term: BetTerm
  values: readonly bigint[]
  index: number
}

export class BetSelection {
  readonly steps: readonly BetStep[]
  private readonly view: BetView

  constructor(view: BetView) {
    this.view = view
    this.steps = ladders(view).map(step => ({ ...step, index: 0 }))
    this.setDefault()
  }

  get baseStakeMinor(): bigint {
    return baseStakeOf(this.view, this.bet())
  }

  bet(): Bet {
    const [first, second] = this.steps.map(step => step.values[step.index]!)
    const view = this.view
    if (view.kind === 'denomination') {
      return { denominationMinor: String(first), credits: Number(second) }
    }
    if (view.kind === 'coin') return { coinMinor: String(first), lines: view.lines }
    return { level: Number(first) }
  }

  /** Moves one ladder; false when it is already at its end. */
  move(step: BetStep, by: 1 | -1): boolean {
    const next = step.index + by
    if (next < 0 || next >= step.values.length) return false
    step.index = next
    return true
  }

  /**
   * Takes over a bet given elsewhere (an open round, the last visit) as far as the ladders have
   * it.
   */
  adopt(bet: Bet): void {
    const wanted = Object.values(bet).map(value => BigInt(value))
    this.steps.forEach((step, position) => {
      const index = step.values.indexOf(wanted[position] ?? -1n)
      if (index >= 0) step.index = index
    })
  }

  /** A modest start: the smallest stake of at least one whole unit, or the largest below it. */
  private setDefault(): void {
    const last = this.steps[this.steps.length - 1]!
    while (this.baseStakeMinor < 100n && this.move(last, 1));
    if (this.baseStakeMinor >= 100n || this.steps.length === 1) return
    while (this.baseStakeMinor < 100n && this.move(this.steps[0]!, 1));
  }
}

function ladders(view: BetView): Omit<BetStep, 'index'>[] {
  const big = (values: readonly (string | number)[]) => values.map(value => BigInt(value))
  if (view.kind === 'denomination') {
    return [
      { term: 'denomination', values: big(view.denominationsMinor) },
      { term: 'credits', values: big(view.credits) },
    ]
  }
  if (view.kind === 'coin') return [{ term: 'coin', values: big(view.coinsMinor) }]
  return [{ term: 'level', values: big(view.levels) }]
}

function baseStakeOf(view: BetView, bet: Bet): bigint {
  if ('credits' in bet) return BigInt(bet.denominationMinor) * BigInt(bet.credits)
  if ('lines' in bet) return BigInt(bet.coinMinor) * BigInt(bet.lines)
  return BigInt(bet.level) * BigInt(view.kind === 'level' ? view.baseStakeMinor : '0')
}

/** Price of one round: base stake times decimal text such as "1.25", rounded up to a minor unit. */
export function priceOf(baseStakeMinor: bigint, priceBets: string): bigint {
  const [whole = '0', fraction = ''] = priceBets.split('.')
  const scale = 10n ** BigInt(fraction.length)
  const product = baseStakeMinor * BigInt(whole + fraction)
  return (product + scale - 1n) / scale
}
