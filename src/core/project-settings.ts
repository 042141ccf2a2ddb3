// What a project's owner sets for its players: levels, bet limits, switches, quotas; and the JSON
// form of these settings, for people and for storage. Other code decides who may change them.
//
// In JSON percentages are texts ("94.5"), minor units are texts of digits, and a missing field has
// its default: {} is a project without any settings.

import type { GameLimit, ProjectLimit } from './bet-limits.ts'
import { DEFAULT_PROFILE, type PlayProfile } from './play-rules.ts'
import type { RtpSettings } from './player-rtp.ts'
import { type EmbeddingSettings, printEmbedding, readEmbedding } from './settings-embedding.ts'
import {
  type KnownNames,
  Refusal,
  type RefusedCause,
  readObject,
  readWhole,
  refuse,
} from './settings-fields.ts'
import {
  type GameLimitJson,
  type ProjectLimitJson,
  printGameLimit,
  printProjectLimit,
  readGameLimits,
  readProjectLimits,
} from './settings-limits.ts'
import { type PlayProfileJson, printPlayProfile, readPlayProfile } from './settings-play-rules.ts'
import {
  type ProviderRtp,
  printProviderRtp,
  readProviderRtp,
  UNCONTROLLED,
} from './settings-rtp.ts'
import { printDisabled, readDisabled, type Switches } from './settings-switches.ts'

export interface ProjectSettings extends Switches, EmbeddingSettings {
  /** By provider; a provider without an entry plays its natural mathematics. */
  readonly rtp: ProviderRtp
  readonly projectLimits: readonly ProjectLimit[]
  readonly gameLimits: readonly GameLimit[]
  /** Calls a minute by rate class; a class without an entry has the default quota. */
  readonly callsPerMinute: Readonly<Partial<Record<QuotaClass, number>>>
  /**
   * Least time between the starts of two spins of a player, in any game; the profile may ask for
   * longer.
   */
  readonly spinPaceMs: number
  readonly playProfile: PlayProfile
  /** Connections that each lane may open to the wallet; each carries one call at a time. */
  readonly walletConnections: number
  /** When a bet that the wallet never confirmed is given up; null: the node's setting applies. */
  readonly betCancel: BetCancel | null
  /**
   * After this time the platform makes an open decision for its player (core/expiry); null: never.
   */
  readonly decisionDeadlineMinutes: number | null
}

export interface BetCancel {
  readonly afterMs: number
  readonly attempts: number
}

const QUOTA_CLASSES = ['launch', 'actions', 'reports'] as const
type QuotaClass = (typeof QUOTA_CLASSES)[number]
/** Ours: above it a quota limits nothing, because the platform's other bounds are lower. */
const CALLS_PER_MINUTE_MAX = 1_000_000
/** Ours: rules such as the UK's require 2,500. */
export const SPIN_PACE_MAX_MS = 60_000
/**
 * Ours: the number of calls under way from one lane, because each call needs its own connection.
 */
export const WALLET_CONNECTIONS = 64
/** Ours: the number of calls of one operator that a lane may have under way. */
export const WALLET_CONNECTIONS_MAX = 512
/**
 * Ours: a day, with about one attempt a second; also the maxima of BET_CANCEL_AFTER_S and
 * BET_CANCEL_ATTEMPTS.
 */
export const BET_CANCEL_AFTER_MAX_S = 86_400
export const BET_CANCEL_ATTEMPTS_MAX = 100_000
/** Ours: a player who lost the connection gets minutes to come back. */
export const DECISION_DEADLINE_MIN_MINUTES = 5
/** Ours: a week. */
export const DECISION_DEADLINE_MAX_MINUTES = 10_080

export const DEFAULT_SETTINGS: ProjectSettings = {
  rtp: {},
  projectLimits: [],
  gameLimits: [],
  enabled: true,
  disabledProviders: [],
  disabledGames: [],
  disabledModes: [],
  callsPerMinute: {},
  spinPaceMs: 0,
  playProfile: DEFAULT_PROFILE,
  walletConnections: WALLET_CONNECTIONS,
  betCancel: null,
  decisionDeadlineMinutes: null,
  frameAncestors: [],
  lobbyUrl: null,
}

export function rtpSettingsOf(settings: ProjectSettings, provider: string): RtpSettings {
  return settings.rtp[provider] ?? UNCONTROLLED
}

/** Settings as JSON, with every field. */
export interface SettingsJson {
  rtp: Record<string, object>
  projectLimits: ProjectLimitJson[]
  gameLimits: GameLimitJson[]
  disabled: string[]
  callsPerMinute: Record<string, number>
  spinPaceMs: number
  playProfile: PlayProfileJson
  walletConnections: number
  betCancel: { afterS: number; attempts: number } | null
  decisionDeadlineMinutes: number | null
  frameAncestors: string[]
  lobbyUrl: string | null
}

/** `field`: the path in the JSON; `reason` begins with it. */
export type ParsedSettings =
  | { ok: true; settings: ProjectSettings }
  | { ok: false; cause: RefusedCause; field: string; reason: string }

/**
 * Reads settings as printSettings writes them. Strict: unknown fields, values out of range and
 * repeated entries are refused, with the field and the reason.
 * @param known for settings entered by a person; stored ones may name a game that has been removed
 * since
 */
export function parseSettings(json: unknown, known?: KnownNames): ParsedSettings {
  try {
    return { ok: true, settings: readSettings(json, known) }
  } catch (error) {
    if (error instanceof Refusal) {
      return { ok: false, cause: error.refused, field: error.place, reason: error.message }
    }
    throw error
  }
}

/** The settings as JSON, complete and in a fixed order, so that equal settings are equal texts. */
export function printSettings(settings: ProjectSettings): SettingsJson {
  return {
    rtp: printProviderRtp(settings.rtp),
    projectLimits: settings.projectLimits.map(printProjectLimit),
    gameLimits: settings.gameLimits.map(printGameLimit),
    disabled: printDisabled(settings),
    callsPerMinute: { ...settings.callsPerMinute },
    spinPaceMs: settings.spinPaceMs,
    playProfile: printPlayProfile(settings.playProfile),
    walletConnections: settings.walletConnections,
    betCancel: printBetCancel(settings.betCancel),
    decisionDeadlineMinutes: settings.decisionDeadlineMinutes,
    ...printEmbedding(settings),
  }
}

function readSettings(json: unknown, known: KnownNames | undefined): ProjectSettings {
  const given = readObject(json, 'settings', Object.keys(printSettings(DEFAULT_SETTINGS)))
  return {
    rtp: readProviderRtp(given.rtp, known),
    projectLimits: readProjectLimits(given.projectLimits, known),
    gameLimits: readGameLimits(given.gameLimits, known),
    ...readDisabled(given.disabled, known),
    callsPerMinute: readQuotas(given.callsPerMinute),
    spinPaceMs: readSpinPace(given.spinPaceMs),
    playProfile: readPlayProfile(given.playProfile),
    walletConnections: readWalletConnections(given.walletConnections),
    betCancel: readBetCancel(given.betCancel),
    decisionDeadlineMinutes: readDecisionDeadline(given.decisionDeadlineMinutes),
    ...readEmbedding(given, known),
  }
}

function readQuotas(json: unknown): ProjectSettings['callsPerMinute'] {
  const quotas = readObject(json, 'callsPerMinute', QUOTA_CLASSES)
  for (const [name, calls] of Object.entries(quotas)) {
    const isQuota = Number.isInteger(calls) && Number(calls) >= 1
    if (!isQuota || Number(calls) > CALLS_PER_MINUTE_MAX) {
      refuse(`callsPerMinute.${name}`, `a whole number from 1 to ${CALLS_PER_MINUTE_MAX}`)
    }
  }
  return quotas as ProjectSettings['callsPerMinute']
}

function readSpinPace(value: unknown): number {
  if (value === undefined) return 0
  return readWhole(value, 'spinPaceMs', { from: 0, to: SPIN_PACE_MAX_MS, unit: 'milliseconds' })
}

function readWalletConnections(value: unknown): number {
  if (value === undefined) return WALLET_CONNECTIONS
  return readWhole(value, 'walletConnections', { from: 1, to: WALLET_CONNECTIONS_MAX })
}

/** Both or neither: half a policy would be completed with the other half of the node's policy. */
function readBetCancel(value: unknown): BetCancel | null {
  if (value === undefined || value === null) return null
  const { afterS, attempts } = readObject(value, 'betCancel', ['afterS', 'attempts'])
  const seconds = { from: 1, to: BET_CANCEL_AFTER_MAX_S, unit: 'seconds' }
  return {
    afterMs: readWhole(afterS, 'betCancel.afterS', seconds) * 1000,
    attempts: readWhole(attempts, 'betCancel.attempts', { from: 1, to: BET_CANCEL_ATTEMPTS_MAX }),
  }
}

function readDecisionDeadline(value: unknown): number | null {
  if (value === undefined || value === null) return null
  const bounds = { from: DECISION_DEADLINE_MIN_MINUTES, to: DECISION_DEADLINE_MAX_MINUTES }
  return readWhole(value, 'decisionDeadlineMinutes', { ...bounds, unit: 'minutes' })
}

function printBetCancel(policy: BetCancel | null): SettingsJson['betCancel'] {
  return policy && { afterS: policy.afterMs / 1000, attempts: policy.attempts }
}
