// What a bet costs: native ladders to base stakes, base stakes to the price of a mode, in exact
// minor units. Bets above the native ones are in extended-bets.ts. Must never depend on a player, a
// limit or a balance.

import BigNumber from 'bignumber.js'
import { CURRENCIES, type Currency } from '../../core/money.ts'
import type { BetLadder, GameDefinition, GameMode } from './contract.ts'

/** A bet in the form of the play protocol: minor units as digit strings. */
export type Bet =
  | { denominationMinor: string; credits: number }
  | { coinMinor: string; lines: number }
  | { level: number }

type Bets = Pick<GameDefinition, 'bets'>

/** The base stake of a native bet; null when the game does not offer the bet in the currency. */
export function resolveBaseStakeMinor(game: Bets, currency: Currency, bet: Bet): bigint | null {
  const { bets } = game
  if (bets.kind === 'denomination' && 'denominationMinor' in bet) {
    const denomination = findMinor(bets.denominationsMinor[currency], bet.denominationMinor)
    if (denomination === null || !bets.credits.includes(bet.credits)) return null
    return denomination * BigInt(bet.credits)
  }
  if (bets.kind === 'coin' && 'coinMinor' in bet) {
    const coin = findMinor(bets.coinsMinor[currency], bet.coinMinor)
    return coin === null || bet.lines !== bets.lines ? null : coin * BigInt(bet.lines)
  }
  if (bets.kind === 'level' && 'level' in bet && bets.levels.includes(bet.level)) {
    return BigInt(bets.baseStakeMinor[currency]) * BigInt(bet.level)
  }
  return null
}

function findMinor(ladder: readonly number[], digits: string): bigint | null {
  const found = ladder.find(step => String(step) === digits)
  return found === undefined ? null : BigInt(found)
}

/** Every native bet of a game in a currency, smallest base stake first. */
export function listBets(game: Bets, currency: Currency): Bet[] {
  const bets = listLadder(game.bets, currency)
  const stakeOf = (bet: Bet) => resolveBaseStakeMinor(game, currency, bet)!
  return bets.sort((one, other) => Number(stakeOf(one) - stakeOf(other)))
}

function listLadder(ladder: BetLadder, currency: Currency): Bet[] {
  switch (ladder.kind) {
    case 'denomination':
      return ladder.denominationsMinor[currency].flatMap(denomination =>
        ladder.credits.map(credits => ({ denominationMinor: String(denomination), credits })),
      )
    case 'coin':
      return ladder.coinsMinor[currency].map(coin => ({
        coinMinor: String(coin),
        lines: ladder.lines,
      }))
    case 'level':
      return ladder.levels.map(level => ({ level }))
  }
}

/** The native bet with the smallest base stake. */
export function smallestBet(game: Bets, currency: Currency): Bet {
  return listBets(game, currency)[0]!
}

/**
 * The price of one round of a mode. Throws RangeError for an unknown mode and for a price that is
 * not a whole number of minor units.
 */
export function stakeMinor(
  game: Pick<GameDefinition, 'id' | 'modes'>,
  modeId: string,
  baseStakeMinor: bigint,
): bigint {
  const mode = game.modes.find(({ id }) => id === modeId)
  if (mode === undefined) throw new RangeError(`${game.id} has no mode "${modeId}"`)
  // Of nearly every round; decimals cost 2 us.
  if (mode.priceBets === '1') return baseStakeMinor
  const price = priceOf(mode, baseStakeMinor)
  if (!price.isInteger()) {
    throw new RangeError(`${game.id} ${modeId} at ${baseStakeMinor} costs ${price} minor units`)
  }
  return BigInt(price.toFixed(0))
}

function priceOf({ priceBets }: GameMode, baseStakeMinor: bigint): BigNumber {
  return new BigNumber(priceBets).times(baseStakeMinor.toString())
}

/** The most one round can win: the game's cap, whatever the mode. */
export function largestWinMinor(
  { maxWinBets }: Pick<GameDefinition, 'maxWinBets'>,
  baseStakeMinor: bigint,
): bigint {
  return baseStakeMinor * BigInt(maxWinBets)
}

/** Whether every win and the price of every mode is whole minor units at a base stake. */
export function isWholeAt(
  game: Pick<GameDefinition, 'modes' | 'unitsPerBet'>,
  baseStakeMinor: bigint,
): boolean {
  if (baseStakeMinor % BigInt(game.unitsPerBet) !== 0n) return false
  return game.modes.every(mode => priceOf(mode, baseStakeMinor).isInteger())
}

/** Throws when a native bet would have a win or a price that is not whole minor units. */
export function checkBets(game: GameDefinition): void {
  for (const currency of CURRENCIES) {
    for (const bet of listBets(game, currency)) {
      const baseStakeMinor = resolveBaseStakeMinor(game, currency, bet)!
      if (baseStakeMinor <= 0n || !isWholeAt(game, baseStakeMinor)) {
        throw new RangeError(`${game.id}: ${baseStakeMinor} ${currency} is not whole units`)
      }
    }
  }
}
