// A project's play profile in JSON: the name of a preset, and the rules that differ from it. Must
// not contain a preset's rules, except to compare with them.

import {
  DEFAULT_PROFILE,
  type HelpLink,
  type OwnPlayRules,
  PLAY_PRESETS,
  type PlayProfile,
  PRESET_RULES,
} from './play-rules.ts'
import { readBoolean, readList, readObject, readWhole, refuse } from './settings-fields.ts'

/** `{"preset": "uk", "turbo": true}`: missing rules are those of the preset. */
export type PlayProfileJson = { preset: string } & Partial<OwnPlayRules>

/** Ours: a day; a session does not last longer. */
const REALITY_CHECK_MAX_MINUTES = 1_440
/** Ours: they are shown in one list in the game's rules. */
const HELP_LINKS_MAX = 8
const HELP_LABEL_MAX = 60
const PLAY_URL_MAX = 500

const SWITCHES = [
  'turbo',
  'skip',
  'autoplay',
  'featureBuy',
  'anteBet',
  'gamble',
  'celebrateUpToStake',
  'sessionClock',
  'netPosition',
  'socialWording',
] as const satisfies readonly (keyof OwnPlayRules)[]
const NAMES = [...SWITCHES, 'realityCheckMinutes', 'exitUrl', 'helpLinks'] as const
const PLACE = 'playProfile'

/**
 * A rule with the same value as in the preset is not an override, so equal profiles are equal
 * texts.
 */
export function readPlayProfile(json: unknown): PlayProfile {
  if (json === undefined) return DEFAULT_PROFILE
  const given = readObject(json, PLACE, ['preset', 'minRoundMs', ...NAMES])
  if (given.minRoundMs !== undefined) {
    refuse(`${PLACE}.minRoundMs`, 'the preset says it, and the setting spinPaceMs lengthens it')
  }
  const preset = readPreset(given.preset)
  const overrides: Record<string, unknown> = {}
  for (const name of NAMES) {
    if (given[name] === undefined) continue
    const value = readRule(name, given[name])
    if (!isSame(value, PRESET_RULES[preset][name])) overrides[name] = value
  }
  return { preset, overrides: overrides as PlayProfile['overrides'] }
}

export function printPlayProfile({ preset, overrides }: PlayProfile): PlayProfileJson {
  const own = NAMES.filter(name => overrides[name] !== undefined)
  return { preset, ...Object.fromEntries(own.map(name => [name, overrides[name]])) }
}

function readPreset(value: unknown): PlayProfile['preset'] {
  if (value === undefined) return DEFAULT_PROFILE.preset
  const preset = PLAY_PRESETS.find(each => each === value)
  return preset ?? refuse(`${PLACE}.preset`, `one of ${PLAY_PRESETS.join(', ')}`)
}

function readRule(name: (typeof NAMES)[number], value: unknown): unknown {
  const place = `${PLACE}.${name}`
  switch (name) {
    case 'realityCheckMinutes':
      if (value === null) return null
      return readWhole(value, place, { from: 1, to: REALITY_CHECK_MAX_MINUTES, unit: 'minutes' })
    case 'exitUrl':
      return value === null ? null : readUrl(value, place)
    case 'helpLinks':
      return readHelpLinks(value, place)
    default:
      return readBoolean(value, place)
  }
}

function readHelpLinks(value: unknown, place: string): HelpLink[] {
  const given = readList(value, place)
  if (given.length > HELP_LINKS_MAX) refuse(place, `at most ${HELP_LINKS_MAX}`)
  return given.map((each, index) => {
    const { label, url } = readObject(each, `${place}[${index}]`, ['label', 'url'])
    return {
      label: readLabel(label, `${place}[${index}].label`),
      url: readUrl(url, `${place}[${index}].url`),
    }
  })
}

function readLabel(value: unknown, place: string): string {
  const isLabel = typeof value === 'string' && value.trim() !== '' && value.length <= HELP_LABEL_MAX
  return isLabel && !/\p{Cc}/u.test(value)
    ? value
    : refuse(place, `a text of 1 to ${HELP_LABEL_MAX} characters`)
}

function readUrl(value: unknown, place: string): string {
  const isUrl =
    typeof value === 'string' &&
    value.length <= PLAY_URL_MAX &&
    /^https:\/\/[^\s"<>\\]+$/.test(value) &&
    URL.canParse(value)
  return isUrl && new URL(value).username === ''
    ? value
    : refuse(place, `an https address of at most ${PLAY_URL_MAX} characters`)
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
