// Whether the result of a round must still be hidden from everyone. Until the bet is decided a
// round can be cancelled: a person who saw the result first could cancel losing rounds.

import { isCancellable, type Round } from '../../round/round.ts'
import { refuse } from '../errors.ts'

export const isResultSecret = isCancellable

export const RESULT_NOT_REVEALED = refuse(
  'RESULT_NOT_REVEALED',
  'The bet is not decided yet. What the round drew is shown once it is confirmed or given back.',
)

/** Minor units as text; null while it is secret. */
export function winOf(round: Round): string | null {
  return isResultSecret(round) ? null : round.progress.winMinor.toString()
}
