// The RTP settings of a project's providers, from JSON and back. Must not decide a player's level
// (player-rtp does).

import type { AdaptiveRule } from './adaptive-rule.ts'
import { CURRENCIES, formatAmount, parseAmount } from './money.ts'
import type { RtpSettings } from './player-rtp.ts'
import { type KnownNames, readName, refuse } from './settings-reader.ts'
import type { SettingsJson } from './settings-schema.ts'

/** By provider; a provider without an entry plays its natural mathematics. */
export type ProviderRtp = Readonly<Partial<Record<string, RtpSettings>>>
type RtpJson = SettingsJson['rtp'][string]
type AdaptiveJson = NonNullable<RtpJson['adaptive']>

export const UNCONTROLLED: RtpSettings = { providerBps: null, personal: false, adaptive: null }

export function readProviderRtp(
  json: SettingsJson['rtp'],
  known: KnownNames | undefined,
): ProviderRtp {
  const entries = Object.entries(json).map(([provider, { level, personal, adaptive }]) => {
    const place = `rtp.${readName(provider, 'rtp', known?.providers)}.adaptive`
    const rtp: RtpSettings = {
      providerBps: level === null ? null : bpsOf(level),
      personal,
      adaptive: adaptive === null ? null : readAdaptive(adaptive, place),
    }
    return [provider, rtp] as const
  })
  return Object.fromEntries(entries)
}

function readAdaptive(json: AdaptiveJson, place: string): AdaptiveRule {
  const turnover = Object.entries(json.minTurnover).map(([currency, minor]) => [
    currency,
    BigInt(minor),
  ])
  const rule: AdaptiveRule = {
    windowRounds: json.windowRounds,
    lowerAboveBps: bpsOf(json.lowerAbove),
    restoreBelowBps: bpsOf(json.restoreBelow),
    stepBps: bpsOf(json.step),
    floorBelowStartBps: bpsOf(json.floorBelowStart),
    minTurnoverMinor: Object.fromEntries(turnover),
  }
  // Otherwise one window could call for both steps.
  if (rule.restoreBelowBps <= rule.lowerAboveBps) return rule
  return refuse(place, 'restoreBelow is at most lowerAbove')
}

/** In a fixed order, so that equal settings are equal texts. */
export function printProviderRtp(settings: ProviderRtp): SettingsJson['rtp'] {
  const providers = Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(
    providers.map(([provider, rtp]) => [provider, printRtp(rtp ?? UNCONTROLLED)]),
  )
}

function printRtp({ providerBps, personal, adaptive }: RtpSettings): RtpJson {
  return {
    level: providerBps === null ? null : printPercent(providerBps),
    personal,
    adaptive: adaptive === null ? null : printAdaptive(adaptive),
  }
}

function printAdaptive(rule: AdaptiveRule): AdaptiveJson {
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

const bpsOf = (percent: string) => Number(parseAmount(percent))
const printPercent = (bps: number) => formatAmount(BigInt(bps))
