// The rules of a player's level with one provider: binding, the level in use, manual and automatic
// mode, and the journal of every change. Never looks at what a coming round will draw.
// Source: operator API, "Player RTP record", "Player RTP mode", "RTP management".

import { type AdaptiveRule, judgeWindow, type WindowSums } from './adaptive-rule.ts'
import type { Currency } from './money.ts'
import { REASON_MAX_CHARS } from './reason.ts'
import { isLevel } from './rtp-level.ts'

/** What a project says of one provider. */
export interface RtpSettings {
  /** Null: natural mathematics, no control. */
  readonly providerBps: number | null
  /** Off: everyone plays at the provider RTP. */
  readonly personal: boolean
  /** Null: off, as it is by default. */
  readonly adaptive: AdaptiveRule | null
}

/** A bound player; one who is not bound yet is null. */
export interface PlayerLevel {
  readonly startBps: number
  /** The automatic level; a manual one leaves it as it was. */
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

/** With the field names of the answer. The levels of successive entries join up; a bet limit has none. */
export interface JournalEntry extends ChangeCause {
  readonly change: 'bind' | 'set' | 'auto' | 'lower' | 'restore' | 'bet-limit'
  readonly from_bps: number | null
  readonly to_bps: number | null
}

/** The player afterwards and what the journal gains, oldest first. */
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
 * The level of a round about to open; null is natural. With personal RTP off the source is
 * `provider-cap`: of the three, the one that says the provider's level holds and not the player's.
 * That is so for manual levels too: they wait until personal RTP is on again.
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

/** Binds a new player to the provider RTP of this moment; refused while there is none. */
export function bindPlayer(settings: RtpSettings, cause: ChangeCause): PlayerChange | BindRefusal {
  const startBps = settings.providerBps
  if (startBps === null) return { ok: false, code: 'RTP_POLICY_REQUIRED' }
  requireLevel(startBps)
  const player = { startBps, currentBps: startBps, manualBps: null, roundsSinceAdjust: 0 }
  return { ok: true, player, entries: [journal('bind', null, startBps, cause)] }
}

/** Whether the first round binds this player: only personal RTP gives players a level of their own. */
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

/** Returns to automatic mode, at the level the player had there; already automatic: no entry. */
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
 * Whether a settled round enters the window: not one of a target outcome, not one played naturally, and not one
 * played at a manual level, which stops the rule. All three are in the round's record, so a
 * window rebuilt from the ledger holds the same rounds.
 */
export function isCounted(round: {
  readonly isForced: boolean
  readonly levelSource: LevelSource | null
}): boolean {
  return !round.isForced && round.levelSource !== null && round.levelSource !== 'manual'
}

/**
 * A counted round settled; `window` is its currency's window with the round in it. An entry means a
 * step was taken: the windows of every currency start anew, because their rounds were played at the
 * old level.
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

/** The journal's entry for a changed bet limit, which moves no level. */
export function journalBetLimit(cause: ChangeCause): JournalEntry {
  return journal('bet-limit', null, null, cause)
}

/** The level fields of the player record. One not bound yet shows the level of a start now. */
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
 * Reads `reason`: a text of up to 200 characters, absent is null. Half a surrogate pair and the zero
 * character can't be stored as text, so they are refused.
 */
export function parseReason(
  reason: unknown,
): { ok: true; reason: string | null } | { ok: false; code: 'INVALID_REASON' } {
  if (reason === undefined) return { ok: true, reason: null }
  const isText = typeof reason === 'string' && !/[\0\p{Surrogate}]/u.test(reason)
  if (!isText || [...reason].length > REASON_MAX_CHARS) return { ok: false, code: 'INVALID_REASON' }
  return { ok: true, reason }
}

function ensureBound(player: PlayerLevel | null, settings: RtpSettings, cause: ChangeCause) {
  if (player !== null) return { ok: true, player, entries: [] } as const
  // The caller's reason is that of the change which follows.
  return bindPlayer(settings, { ...cause, reason: null })
}

/** The level of the player's own record, whatever caps it. */
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
