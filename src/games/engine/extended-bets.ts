// The bets above a game's native ladder that a higher maximum allows, and which bets are offered
// with them. Must neither depend on whose maximum it is nor enforce it: a mode multiplies the
// stake. Source: operator API, "Bet limits".

import type { Currency } from '../../core/money.ts'
import { type Bet, isWholeAt, listBets, resolveBaseStakeMinor } from './bets.ts'
import type { BetLadder, GameDefinition, PerCurrency } from './contract.ts'

type Extendable = Pick<GameDefinition, 'id' | 'bets' | 'modes' | 'unitsPerBet'>

/** Steps above the native ones: denominations, coins or levels. */
export const MAX_EXTENDED_STEPS = 12

/** 1 000 000 000.00 a line. */
const MAX_COIN_MINOR = 100_000_000_000n
/** 100 000 000 000.00: no denomination or level grows beyond it, so all steps are safe integers. */
const MAX_EXTENDED_STAKE_MINOR = 10_000_000_000_000n

/** 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5 times a power of ten, where that is whole minor units. */
const COIN_DIGITS = [1n, 2n, 3n, 4n, 5n, 6n, 15n, 25n, 75n] as const
/** The factors of the largest native denomination or level, times a power of ten. */
const FACTOR_DIGITS = [1n, 2n, 3n, 4n, 5n, 6n, 8n, 15n, 25n, 75n] as const

/**
 * The game's ladder in one currency, with the extra steps after the native ones: there are none
 * without a maximum, or with one that is not above the largest native stake. A denomination is
 * added when its smallest stake fits; with more credits it may exceed the maximum, and is then not
 * offered.
 */
export function extendLadder(
  game: Extendable,
  currency: Currency,
  maxStakeMinor: bigint | null,
): BetLadder {
  const steps = extraSteps(game, currency, maxStakeMinor).map(Number)
  if (steps.length === 0) return game.bets
  const { bets } = game
  const grown = (ladder: PerCurrency<readonly number[]>) => ({
    ...ladder,
    [currency]: [...ladder[currency], ...steps],
  })
  switch (bets.kind) {
    case 'denomination':
      return { ...bets, denominationsMinor: grown(bets.denominationsMinor) }
    case 'coin':
      return { ...bets, coinsMinor: grown(bets.coinsMinor) }
    case 'level':
      return { ...bets, levels: [...bets.levels, ...steps] }
  }
}

/** The extra bets on offer under a maximum base stake, smallest base stake first. */
export function extendBets(
  game: Extendable,
  currency: Currency,
  maxStakeMinor: bigint | null,
): Bet[] {
  const bets = extendLadder(game, currency, maxStakeMinor)
  return listBets({ bets }, currency).filter(
    bet =>
      resolveBaseStakeMinor(game, currency, bet) === null &&
      resolveExtraBet(bets, currency, bet, maxStakeMinor).kind === 'offered',
  )
}

/**
 * `above-limit`: the bet is on the offered ladder, but its stake is more than was offered; this is
 * possible only for a denomination with more credits than the maximum allows.
 */
export type OfferedBet =
  | { kind: 'offered'; baseStakeMinor: bigint }
  | { kind: 'refused'; cause: 'not-offered' | 'above-limit' }

/**
 * Finds a native bet, or an extra one that is offered under the maximum. A native bet is never
 * refused here: the code that accepts the bet enforces the limits, with the price of the mode.
 */
export function resolveOfferedBet(
  game: Extendable,
  currency: Currency,
  bet: Bet,
  maxStakeMinor: bigint | null,
): OfferedBet {
  const native = resolveBaseStakeMinor(game, currency, bet)
  if (native !== null) return { kind: 'offered', baseStakeMinor: native }
  return resolveExtraBet(extendLadder(game, currency, maxStakeMinor), currency, bet, maxStakeMinor)
}

/** A bet on an extended ladder. */
function resolveExtraBet(
  bets: BetLadder,
  currency: Currency,
  bet: Bet,
  maxStakeMinor: bigint | null,
): OfferedBet {
  const baseStakeMinor = resolveBaseStakeMinor({ bets }, currency, bet)
  if (maxStakeMinor === null || baseStakeMinor === null) {
    return { kind: 'refused', cause: 'not-offered' }
  }
  return baseStakeMinor <= ceiling(bets, maxStakeMinor)
    ? { kind: 'offered', baseStakeMinor }
    : { kind: 'refused', cause: 'above-limit' }
}

function extraSteps(
  game: Extendable,
  currency: Currency,
  maxStakeMinor: bigint | null,
): readonly bigint[] {
  const largestNative = listBets(game, currency).at(-1)!
  const largestStake = resolveBaseStakeMinor(game, currency, largestNative)!
  if (maxStakeMinor === null || maxStakeMinor <= largestStake) return []
  return spreadEvenly(fittingSteps(game, currency, ceiling(game.bets, maxStakeMinor)))
}

/** The largest base stake of an extra bet. */
function ceiling({ kind }: BetLadder, maxStakeMinor: bigint): bigint {
  return kind === 'coin' ? maxStakeMinor : least(maxStakeMinor, MAX_EXTENDED_STAKE_MINOR)
}

/** Every step above the native ones whose smallest stake is within the limit, ascending. */
function fittingSteps(game: Extendable, currency: Currency, limitMinor: bigint): bigint[] {
  const { bets } = game
  switch (bets.kind) {
    case 'denomination': {
      const credits = BigInt(Math.min(...bets.credits))
      return multiples(largest(bets.denominationsMinor[currency]), limitMinor / credits)
    }
    case 'coin': {
      const lines = BigInt(bets.lines)
      const upTo = least(limitMinor / lines, MAX_COIN_MINOR)
      const coins = scaled(COIN_DIGITS, largest(bets.coinsMinor[currency]), upTo)
      // Multiples of a native bet are whole because the native bet is; a new coin may not be.
      return coins.filter(coin => isWholeAt(game, coin * lines))
    }
    case 'level':
      return multiples(largest(bets.levels), limitMinor / BigInt(bets.baseStakeMinor[currency]))
  }
}

function multiples(step: bigint, upTo: bigint): bigint[] {
  return scaled(FACTOR_DIGITS, 1n, upTo / step).map(factor => factor * step)
}

/**
 * Every product of one of the digits and a power of ten, above the lower bound and up to the upper
 * one.
 */
function scaled(digits: readonly bigint[], above: bigint, upTo: bigint): bigint[] {
  const found: bigint[] = []
  for (let power = 1n; power <= upTo; power *= 10n) {
    found.push(...digits.map(digit => digit * power))
  }
  return found
    .filter(value => value > above && value <= upTo)
    .sort((one, other) => (one < other ? -1 : 1))
}

/**
 * Spreads evenly by index in the list: the first and the last stay, and the gaps between neighbours
 * that stay differ by at most one step.
 */
function spreadEvenly(steps: readonly bigint[]): readonly bigint[] {
  if (steps.length <= MAX_EXTENDED_STEPS) return steps
  const stride = (steps.length - 1) / (MAX_EXTENDED_STEPS - 1)
  return Array.from({ length: MAX_EXTENDED_STEPS }, (_, i) => steps[Math.round(i * stride)]!)
}

function largest(steps: readonly number[]): bigint {
  return BigInt(Math.max(...steps))
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other
}
