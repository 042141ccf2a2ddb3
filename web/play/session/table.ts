// Owns the list of parts that a game on this page consists of: the connection, and everything that
// shows or asks something.

import type { Autoplay } from '../autoplay.ts'
import type { BetPanel } from '../bet-panel.ts'
import type { BetSelection } from '../bets.ts'
import type { Connection } from '../connection.ts'
import type { DecisionPanel } from '../decision-panel.ts'
import type { Casino } from '../embedding/casino.ts'
import type { RoundReports } from '../embedding/round-reports.ts'
import type { FreeSpins } from '../free-spins.ts'
import type { Hud } from '../hud.ts'
import type { LineSigns } from '../line-signs.ts'
import type { OrderKeys } from '../order-keys.ts'
import type { Pots } from '../pots.ts'
import type { Presenter } from '../presenter.ts'
import type { Profile } from '../profile/profile.ts'
import type { Texts } from '../texts/shape.ts'

export interface Table {
  connection: Connection
  hud: Hud
  presenter: Presenter
  decision: DecisionPanel
  bets: BetSelection
  panel: BetPanel
  orderKeys: OrderKeys
  freeSpins: FreeSpins
  autoplay: Autoplay
  profile: Profile
  signs: LineSigns
  /** Messages with the parent page. */
  casino: Casino
  reports: RoundReports
  pots: Pots
  texts: Texts
}
