// What a project's owner sets for its players: levels, bet limits, what is switched off, quotas; and
// its spelling in JSON, for people and for storage. Who may change it is decided elsewhere.
//
// In JSON percentages are texts ("94.5"), minor units are texts of digits, and whatever is missing has
// its default: {} is a project that nothing was set for.

import { ADAPTIVE_DEFAULTS, type AdaptiveRule, checkAdaptiveRule } from './adaptive-rule.ts'
import {
  type GameLimit,
  type LimitScope,
  type ProjectLimit,
  parseMinor,
  parseStakeBounds,
  type StakeBounds,
} from './bet-limits.ts'
import { CURRENCIES, type Currency, formatAmount, isCurrency, parseAmount } from './money.ts'
import type { RtpSettings } from './player-rtp.ts'
import { parseLevel } from './rtp-level.ts'

export interface ProjectSettings {
  /** By provider; a provider that is missing plays its natural mathematics. */
  readonly rtp: Readonly<Partial<Record<string, RtpSettings>>>
  readonly projectLimits: readonly ProjectLimit[]
  readonly gameLimits: readonly GameLimit[]
  readonly disabledProviders: readonly string[]
  readonly disabledGames: readonly string[]
  /** Kinds of game mode that are off: nobody can buy a feature, or play the ante bet. */
  readonly disabledModes: readonly DisabledMode[]
  /** Calls a minute by rate class; a class that is missing has the default quota. */
  readonly callsPerMinute: Readonly<Partial<Record<QuotaClass, number>>>
}

const MODES = ['ante', 'buy'] as const
type DisabledMode = (typeof MODES)[number]
const QUOTA_CLASSES = ['launch', 'actions', 'reports'] as const
type QuotaClass = (typeof QUOTA_CLASSES)[number]
/** Ours: past it a quota bounds nothing that the platform does not bound itself. */
const CALLS_PER_MINUTE_MAX = 1_000_000

export const DEFAULT_SETTINGS: ProjectSettings = {
  rtp: {},
  projectLimits: [],
  gameLimits: [],
  disabledProviders: [],
  disabledGames: [],
  disabledModes: [],
  callsPerMinute: {},
}

export const UNCONTROLLED: RtpSettings = { providerBps: null, personal: false, adaptive: null }

export function rtpSettingsOf(settings: ProjectSettings, provider: string): RtpSettings {
  return settings.rtp[provider] ?? UNCONTROLLED
}

/** The providers and games that may be named. Without them, anything that could be one. */
export interface KnownNames {
  readonly providers: readonly string[]
  readonly games: readonly string[]
}

/** Settings as JSON, complete. */
export interface SettingsJson {
  rtp: Record<string, object>
  projectLimits: ({ scope: string } & BoundsJson)[]
  gameLimits: ({ game: string } & BoundsJson)[]
  disabled: string[]
  callsPerMinute: Record<string, number>
}

interface BoundsJson {
  currency: string
  min: string | null
  max: string
}

export type ParsedSettings = { ok: true; settings: ProjectSettings } | { ok: false; reason: string }

/**
 * Reads settings as printSettings writes them. Strict: a name that means nothing, a value out of its
 * range and a line said twice are refused, with the place and the reason.
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
    rtp: Object.fromEntries(
      Object.entries(settings.rtp)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([provider, rtp]) => [provider, printRtp(rtp ?? UNCONTROLLED)]),
    ),
    projectLimits: settings.projectLimits.map(limit => ({
      scope: printScope(limit.scope),
      ...printBounds(limit),
    })),
    gameLimits: settings.gameLimits.map(limit => ({ game: limit.gameId, ...printBounds(limit) })),
    disabled: [
      ...settings.disabledProviders.map(provider => `provider:${provider}`),
      ...settings.disabledGames.map(gameId => `game:${gameId}`),
      ...settings.disabledModes.map(mode => `mode:${mode}`),
    ],
    callsPerMinute: { ...settings.callsPerMinute },
  }
}

/** Thrown and caught in this file only: a refusal ends the reading wherever it is found. */
class Refusal extends Error {}

function refuse(place: string, reason: string): never {
  throw new Refusal(`${place}: ${reason}`)
}

function readSettings(json: unknown, known: KnownNames | undefined): ProjectSettings {
  const { rtp, projectLimits, gameLimits, disabled, callsPerMinute } = readObject(
    json,
    'settings',
    ['rtp', 'projectLimits', 'gameLimits', 'disabled', 'callsPerMinute'],
  )
  return {
    rtp: readRtp(rtp, known),
    projectLimits: readLines(projectLimits, 'projectLimits', 'scope', (scope, place) => ({
      scope: readScope(scope, place, known),
    })),
    gameLimits: readLines(gameLimits, 'gameLimits', 'game', (game, place) => ({
      gameId: readName(game, place, known?.games),
    })),
    ...readDisabled(disabled, known),
    callsPerMinute: readQuotas(callsPerMinute),
  }
}

function readRtp(json: unknown, known: KnownNames | undefined): ProjectSettings['rtp'] {
  const entries = Object.entries(readObject(json, 'rtp', null)).map(([provider, value]) => {
    const place = `rtp.${readName(provider, 'rtp', known?.providers)}`
    const { level, personal, adaptive } = readObject(value, place, [
      'level',
      'personal',
      'adaptive',
    ])
    const rtp: RtpSettings = {
      providerBps: readProviderLevel(level, `${place}.level`),
      personal: personal === undefined ? false : readBoolean(personal, `${place}.personal`),
      adaptive: readAdaptive(adaptive, `${place}.adaptive`),
    }
    return [provider, rtp] as const
  })
  return Object.fromEntries(entries)
}

function readProviderLevel(value: unknown, place: string): number | null {
  if (value === undefined || value === null) return null
  const parsed = typeof value === 'string' ? parseLevel(value) : null
  if (parsed?.ok !== true) refuse(place, 'a percentage from "60" to "100", at most two decimals')
  return parsed.levelBps
}

/** Null is off. An object is on; whatever it leaves out has the specification's default. */
function readAdaptive(value: unknown, place: string): AdaptiveRule | null {
  if (value === undefined || value === null) return null
  const fields = readObject(value, place, [
    'windowRounds',
    'lowerAbove',
    'restoreBelow',
    'step',
    'floorBelowStart',
    'minTurnover',
  ])
  const percent = (name: string, defaultBps: number) =>
    fields[name] === undefined ? defaultBps : readPercent(fields[name], `${place}.${name}`)
  const rule: AdaptiveRule = {
    // Anything but a number in range is refused with the rule.
    windowRounds: (fields.windowRounds === undefined
      ? ADAPTIVE_DEFAULTS.windowRounds
      : fields.windowRounds) as number,
    lowerAboveBps: percent('lowerAbove', ADAPTIVE_DEFAULTS.lowerAboveBps),
    restoreBelowBps: percent('restoreBelow', ADAPTIVE_DEFAULTS.restoreBelowBps),
    stepBps: percent('step', ADAPTIVE_DEFAULTS.stepBps),
    floorBelowStartBps: percent('floorBelowStart', ADAPTIVE_DEFAULTS.floorBelowStartBps),
    minTurnoverMinor: readTurnover(fields.minTurnover, `${place}.minTurnover`),
  }
  const check = checkAdaptiveRule(rule)
  return check.ok ? rule : refuse(place, `${check.reason} (Bps: hundredths of a percent)`)
}

function readTurnover(value: unknown, place: string): AdaptiveRule['minTurnoverMinor'] {
  const entries = Object.entries(readObject(value, place, CURRENCIES)).map(([currency, text]) => {
    const minor = parseMinor(text)
    return [currency, minor ?? refuse(`${place}.${currency}`, 'minor units, as a text of digits')]
  })
  return Object.fromEntries(entries)
}

/** One line for each scope (or game) and currency. */
function readLines<Scope extends object>(
  json: unknown,
  place: string,
  scopeName: string,
  readLineScope: (value: unknown, place: string) => Scope,
): (Scope & StakeBounds & { currency: Currency })[] {
  const seen = new Set<string>()
  return readList(json, place).map((value, index) => {
    const here = `${place}[${index}]`
    const line = readObject(value, here, [scopeName, 'currency', 'min', 'max'])
    const scope = readLineScope(line[scopeName], `${here}.${scopeName}`)
    const { currency } = line
    if (!isCurrency(currency)) refuse(`${here}.currency`, `one of ${CURRENCIES.join(', ')}`)
    const bounds = parseStakeBounds(line.min ?? null, line.max)
    if (bounds === null) {
      refuse(here, 'min (or null) and max are minor units as texts of digits, min at most max')
    }
    const covered = `${line[scopeName]} ${currency}`
    if (seen.has(covered)) refuse(here, `a second line for ${covered}`)
    seen.add(covered)
    return { ...scope, currency, ...bounds }
  })
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

function readScope(value: unknown, place: string, known: KnownNames | undefined): LimitScope {
  const [kind, name] = splitName(value)
  if (value === 'default') return { kind: 'default' }
  if (kind === 'provider') return { kind, provider: readName(name, place, known?.providers) }
  if (kind === 'game') return { kind, gameId: readName(name, place, known?.games) }
  return refuse(place, 'default, provider:<id> or game:<id>')
}

function splitName(value: unknown): [kind: string, name: string] {
  const [kind = '', ...name] = typeof value === 'string' ? value.split(':') : []
  return [kind, name.join(':')]
}

function readName(value: unknown, place: string, known: readonly string[] | undefined): string {
  if (known !== undefined) {
    const name = known.find(each => each === value)
    return name ?? refuse(place, `${JSON.stringify(value)} is none of ${known.join(', ')}`)
  }
  if (typeof value === 'string' && /^[a-z0-9][a-z0-9_-]{0,63}$/.test(value)) return value
  return refuse(place, `${JSON.stringify(value)} is no id`)
}

function readPercent(value: unknown, place: string): number {
  const hundredths = typeof value === 'string' ? parseAmount(value) : null
  return Number(hundredths ?? refuse(place, 'a percentage as a text, like "94.5"'))
}

function readBoolean(value: unknown, place: string): boolean {
  return typeof value === 'boolean' ? value : refuse(place, 'true or false')
}

/** @param names the only ones there may be; null when they are checked elsewhere */
function readObject(
  value: unknown,
  place: string,
  names: readonly string[] | null,
): Record<string, unknown> {
  if (value === undefined) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    refuse(place, 'an object')
  }
  const unknown = Object.keys(value).find(name => names !== null && !names.includes(name))
  if (unknown !== undefined) refuse(place, `${JSON.stringify(unknown)} means nothing here`)
  return value as Record<string, unknown>
}

function readList(value: unknown, place: string): unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : refuse(place, 'a list')
}

const printPercent = (bps: number) => formatAmount(BigInt(bps))

function printRtp({ providerBps, personal, adaptive }: RtpSettings): object {
  return {
    level: providerBps === null ? null : printPercent(providerBps),
    personal,
    adaptive: adaptive === null ? null : printAdaptive(adaptive),
  }
}

function printAdaptive(rule: AdaptiveRule): object {
  const turnover = CURRENCIES.flatMap(currency => {
    const minor = rule.minTurnoverMinor[currency]
    return minor === undefined ? [] : [[currency, minor.toString()]]
  })
  return {
    windowRounds: rule.windowRounds,
    lowerAbove: printPercent(rule.lowerAboveBps),
    restoreBelow: printPercent(rule.restoreBelowBps),
    step: printPercent(rule.stepBps),
    floorBelowStart: printPercent(rule.floorBelowStartBps),
    minTurnover: Object.fromEntries(turnover),
  }
}

function printScope(scope: LimitScope): string {
  if (scope.kind === 'default') return 'default'
  return scope.kind === 'provider' ? `provider:${scope.provider}` : `game:${scope.gameId}`
}

function printBounds({
  currency,
  minMinor,
  maxMinor,
}: StakeBounds & { currency: Currency }): BoundsJson {
  return { currency, min: minMinor?.toString() ?? null, max: maxMinor.toString() }
}
