// Owns the way out of the game: the page that the project names, else the way home. It must never take anything along.

import type { PlayRules } from './figures.ts'

/**
 * In a frame the page around it goes, as the game would stand in it without an end otherwise.
 * @param wayHome null: nobody has named one; then the platform's own start is all there is
 */
export function leaveGame(
  { exitUrl }: Pick<PlayRules, 'exitUrl'>,
  wayHome: (() => void) | null,
): void {
  if (exitUrl !== null) window.open(exitUrl, '_top', 'noreferrer')
  else if (wayHome !== null) wayHome()
  else location.assign('/')
}
