// The outcome of a round according to the mathematics: drawn again from the round's own record
// whenever it is needed, never stored beside it. Moves nothing.

import { unitsToMinor } from '../core/money.ts'
import type { GameDefinition, Outcome } from '../games/engine/contract.ts'
import type { Drawn, RoundIntent } from './round.ts'

/**
 * The outcome after the given choices. Throws RangeError for a choice that the game does not offer.
 */
export function drawOutcome(
  game: GameDefinition,
  intent: Pick<RoundIntent, 'gameMode' | 'levelBps' | 'seed' | 'appliedTarget'>,
  choices: readonly string[],
): Outcome {
  const { gameMode, levelBps, seed, appliedTarget } = intent
  const request = { mode: gameMode, levelBps, seed, choices }
  return game.play(
    appliedTarget === null ? request : { ...request, reelSet: appliedTarget.reelSet },
  )
}

/**
 * The outcome of a spin. Where no gamble is offered, the win that could be gambled is collected at
 * once: the choice is recorded like any other, so the round is drawn again as it was played.
 * @param gambleAnswer the platform's answer to an offered gamble; null: the player answers
 */
export function drawSpin(
  game: GameDefinition,
  intent: Parameters<typeof drawOutcome>[1],
  gambleAnswer: string | null,
): { outcome: Outcome; choices: readonly string[] } {
  const outcome = drawOutcome(game, intent, [])
  const isOffered = outcome.awaiting?.kind === 'gamble'
  if (gambleAnswer === null || !isOffered) return { outcome, choices: [] }
  const choices = [gambleAnswer]
  return { outcome: drawOutcome(game, intent, choices), choices }
}

/** The outcome in the form that the machine uses, in minor units of the round's stake. */
export function drawnOf(game: GameDefinition, baseStakeMinor: bigint, outcome: Outcome): Drawn {
  return {
    winUnits: outcome.winUnits,
    winMinor: unitsToMinor(outcome.winUnits, baseStakeMinor, game.unitsPerBet),
    awaiting: outcome.awaiting !== null,
  }
}
