// A player state in Redis: sessions, open rounds, the sequence, counted target outcomes. One
// typed function a script.
// It is a working copy: everything in it can be rebuilt from the ledger at any time.

import type { Redis } from 'ioredis'
import { sumRounds, type WindowRound, type WindowSums } from '../core/adaptive-rule.ts'
import { CURRENCIES, type Currency } from '../core/money.ts'
import type { PlayerRef } from '../core/player.ts'
import type { CountedTarget } from '../core/target-outcome.ts'
import { PLAYER_STATE_KEPT_MS } from '../limits.ts'
import { runOf } from './connection.ts'
import { printOpenRound, printTargets, printWindowRound, REBUILT } from './packed.ts'
import { loadScript } from './scripts.ts'

// Kept for imports that have not moved to core yet.
export type { PlayerRef } from '../core/player.ts'

/** What is opened: a round of a mode, or a free spin, on the entitlements of a revision. */
export interface SpinToOpen {
  gameId: string
  roundId: string
  entitlementsRevision: bigint
  spin: 'free' | 'base' | 'ante' | 'buy'
  modeId: string
}

export type RoundOpening =
  /** `target outcome id`: the target outcome this round is to be drawn for. */
  | { kind: 'opened'; sequence: bigint; targetOutcomeId: string | null }
  | { kind: 'open'; roundId: string }
  | { kind: 'not-loaded' | 'outdated' | 'no-session' | 'expired' | 'revoked' }

/**
 * What a driver asks for. One that has saved the round since it learned that an earlier decision may be
 * lost asks for `revealed-after-save`: nobody else's cancel can be saved any more.
 */
export type WantedReveal = 'revealed' | 'cancelled' | 'revealed-after-save'

/**
 * The decision that stands after the call. `lost`: the player state does not hold the round, rebuild it
 * first. `rebuilt`: it was rebuilt, or this is another run of Redis than the round was opened on, and
 * nobody knows whether it was decided before.
 */
export type RevealAnswer = 'revealed' | 'cancelled' | 'rebuilt' | 'lost'

/** A round that is open in the ledger. */
export interface OpenRoundRef {
  gameId: string
  roundId: string
  sequence: bigint
  freeSpin: object | null
  appliedTarget: { targetOutcomeId: string } | null
}

/** What the ledger holds of a player. */
export interface PlayerToLoad {
  sequence: bigint
  entitlementsRevision: bigint
  openRounds: readonly OpenRoundRef[]
  /** Oldest first. */
  targets: readonly CountedTarget[]
}

export type RedisState = ReturnType<typeof createRedisState>

/** An adaptive window: rounds of one player, provider and currency. */
export interface WindowRef {
  provider: string
  currency: Currency
}

/** What a window is counted under. */
export interface WindowRule {
  windowRounds: number
  /** Of the project's settings. */
  revision: number
}

export interface CountedRound extends WindowRound {
  gameId: string
  roundId: string
  sequence: bigint
}

export type RoundSettling =
  | { kind: 'window'; window: WindowSums }
  /** Not there: read it from the ledger, load it with the token. */
  | { kind: 'not-loaded'; token: string }
  /** This round was counted already. */
  | { kind: 'closed' }

/** `superseded`: a later round found the window missing too, and that one loads it. */
export type WindowLoading = 'loaded' | 'superseded'

/** All keys of a player share one hash tag, so that a cluster keeps them in one slot. */
function playerKey(player: PlayerRef): string {
  return `p:{${player.projectId}:${player.playerId}}`
}

function windowKeys(player: PlayerRef, { provider, currency }: WindowRef): [string, string] {
  const window = `${playerKey(player)}:${provider}:${currency}`
  return [`${window}:sums`, `${window}:rounds`]
}

export function createRedisState(redis: Redis) {
  const roundOpen = loadScript<[string, string?, string?]>(redis, 'round-open', 1)
  const roundReveal = loadScript<RevealAnswer>(redis, 'round-reveal', 1)
  const roundClose = loadScript<number>(redis, 'round-close', 1)
  const playerLoad = loadScript<string>(redis, 'player-load', 1)
  const roundSettle = loadScript<[string, ...(string | number)[]]>(redis, 'round-settle', 3)
  const windowLoad = loadScript<WindowLoading>(redis, 'window-load', 3)
  const entitlementsDrop = loadScript<number>(redis, 'entitlements-drop', 1)
  const sessionPut = loadScript<'put' | 'newer' | 'not-loaded'>(redis, 'session-put', 1)

  return {
    async openRound(
      player: PlayerRef,
      session: { sessionId: string; tokenVersion: number },
      { gameId, roundId, entitlementsRevision, spin, modeId }: SpinToOpen,
    ): Promise<RoundOpening> {
      const { sessionId, tokenVersion } = session
      const answer = await roundOpen(
        playerKey(player),
        sessionId,
        tokenVersion,
        gameId,
        roundId,
        PLAYER_STATE_KEPT_MS,
        entitlementsRevision.toString(),
        spin,
        modeId,
        runOf(redis),
      )
      return readOpening(answer)
    },

    /** Decides once whether the result is revealed or the round cancelled: the first call decides. */
    decideReveal(player: PlayerRef, gameId: string, roundId: string, wanted: WantedReveal) {
      return roundReveal(playerKey(player), gameId, roundId, wanted, runOf(redis))
    },

    /** `undone`: a round that was no paid spin after all, or was never written. */
    async closeRound(
      player: PlayerRef,
      gameId: string,
      roundId: string,
      how: 'over' | 'undone',
    ): Promise<void> {
      await roundClose(playerKey(player), gameId, roundId, how)
    },

    /** Closes a settled round and counts it into its window, once. */
    async settleRound(
      player: PlayerRef,
      ref: WindowRef,
      { gameId, roundId, sequence, stakeMinor, winMinor }: CountedRound,
      { windowRounds, revision }: WindowRule,
    ): Promise<RoundSettling> {
      const [kind, ...words] = await roundSettle(
        playerKey(player),
        ...windowKeys(player, ref),
        gameId,
        roundId,
        sequence.toString(),
        stakeMinor.toString(),
        winMinor.toString(),
        windowRounds,
        PLAYER_STATE_KEPT_MS,
        revision,
      )
      if (kind === 'closed') return { kind }
      if (kind === 'not-loaded') return { kind, token: String(words[0]) }
      const [rounds, stake, win] = words
      const window = { stakeMinor: BigInt(stake!), winMinor: BigInt(win!), rounds: Number(rounds) }
      return { kind: 'window', window }
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

    /** After a step: the windows of every currency start anew. */
    async dropWindows(player: PlayerRef, provider: string): Promise<void> {
      await redis.del(CURRENCIES.flatMap(currency => windowKeys(player, { provider, currency })))
    },

    async load(player: PlayerRef, ledger: PlayerToLoad): Promise<void> {
      const { sequence, entitlementsRevision, openRounds, targets } = ledger
      const open = openRounds.flatMap(round => [round.gameId, printLedgerRound(round)])
      await playerLoad(
        playerKey(player),
        sequence.toString(),
        PLAYER_STATE_KEPT_MS,
        entitlementsRevision.toString(),
        openRounds.length,
        ...open,
        ...printByGame(targets),
      )
    },

    /** Call it after a change of the player's entitlements has been committed. */
    async dropEntitlements(player: PlayerRef): Promise<void> {
      await entitlementsDrop(playerKey(player))
    },

    putSession(player: PlayerRef, sessionId: string, expiresAtMs: number, tokenVersion: number) {
      return sessionPut(playerKey(player), sessionId, expiresAtMs, tokenVersion)
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

function readOpening([kind, detail, targetOutcomeId]: [string, string?, string?]): RoundOpening {
  switch (kind) {
    case 'opened':
      return {
        kind,
        sequence: BigInt(detail!),
        targetOutcomeId: targetOutcomeId === '' ? null : targetOutcomeId!,
      }
    case 'open':
      return { kind, roundId: detail! }
    case 'not-loaded':
    case 'outdated':
    case 'no-session':
    case 'expired':
    case 'revoked':
      return { kind }
    default:
      throw new Error(`round-open answered ${kind}`)
  }
}
