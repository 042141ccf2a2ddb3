// What an actor needs from outside, as plain functions: the stores, the wallet, the catalogue, the
// clock and the randomness. A lane gives the real ones; nothing in the actor reaches past them.

import type { Currency } from '../core/money.ts'
import type { Round } from '../core/round.ts'
import type { WalletAnswer } from '../core/wallet-operation.ts'
import type { GameDefinition } from '../games/contract.ts'
import type { HotPlayers, PlayerRef } from '../hot/player-state.ts'
import type { RoundReader } from '../ledger/round-reader.ts'
import type { RoundWriter } from '../ledger/round-writer.ts'
import type { SessionRow } from '../ledger/sessions.ts'

/** What an actor asks of the operator's wallet. Every call ends within the one wallet deadline. */
export interface WalletOperations {
  /** False while the operator's wallet has too many calls in flight: start nothing new. */
  hasRoom(projectId: string): boolean
  sessionInfo(
    player: PlayerRef,
    session: { sessionId: string; currency: Currency; gameId: string },
  ): Promise<WalletAnswer>
  bet(player: PlayerRef, round: Round): Promise<WalletAnswer>
  win(player: PlayerRef, round: Round): Promise<WalletAnswer>
  refund(player: PlayerRef, round: Round): Promise<WalletAnswer>
  notify(player: PlayerRef, round: Round, event: 'start' | 'finish'): Promise<WalletAnswer>
}

/** Everything an actor needs from outside, shared by all actors of a lane. */
export interface ActorWorld {
  hot: HotPlayers
  ledger: Pick<RoundWriter, 'open' | 'save'> &
    RoundReader & { findSession(sessionId: string): Promise<SessionRow | null> }
  wallet: WalletOperations
  findGame(gameId: string): GameDefinition | undefined
  nowMs(): number
  newRoundId(): string
  newSeed(): Uint8Array
  /** Runs `work` in this player's mailbox after the delay. */
  later(player: PlayerRef, delayMs: number, work: () => Promise<void>): void
  push(sessionId: string, message: string): void
  /** A number in [0, 1) for retry jitter; not for outcomes. */
  jitter(): number
  observe: {
    roundEnded(round: Round): void
    retry(round: Round): void
    fault(error: unknown, round: Round | null): void
  }
}
