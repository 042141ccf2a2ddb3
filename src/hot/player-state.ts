// A player's hot state in Redis: sessions, open rounds, the sequence. One typed function a script.
// It is a working copy: everything in it can be rebuilt from the ledger at any time.

import type { Redis } from 'ioredis'
import { HOT_STATE_KEPT_MS } from '../limits.ts'
import { loadScript } from './scripts.ts'

export interface PlayerRef {
  projectId: string
  playerId: string
}

export type RoundOpening =
  | { kind: 'opened'; sequence: bigint }
  | { kind: 'open'; roundId: string }
  | { kind: 'cold' | 'no-session' | 'expired' | 'revoked' }

export interface OpenRoundRef {
  gameId: string
  roundId: string
  sequence: bigint
}

export type HotPlayers = ReturnType<typeof createHotPlayers>

/** All keys of a player share one hash tag, so that a cluster keeps them in one slot. */
function playerKey(player: PlayerRef): string {
  return `p:{${player.projectId}:${player.playerId}}`
}

export function createHotPlayers(redis: Redis) {
  const roundOpen = loadScript<[string, string?]>(redis, 'round-open', 1)
  const roundMark = loadScript<'shown' | 'cancelled' | 'rebuilt' | 'lost'>(redis, 'round-mark', 1)
  const roundClose = loadScript<number>(redis, 'round-close', 1)
  const playerLoad = loadScript<string>(redis, 'player-load', 1)
  const termsDrop = loadScript<number>(redis, 'terms-drop', 1)
  const sessionPut = loadScript<'put' | 'newer' | 'cold'>(redis, 'session-put', 1)

  return {
    async openRound(
      player: PlayerRef,
      session: { sessionId: string; tokenVersion: number },
      gameId: string,
      roundId: string,
    ): Promise<RoundOpening> {
      const { sessionId, tokenVersion } = session
      const answer = await roundOpen(
        playerKey(player),
        sessionId,
        tokenVersion,
        gameId,
        roundId,
        HOT_STATE_KEPT_MS,
      )
      return readOpening(answer)
    },

    /**
     * The mark that stands after the call; 'lost' when the hot state must be rebuilt first. 'rebuilt',
     * to a cancel only: it was, and nobody knows whether the result had been shown.
     */
    markRound(player: PlayerRef, gameId: string, roundId: string, mark: 'shown' | 'cancelled') {
      return roundMark(playerKey(player), gameId, roundId, mark)
    },

    async closeRound(player: PlayerRef, gameId: string, roundId: string): Promise<void> {
      await roundClose(playerKey(player), gameId, roundId)
    },

    async load(player: PlayerRef, sequence: bigint, open: readonly OpenRoundRef[]): Promise<void> {
      const pairs = open.flatMap(o => [o.gameId, `${o.roundId}:${o.sequence}`])
      await playerLoad(playerKey(player), sequence.toString(), HOT_STATE_KEPT_MS, ...pairs)
    },

    /** Call it after a change of the player's terms has been committed. */
    async dropTerms(player: PlayerRef): Promise<void> {
      await termsDrop(playerKey(player))
    },

    putSession(player: PlayerRef, sessionId: string, expiresAtMs: number, tokenVersion: number) {
      return sessionPut(playerKey(player), sessionId, expiresAtMs, tokenVersion)
    },
  }
}

function readOpening([kind, detail]: [string, string?]): RoundOpening {
  switch (kind) {
    case 'opened':
      return { kind, sequence: BigInt(detail!) }
    case 'open':
      return { kind, roundId: detail! }
    case 'cold':
    case 'no-session':
    case 'expired':
    case 'revoked':
      return { kind }
    default:
      throw new Error(`round-open answered ${kind}`)
  }
}
