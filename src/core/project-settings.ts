// What a project's owner sets for its players: levels, bet limits, switches, quotas; read from JSON
// and printed as JSON, for people and for storage. The schema has each setting; other code decides
// who may change them.
//
// In JSON percentages are texts ("94.5"), minor units are texts of digits, and a missing field has
// its default: {} is a project without any settings.

import type { GameLimit, ProjectLimit } from './bet-limits.ts'
import { type PlayProfile, PRESET_RULES } from './play-rules.ts'
import type { RtpSettings } from './player-rtp.ts'
import { refusePublicSuffixes } from './settings-embedding.ts'
import {
  printGameLimit,
  printProjectLimit,
  readGameLimits,
  readProjectLimits,
} from './settings-limits.ts'
import {
  type KnownNames,
  Refusal,
  type RefusedCause,
  readBySchema,
  refuse,
} from './settings-reader.ts'
import {
  type ProviderRtp,
  printProviderRtp,
  readProviderRtp,
  UNCONTROLLED,
} from './settings-rtp.ts'
import { SETTINGS, SETTINGS_SCHEMA, type SettingsJson } from './settings-schema.ts'
import { printDisabled, readDisabled, type Switches } from './settings-switches.ts'

/** The settings that code uses in another form than JSON; all others are used as they are. */
interface Converted extends Switches {
  readonly rtp: ProviderRtp
  readonly projectLimits: readonly ProjectLimit[]
  readonly gameLimits: readonly GameLimit[]
  readonly playProfile: PlayProfile
  /** When a bet that the wallet never confirmed is given up; null: the node's setting applies. */
  readonly betCancel: BetCancel | null
}
type ConvertedName = 'disabled' | Exclude<keyof Converted, keyof Switches>

export type ProjectSettings = Converted & Readonly<Omit<SettingsJson, ConvertedName>>

export interface BetCancel {
  readonly afterMs: number
  readonly attempts: number
}

export const DEFAULT_SETTINGS: ProjectSettings = readSettings({}, undefined)

export function rtpSettingsOf(settings: ProjectSettings, provider: string): RtpSettings {
  return settings.rtp[provider] ?? UNCONTROLLED
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

function readSettings(json: unknown, known: KnownNames | undefined): ProjectSettings {
  refuseRoundTime(json)
  const given = readBySchema(SETTINGS_SCHEMA, json) as SettingsJson
  const { rtp, projectLimits, gameLimits, disabled, playProfile, betCancel, ...plain } = given
  if (known !== undefined) refusePublicSuffixes(plain.frameAncestors)
  return {
    ...plain,
    ...readDisabled(disabled, known),
    rtp: readProviderRtp(rtp, known),
    projectLimits: readProjectLimits(projectLimits, known),
    gameLimits: readGameLimits(gameLimits, known),
    playProfile: readPlayProfile(playProfile),
    betCancel: betCancel && { afterMs: betCancel.afterS * 1000, attempts: betCancel.attempts },
  }
}

/** The settings as JSON, complete and in a fixed order, so that equal settings are equal texts. */
export function printSettings(settings: ProjectSettings): SettingsJson {
  const { enabled, disabledProviders, disabledGames, disabledModes, ...others } = settings
  const { betCancel, playProfile, ...plain } = others
  const printed: SettingsJson = {
    ...plain,
    rtp: printProviderRtp(settings.rtp),
    projectLimits: settings.projectLimits.map(printProjectLimit),
    gameLimits: settings.gameLimits.map(printGameLimit),
    disabled: printDisabled(settings),
    playProfile: { preset: playProfile.preset, ...playProfile.overrides },
    betCancel: betCancel && { afterS: betCancel.afterMs / 1000, attempts: betCancel.attempts },
  }
  const names = Object.keys(SETTINGS.properties) as (keyof SettingsJson)[]
  return Object.fromEntries(names.map(name => [name, printed[name]])) as SettingsJson
}

/** Not an unknown field: the least time of a round exists, and has two other homes. */
function refuseRoundTime(json: unknown): void {
  const given = json as { playProfile?: { minRoundMs?: unknown } | null } | null | undefined
  if (given?.playProfile?.minRoundMs === undefined) return
  const reason = 'the preset says it, and the setting spinPaceMs lengthens it'
  refuse('playProfile.minRoundMs', reason)
}

/** A rule with the same value as in the preset is not an override. */
function readPlayProfile({ preset, ...rules }: SettingsJson['playProfile']): PlayProfile {
  const overrides = Object.entries(rules).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(PRESET_RULES[preset][name as keyof typeof rules]),
  )
  return { preset, overrides: Object.fromEntries(overrides) }
}
