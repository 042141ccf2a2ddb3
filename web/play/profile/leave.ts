// Owns the exit from the game: the page that the project sets, else the way home. It must never
// pass anything on.

import type { PlayRules } from './figures.ts'

/**
 * In a frame the parent page navigates, as the target would otherwise open inside its frame.
 * @param wayHome null: no lobby is known; then only the platform's start page is left
 */
export function leaveGame(
  { exitUrl }: Pick<PlayRules, 'exitUrl'>,
  wayHome: (() => void) | null,
): void {
  if (exitUrl !== null) window.open(exitUrl, '_top', 'noreferrer')
  else if (wayHome !== null) wayHome()
  else location.assign('/')
}
