// What a project's owner sets for its players: levels, bet limits, what is switched off, quotas.
// Plain data with defaults; who may change it and how it is stored is decided elsewhere.

import type { GameLimit, ProjectLimit } from './bet-limits.ts'
import type { RtpSettings } from './player-rtp.ts'

export interface ProjectSettings {
  /** By provider; a provider that is missing plays its natural mathematics. */
  readonly rtp: Readonly<Partial<Record<string, RtpSettings>>>
  readonly projectLimits: readonly ProjectLimit[]
  readonly gameLimits: readonly GameLimit[]
  readonly disabledProviders: readonly string[]
  readonly disabledGames: readonly string[]
  /** Kinds of game mode that are off: nobody buys a feature, or antes. */
  readonly disabledModes: readonly ('ante' | 'buy')[]
  /** Calls a minute by rate class; a class that is missing has the default quota. */
  readonly callsPerMinute: Readonly<Partial<Record<'launch' | 'actions' | 'reports', number>>>
}

export const DEFAULT_SETTINGS: ProjectSettings = {
  rtp: {},
  projectLimits: [],
  gameLimits: [],
  disabledProviders: [],
  disabledGames: [],
  disabledModes: [],
  callsPerMinute: {},
}

const UNCONTROLLED: RtpSettings = { providerBps: null, personal: false, adaptive: null }

export function rtpSettingsOf(settings: ProjectSettings, provider: string): RtpSettings {
  return settings.rtp[provider] ?? UNCONTROLLED
}
