// The adaptive windows of a player in Redis: a settled round is counted once, a missing window is
// loaded from the ledger. Never decides a step of the level.

import { sumRounds, type WindowRound, type WindowSums } from '../core/adaptive-rule.ts'
import { CURRENCIES, type Currency } from '../core/money.ts'
import type { PlayerRef } from '../core/player.ts'
import { PLAYER_STATE_KEPT_MS } from '../limits.ts'
import type { RedisClient } from './connection.ts'
import { packId, printWindowRound } from './packed.ts'
import { playerKey, recentRoundsKey } from './player-key.ts'
import { loadScript } from './scripts.ts'

/** An adaptive window: rounds of one player, provider and currency. */
export interface WindowRef {
  provider: string
  currency: Currency
}

/** The settings under which a window is counted. */
export interface WindowRule {
  windowRounds: number
  /** The revision of the project's settings. */
  revision: number
}

export interface CountedRound extends WindowRound {
  gameId: string
  roundId: string
  sequence: bigint
}

export type RoundSettling =
  | { kind: 'window'; window: WindowSums }
  /** The window is missing: read it from the ledger and load it with the token. */
  | { kind: 'not-loaded'; token: string }
  /** This round was already counted. */
  | { kind: 'closed' }

/**
 * `superseded`: a later round found the window missing too, and that round's driver loads it.
 * `too-large`: the window is read from the ledger for each round, as long as its sums do not fit
 * the 64 bits that Redis counts in.
 */
export type WindowLoading = 'loaded' | 'too-large' | 'superseded'

type SettleAnswer = [string, ...(string | number)[]]

export function createAdaptiveWindows(redis: RedisClient) {
  const roundSettle = loadScript<SettleAnswer>(redis, 'round-settle', 4)
  const windowLoad = loadScript<WindowLoading>(redis, 'window-load', 3)

  return {
    /** Closes a settled round and counts it into its window, once. */
    async settleRound(
      player: PlayerRef,
      ref: WindowRef,
      { gameId, roundId, sequence, stakeMinor, winMinor }: CountedRound,
      { windowRounds, revision }: WindowRule,
    ): Promise<RoundSettling> {
      const answer = await roundSettle(
        playerKey(player),
        ...windowKeys(player, ref),
        recentRoundsKey(player),
        gameId,
        packId(roundId),
        sequence.toString(),
        stakeMinor.toString(),
        winMinor.toString(),
        windowRounds,
        PLAYER_STATE_KEPT_MS,
        revision,
      )
      return readSettling(answer)
    },

    async loadWindow(
      player: PlayerRef,
      ref: WindowRef,
      { token, revision }: { token: string; revision: number },
      afterSequence: bigint,
      rounds: readonly WindowRound[],
    ): Promise<WindowLoading> {
      const { stakeMinor, winMinor } = sumRounds(rounds)
      return windowLoad(
        playerKey(player),
        ...windowKeys(player, ref),
        token,
        PLAYER_STATE_KEPT_MS,
        afterSequence.toString(),
        stakeMinor.toString(),
        winMinor.toString(),
        revision,
        ...rounds.map(printWindowRound),
      )
    },

    /** After a step: the windows of all currencies start again. */
    async dropWindows(player: PlayerRef, provider: string): Promise<void> {
      await redis.del(CURRENCIES.flatMap(currency => windowKeys(player, { provider, currency })))
    },
  }
}

function windowKeys(player: PlayerRef, { provider, currency }: WindowRef): [string, string] {
  const window = `${playerKey(player)}:${provider}:${currency}`
  return [`${window}:sums`, `${window}:rounds`]
}

function readSettling([kind, ...fields]: SettleAnswer): RoundSettling {
  if (kind === 'closed') return { kind }
  if (kind === 'not-loaded') return { kind, token: String(fields[0]) }
  const [rounds, stake, win] = fields
  const window = { stakeMinor: BigInt(stake!), winMinor: BigInt(win!), rounds: Number(rounds) }
  return { kind: 'window', window }
}
