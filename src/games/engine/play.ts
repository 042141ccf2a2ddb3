// One round as the platform plays it: seed to draws, level to reel set, spin, then the player's
// answers. Must never redraw, and depends on no particular game.

import type { GameEvent, Outcome, PlayRequest } from './contract.ts'
import { offerGamble, playGambleStep } from './gamble.ts'
import { chooseReelSet } from './levels.ts'
import { type Game, UNANSWERED } from './mathematics.ts'
import { EventRecorder } from './recorder.ts'
import { Draws } from './rng.ts'

type Playable = Pick<
  Game,
  'spinEngines' | 'figures' | 'layout' | 'lines' | 'options' | 'unitsPerBet' | 'maxWinBets'
>

/** Throws RangeError for an unknown mode or level, or a choice that was not offered. */
export function playRound(game: Playable, gambles: boolean, request: PlayRequest): Outcome {
  const { mode, levelBps, seed, choices } = request
  if (!Object.hasOwn(game.spinEngines, mode)) throw new RangeError(`no mode "${mode}"`)
  const draws = new Draws(seed)
  const byLevel = chooseReelSet(levelBps, draws.word(), game.figures[mode]!)
  const recorder = new EventRecorder(game)
  const { spin, last } = game.spinEngines[mode]![request.reelSet ?? byLevel]
  // UNANSWERED too when nothing was chosen.
  const option = game.options.indexOf(choices[0]!)
  const winUnits = spin(draws, recorder, option)
  const { events } = recorder
  if (last.asked && choices.length === 0) {
    return { events, winUnits, awaiting: { kind: 'choice', options: game.options } }
  }
  if (last.asked && option === UNANSWERED) refuse(choices[0]!)
  const answers = last.asked ? choices.slice(1) : choices
  if (gambles) {
    return playGamble(events, winUnits, game.maxWinBets * game.unitsPerBet, answers, draws)
  }
  if (answers.length > 0) refuse(answers[0]!)
  return { events, winUnits, awaiting: null }
}

function refuse(choice: string): never {
  throw new RangeError(`"${choice}" was not offered`)
}

/**
 * Gambles the win with the answers given so far; every step continues the draws after the spin's.
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
    if (awaiting === null) refuse(choice)
    const event = playGambleStep(choice, winUnits, draws)
    events.push(event)
    winUnits = event.winUnits
    awaiting = event.type === 'collected' ? null : offerGamble(winUnits, step + 1, capUnits)
  })
  return { events, winUnits, awaiting }
}
