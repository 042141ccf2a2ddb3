// What rounds need from outside, as plain functions: the stores, the wallet, the catalogue, the
// clock and the randomness. A lane supplies the real ones; nothing in this folder bypasses them.

import type { NewRounds, PausableGame } from '../core/pauses.ts'
import type { PlayerRef } from '../core/player.ts'
import type { ProjectSettings } from '../core/project-settings.ts'
import type { WalletAnswer } from '../core/wallet-operation.ts'
import type { GameDefinition } from '../games/engine/contract.ts'
import type { EntitlementsReader } from '../ledger/entitlements/entitlements-reader.ts'
import type { LevelStep, PlayerProvider, StepResult } from '../ledger/entitlements/player-levels.ts'
import type { RoundFailures } from '../ledger/rounds/round-failures.ts'
import type { RoundLedger } from '../ledger/rounds/round-ledger.ts'
import type { RoundReader } from '../ledger/rounds/round-reader.ts'
import type { RedisState } from '../redis/player-state.ts'
import type { BetCancelPolicy, Round } from './round.ts'

/** A round's calls to the operator's wallet. Every call ends within the wallet deadline. */
export interface RoundWallet {
  /** False when repeats to this operator must wait; true spends one of its retry budget. */
  takeRetry(projectId: string): boolean
  bet(player: PlayerRef, round: Round): Promise<WalletAnswer>
  win(player: PlayerRef, round: Round): Promise<WalletAnswer>
  /** @param requestId of the operator's call that cancelled the round */
  refund(player: PlayerRef, round: Round, requestId?: string): Promise<WalletAnswer>
  notify(player: PlayerRef, round: Round, event: 'start' | 'finish'): Promise<WalletAnswer>
}

export interface RoundDeps {
  redisState: RedisState
  ledger: RoundLedger &
    Pick<RoundReader, 'findRound' | 'loadPlayer' | 'oweNotification'> &
    Pick<EntitlementsReader, 'findWindow'> & {
      /** Outdated when the level has changed since the window was judged. */
      stepLevel(player: PlayerProvider, step: LevelStep): Promise<StepResult>
    } & RoundFailures
  wallet: RoundWallet
  betCancel: BetCancelPolicy
  /** The project's current settings, and their revision. */
  findProject(projectId: string): Promise<{ settings: ProjectSettings; revision: number }>
  /** @param version that drew a round, if it is here; else, and without it, the current one */
  findGame(gameId: string, version?: string): GameDefinition | undefined
  /** Whether a round of the game may be started at this moment; calls no store. */
  newRounds(projectId: string, game: PausableGame): NewRounds
  gameIdsOf(provider: string): readonly string[]
  nowMs(): number
  /** The id contains the player's shard (core/shard). */
  newRoundId(player: PlayerRef): string
  newSeed(): Uint8Array
  /** Runs the round's retry in the player's mailbox after the delay. */
  scheduleRetry(player: PlayerRef, roundId: string, delayMs: number): void
  /**
   * Runs synchronous work on a round; if the thread dies in it, the watch can read which round it
   * was.
   */
  atWork<Answer>(roundId: string, work: () => Answer): Answer
  /** A number in [0, 1) for retry jitter; not for outcomes. */
  jitter(): number
  observe: {
    roundEnded(round: Round): void
    retry(round: Round): void
    /**
     * The ledger now has the round as `reconciliation_required`; `failure` is the failure that was
     * repeated.
     */
    setAside(round: Round, failure: string): void
    fault(error: unknown, round: Round | null, requestId?: string): void
  }
}
