// Owns one round as the platform asks for it: seed to draws, level to weighting, spin, then the
// player's answers. Must never redraw, and knows no particular game.

import type { GameEvent, Outcome, PlayRequest } from './contract.ts'
import { offerGamble, playGambleStep } from './gamble.ts'
import { chooseWeighting } from './levels.ts'
import type { Game } from './mathematics.ts'
import { EventRecorder } from './recorder.ts'
import { Draws } from './rng.ts'

type Playable = Pick<
  Game,
  'spinners' | 'figures' | 'layout' | 'lines' | 'unitsPerBet' | 'maxWinBets'
>

/** Throws RangeError for an unknown mode or level, or a choice that was not offered. */
export function playRound(game: Playable, gambles: boolean, request: PlayRequest): Outcome {
  const { mode, levelBps, seed, choices } = request
  if (!Object.hasOwn(game.spinners, mode)) throw new RangeError(`no mode "${mode}"`)
  const draws = new Draws(seed)
  const weighting = chooseWeighting(levelBps, draws.word(), game.figures[mode]!)
  const recorder = new EventRecorder(game)
  const winUnits = game.spinners[mode]![weighting](draws, recorder)
  const { events } = recorder
  if (gambles) {
    return playGamble(events, winUnits, game.maxWinBets * game.unitsPerBet, choices, draws)
  }
  if (choices.length > 0) throw new RangeError(`"${choices[0]}" was not offered`)
  return { events, winUnits, awaiting: null }
}

/**
 * Gambles the win with the answers given so far; every step draws on from where the spin stopped.
 */
function playGamble(
  events: GameEvent[],
  winOfSpin: number,
  capUnits: number,
  choices: readonly string[],
  draws: Draws,
): Outcome {
  let winUnits = winOfSpin
  let awaiting = offerGamble(winUnits, 0, capUnits)
  choices.forEach((choice, step) => {
    if (awaiting === null) throw new RangeError(`"${choice}" was not offered`)
    const event = playGambleStep(choice, winUnits, draws)
    events.push(event)
    winUnits = event.winUnits
    awaiting = event.type === 'collected' ? null : offerGamble(winUnits, step + 1, capUnits)
  })
  return { events, winUnits, awaiting }
}
