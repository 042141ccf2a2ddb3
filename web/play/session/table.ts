// Owns the list of parts that a game on this page consists of: the connection, and everything that
// shows or asks something.

import type { Autoplay } from '../autoplay/autoplay.ts'
import type { BetPanel } from '../bet/bet-panel.ts'
import type { BetSelection } from '../bet/bet-selection.ts'
import type { StartButtons } from '../bet/start-buttons.ts'
import type { Casino } from '../embedding/casino.ts'
import type { RoundReports } from '../embedding/round-reports.ts'
import type { DecisionPanel } from '../features/decision-panel.ts'
import type { Pots } from '../features/pots.ts'
import type { FreeSpins } from '../free-spins/free-spins.ts'
import type { Connection } from '../net/connection.ts'
import type { Hud } from '../page/hud.ts'
import type { WaitingSigns } from '../page/waiting-signs.ts'
import type { Profile } from '../profile/profile.ts'
import type { Presenter } from '../round/presenter.ts'
import type { Texts } from '../texts/en.ts'

export interface Table {
  connection: Connection
  hud: Hud
  presenter: Presenter
  decision: DecisionPanel
  bets: BetSelection
  panel: BetPanel
  startButtons: StartButtons
  freeSpins: FreeSpins
  autoplay: Autoplay
  profile: Profile
  signs: WaitingSigns
  /** Messages with the parent page. */
  casino: Casino
  reports: RoundReports
  pots: Pots
  texts: Texts
}
