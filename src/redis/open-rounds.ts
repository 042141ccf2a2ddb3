// The open-round slots of a player state: a round is opened, its reveal decided, the slot emptied.
// Never writes anything that the ledger does not also store or refuse itself.

import type { PlayerRef } from '../core/player.ts'
import type { RecentRound, RecentState, RoundRecord } from '../core/recent-round.ts'
import { HOUR_MS } from '../core/time.ts'
import { PLAYER_STATE_KEPT_MS } from '../limits.ts'
import type { RedisClient } from './connection.ts'
import { packId, unpackId } from './packed.ts'
import { playerKey, recentRoundsKey } from './player-key.ts'
import { NO_RECORD, printRecord } from './recent-rounds.ts'
import { loadScript } from './scripts.ts'

/**
 * A player's last rounds that Redis remembers in case the ledger loses them, about 220 bytes each.
 * A player plays at most one in two seconds, so this is a minute of play; a standby that is further
 * behind has lost rounds of which only the number is known.
 */
export const RECENT_ROUNDS = 32
/** Longer than any failover takes. Players who are away longer have lost no rounds. */
export const RECENT_ROUNDS_KEPT_MS = HOUR_MS

/** What is opened: a round of a mode, or a free spin, for one revision of the entitlements. */
export interface SpinToOpen {
  gameId: string
  roundId: string
  entitlementsRevision: bigint
  spin: 'free' | 'base' | 'ante' | 'buy'
  modeId: string
  /** Least time since the start of the player's previous spin; absent: no minimum. */
  paceMs?: number
  /** What is remembered of the round in case the ledger loses it; absent: nothing. */
  record?: RoundRecord
  /**
   * A round of the game that is over according to the ledger, with nothing to note: if it still
   * holds the slot, the opening frees it.
   */
  over?: string | undefined
}

export type RoundOpening =
  /** `targetOutcomeId`: the target outcome for which this round is to be drawn. */
  | { kind: 'opened'; sequence: bigint; targetOutcomeId: string | null }
  | { kind: 'open'; roundId: string }
  | { kind: 'not-loaded' | 'outdated' | 'no-session' | 'expired' | 'revoked' | 'too-soon' }

/**
 * What a driver asks for. A driver that has saved the round after it found that an earlier decision
 * may be lost asks for `revealed-after-save`: the version guard then refuses every other driver's
 * cancel.
 */
export type WantedReveal = 'revealed' | 'cancelled' | 'revealed-after-save'

/**
 * The decision after the call. `lost`: the player state does not hold the round, so rebuild it
 * first. `rebuilt`: the player state was rebuilt, or this is another run of Redis than the one on
 * which the round was opened, so an earlier decision may be lost.
 */
export type RevealAnswer = 'revealed' | 'cancelled' | 'rebuilt' | 'lost'

/** `nothing`: nothing was ever sent to the wallet, or it refused the bet. */
export type RoundEnd = { kind: 'nothing' | 'cancelled' } | { kind: 'paid'; winMinor: bigint }

function printEnd(end: RoundEnd | undefined): [state: string, win: string] {
  if (end === undefined) return ['', '']
  if (end.kind === 'paid') return ['e', end.winMinor.toString()]
  return [end.kind === 'cancelled' ? 'c' : 'x', '']
}

export function createOpenRounds(redis: RedisClient, nowMs: () => number) {
  const roundOpen = loadScript<[string, string?, string?]>(redis, 'round-open', 2)
  const roundReveal = loadScript<RevealAnswer>(redis, 'round-reveal', 2)
  const roundClose = loadScript<number>(redis, 'round-close', 2)
  const roundOpening = loadScript<number>(redis, 'round-opening', 1)

  return {
    async openRound(
      player: PlayerRef,
      { sessionId, tokenVersion }: { sessionId: string; tokenVersion: number },
      spinToOpen: SpinToOpen,
    ): Promise<RoundOpening> {
      const keys = [playerKey(player), recentRoundsKey(player)]
      const answer = await roundOpen(
        ...keys,
        packId(sessionId),
        tokenVersion,
        ...printSpin(sessionId, spinToOpen),
        RECENT_ROUNDS,
        RECENT_ROUNDS_KEPT_MS,
        nowMs(),
        spinToOpen.over === undefined ? '' : packId(spinToOpen.over),
      )
      return readOpening(answer)
    },

    /**
     * Decides once whether the result is revealed or the round cancelled: the first call decides.
     * @param winMinor null when a decision of the player comes first
     */
    decideReveal(
      player: PlayerRef,
      gameId: string,
      roundId: string,
      wanted: WantedReveal,
      winMinor: bigint | null = null,
    ) {
      const keys = [playerKey(player), recentRoundsKey(player)]
      return roundReveal(...keys, gameId, packId(roundId), wanted, winMinor?.toString() ?? '')
    },

    /**
     * `undone`: a round that did not count as a paid spin after all; `unwritten`: one that was
     * never written.
     * @param end how the round ended, unless Redis already has it
     */
    async closeRound(
      player: PlayerRef,
      gameId: string,
      roundId: string,
      how: 'over' | 'undone' | 'unwritten',
      end?: RoundEnd,
    ): Promise<void> {
      const keys = [playerKey(player), recentRoundsKey(player)]
      await roundClose(...keys, gameId, packId(roundId), how, ...printEnd(end))
    },

    /**
     * Notes about a round whose opening was not answered. `unsent`: the node that opened it sends
     * no bet; `taken-up`: a driver has read it from the ledger and sends its bet next, whatever the
     * opener notes from now on.
     */
    async noteOpening(
      player: PlayerRef,
      roundId: string,
      as: 'unsent' | 'taken-up',
    ): Promise<void> {
      await roundOpening(recentRoundsKey(player), packId(roundId), as)
    },
  }
}

/**
 * Has Redis decide that a round is never revealed, before its bet is refunded: the first decision
 * counts, and no driver pays a win without one (docs/decisions/orphans.md). The round stays
 * `opened` where an earlier decision may be lost.
 * @returns what is known of the round then
 */
export function createUnrevealedCancel(redis: RedisClient) {
  const script = loadScript<RevealAnswer>(redis, 'round-reveal', 2)
  return async (player: PlayerRef, round: RecentRound): Promise<RecentState> => {
    const { gameId, roundId, state } = round
    const keys = [playerKey(player), recentRoundsKey(player)]
    const decision = await script(...keys, gameId, packId(roundId), 'cancelled', '')
    switch (decision) {
      case 'cancelled':
        return { kind: 'cancelled' }
      case 'revealed':
        return { kind: 'revealed', winMinor: null }
      case 'lost':
      case 'rebuilt':
        return state
    }
  }
}

/** Arguments 3 to 11 of round-open. */
function printSpin(sessionId: string, spinToOpen: SpinToOpen): (string | number)[] {
  const { gameId, roundId, entitlementsRevision, spin, modeId, paceMs, record } = spinToOpen
  return [
    gameId,
    packId(roundId),
    PLAYER_STATE_KEPT_MS,
    entitlementsRevision.toString(),
    spin,
    modeId,
    paceMs ?? 0,
    ...(record === undefined ? NO_RECORD : printRecord(gameId, modeId, sessionId, record)),
  ]
}

function readOpening([kind, detail, targetOutcomeId]: [string, string?, string?]): RoundOpening {
  switch (kind) {
    case 'opened':
      return {
        kind,
        sequence: BigInt(detail!),
        targetOutcomeId: targetOutcomeId === '' ? null : targetOutcomeId!,
      }
    case 'open':
      return { kind, roundId: unpackId(detail!) }
    case 'not-loaded':
    case 'outdated':
    case 'no-session':
    case 'expired':
    case 'revoked':
    case 'too-soon':
      return { kind }
    default:
      throw new Error(`round-open answered ${kind}`)
  }
}
