// The settings of a project in JSON: read strictly, printed completely, and equal in both
// directions.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { ADAPTIVE_DEFAULTS } from '../../src/core/adaptive-rule.ts'
import { CURRENCIES } from '../../src/core/money.ts'
import { DEFAULT_PROFILE, type PlayProfile } from '../../src/core/play-rules.ts'
import {
  DEFAULT_SETTINGS,
  type ProjectSettings,
  parseSettings,
  printSettings,
  rtpSettingsOf,
} from '../../src/core/project-settings.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { PROVIDERS } from '../../src/operator/common-schema.ts'

const KNOWN = { providers: ['provider_a', 'provider_b'], games: ['lucky-lanterns'] }

const FULL = {
  rtp: {
    provider_a: {
      level: '94.5',
      personal: true,
      adaptive: { windowRounds: 50, step: '0.1', minTurnover: { EUR: '100000' } },
    },
    provider_b: { level: '100' },
  },
  projectLimits: [
    { scope: 'default', currency: 'EUR', min: '10', max: '50000' },
    { scope: 'default', currency: 'USD', min: null, max: '50000' },
    { scope: 'provider:provider_b', currency: 'EUR', max: '1' },
    { scope: 'game:lucky-lanterns', currency: 'EUR', max: '999999999999999' },
  ],
  gameLimits: [{ game: 'lucky-lanterns', currency: 'EUR', max: '700' }],
  disabled: ['project', 'provider:provider_b', 'game:lucky-lanterns', 'mode:buy', 'mode:ante'],
  callsPerMinute: { launch: 2400, reports: 1, actions: 1_000_000 },
  spinPaceMs: 2_500,
  playProfile: { preset: 'uk', autoplay: true, realityCheckMinutes: 30 },
  walletConnections: 256,
  betCancel: { afterS: 30, attempts: 20 },
  frameAncestors: [
    'https://casino.example.com',
    'https://*.example.com:8443',
    'http://localhost:4100',
    'http://127.0.0.1',
  ],
  lobbyUrl: 'https://casino.example.com:8443/games?all=1#slots',
}

function read(json: unknown): ProjectSettings {
  const parsed = parseSettings(json, KNOWN)
  if (!parsed.ok) throw new Error(parsed.reason)
  return parsed.settings
}

const originOf = (chars: number) => `https://${'a'.repeat(chars - 'https://'.length)}`

t.test('only hosts of one owner frame games, below a public suffix too', t => {
  const frameAncestors = [
    'https://casino.co.uk',
    'https://*.casino.co.uk',
    'https://casino.pages.dev',
    'https://*.casino.github.io',
    'https://intranet',
  ]
  t.strictSame(read({ frameAncestors }).frameAncestors, frameAncestors)
  const stored = parseSettings({ frameAncestors: ['https://*.com'] })
  t.ok(stored.ok, 'a project saved before the rule plays on')
  t.end()
})

t.test('the largest and the longest values are accepted', async t => {
  const largest = {
    spinPaceMs: 60_000,
    walletConnections: 512,
    frameAncestors: Array.from({ length: 8 }, () => originOf(128)),
    lobbyUrl: originOf(512),
  }
  t.match(read(largest), largest)
  t.equal(read({}).finalRefusals, false)
  t.equal(read({}).decisionDeadlineMinutes, null)
  for (const minutes of [5, 10_080, null]) {
    t.equal(read({ decisionDeadlineMinutes: minutes }).decisionDeadlineMinutes, minutes)
  }
  t.strictSame(read({ betCancel: { afterS: 86_400, attempts: 100_000 } }).betCancel, {
    afterMs: 86_400_000,
    attempts: 100_000,
  })
})

t.test('the adaptive rule is accepted at its bounds and refused past them', async t => {
  const isGood = (rule: object) => parseSettings({ rtp: { provider_a: { adaptive: rule } } }).ok
  const bounds: [name: string, within: unknown[], past: unknown[]][] = [
    ['windowRounds', [50, 51, 100_000], [49, 100_001, 50.5, Number.NaN, Number.POSITIVE_INFINITY]],
    ['step', ['0.1', '0.11', '20'], ['0.09', '20.01', '1.005', '-1']],
    ['floorBelowStart', ['0', '0.01', '40'], ['40.01', '-0.01']],
    ['lowerAbove', ['90', '100000'], ['89.99', '100000.01']],
    ['restoreBelow', ['0', '150'], ['150.01', '-0.01']],
  ]
  for (const [name, within, past] of bounds) {
    for (const value of within) t.ok(isGood({ [name]: value }), `${name} ${value}`)
    for (const value of past) t.notOk(isGood({ [name]: value }), `${name} ${value}`)
  }
  for (const minor of ['1', '999999999999999']) t.ok(isGood({ minTurnover: { RUB: minor } }), minor)
  for (const minor of ['-1', '0', '1000000000000000']) {
    t.notOk(isGood({ minTurnover: { RUB: minor } }), minor)
  }
})

t.test('a missing setting has its default', async t => {
  t.strictSame(read({}), DEFAULT_SETTINGS)
  t.strictSame(read({ rtp: { provider_a: {} } }).rtp.provider_a, {
    providerBps: null,
    personal: false,
    adaptive: null,
  })
  t.strictSame(
    read({ rtp: { provider_a: { adaptive: {} } } }).rtp.provider_a?.adaptive,
    ADAPTIVE_DEFAULTS,
  )
  t.equal(rtpSettingsOf(read({}), 'provider_a').providerBps, null)
})

t.test('every setting is read', async t => {
  const settings = read(FULL)
  t.strictSame(rtpSettingsOf(settings, 'provider_a'), {
    providerBps: 9_450,
    personal: true,
    adaptive: {
      ...ADAPTIVE_DEFAULTS,
      windowRounds: 50,
      stepBps: 10,
      minTurnoverMinor: { EUR: 100_000n },
    },
  })
  t.equal(rtpSettingsOf(settings, 'provider_b').providerBps, 10_000)
  t.strictSame(settings.projectLimits.at(-1), {
    scope: { kind: 'game', gameId: 'lucky-lanterns' },
    currency: 'EUR',
    minMinor: null,
    maxMinor: 999_999_999_999_999n,
  })
  t.strictSame(settings.gameLimits, [
    { gameId: 'lucky-lanterns', currency: 'EUR', minMinor: null, maxMinor: 700n },
  ])
  t.equal(settings.enabled, false)
  t.strictSame(settings.disabledProviders, ['provider_b'])
  t.strictSame(settings.disabledGames, ['lucky-lanterns'])
  t.strictSame(settings.disabledModes, ['buy', 'ante'])
  t.strictSame(settings.callsPerMinute, FULL.callsPerMinute)
  t.equal(settings.spinPaceMs, 2_500)
  t.strictSame(settings.betCancel, { afterMs: 30_000, attempts: 20 })
})

t.test('printed settings are read back equal, through text', async t => {
  const settings = read(FULL)
  t.strictSame(read(JSON.parse(JSON.stringify(printSettings(settings)))), settings)
  t.strictSame(read(printSettings(DEFAULT_SETTINGS)), DEFAULT_SETTINGS)
  t.match(printSettings(settings), { rtp: { provider_a: { level: '94.50' } } })
})

t.test('equal settings are equal texts, in whatever order they were given', async t => {
  const text = (json: unknown) => JSON.stringify(printSettings(read(json)))
  const { provider_a, provider_b } = FULL.rtp
  t.equal(text({ rtp: { provider_b, provider_a } }), text({ rtp: { provider_a, provider_b } }))
  t.strictSame(Object.keys(printSettings(read({ rtp: { provider_b, provider_a } })).rtp), [
    'provider_a',
    'provider_b',
  ])
})

t.test('a provider without settings is not controlled', async t => {
  const uncontrolled = { providerBps: null, personal: false, adaptive: null }
  t.strictSame(rtpSettingsOf(DEFAULT_SETTINGS, 'provider_a'), uncontrolled)
})

t.test('any level, rule, bounds and quota survive the text', async t => {
  const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
    fc.record<T>(model, { noNullPrototype: true })
  const bps = (min: number, max: number) => fc.integer({ min, max })
  const minor = fc.bigInt({ min: 1n, max: 999_999_999_999_999n })
  const rule = record({
    windowRounds: bps(50, 100_000),
    restoreBelowBps: bps(0, 20_000),
    lowerAboveBps: bps(20_000, 10_000_000),
    stepBps: bps(10, 2_000),
    floorBelowStartBps: bps(0, 4_000),
    minTurnoverMinor: fc.dictionary(fc.constantFrom(...CURRENCIES), minor, {
      noNullPrototype: true,
    }),
  })
  const settings: fc.Arbitrary<ProjectSettings> = record({
    rtp: record({
      provider_a: record({
        providerBps: fc.option(bps(6_000, 10_000)),
        personal: fc.boolean(),
        adaptive: fc.option(rule),
      }),
    }),
    projectLimits: fc.tuple(
      record({
        scope: fc.constantFrom(
          { kind: 'default' as const },
          { kind: 'provider' as const, provider: 'provider_b' },
        ),
        currency: fc.constantFrom(...CURRENCIES),
        minMinor: fc.constant(1n),
        maxMinor: minor,
      }),
    ),
    gameLimits: fc.constant([]),
    enabled: fc.boolean(),
    disabledProviders: fc.subarray(['provider_a', 'provider_b']),
    disabledGames: fc.subarray(['lucky-lanterns']),
    disabledModes: fc.subarray(['ante', 'buy']),
    callsPerMinute: record({ actions: bps(1, 1_000_000) }),
    spinPaceMs: bps(0, 60_000),
    playProfile: fc.constantFrom<PlayProfile>(
      DEFAULT_PROFILE,
      { preset: 'uk', overrides: { turbo: true, realityCheckMinutes: null } },
      { preset: 'social', overrides: { exitUrl: 'https://casino.example.com/lobby' } },
    ),
    walletConnections: bps(1, 512),
    finalRefusals: fc.boolean(),
    decisionDeadlineMinutes: fc.option(bps(5, 10_080)),
    betCancel: fc.option(
      record({ afterMs: bps(1, 86_400).map(seconds => seconds * 1000), attempts: bps(1, 100_000) }),
    ),
    frameAncestors: fc.constantFrom([], ['https://casino.example.com']),
    lobbyUrl: fc.constantFrom(null, 'https://casino.example.com/games'),
  })
  fc.assert(
    fc.property(settings, each => {
      t.strictSame(read(JSON.parse(JSON.stringify(printSettings(each)))), each)
    }),
    { numRuns: 50 },
  )
})

t.test('everything else is refused, and the reason names the place', async t => {
  const rtp = (provider: unknown) => ({ rtp: { provider_a: provider } })
  const adaptive = (rule: unknown) => rtp({ adaptive: rule })
  const line = { scope: 'default', currency: 'EUR', min: '1', max: '2' }
  const limits = (...projectLimits: unknown[]) => ({ projectLimits })
  const ofGame = (...bounds: object[]) => ({
    gameLimits: bounds.map(each => ({ game: 'lucky-lanterns', currency: 'EUR', ...each })),
  })
  const cases: [settings: unknown, reason: RegExp][] = [
    [null, /^settings: an object/],
    [[], /^settings: an object/],
    ['{}', /^settings: an object/],
    [{ colour: 'red' }, /^settings: "colour" means nothing/],
    [{ rtp: [] }, /^rtp: an object/],
    [{ rtp: { provider_x: {} } }, /^rtp: "provider_x" is not one of provider_a, provider_b/],
    [rtp({ levels: '90' }), /^rtp.provider_a: "levels"/],
    [rtp({ level: '59.99' }), /^rtp.provider_a.level: a percentage/],
    [rtp({ level: '100.01' }), /level/],
    [rtp({ level: '94.555' }), /level/],
    [rtp({ level: 94.5 }), /level/],
    [rtp({ personal: 'yes' }), /^rtp.provider_a.personal: true or false/],
    [adaptive(true), /^rtp.provider_a.adaptive: an object/],
    [adaptive({ window: 50 }), /adaptive: "window"/],
    [adaptive({ windowRounds: 49 }), /adaptive.windowRounds: a whole number from 50 to 100000$/],
    [adaptive({ windowRounds: 100_001 }), /windowRounds/],
    [adaptive({ windowRounds: '1000' }), /windowRounds/],
    [adaptive({ windowRounds: null }), /windowRounds/],
    [adaptive({ step: '0.09' }), /adaptive.step: a percentage.*from "0.10" to "20.00"$/],
    [adaptive({ step: '20.01' }), /adaptive.step: a percentage/],
    [adaptive({ step: 2 }), /adaptive.step: a percentage as a text/],
    [adaptive({ floorBelowStart: '40.01' }), /adaptive.floorBelowStart: a percentage/],
    [adaptive({ lowerAbove: '89.99' }), /adaptive: restoreBelow is at most lowerAbove$/],
    [adaptive({ minTurnover: { GBP: '1' } }), /minTurnover: "GBP"/],
    [adaptive({ minTurnover: { EUR: '0' } }), /minTurnover.EUR: minor units, as a text of digits$/],
    [adaptive({ minTurnover: { EUR: 5 } }), /minTurnover.EUR: minor units, as a text of digits$/],
    [
      limits({ ...line, scope: 'all' }),
      /^projectLimits\[0\].scope: default, provider:<id> or game:<id>$/,
    ],
    [limits({ ...line, scope: 'default:x' }), /scope/],
    [limits({ ...line, scope: 'game:nope' }), /^projectLimits\[0\].scope: "nope" is not one of/],
    [
      limits({ ...line, currency: 'GBP' }),
      /^projectLimits\[0\].currency: one of UAH, USD, EUR, RUB$/,
    ],
    [limits({ ...line, min: '3' }), /^projectLimits\[0\]: min/],
    [limits({ ...line, min: '0' }), /min/],
    [limits({ ...line, min: 1 }), /min/],
    [limits({ ...line, max: null }), /max/],
    [limits({ ...line, max: '01' }), /max/],
    [limits({ ...line, max: '1000000000000000' }), /max/],
    [limits({ ...line, game: 'x' }), /"game"/],
    [limits(line, { ...line, max: '3' }), /^projectLimits\[1\]: a second line for default EUR/],
    [limits({ ...line, scope: 'xgame:lucky-lanterns' }), /^projectLimits\[0\].scope: default/],
    [{ projectLimits: {} }, /^projectLimits: a list/],
    [{ gameLimits: [{ ...line, scope: undefined }] }, /^gameLimits\[0\]: "scope"/],
    [
      { gameLimits: [{ game: 'nope', currency: 'EUR', max: '5' }] },
      /^gameLimits\[0\].game: "nope"/,
    ],
    [
      { gameLimits: [{ game: 'x'.repeat(81), currency: 'EUR', max: '5' }] },
      /^gameLimits\[0\].game: a text of 0 to 80 characters$/,
    ],
    [ofGame({ min: '6', max: '5' }), /^gameLimits\[0\]: min is at most max/],
    [ofGame({ max: '5' }, { max: '6' }), /^gameLimits\[1\]: a second line for lucky-lanterns EUR$/],
    [{ disabled: 'mode:buy' }, /^disabled: a list/],
    [{ disabled: ['buy'] }, /^disabled\[0\]: project, provider:<id>, game:<id>, mode:ante or/],
    [{ disabled: ['project:acme'] }, /^disabled\[0\]: project, provider/],
    [{ disabled: ['xmode:buy'] }, /^disabled\[0\]: project, provider/],
    [{ disabled: ['project', 'project'] }, /^disabled\[1\]: project a second time/],
    [{ disabled: [7] }, /^disabled\[0\]/],
    [{ disabled: ['mode:gamble'] }, /"gamble" is not one of ante, buy/],
    [{ disabled: ['game:nope'] }, /"nope"/],
    [{ disabled: ['mode:buy', 'mode:buy'] }, /^disabled\[1\]: mode:buy a second time/],
    [
      { callsPerMinute: { launch: 0 } },
      /^callsPerMinute.launch: a whole number from 1 to 1000000$/,
    ],
    [{ callsPerMinute: { launch: 1_000_001 } }, /launch/],
    [{ callsPerMinute: { launch: 1.5 } }, /launch/],
    [{ callsPerMinute: { launch: '5' } }, /launch/],
    [{ callsPerMinute: { everything: 5 } }, /"everything"/],
    [{ callsPerMinute: 5 }, /^callsPerMinute: an object/],
    [{ spinPaceMs: -1 }, /^spinPaceMs: a whole number of milliseconds from 0 to 60000$/],
    [{ spinPaceMs: 60_001 }, /spinPaceMs/],
    [{ spinPaceMs: 2.5 }, /spinPaceMs/],
    [{ spinPaceMs: '2500' }, /spinPaceMs/],
    [{ walletConnections: 0 }, /^walletConnections: a whole number from 1 to 512$/],
    [{ walletConnections: 513 }, /walletConnections/],
    [{ walletConnections: '64' }, /walletConnections/],
    [
      { decisionDeadlineMinutes: 4 },
      /^decisionDeadlineMinutes: a whole number of minutes from 5 to 10080$/,
    ],
    [{ finalRefusals: 'on' }, /^finalRefusals: true or false$/],
    [{ decisionDeadlineMinutes: 10_081 }, /^decisionDeadlineMinutes/],
    [{ decisionDeadlineMinutes: 5.5 }, /^decisionDeadlineMinutes/],
    [{ decisionDeadlineMinutes: '60' }, /^decisionDeadlineMinutes/],
    [{ betCancel: 5 }, /^betCancel: an object/],
    [{ betCancel: {} }, /^betCancel.afterS: a whole number of seconds from 1 to 86400$/],
    [{ betCancel: { afterS: 86_401, attempts: 1 } }, /^betCancel.afterS/],
    [{ betCancel: { afterS: 30 } }, /^betCancel.attempts: a whole number from 1 to 100000$/],
    [{ betCancel: { afterS: 30, attempts: 0 } }, /^betCancel.attempts/],
    [{ betCancel: { afterS: 30, attempts: 100_001 } }, /^betCancel.attempts/],
    [{ betCancel: { afterS: 30, attempts: 5, afterMs: 1 } }, /^betCancel: "afterMs" means nothing/],
    [{ frameAncestors: 'https://a.example' }, /^frameAncestors: a list$/],
    [{ frameAncestors: ['http://a.example'] }, /^frameAncestors\[0\]: an origin like/],
    [{ frameAncestors: ['https://a.example; script-src *'] }, /^frameAncestors\[0\]/],
    [{ frameAncestors: ['https://a.example/x'] }, /^frameAncestors\[0\]/],
    [{ frameAncestors: ['xhttps://a.example'] }, /^frameAncestors\[0\]/],
    [{ frameAncestors: [7] }, /^frameAncestors\[0\]/],
    [{ frameAncestors: [['https://a.example']] }, /^frameAncestors\[0\]/],
    [{ frameAncestors: [originOf(129)] }, /^frameAncestors\[0\]/],
    [{ frameAncestors: ['http://localhost.a.example'] }, /^frameAncestors\[0\]/],
    [{ frameAncestors: ['xhttp://localhost'] }, /^frameAncestors\[0\]/],
    [{ frameAncestors: ['http://127.0.0.2:4100'] }, /^frameAncestors\[0\]/],
    [{ frameAncestors: ['http://*.localhost'] }, /^frameAncestors\[0\]/],
    [{ frameAncestors: ['https://*.com'] }, /^frameAncestors\[0\]: an origin of one owner/],
    [{ frameAncestors: ['https://co.uk'] }, /^frameAncestors\[0\]: an origin of one owner/],
    [{ frameAncestors: ['https://*.co.uk:8443'] }, /^frameAncestors\[0\]: an origin of one owner/],
    [{ frameAncestors: ['https://*.github.io'] }, /^frameAncestors\[0\]: an origin of one owner/],
    [{ frameAncestors: ['https://pages.dev'] }, /^frameAncestors\[0\]: an origin of one owner/],
    [{ frameAncestors: ['https://*.intranet'] }, /^frameAncestors\[0\]: an origin of one owner/],
    [{ lobbyUrl: 'http://casino.example.com' }, /^lobbyUrl: an https address like/],
    [{ lobbyUrl: '' }, /^lobbyUrl/],
    [{ lobbyUrl: '/games' }, /^lobbyUrl/],
    [{ lobbyUrl: 'https://' }, /^lobbyUrl/],
    [{ lobbyUrl: 'https://ann:secret@casino.example.com' }, /^lobbyUrl/],
    [{ lobbyUrl: 'https://:secret@casino.example.com' }, /^lobbyUrl/],
    [{ lobbyUrl: 'https://casino.example.com/a b' }, /^lobbyUrl/],
    [{ lobbyUrl: 'https://casino.example.com/\r\nset-cookie: a=b' }, /^lobbyUrl/],
    [{ lobbyUrl: 'javascript:alert(1)//https://a.example' }, /^lobbyUrl/],
    [{ lobbyUrl: originOf(513) }, /^lobbyUrl/],
    [{ lobbyUrl: ['https://casino.example.com'] }, /^lobbyUrl/],
    [{ frameAncestors: Array(9).fill('https://a.example') }, /^frameAncestors: at most 8$/],
    [{ disabled: ['game:lucky-lanterns:x'] }, /"lucky-lanterns:x" is not one of/],
  ]
  for (const [settings, reason] of cases) {
    t.match(parseSettings(settings, KNOWN), { ok: false, reason }, JSON.stringify(settings))
  }
})

t.test('stored settings may name a removed game, but no invalid id', async t => {
  t.ok(parseSettings({ disabled: ['game:retired-game'], rtp: { provider_z: {} } }).ok)
  const limits = ['provider:provider_z', 'game:retired-game'].map(scope => ({
    scope,
    currency: 'EUR',
    max: '5',
  }))
  const gameLimits = [{ game: 'retired-game', currency: 'EUR', max: '5' }]
  t.ok(parseSettings({ projectLimits: limits, gameLimits, disabled: ['provider:provider_z'] }).ok)
  for (const name of ['Not an id', 'x'.repeat(65), 'late-x!', '']) {
    const reason = `disabled[0]: ${JSON.stringify(name)} is no id`
    t.match(parseSettings({ disabled: [`game:${name}`] }), { ok: false, reason })
  }
  t.notOk(parseSettings({ gameLimits: [{ game: 7, currency: 'EUR', max: '5' }] }).ok)
  t.notOk(parseSettings(JSON.parse('{"rtp":{"__proto__":{}}}')).ok)
})

t.test('the settings shown in docs/projects.md are valid, of games that exist', async t => {
  const page = readFileSync(path.join(PROJECT_ROOT, 'docs', 'projects.md'), 'utf8')
  const [, example = ''] = /```json\n([^`]+)```/.exec(page) ?? []
  const known = { providers: PROVIDERS, games: GAMES.map(game => game.id) }
  t.match(parseSettings(JSON.parse(example), known), { ok: true })
})

t.test('a refusal names the field, and whether another version has it', async t => {
  const cases: [settings: unknown, cause: string, field: string][] = [
    [{ disabled: ['mode:buy', 'game:nope'] }, 'unknown-name', 'disabled[1]'],
    [{ disabled: ['provider:provider_x'] }, 'unknown-name', 'disabled[0]'],
    [{ disabled: ['mode:gamble'] }, 'unknown-name', 'disabled[0]'],
    [{ disabled: ['game:No Such'] }, 'invalid', 'disabled[0]'],
    [{ rtp: { provider_x: {} } }, 'unknown-name', 'rtp'],
    [{ rtp: { provider_a: { level: '59' } } }, 'invalid', 'rtp.provider_a.level'],
    [
      { gameLimits: [{ game: 'nope', currency: 'EUR', max: '5' }] },
      'unknown-name',
      'gameLimits[0].game',
    ],
    [{ betCancel: { afterS: 0, attempts: 1 } }, 'invalid', 'betCancel.afterS'],
    [{ colour: 'red' }, 'invalid', 'settings'],
  ]
  for (const [settings, cause, field] of cases) {
    t.match(parseSettings(settings, KNOWN), { ok: false, cause, field }, JSON.stringify(settings))
  }
})
