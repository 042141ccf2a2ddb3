// A recorded round drawn again from its seed and choices, by the version of the game that drew it.
// Shows an outcome to the platform's own people; must never be shown to a player.

import { findGame } from '../../games/catalogue/games.ts'
import type { Outcome } from '../../games/engine/contract.ts'
import type { Game } from '../../games/engine/mathematics.ts'
import { drawnOf, drawOutcome } from '../../round/outcome.ts'
import { isCancellable, type Round, type RoundIntent } from '../../round/round.ts'
import { refuse } from '../errors.ts'

export interface DrawnAgain {
  kind: 'drawn'
  game: Game
  outcome: Outcome
  winMinor: bigint
  /** The same mathematics gave the recorded win. */
  matches: boolean
}

export type NotDrawn =
  | { kind: 'no-game'; gameId: string }
  /** The mathematics has changed: this version would draw another outcome from the same seed. */
  | { kind: 'other-version'; gameId: string; recorded: string; here: string }

/** The game as it drew the round. */
export function findDrawer({
  gameId,
  gameVersion,
}: RoundIntent): { kind: 'here'; game: Game } | NotDrawn {
  const game = findGame(gameId, gameVersion)
  if (game !== undefined) return { kind: 'here', game }
  const current = findGame(gameId)
  if (current === undefined) return { kind: 'no-game', gameId }
  return { kind: 'other-version', gameId, recorded: gameVersion, here: current.version }
}

export function drawAgain({ intent, progress }: Round): DrawnAgain | NotDrawn {
  const drawer = findDrawer(intent)
  if (drawer.kind !== 'here') return drawer
  const { game } = drawer
  const outcome = drawOutcome(game, intent, progress.choices)
  const drawn = drawnOf(game, intent.baseStakeMinor, outcome)
  const matches = drawn.winUnits === progress.winUnits && drawn.winMinor === progress.winMinor
  return { kind: 'drawn', game, outcome, winMinor: drawn.winMinor, matches }
}

/** Why it was not drawn, as a sentence. */
export function whyNotDrawn(problem: NotDrawn): string {
  if (problem.kind === 'no-game') return `The game ${problem.gameId} is not here any more.`
  return `The round was drawn by ${problem.gameId} ${problem.recorded}; here is ${problem.here}.`
}

/**
 * Until the bet is decided a round can be cancelled: a person who saw the result first could cancel
 * losing rounds.
 */
export const isResultSecret = isCancellable

export const RESULT_NOT_REVEALED = refuse(
  'RESULT_NOT_REVEALED',
  'The bet is not decided yet. What the round drew is shown once it is confirmed or given back.',
)

/** Minor units as text; null while it is secret. */
export function winOf(round: Round): string | null {
  return isResultSecret(round) ? null : round.progress.winMinor.toString()
}
