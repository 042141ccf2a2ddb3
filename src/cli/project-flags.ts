// The flags of `project set`, as edits of the settings' JSON. The reader of the JSON checks its
// content; this file only defines how a flag is written.

import type { Currency } from '../core/money.ts'
import type { RateClass, SettingsJson } from '../core/settings-schema.ts'

export interface SettingFlags {
  providerRtp?: string[] | undefined
  personalRtp?: string[] | undefined
  adaptive?: string[] | undefined
  limit?: string[] | undefined
  gameLimit?: string[] | undefined
  disable?: string[] | undefined
  enable?: string[] | undefined
  quota?: string[] | undefined
  decisionDeadline?: string | undefined
}

/** How a setting is written as a flag, for the documents; all others are set in the file. */
export const SETTING_FLAGS: Readonly<Record<string, string>> = {
  'rtp.P.level': '`--provider-rtp P=94.5` or `=none`',
  'rtp.P.personal': '`--personal-rtp P=on` or `=off`',
  'rtp.P.adaptive': '`--adaptive P=on`, `=off` or `=JSON`',
  projectLimits: "`--limit 'S CUR MIN MAX'`, `'S CUR none'`",
  gameLimits: "`--game-limit 'ID CUR MIN MAX'`",
  disabled: '`--disable X`, `--enable X`',
  callsPerMinute: '`--quota launch=2400` or `=default`',
  decisionDeadlineMinutes: '`--decision-deadline 60` or `none`',
}

/** A flag with a wrong form. */
export class BadFlag extends Error {}

/** The settings with every flag applied, in the order of the help. */
export function applyFlags(settings: SettingsJson, flags: SettingFlags): SettingsJson {
  let edited = settings
  for (const text of flags.providerRtp ?? []) {
    const [provider, level] = pair('--provider-rtp', text, 'provider_a=94.5 or provider_a=none')
    edited = editRtp(edited, provider, { level: level === 'none' ? null : level })
  }
  for (const text of flags.personalRtp ?? []) {
    const [provider, value] = pair('--personal-rtp', text, 'provider_a=on or provider_a=off')
    if (value !== 'on' && value !== 'off') throw new BadFlag('--personal-rtp is on or off.')
    edited = editRtp(edited, provider, { personal: value === 'on' })
  }
  for (const text of flags.adaptive ?? []) {
    const [provider, value] = pair('--adaptive', text, 'provider_a=on, =off or =\'{"step":"1"}\'')
    edited = editRtp(edited, provider, { adaptive: readAdaptive(value) })
  }
  for (const text of flags.limit ?? []) {
    const { name, ...line } = readLimit('--limit', text, 'default|provider:<id>|game:<id>')
    const others = edited.projectLimits.filter(
      ({ scope, currency }) => scope !== name || currency !== line.currency,
    )
    const lines = line.max === null ? [] : [{ scope: name, ...line, max: line.max }]
    edited = { ...edited, projectLimits: [...others, ...lines] }
  }
  for (const text of flags.gameLimit ?? []) {
    const { name, ...line } = readLimit('--game-limit', text, '<game>')
    const others = edited.gameLimits.filter(
      ({ game, currency }) => game !== name || currency !== line.currency,
    )
    const lines = line.max === null ? [] : [{ game: name, ...line, max: line.max }]
    edited = { ...edited, gameLimits: [...others, ...lines] }
  }
  const enabled = edited.disabled.filter(name => !flags.enable?.includes(name))
  edited = { ...edited, disabled: [...new Set([...enabled, ...(flags.disable ?? [])])] }
  for (const text of flags.quota ?? []) {
    const [name, calls] = pair('--quota', text, 'launch=2400 or launch=default')
    const { [name as RateClass]: _, ...others } = edited.callsPerMinute
    const quota = calls === 'default' ? {} : { [name]: Number(calls) }
    edited = { ...edited, callsPerMinute: { ...others, ...quota } }
  }
  const { decisionDeadline } = flags
  if (decisionDeadline === undefined) return edited
  const minutes = decisionDeadline === 'none' ? null : Number(decisionDeadline)
  return { ...edited, decisionDeadlineMinutes: minutes }
}

function editRtp(settings: SettingsJson, provider: string, change: object): SettingsJson {
  const rtp = { ...settings.rtp, [provider]: { ...settings.rtp[provider], ...change } }
  return { ...settings, rtp: rtp as SettingsJson['rtp'] }
}

function readAdaptive(value: string): unknown {
  if (value === 'off') return null
  if (value === 'on') return {}
  try {
    return JSON.parse(value)
  } catch {
    throw new BadFlag('--adaptive is on, off or JSON.')
  }
}

/** "<name> <currency> <min|none> <max>", or "<name> <currency> none" to remove the line. */
function readLimit(flag: string, text: string, names: string) {
  const [name = '', currency = '', min = '', max, ...rest] = text.trim().split(/\s+/)
  const removes = min === 'none' && max === undefined
  if (rest.length > 0 || (max === undefined && !removes)) {
    throw new BadFlag(
      `${flag} is '${names} <currency> <min|none> <max>' in minor units, or '… <currency> none'.`,
    )
  }
  return {
    name,
    currency: currency as Currency,
    min: min === 'none' ? null : min,
    max: max ?? null,
  }
}

function pair(flag: string, text: string, example: string): [name: string, value: string] {
  const at = text.indexOf('=')
  if (at < 1) throw new BadFlag(`${flag} is like ${example}.`)
  return [text.slice(0, at), text.slice(at + 1)]
}
