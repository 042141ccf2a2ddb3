// Owns the ways out of the game. The home button asks the casino's page around the game to close
// it, or opens the lobby of the launch link. It must never open an address that the platform has
// not signed.

import { part } from '../../dom.ts'
import type { PlayRules } from '../profile/play-rules.ts'
import type { Casino, OutgoingMessage } from './casino.ts'

type Reason = Extract<OutgoingMessage, { type: 'close' }>['reason']

export class Home {
  private readonly casino: Casino
  private readonly lobbyPath: string | null

  constructor(casino: Casino, lobbyPath: string | null) {
    this.casino = casino
    this.lobbyPath = lobbyPath
    part('home').onclick = () => this.way('home')?.()
    this.refresh()
  }

  /**
   * Shows the button if there is somewhere to go. A casino that has sent no message will not react
   * to one: the button would do nothing.
   */
  refresh(): void {
    part('home').hidden = this.way('home') === null
  }

  /** Null: nowhere to go. */
  way(reason: Reason): (() => void) | null {
    const { casino, lobbyPath } = this
    if (casino.listens) return () => casino.send({ type: 'close', reason })
    if (lobbyPath === null) return null
    // A parent page that exchanges no messages would be left with a lobby inside its frame.
    if (casino.isFramed) return () => void window.open(lobbyPath, '_top')
    return () => location.assign(lobbyPath)
  }
}

/**
 * Leaves by the page that the project sets, else by the way home; nothing is passed on.
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
