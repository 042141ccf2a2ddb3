// What an actor needs from outside besides what its rounds need. A lane supplies the real ones;
// nothing in the actor bypasses them.

import type { Currency } from '../core/money.ts'
import type { PlayerRef } from '../core/player.ts'
import type { WalletAnswer } from '../core/wallet-operation.ts'
import type { EntitlementsReader } from '../ledger/entitlements/entitlements-reader.ts'
import type { SessionPlay } from '../ledger/players/session-play.ts'
import type { ReportedBalance, SessionRow } from '../ledger/players/sessions.ts'
import type { RoundReader } from '../ledger/rounds/round-reader.ts'
import type { RoundDeps, RoundWallet } from '../round/deps.ts'
import type { LanePush, PlaySession } from '../wire/lane.ts'

export interface PlayerWallet extends RoundWallet {
  /** False while too many calls to the operator's wallet are in flight: start nothing new. */
  hasRoom(projectId: string): boolean
  /** The wallet's current data of the player; moves no money. */
  sessionInfo(player: PlayerRef, session: PlaySession): Promise<WalletAnswer>
}

/** Everything an actor needs from outside, shared by all actors of a lane. */
export interface PlayerDeps extends RoundDeps {
  wallet: PlayerWallet
  ledger: RoundDeps['ledger'] &
    Pick<RoundReader, 'findRoundByRequest' | 'findDecidedRound' | 'notificationAnswered'> &
    Pick<EntitlementsReader, 'findAnyGrant'> & {
      findSession(sessionId: string): Promise<SessionRow | null>
      /** The last balance that the wallet reported for the player in the session's currency. */
      findLastBalance(
        playerKey: string,
        session: { sessionId: string; currency: Currency },
      ): Promise<ReportedBalance | null>
      /** When the session was launched, and its net position since then. */
      findSessionPlay(playerKey: string, sessionId: string): Promise<SessionPlay>
      /** Stores a balance that the wallet reported outside any round. */
      noteBalance(sessionId: string, balance: ReportedBalance): Promise<void>
    }
  /** Sends the message to the player's sockets that it concerns. */
  push(push: LanePush): void
}
