// The rules of a player's level with one provider: binding, the level in use, manual and automatic
// mode, and the journal of every change. Never looks at what a coming round will draw. Source:
// operator API, "Player RTP record", "Player RTP mode", "RTP management".

import { type AdaptiveRule, judgeWindow, type WindowSums } from './adaptive-rule.ts'
import { isFreeText } from './identifiers.ts'
import type { Currency } from './money.ts'
import { REASON_MAX_CHARS } from './reason.ts'
import { isLevel } from './rtp-level.ts'

/** A project's settings for one provider. */
export interface RtpSettings {
  /** Null: natural mathematics, no control. */
  readonly providerBps: number | null
  /** Off: everyone plays at the provider RTP. */
  readonly personal: boolean
  /** Null: off, which is the default. */
  readonly adaptive: AdaptiveRule | null
}

/** A player who is bound; null is used for one who is not bound yet. */
export interface PlayerLevel {
  readonly startBps: number
  /** The automatic level; a manual level does not change it. */
  readonly currentBps: number
  /** Null in mode `auto`. */
  readonly manualBps: number | null
  /** Counted rounds of all currencies since the last adaptive step. */
  readonly roundsSinceAdjust: number
}

export type LevelSource = 'player' | 'provider-cap' | 'manual'

export interface EffectiveLevel {
  readonly bps: number
  readonly source: LevelSource
}

export interface ChangeCause {
  /** ISO 8601, UTC. */
  readonly at: string
  readonly by: 'operator' | 'admin' | 'adaptive'
  readonly reason: string | null
}

/**
 * Has the field names of the answer. The levels of successive entries connect; an entry for a bet
 * limit has no level.
 */
export interface JournalEntry extends ChangeCause {
  readonly change: 'bind' | 'set' | 'auto' | 'lower' | 'restore' | 'bet-limit'
  readonly from_bps: number | null
  readonly to_bps: number | null
}

/** The player afterwards, and the new journal entries, oldest first. */
export interface PlayerChange {
  readonly ok: true
  readonly player: PlayerLevel
  readonly entries: readonly JournalEntry[]
}

export interface BindRefusal {
  readonly ok: false
  readonly code: 'RTP_POLICY_REQUIRED'
}

/**
 * The level of a round that is about to be opened; null means natural. With personal RTP off the
 * source is `provider-cap`, because it is the one of the three that means that the provider's level
 * applies and not the player's. This includes manual levels: they wait until personal RTP is on
 * again.
 */
export function resolveLevel(
  player: PlayerLevel | null,
  settings: RtpSettings,
): EffectiveLevel | null {
  const { providerBps, personal } = settings
  if (providerBps === null) return null
  if (!personal) return { bps: providerBps, source: 'provider-cap' }
  if (player === null) return { bps: providerBps, source: 'player' }
  if (player.manualBps !== null) return { bps: player.manualBps, source: 'manual' }
  if (providerBps < player.currentBps) return { bps: providerBps, source: 'provider-cap' }
  return { bps: player.currentBps, source: 'player' }
}

/** Binds a new player to the provider's current RTP; refused while the provider has none. */
export function bindPlayer(settings: RtpSettings, cause: ChangeCause): PlayerChange | BindRefusal {
  const startBps = settings.providerBps
  if (startBps === null) return { ok: false, code: 'RTP_POLICY_REQUIRED' }
  requireLevel(startBps)
  const player = { startBps, currentBps: startBps, manualBps: null, roundsSinceAdjust: 0 }
  return { ok: true, player, entries: [journal('bind', null, startBps, cause)] }
}

/**
 * Whether the first round binds this player: players have a level themselves only with personal
 * RTP.
 */
export function isBoundByRound(player: PlayerLevel | null, settings: RtpSettings): boolean {
  return player === null && settings.personal && settings.providerBps !== null
}

/** Sets a manual level; a new player is bound first. Not capped by the provider RTP. */
export function setLevel(
  known: PlayerLevel | null,
  settings: RtpSettings,
  levelBps: number,
  cause: ChangeCause,
): PlayerChange | BindRefusal {
  requireLevel(levelBps)
  const bound = ensureBound(known, settings, cause)
  if (!bound.ok) return bound
  const entry = journal('set', ownBps(bound.player), levelBps, cause)
  const player = { ...bound.player, manualBps: levelBps }
  return { ok: true, player, entries: [...bound.entries, entry] }
}

/**
 * Returns to automatic mode, at the automatic level the player had; no journal entry if already
 * automatic.
 */
export function returnToAuto(
  known: PlayerLevel | null,
  settings: RtpSettings,
  cause: ChangeCause,
): PlayerChange | BindRefusal {
  const bound = ensureBound(known, settings, cause)
  if (!bound.ok || bound.player.manualBps === null) return bound
  const player = { ...bound.player, manualBps: null }
  const entry = journal('auto', bound.player.manualBps, player.currentBps, cause)
  return { ok: true, player, entries: [...bound.entries, entry] }
}

/**
 * Whether a settled round enters the window. Left out are rounds of a target outcome, rounds played
 * naturally, and rounds played at a manual level, which suspends the rule. The round's record holds
 * all three facts, so a window rebuilt from the ledger contains the same rounds.
 */
export function isCounted(round: {
  readonly isForced: boolean
  readonly levelSource: LevelSource | null
}): boolean {
  return !round.isForced && round.levelSource !== null && round.levelSource !== 'manual'
}

/**
 * A counted round was settled; `window` is its currency's window including the round. An entry
 * means that a step was taken: the windows of all currencies start again, because their rounds were
 * played at the old level.
 */
export function settleCountedRound(
  player: PlayerLevel,
  settings: RtpSettings,
  settled: { readonly currency: Currency; readonly window: WindowSums; readonly at: string },
): PlayerChange {
  const counted = { ...player, roundsSinceAdjust: player.roundsSinceAdjust + 1 }
  const { adaptive, personal, providerBps } = settings
  const isFrozen = !personal || providerBps === null || player.manualBps !== null
  const step =
    adaptive === null || isFrozen
      ? null
      : judgeWindow(player, adaptive, settled.currency, settled.window)
  if (step === null) return { ok: true, player: counted, entries: [] }
  const cause: ChangeCause = { at: settled.at, by: 'adaptive', reason: step.reason }
  return {
    ok: true,
    player: { ...player, currentBps: step.toBps, roundsSinceAdjust: 0 },
    entries: [journal(step.change, player.currentBps, step.toBps, cause)],
  }
}

/** The journal entry for a changed bet limit, which does not move the level. */
export function journalBetLimit(cause: ChangeCause): JournalEntry {
  return journal('bet-limit', null, null, cause)
}

/**
 * The level fields of the player record. A player who is not bound yet has the level that binding
 * would give now.
 */
export function describePlayer(player: PlayerLevel | null, settings: RtpSettings) {
  return {
    bound: player !== null,
    startBps: player === null ? settings.providerBps : player.startBps,
    currentBps: player === null ? settings.providerBps : player.currentBps,
    mode: player === null || player.manualBps === null ? 'auto' : 'manual',
    roundsSinceAdjust: player === null ? 0 : player.roundsSinceAdjust,
    providerBps: settings.providerBps,
    effective: resolveLevel(player, settings),
  } as const
}

/**
 * Reads `reason`: a text of up to 200 characters; absent is null. Lone surrogates and NUL can't be
 * stored as text, so they are refused.
 */
export function parseReason(
  reason: unknown,
): { ok: true; reason: string | null } | { ok: false; code: 'INVALID_REASON' } {
  if (reason === undefined) return { ok: true, reason: null }
  if (!isFreeText(reason, REASON_MAX_CHARS)) return { ok: false, code: 'INVALID_REASON' }
  return { ok: true, reason }
}

function ensureBound(player: PlayerLevel | null, settings: RtpSettings, cause: ChangeCause) {
  if (player !== null) return { ok: true, player, entries: [] } as const
  // The caller's reason belongs to the change that follows, not to the binding.
  return bindPlayer(settings, { ...cause, reason: null })
}

/** The level in the player's own record, before any cap. */
function ownBps(player: PlayerLevel): number {
  return player.manualBps ?? player.currentBps
}

function journal(
  change: JournalEntry['change'],
  fromBps: number | null,
  toBps: number | null,
  cause: ChangeCause,
): JournalEntry {
  return {
    at: cause.at,
    change,
    from_bps: fromBps,
    to_bps: toBps,
    reason: cause.reason,
    by: cause.by,
  }
}

function requireLevel(bps: number): void {
  if (!isLevel(bps)) throw new RangeError(`no level of ${bps} basis points`)
}
