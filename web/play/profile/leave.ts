// Owns the way out of the game: the page that the project names, else the lobby. It must never take anything along.

import type { PlayRules } from './figures.ts'

/** In a frame the page around it goes, as the game would stand in it without an end otherwise. */
export function leaveGame({ exitUrl }: Pick<PlayRules, 'exitUrl'>): void {
  if (exitUrl === null) location.assign('/')
  else window.open(exitUrl, '_top', 'noreferrer')
}
