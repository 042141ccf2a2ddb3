// Owns the home button: it asks the casino's page around the game to close it, or opens the lobby
// of the launch link. It must never open an address that the platform has not signed.

import { part } from '../dom.ts'
import type { Casino, Told } from './casino.ts'

type Reason = Extract<Told, { type: 'close' }>['reason']

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
    if (casino.listens) return () => casino.tell({ type: 'close', reason })
    if (lobbyPath === null) return null
    // A parent page that exchanges no messages would be left with a lobby inside its frame.
    if (casino.isFramed) return () => void window.open(lobbyPath, '_top')
    return () => location.assign(lobbyPath)
  }
}
