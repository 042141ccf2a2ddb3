// Owns the way home: to the casino's page around the game, which is asked to close it, or to the lobby that the
// launch link names. It must never lead to an address that the platform has not signed.

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

  /** Shows the key where there is a way. A casino that has not spoken hears nothing: a key would be dead. */
  refresh(): void {
    part('home').hidden = this.way('home') === null
  }

  /** Null: there is none. */
  way(reason: Reason): (() => void) | null {
    const { casino, lobbyPath } = this
    if (casino.listens) return () => casino.tell({ type: 'close', reason })
    if (lobbyPath === null) return null
    // A page around that does not talk would be left with a lobby inside its frame.
    if (casino.isFramed) return () => void window.open(lobbyPath, '_top')
    return () => location.assign(lobbyPath)
  }
}
