// A player state in Redis as a whole: open rounds, adaptive windows, sessions, counted target
// outcomes. One typed function for each script. It is a working copy and never the truth:
// everything in it can be rebuilt from the ledger at any time.

import type { PlayerRef } from '../core/player.ts'
import type { CountedTarget } from '../core/target-outcome.ts'
import { PLAYER_STATE_KEPT_MS } from '../limits.ts'
import { createAdaptiveWindows } from './adaptive-windows.ts'
import type { RedisClient } from './connection.ts'
import { createOpenRounds } from './open-rounds.ts'
import { packId, printOpenRound, printTargets, REBUILT } from './packed.ts'
import { playerKey } from './player-key.ts'
import { loadScript } from './scripts.ts'

export type RedisState = ReturnType<typeof createRedisState>

/** @param nowMs decides which sessions and targets have expired */
export function createRedisState(redis: RedisClient, nowMs: () => number = Date.now) {
  return {
    ...createOpenRounds(redis, nowMs),
    ...createAdaptiveWindows(redis),
    ...createLoading(redis, nowMs),
  }
}

/** A round that is open in the ledger. */
export interface OpenRoundRef {
  gameId: string
  roundId: string
  sequence: bigint
  freeSpin: object | null
  appliedTarget: { targetOutcomeId: string } | null
}

/** What the ledger has of a player. */
export interface PlayerToLoad {
  sequence: bigint
  entitlementsRevision: bigint
  openRounds: readonly OpenRoundRef[]
  /** Oldest first. */
  targets: readonly CountedTarget[]
  /** There are more: these are valid for one paid spin, and are read again before the next. */
  hasMoreTargets?: boolean | undefined
}

/** The calls that fill a player state from the ledger and update it after changes there. */
function createLoading(redis: RedisClient, nowMs: () => number) {
  const playerLoad = loadScript<string>(redis, 'player-load', 1)
  const entitlementsDrop = loadScript<number>(redis, 'entitlements-drop', 1)
  const sessionPut = loadScript<'put' | 'newer' | 'not-loaded'>(redis, 'session-put', 1)

  return {
    async load(player: PlayerRef, ledger: PlayerToLoad): Promise<void> {
      const { sequence, entitlementsRevision, openRounds, targets, hasMoreTargets } = ledger
      const open = openRounds.flatMap(round => [round.gameId, printLedgerRound(round)])
      await playerLoad(
        playerKey(player),
        sequence.toString(),
        PLAYER_STATE_KEPT_MS,
        entitlementsRevision.toString(),
        hasMoreTargets ? 1 : 0,
        openRounds.length,
        ...open,
        ...printByGame(targets),
      )
    },

    /** Call it after a change of the player's entitlements has been committed. */
    async dropEntitlements(player: PlayerRef): Promise<void> {
      await entitlementsDrop(playerKey(player))
    },

    /**
     * A mark of what is stored of the player, a game and a session: as long as it stays the same,
     * no round was opened, revealed or closed in the game, and the entitlements and the session's
     * link did not change. Null: not loaded, or the entitlements must be read again.
     */
    async readMark(
      player: PlayerRef,
      { gameId, sessionId }: { gameId: string; sessionId: string },
    ): Promise<string | null> {
      const fields = ['seq', 'rev', `o:${gameId}`, `s:${packId(sessionId)}`]
      const [sequence, revision, ...others] = await redis.hmget(playerKey(player), ...fields)
      if (sequence == null || revision == null) return null
      return [sequence, revision, ...others].join(' ')
    },

    putSession(player: PlayerRef, sessionId: string, expiresAtMs: number, tokenVersion: number) {
      const session = packId(sessionId)
      return sessionPut(playerKey(player), session, expiresAtMs, tokenVersion, nowMs())
    },
  }
}

function printLedgerRound({ freeSpin, appliedTarget, ...round }: OpenRoundRef): string {
  const targetOutcomeId = appliedTarget?.targetOutcomeId ?? null
  return printOpenRound({ ...round, isPaid: freeSpin === null, targetOutcomeId }, REBUILT)
}

/** Pairs of a game and its targets. */
function printByGame(targets: readonly CountedTarget[]): string[] {
  const byGame = new Map<string, CountedTarget[]>()
  for (const target of targets) {
    byGame.set(target.gameId, [...(byGame.get(target.gameId) ?? []), target])
  }
  return [...byGame].flatMap(([gameId, listed]) => [gameId, printTargets(listed)])
}
