// What a project's owner sets for its players: levels, bet limits, what is switched off, quotas; and
// its spelling in JSON, for people and for storage. Who may change it is decided elsewhere.
//
// In JSON percentages are texts ("94.5"), minor units are texts of digits, and whatever is missing has
// its default: {} is a project that nothing was set for.

import type { GameLimit, ProjectLimit } from './bet-limits.ts'
import type { RtpSettings } from './player-rtp.ts'
import {
  type KnownNames,
  Refusal,
  readList,
  readName,
  readObject,
  refuse,
  splitName,
} from './settings-fields.ts'
import {
  type GameLimitJson,
  type ProjectLimitJson,
  printGameLimit,
  printProjectLimit,
  readGameLimits,
  readProjectLimits,
} from './settings-limits.ts'
import {
  type ProviderRtp,
  printProviderRtp,
  readProviderRtp,
  UNCONTROLLED,
} from './settings-rtp.ts'

export interface ProjectSettings {
  /** By provider; a provider that is missing plays its natural mathematics. */
  readonly rtp: ProviderRtp
  readonly projectLimits: readonly ProjectLimit[]
  readonly gameLimits: readonly GameLimit[]
  readonly disabledProviders: readonly string[]
  readonly disabledGames: readonly string[]
  /** Kinds of game mode that are off: nobody can buy a feature, or play the ante bet. */
  readonly disabledModes: readonly DisabledMode[]
  /** Calls a minute by rate class; a class that is missing has the default quota. */
  readonly callsPerMinute: Readonly<Partial<Record<QuotaClass, number>>>
  /** Least time between the starts of two spins of a player, in any game; 0: any. */
  readonly spinPaceMs: number
  /** Connections that each lane may open to the wallet, one call on each. */
  readonly walletConnections: number
  /** Origins whose pages may show a game in a frame; none: no page may. */
  readonly frameAncestors: readonly string[]
}

const MODES = ['ante', 'buy'] as const
type DisabledMode = (typeof MODES)[number]
const QUOTA_CLASSES = ['launch', 'actions', 'reports'] as const
type QuotaClass = (typeof QUOTA_CLASSES)[number]
/** Ours: past it a quota bounds nothing that the platform does not bound itself. */
const CALLS_PER_MINUTE_MAX = 1_000_000
/** Ours: rules such as the UK's ask for 2,500. */
export const SPIN_PACE_MAX_MS = 60_000
/** Ours: calls under way from one lane, because each has a connection of its own. */
export const WALLET_CONNECTIONS = 64
/** Ours: as many as the calls of one operator that a lane has under way. */
export const WALLET_CONNECTIONS_MAX = 512
/** Ours: they travel in every launch link. */
export const FRAME_ANCESTORS_MAX = 8
/** A source of a content security policy: https, a host or all hosts below one, perhaps a port. */
const FRAME_ANCESTOR = /^https:\/\/(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?$/

export const DEFAULT_SETTINGS: ProjectSettings = {
  rtp: {},
  projectLimits: [],
  gameLimits: [],
  disabledProviders: [],
  disabledGames: [],
  disabledModes: [],
  callsPerMinute: {},
  spinPaceMs: 0,
  walletConnections: WALLET_CONNECTIONS,
  frameAncestors: [],
}

export function rtpSettingsOf(settings: ProjectSettings, provider: string): RtpSettings {
  return settings.rtp[provider] ?? UNCONTROLLED
}

/** Settings as JSON, complete. */
export interface SettingsJson {
  rtp: Record<string, object>
  projectLimits: ProjectLimitJson[]
  gameLimits: GameLimitJson[]
  disabled: string[]
  callsPerMinute: Record<string, number>
  spinPaceMs: number
  walletConnections: number
  frameAncestors: string[]
}

export type ParsedSettings = { ok: true; settings: ProjectSettings } | { ok: false; reason: string }

/**
 * Reads settings as printSettings writes them. Strict: a name that means nothing, a value out of its
 * range and a line said twice are refused, with the field and the reason.
 * @param known for settings given by a person; stored ones may name a game that is gone by now
 */
export function parseSettings(json: unknown, known?: KnownNames): ParsedSettings {
  try {
    return { ok: true, settings: readSettings(json, known) }
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, reason: error.message }
    throw error
  }
}

/** The settings as JSON, complete and in one order: equal settings are equal texts. */
export function printSettings(settings: ProjectSettings): SettingsJson {
  return {
    rtp: printProviderRtp(settings.rtp),
    projectLimits: settings.projectLimits.map(printProjectLimit),
    gameLimits: settings.gameLimits.map(printGameLimit),
    disabled: [
      ...settings.disabledProviders.map(provider => `provider:${provider}`),
      ...settings.disabledGames.map(gameId => `game:${gameId}`),
      ...settings.disabledModes.map(mode => `mode:${mode}`),
    ],
    callsPerMinute: { ...settings.callsPerMinute },
    spinPaceMs: settings.spinPaceMs,
    walletConnections: settings.walletConnections,
    frameAncestors: [...settings.frameAncestors],
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
    walletConnections: readWalletConnections(given.walletConnections),
    frameAncestors: readFrameAncestors(given.frameAncestors),
  }
}

function readDisabled(
  json: unknown,
  known: KnownNames | undefined,
): Pick<ProjectSettings, 'disabledProviders' | 'disabledGames' | 'disabledModes'> {
  const off = {
    disabledProviders: [] as string[],
    disabledGames: [] as string[],
    disabledModes: [] as DisabledMode[],
  }
  const seen = new Set<unknown>()
  for (const [index, value] of readList(json, 'disabled').entries()) {
    const place = `disabled[${index}]`
    const [kind, name] = splitName(value)
    if (kind === 'provider') off.disabledProviders.push(readName(name, place, known?.providers))
    else if (kind === 'game') off.disabledGames.push(readName(name, place, known?.games))
    else if (kind === 'mode') off.disabledModes.push(readName(name, place, MODES) as DisabledMode)
    else refuse(place, 'provider:<id>, game:<id>, mode:ante or mode:buy')
    if (seen.has(value)) refuse(place, `${value} a second time`)
    seen.add(value)
  }
  return off
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

function readFrameAncestors(json: unknown): string[] {
  const given = readList(json, 'frameAncestors')
  if (given.length > FRAME_ANCESTORS_MAX) refuse('frameAncestors', `at most ${FRAME_ANCESTORS_MAX}`)
  for (const [index, origin] of given.entries()) {
    if (typeof origin === 'string' && origin.length <= 128 && FRAME_ANCESTOR.test(origin)) continue
    refuse(`frameAncestors[${index}]`, 'an origin like "https://casino.example.com"')
  }
  return given as string[]
}

function readSpinPace(value: unknown): number {
  if (value === undefined) return 0
  const isPace = Number.isInteger(value) && Number(value) >= 0 && Number(value) <= SPIN_PACE_MAX_MS
  return isPace
    ? (value as number)
    : refuse('spinPaceMs', `a whole number of milliseconds from 0 to ${SPIN_PACE_MAX_MS}`)
}

function readWalletConnections(value: unknown): number {
  if (value === undefined) return WALLET_CONNECTIONS
  const count = Number.isInteger(value) ? (value as number) : 0
  return count >= 1 && count <= WALLET_CONNECTIONS_MAX
    ? count
    : refuse('walletConnections', `a whole number from 1 to ${WALLET_CONNECTIONS_MAX}`)
}
