// The gamble after a win: a card is drawn, its colour or its suit is guessed. Must stay exactly
// fair: a guess of colour doubles with 26 of 52 cards, a guess of suit pays fourfold with 13 of 52.

import { COLLECT, type Decision, type GameEvent } from './contract.ts'
import type { Draws } from './rng.ts'

export const GAMBLE_STEPS = 5

const SUITS = ['hearts', 'diamonds', 'clubs', 'spades'] as const
const RANKS = [
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '10',
  'jack',
  'queen',
  'king',
  'ace',
] as const
const DECK = SUITS.length * RANKS.length

export const GAMBLE_OPTIONS = ['red', 'black', ...SUITS] as const
const COLOR_FACTOR = 2
const HIGHEST_FACTOR = 4

/** For the rules that a player reads. */
export const GAMBLE_RULES = {
  steps: GAMBLE_STEPS,
  colorFactor: COLOR_FACTOR,
  suitFactor: HIGHEST_FACTOR,
} as const

/**
 * The gamble offered on a win, or null: nothing to risk, no step left, or a fourfold win would
 * exceed the cap.
 */
export function offerGamble(
  winUnits: number,
  stepsPlayed: number,
  capUnits: number,
): Decision | null {
  const stepsLeft = GAMBLE_STEPS - stepsPlayed
  if (winUnits <= 0 || stepsLeft <= 0 || winUnits * HIGHEST_FACTOR > capUnits) return null
  return { kind: 'gamble', options: GAMBLE_OPTIONS, stepsLeft }
}

/** One answer to an offered gamble. The card does not depend on the guess. */
export function playGambleStep(
  option: string,
  winUnits: number,
  draws: Draws,
): Extract<GameEvent, { type: 'gambled' | 'collected' }> {
  if (option === COLLECT) return { type: 'collected', winUnits }
  if (!(GAMBLE_OPTIONS as readonly string[]).includes(option)) {
    throw new RangeError(`the gamble does not offer "${option}"`)
  }
  const card = draws.below(DECK)
  const suit = SUITS[Math.floor(card / RANKS.length)]!
  const colour = suit === 'hearts' || suit === 'diamonds' ? 'red' : 'black'
  const won = option === colour || option === suit
  const factor = option === colour ? COLOR_FACTOR : HIGHEST_FACTOR
  return {
    type: 'gambled',
    option,
    card: `${RANKS[card % RANKS.length]!}-of-${suit}`,
    won,
    winUnits: won ? winUnits * factor : 0,
  }
}
