// The play profile of a project: the rules of each preset, the project's overrides, and which rule
// applies when the profile and an older setting both set one.

import t from 'tap'
import {
  DEFAULT_PROFILE,
  isGambleAllowed,
  isModeAllowed,
  minRoundMsOf,
  PRESET_RULES,
  playRulesOf,
} from '../../src/core/play-rules.ts'
import {
  DEFAULT_SETTINGS,
  type ProjectSettings,
  parseSettings,
  printSettings,
} from '../../src/core/project-settings.ts'
import { PLAY_PRESETS } from '../../src/core/settings-schema.ts'

function read(json: unknown): ProjectSettings {
  const parsed = parseSettings(json)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.settings
}

const profile = (playProfile: object, more: object = {}) => read({ playProfile, ...more })

const OPEN = {
  preset: 'open',
  minRoundMs: 0,
  turbo: true,
  skip: true,
  autoplay: true,
  featureBuy: true,
  anteBet: true,
  gamble: true,
  celebrateUpToStake: true,
  sessionClock: false,
  netPosition: false,
  realityCheckMinutes: null,
  exitUrl: null,
  helpLinks: [],
  socialWording: false,
}

t.test('a project without a profile plays as before', async t => {
  t.strictSame(playRulesOf(DEFAULT_SETTINGS), OPEN)
  t.strictSame(playRulesOf(profile({})), OPEN)
  t.strictSame(playRulesOf(profile({ preset: 'open' })), OPEN)
  t.strictSame(read({}).playProfile, DEFAULT_PROFILE)
})

t.test('each preset has its rules', async t => {
  t.strictSame(Object.keys(PRESET_RULES), PLAY_PRESETS)
  t.strictSame(playRulesOf(profile({ preset: 'uk' })), {
    ...OPEN,
    preset: 'uk',
    minRoundMs: 2_500,
    turbo: false,
    skip: false,
    autoplay: false,
    featureBuy: false,
    celebrateUpToStake: false,
    sessionClock: true,
    netPosition: true,
    realityCheckMinutes: 60,
  })
  t.strictSame(playRulesOf(profile({ preset: 'social' })), {
    ...OPEN,
    preset: 'social',
    socialWording: true,
  })
})

const HELP = [{ label: 'Safer play', url: 'https://help.example.com/a?b=1#c' }]

t.test('each rule of a preset can be overridden', async t => {
  const otherwise = {
    turbo: true,
    skip: true,
    autoplay: true,
    featureBuy: true,
    anteBet: false,
    gamble: false,
    celebrateUpToStake: true,
    sessionClock: false,
    netPosition: false,
    socialWording: true,
    realityCheckMinutes: null,
    exitUrl: 'https://casino.example.com/lobby?x=1',
    helpLinks: HELP,
  }
  for (const [name, value] of Object.entries(otherwise)) {
    const settings = profile({ preset: 'uk', [name]: value })
    const rules = { ...playRulesOf(profile({ preset: 'uk' })), [name]: value }
    t.strictSame(playRulesOf(settings), rules, name)
    t.strictSame(printSettings(settings).playProfile, { preset: 'uk', [name]: value })
  }
  t.equal(isGambleAllowed(profile({ gamble: false })), false)
  t.equal(isGambleAllowed(profile({ preset: 'uk' })), true)
})

t.test('a rule equal to its preset is not an override', async t => {
  const settings = profile({ preset: 'uk', turbo: false, realityCheckMinutes: 60, helpLinks: [] })
  t.strictSame(settings.playProfile, { preset: 'uk', overrides: {} })
  t.strictSame(printSettings(settings).playProfile, { preset: 'uk' })
})

t.test('the longer pace applies: of the preset or of the project', async t => {
  const paces = [0, 2_499, 2_500, 2_501].map(spinPaceMs =>
    minRoundMsOf(profile({ preset: 'uk' }, { spinPaceMs })),
  )
  t.strictSame(paces, [2_500, 2_500, 2_500, 2_501])
  t.equal(minRoundMsOf(profile({ preset: 'open' }, { spinPaceMs: 700 })), 700)
  t.equal(playRulesOf(profile({ preset: 'uk' }, { spinPaceMs: 4_000 })).minRoundMs, 4_000)
})

t.test('a mode is off where the profile or the project switches it off', async t => {
  const off = (settings: ProjectSettings) =>
    (['base', 'ante', 'buy'] as const).filter(kind => !isModeAllowed(settings, kind))
  t.strictSame(off(profile({})), [])
  t.strictSame(off(profile({ preset: 'uk' })), ['buy'])
  t.strictSame(off(profile({ preset: 'uk', featureBuy: true })), [])
  t.strictSame(off(profile({ preset: 'uk' }, { disabled: ['mode:ante'] })), ['ante', 'buy'])
  t.strictSame(off(profile({ anteBet: false })), ['ante'])
  const both = profile({ featureBuy: true }, { disabled: ['mode:buy'] })
  t.strictSame(off(both), ['buy'], 'the switch of the project is not undone by the profile')
  t.match(playRulesOf(both), { featureBuy: false, anteBet: true })
  t.match(playRulesOf(profile({}, { disabled: ['mode:ante'] })), { anteBet: false })
})

const long = (chars: number) => `https://${'a'.repeat(chars - 'https://'.length)}`

t.test('the longest and the largest values are accepted', async t => {
  const link = { label: 'x'.repeat(60), url: long(500) }
  const settings = profile({
    realityCheckMinutes: 1_440,
    exitUrl: long(500),
    helpLinks: Array.from({ length: 8 }, () => link),
  })
  t.equal(playRulesOf(settings).helpLinks.length, 8)
  t.equal(playRulesOf(profile({ realityCheckMinutes: 1 })).realityCheckMinutes, 1)
  const shortest = { label: 'x', url: 'https://a' }
  t.strictSame(playRulesOf(profile({ helpLinks: [shortest] })).helpLinks, [shortest])
})

t.test('everything else is refused, with its place', async t => {
  const link = HELP[0]!
  const cases: [profile: unknown, field: string][] = [
    ['uk', 'playProfile'],
    [{ preset: 'de' }, 'playProfile.preset'],
    [{ preset: 7 }, 'playProfile.preset'],
    [{ colour: 'red' }, 'playProfile'],
    [{ minRoundMs: 2_500 }, 'playProfile.minRoundMs'],
    [{ turbo: 'off' }, 'playProfile.turbo'],
    [{ gamble: null }, 'playProfile.gamble'],
    [{ realityCheckMinutes: 0 }, 'playProfile.realityCheckMinutes'],
    [{ realityCheckMinutes: 1_441 }, 'playProfile.realityCheckMinutes'],
    [{ realityCheckMinutes: 1.5 }, 'playProfile.realityCheckMinutes'],
    [{ exitUrl: 'http://casino.example.com' }, 'playProfile.exitUrl'],
    [{ exitUrl: 'javascript:alert(1)' }, 'playProfile.exitUrl'],
    [{ exitUrl: 'https://a.example/ b' }, 'playProfile.exitUrl'],
    [{ exitUrl: 'xhttps://a.example/' }, 'playProfile.exitUrl'],
    [{ exitUrl: 'https://user@a.example/' }, 'playProfile.exitUrl'],
    [{ exitUrl: 'https://' }, 'playProfile.exitUrl'],
    [{ exitUrl: 'https://a:b:c/' }, 'playProfile.exitUrl'],
    [{ exitUrl: long(501) }, 'playProfile.exitUrl'],
    [{ exitUrl: 7 }, 'playProfile.exitUrl'],
    [{ helpLinks: link }, 'playProfile.helpLinks'],
    [{ helpLinks: Array(9).fill(link) }, 'playProfile.helpLinks'],
    [{ helpLinks: [{ ...link, icon: 'x' }] }, 'playProfile.helpLinks[0]'],
    [{ helpLinks: [link, { ...link, label: ' ' }] }, 'playProfile.helpLinks[1].label'],
    [{ helpLinks: [{ ...link, label: 'x'.repeat(61) }] }, 'playProfile.helpLinks[0].label'],
    [{ helpLinks: [{ ...link, label: 'a\nb' }] }, 'playProfile.helpLinks[0].label'],
    [{ helpLinks: [{ url: link.url }] }, 'playProfile.helpLinks[0].label'],
    [{ helpLinks: [{ ...link, url: 'data:text/html,x' }] }, 'playProfile.helpLinks[0].url'],
  ]
  for (const [playProfile, field] of cases) {
    const refused = { ok: false, cause: 'invalid', field }
    t.match(parseSettings({ playProfile }), refused, JSON.stringify(playProfile))
  }
})

t.test('a refusal says what is allowed', async t => {
  const reasons: [profile: object, reason: RegExp][] = [
    [{ minRoundMs: 1 }, /: the preset says it, and the setting spinPaceMs lengthens it$/],
    [{ exitUrl: 7 }, /: an https address of at most 500 characters$/],
    [{ helpLinks: [{ ...HELP[0], label: '' }] }, /label: a text of 1 to 60 characters$/],
  ]
  for (const [playProfile, reason] of reasons) {
    t.match(parseSettings({ playProfile }), { ok: false, reason })
  }
})
