// The RTP settings of a project's providers as JSON: read strictly, and printed complete. Must not
// decide a player's level (player-rtp does).

import { ADAPTIVE_DEFAULTS, type AdaptiveRule, checkAdaptiveRule } from './adaptive-rule.ts'
import { parseMinor } from './bet-limits.ts'
import { CURRENCIES } from './money.ts'
import type { RtpSettings } from './player-rtp.ts'
import { parseLevel } from './rtp-level.ts'
import {
  type KnownNames,
  printPercent,
  readBoolean,
  readName,
  readObject,
  readPercent,
  refuse,
} from './settings-fields.ts'

/** By provider; a provider without an entry plays its natural mathematics. */
export type ProviderRtp = Readonly<Partial<Record<string, RtpSettings>>>

export const UNCONTROLLED: RtpSettings = { providerBps: null, personal: false, adaptive: null }

export function readProviderRtp(json: unknown, known: KnownNames | undefined): ProviderRtp {
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

/** In a fixed order, so that equal settings are equal texts. */
export function printProviderRtp(settings: ProviderRtp): Record<string, object> {
  const providers = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    providers.map(([provider, rtp]) => [provider, printRtp(rtp ?? UNCONTROLLED)]),
  )
}

function readProviderLevel(value: unknown, place: string): number | null {
  if (value === undefined || value === null) return null
  const parsed = typeof value === 'string' ? parseLevel(value) : null
  if (parsed?.ok !== true) refuse(place, 'a percentage from "60" to "100", at most two decimals')
  return parsed.levelBps
}

/** Null is off. An object is on; missing fields have the specification's defaults. */
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
    // Anything but a number in range is refused together with the rule.
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
