// What an actor needs from outside, as plain functions: the stores, the wallet, the catalogue, the
// clock and the randomness. A lane gives the real ones; nothing in the actor reaches past them.

import type { Currency } from '../core/money.ts'
import type { PlayerRef } from '../core/player.ts'
import type { ProjectSettings } from '../core/project-settings.ts'
import type { WalletAnswer } from '../core/wallet-operation.ts'
import type { GameDefinition } from '../games/engine/contract.ts'
import type { EntitlementsReader } from '../ledger/entitlements/entitlements-reader.ts'
import type { LevelPlace, LevelStep } from '../ledger/entitlements/player-levels.ts'
import type { SessionRow } from '../ledger/players/sessions.ts'
import type { RoundLedger } from '../ledger/rounds/round-ledger.ts'
import type { RoundReader } from '../ledger/rounds/round-reader.ts'
import type { RedisState } from '../redis/player-state.ts'
import type { BetCancelPolicy, Round } from '../round/machine.ts'

/** What an actor asks of the operator's wallet. Every call ends within the one wallet deadline. */
export interface WalletOperations {
  /** False while the operator's wallet has too many calls in flight: start nothing new. */
  hasRoom(projectId: string): boolean
  /** False when the operator's repeats are to wait; true spends one of its budget. */
  takeRetry(projectId: string): boolean
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
export interface PlayerDeps {
  redisState: RedisState
  ledger: RoundLedger &
    RoundReader &
    EntitlementsReader & {
      findSession(sessionId: string): Promise<SessionRow | null>
      /** False when the level is no longer the one the window was judged for. */
      stepLevel(place: LevelPlace, step: LevelStep): Promise<boolean>
    }
  /** What holds for the project now, and since which revision. */
  findProject(projectId: string): Promise<{ settings: ProjectSettings; revision: number }>
  wallet: WalletOperations
  betCancel: BetCancelPolicy
  findGame(gameId: string): GameDefinition | undefined
  gameIdsOf(provider: string): readonly string[]
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
