// The checks of a spin before a store is asked: every refusal, their order, and the cost of an
// accepted spin. Source: operator API, "Wallet-side and in-game codes".

import t from 'tap'
import type { Entitlements } from '../../src/core/entitlements.ts'
import { DEFAULT_SETTINGS, type ProjectSettings } from '../../src/core/project-settings.ts'
import { UNCONTROLLED } from '../../src/core/settings-rtp.ts'
import { findGame } from '../../src/games/catalogue/games.ts'
import { listBets } from '../../src/games/engine/bets.ts'
import {
  checkSpin,
  isDisabled,
  offeredMaximum,
  offerGame,
  type SpinGround,
  type SpinMessage,
} from '../../src/player/spin-rules.ts'
import { CREATED_MS, EXPIRES_MS, newGrant, TERMS } from '../support/grant-samples.ts'

/** Level 2 costs 0.40; ante 1.25 times that, the feature 80 times. */
const game = findGame('sugar-cascade')!
const BET = { level: 2 }
const NOW_MS = CREATED_MS + 1
const GRANT = newGrant({ gameId: game.id, provider: game.provider, betTerms: '{"level":2}' })
const { grantId } = GRANT

const session = {
  projectId: 'acme',
  playerId: 'ann',
  sessionId: 's1',
  tokenVersion: 1,
  gameId: game.id,
  currency: 'EUR',
  language: 'en',
  expiresAtMs: EXPIRES_MS,
} as const

function groundWith(
  entitlements: Partial<Entitlements> = {},
  settings: Partial<ProjectSettings> = {},
): SpinGround {
  const none = { revision: 1n, grants: [], targets: [], levels: new Map(), limits: [] }
  return {
    game,
    session,
    settings: { ...DEFAULT_SETTINGS, ...settings },
    entitlements: { ...none, ...entitlements },
    offeredMaxMinor: null,
    nowMs: NOW_MS,
  }
}

const paid = (mode = 'base', bet: object = BET) =>
  ({ v: 1, type: 'spin', requestId: 'q1', mode, bet }) as unknown as SpinMessage
const free = (id = grantId) =>
  ({ v: 1, type: 'free-spin', requestId: 'q2', grantId: id }) as unknown as SpinMessage

function codeOf(ground: SpinGround, message: SpinMessage): string {
  const check = checkSpin(ground, message)
  return check.kind === 'refused' ? check.code : 'passed'
}

t.test('a paid spin costs its mode times its bet, and belongs to no grant', async t => {
  const stakes = { base: 40n, ante: 50n, buy: 3_200n }
  for (const [mode, stakeMinor] of Object.entries(stakes)) {
    const check = checkSpin(groundWith(), paid(mode))
    t.match(check, { kind: 'passed', spin: { requestId: 'q1', stakeMinor, mode: { id: mode } } })
    t.match(check, {
      spin: { betTerms: JSON.stringify(BET), baseStakeMinor: 40n, grant: null, level: null },
    })
    t.match(check, { spin: { bindsPlayer: false, game: { id: game.id } } })
  }
})

t.test('a game is off with its provider or by its own name, and others are not', async t => {
  const off: [Partial<ProjectSettings>, boolean][] = [
    [{ disabledGames: [game.id] }, true],
    [{ disabledProviders: [game.provider] }, true],
    [{ disabledGames: ['lucky-lanterns'], disabledProviders: ['provider_a'] }, false],
    [{}, false],
  ]
  for (const [settings, expected] of off) {
    t.equal(isDisabled(game, { ...DEFAULT_SETTINGS, ...settings }), expected)
    const code = expected ? 'PROJECT_GAME_DISABLED' : 'passed'
    t.equal(codeOf(groundWith({}, settings), paid()), code)
    const withGrant = groundWith({ grants: [GRANT] }, settings)
    t.equal(codeOf(withGrant, free()), code, 'a free spin too')
  }
})

t.test('a blocked player starts neither a paid spin nor a free one', async t => {
  const grounds = { isBlocked: true, grants: [GRANT] }
  t.equal(codeOf(groundWith({ isBlocked: true }), paid()), 'PLAYER_BLOCKED')
  t.equal(codeOf(groundWith(grounds), free()), 'PLAYER_BLOCKED')
  t.equal(codeOf(groundWith({ isBlocked: false }), paid()), 'passed')
  const off = groundWith({ isBlocked: true }, { disabledGames: [game.id] })
  t.equal(codeOf(off, paid()), 'PROJECT_GAME_DISABLED', 'the game first')
})

t.test('a mode must exist, and be on; the base game is always on', async t => {
  t.equal(codeOf(groundWith(), paid('bonus')), 'INVALID_MODE')
  const off = groundWith({}, { disabledModes: ['buy'] })
  t.equal(codeOf(off, paid('buy')), 'GAME_MODE_DISABLED')
  t.equal(codeOf(off, paid('ante')), 'passed')
  t.equal(codeOf(groundWith({}, { disabledModes: ['ante', 'buy'] }), paid()), 'passed')
})

t.test('a grant is checked before paid spins, after the mode', async t => {
  const due = groundWith({ grants: [GRANT] }, { disabledModes: ['buy'] })
  t.equal(codeOf(due, paid()), 'FREE_SPINS_ACTIVE')
  t.equal(codeOf(due, paid('base', { level: 7.5 })), 'FREE_SPINS_ACTIVE')
  t.equal(codeOf(due, paid('bonus')), 'INVALID_MODE')
  t.equal(codeOf(due, paid('buy')), 'GAME_MODE_DISABLED')
})

t.test('a bet is on the ladder, or on the steps offered above it', async t => {
  const bets: object[] = [{ level: 0 }, { level: 7.5 }, { coinMinor: '1', lines: 5 }, {}]
  for (const bet of bets) t.equal(codeOf(groundWith(), paid('base', bet)), 'INVALID_BET')
  const largest = listBets(game, 'EUR').at(-1) as { level: number }
  const above = { level: largest.level * 2 }
  t.equal(codeOf(groundWith(), paid('base', above)), 'INVALID_BET')
  const offered = { ...groundWith(), offeredMaxMinor: 10_000_000n }
  t.equal(codeOf(offered, paid('base', above)), 'passed')
})

t.test(
  'an offered denomination with more credits than the limit allows is above the limit',
  async t => {
    const lanterns = findGame('lucky-lanterns')!
    const ground = { ...groundWith(), game: lanterns, offeredMaxMinor: 6_000n }
    const code = (denominationMinor: string, credits: number) =>
      codeOf(ground, paid('base', { denominationMinor, credits }))
    t.equal(code('100', 40), 'passed')
    t.equal(code('100', 100), 'PROJECT_BET_LIMIT')
    t.equal(code('100', 41), 'INVALID_BET')
    t.equal(code('700', 20), 'INVALID_BET')
  },
)

t.test('no round is opened whose largest win does not fit a wallet call', async t => {
  const largest = 2n ** 63n - 1n
  for (const [maxWinBets, expected] of [
    [largest / 40n, 'passed'],
    [largest / 40n + 1n, 'PROJECT_BET_LIMIT'],
  ] as const) {
    const huge = { ...game, maxWinBets: maxWinBets as unknown as number }
    t.equal(codeOf({ ...groundWith(), game: huge }, paid()), expected)
    const granted = groundWith({ grants: [GRANT] })
    t.equal(codeOf({ ...granted, game: huge }, free()), expected, 'a free spin too')
  }
})

t.test('every layer of limits bounds the price of the mode', async t => {
  const eur = { currency: 'EUR', minMinor: null, maxMinor: 45n } as const
  const line = { scope: { kind: 'default' } as const, ...eur }
  const player = { ...eur, provider: game.provider }
  const layers: SpinGround[] = [
    groundWith({}, { projectLimits: [line] }),
    groundWith({}, { gameLimits: [{ gameId: game.id, ...eur }] }),
    groundWith({ limits: [player as Entitlements['limits'][number]] }),
  ]
  for (const ground of layers) {
    t.equal(codeOf(ground, paid()), 'passed')
    t.equal(codeOf(ground, paid('ante')), 'PROJECT_BET_LIMIT')
  }
  const others = { gameLimits: [{ gameId: 'lucky-lanterns', ...eur }] }
  t.equal(codeOf(groundWith({}, others), paid('ante')), 'passed')
  const ofProvider = { ...line, scope: { kind: 'provider', provider: game.provider } as const }
  t.equal(
    codeOf(groundWith({}, { projectLimits: [ofProvider] }), paid('ante')),
    'PROJECT_BET_LIMIT',
  )
  const dollars = { ...line, currency: 'USD' as const }
  t.equal(codeOf(groundWith({}, { projectLimits: [dollars] }), paid('ante')), 'passed')
})

t.test("a free spin has its grant's bet, in the base game, for its nominal stake", async t => {
  const check = checkSpin(groundWith({ grants: [GRANT] }), free())
  t.match(check, {
    kind: 'passed',
    spin: {
      requestId: 'q2',
      betTerms: JSON.stringify(BET),
      baseStakeMinor: 40n,
      stakeMinor: 40n,
      mode: { kind: 'base' },
    },
  })
  t.equal(check.kind === 'passed' && check.spin.grant, GRANT)
})

t.test('limits do not bound a free spin: its grant was checked when it was made', async t => {
  const eur = { currency: 'EUR', minMinor: null, maxMinor: 1n } as const
  const settings = { gameLimits: [{ gameId: game.id, ...eur }] }
  t.equal(codeOf(groundWith({ grants: [GRANT] }, settings), free()), 'passed')
})

t.test('only the due grant has a free spin', async t => {
  const grants = (...list: Entitlements['grants']) => groundWith({ grants: list })
  t.equal(codeOf(grants(), free()), 'FREE_SPINS_OVER')
  t.equal(codeOf(grants(GRANT), free('another')), 'FREE_SPINS_OVER')
  const elsewhere = newGrant({ ...TERMS, gameId: 'lucky-lanterns' })
  t.equal(codeOf(grants(elsewhere), free()), 'FREE_SPINS_OVER')
  t.equal(codeOf(grants(elsewhere), paid()), 'passed')
  const dollars = newGrant({ gameId: game.id, currency: 'USD' })
  t.equal(codeOf(grants(dollars), free()), 'FREE_SPINS_OVER')
  t.equal(codeOf(grants(dollars), paid()), 'passed')
  const late = { ...grants(GRANT), nowMs: EXPIRES_MS }
  t.equal(codeOf(late, free()), 'FREE_SPINS_OVER')
  t.equal(codeOf(late, paid()), 'passed')
})

t.test('a grant whose bet the game no longer has cannot be played', async t => {
  const gone = newGrant({ gameId: game.id, betTerms: '{"level":7.5}' })
  t.equal(codeOf(groundWith({ grants: [gone] }), free()), 'PROJECT_GAME_DISABLED')
})

t.test("the level is the provider's until the player has one, and the round binds", async t => {
  const rtp = { [game.provider]: { ...UNCONTROLLED, providerBps: 9_000, personal: true } }
  const unbound = checkSpin(groundWith({}, { rtp }), paid())
  t.match(unbound, { spin: { level: { bps: 9_000 }, bindsPlayer: true } })
  const level = {
    startBps: 9_000,
    currentBps: 8_500,
    manualBps: null,
    roundsSinceAdjust: 0,
    adjustedSequence: 0n,
  }
  const bound = groundWith({ levels: new Map([[game.provider, level]]) }, { rtp })
  t.match(checkSpin(bound, paid()), { spin: { level: { bps: 8_500 }, bindsPlayer: false } })
  const other = groundWith({ levels: new Map([['provider_a', level]]) }, { rtp })
  t.match(checkSpin(other, paid()), { spin: { level: { bps: 9_000 }, bindsPlayer: true } })
})

t.test("bets above the ladder are offered up to the project's maximum", async t => {
  const { settings, entitlements } = groundWith()
  t.equal(offeredMaximum(game, session, settings, entitlements), null)
  const limits = {
    ...settings,
    gameLimits: [{ gameId: game.id, currency: 'EUR', minMinor: null, maxMinor: 900_000n } as const],
  }
  t.equal(offeredMaximum(game, session, limits, entitlements), 900_000n)
  const count = (maximum: bigint | null) =>
    listBets(offerGame(game, session, settings, maximum), 'EUR').length
  t.equal(count(null), listBets(game, 'EUR').length)
  t.ok(count(900_000n) > count(null))
  t.equal(offerGame(game, session, settings, null).id, game.id)
})

t.test('a gamble that is off is not in the welcome', async t => {
  const cherry = findGame('cherry-classic')!
  const offered = (gamble: boolean) => {
    const playProfile = { preset: 'open', overrides: { gamble } } as const
    return offerGame(cherry, session, { ...DEFAULT_SETTINGS, playProfile }, null).mechanics
  }
  t.strictSame(offered(true), ['lines', 'held-reels', 'gamble'])
  t.strictSame(offered(false), ['lines', 'held-reels'])
})

t.test('a mode that is off is not offered', async t => {
  const offered = (disabledModes: ProjectSettings['disabledModes']) =>
    offerGame(game, session, { ...DEFAULT_SETTINGS, disabledModes }, null).modes.map(({ id }) => id)
  t.strictSame(offered([]), ['base', 'ante', 'buy'])
  t.strictSame(offered(['buy']), ['base', 'ante'])
  t.strictSame(offered(['ante', 'buy']), ['base'])
})
