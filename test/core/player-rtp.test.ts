// A player's level: binding, the level in use, manual and automatic mode, the journal.

import t from 'tap'
import { ADAPTIVE_DEFAULTS, type WindowSums } from '../../src/core/adaptive-rule.ts'
import {
  bindPlayer,
  type ChangeCause,
  describePlayer,
  isBoundByRound,
  isCounted,
  journalBetLimit,
  type PlayerLevel,
  parseReason,
  type RtpSettings,
  resolveLevel,
  returnToAuto,
  setLevel,
  settleCountedRound,
} from '../../src/core/player-rtp.ts'

const PERSONAL: RtpSettings = { providerBps: 9_500, personal: true, adaptive: null }
const SHARED: RtpSettings = { ...PERSONAL, personal: false }
const NATURAL: RtpSettings = { ...PERSONAL, providerBps: null }
const AT = '2026-01-02T03:04:05.678Z'
const CAUSE: ChangeCause = { at: AT, by: 'operator', reason: 'VIP' }
const AUTO: PlayerLevel = {
  startBps: 9_500,
  currentBps: 9_300,
  manualBps: null,
  roundsSinceAdjust: 7,
}
const MANUAL: PlayerLevel = { ...AUTO, manualBps: 9_800 }

t.test('each kind of project and player has its level in use', async t => {
  const lowered = { ...PERSONAL, providerBps: 9_200 }
  const table: [string, PlayerLevel | null, RtpSettings, number | null, string | null][] = [
    ['no provider RTP', AUTO, NATURAL, null, null],
    ['no provider RTP, manual', MANUAL, NATURAL, null, null],
    ['no provider RTP, new', null, NATURAL, null, null],
    ['personal off', AUTO, SHARED, 9_500, 'provider-cap'],
    ['personal off, manual', MANUAL, SHARED, 9_500, 'provider-cap'],
    ['personal off, new', null, SHARED, 9_500, 'provider-cap'],
    ['new', null, PERSONAL, 9_500, 'player'],
    ['below the provider RTP', AUTO, PERSONAL, 9_300, 'player'],
    ['at the provider RTP', AUTO, { ...PERSONAL, providerBps: 9_300 }, 9_300, 'player'],
    ['one above it', AUTO, { ...PERSONAL, providerBps: 9_299 }, 9_299, 'provider-cap'],
    ['above it', AUTO, lowered, 9_200, 'provider-cap'],
    ['manual above it', MANUAL, lowered, 9_800, 'manual'],
    ['manual below it', { ...AUTO, manualBps: 6_000 }, PERSONAL, 6_000, 'manual'],
  ]
  for (const [name, player, settings, bps, source] of table) {
    t.strictSame(resolveLevel(player, settings), bps === null ? null : { bps, source }, name)
  }
})

t.test('a new player starts at the provider RTP of the moment, and keeps that start', async t => {
  const bound = bindPlayer(PERSONAL, { at: AT, by: 'adaptive', reason: null })
  const player = { startBps: 9_500, currentBps: 9_500, manualBps: null, roundsSinceAdjust: 0 }
  const bind = { at: AT, change: 'bind', from_bps: null, to_bps: 9_500, reason: null }
  t.strictSame(bound, { ok: true, player, entries: [{ ...bind, by: 'adaptive' }] })
  const raised = { ...PERSONAL, providerBps: 9_900 }
  t.strictSame(resolveLevel(player, raised), { bps: 9_500, source: 'player' })
  t.strictSame(setLevel(player, raised, 9_000, CAUSE).ok && player.startBps, 9_500)
})

t.test('a round binds only a new player of a project with personal RTP', async t => {
  t.ok(isBoundByRound(null, PERSONAL))
  t.notOk(isBoundByRound(null, SHARED))
  t.notOk(isBoundByRound(null, NATURAL))
  t.notOk(isBoundByRound(AUTO, PERSONAL))
})

t.test('without a provider RTP a new player is refused, a bound one is not', async t => {
  const refusal = { ok: false, code: 'RTP_POLICY_REQUIRED' }
  t.strictSame(bindPlayer(NATURAL, CAUSE), refusal)
  t.strictSame(setLevel(null, NATURAL, 9_000, CAUSE), refusal)
  t.strictSame(returnToAuto(null, NATURAL, CAUSE), refusal)
  t.match(setLevel(AUTO, NATURAL, 9_000, CAUSE), { ok: true, player: { manualBps: 9_000 } })
  t.match(returnToAuto(MANUAL, NATURAL, CAUSE), { ok: true, player: { manualBps: null } })
})

t.test('set and auto switch the mode and keep the automatic level', async t => {
  const set = { change: 'set', from_bps: 9_300, to_bps: 9_800, ...CAUSE }
  t.strictSame(setLevel(AUTO, PERSONAL, 9_800, CAUSE), {
    ok: true,
    player: MANUAL,
    entries: [set],
  })
  const again = { ...set, from_bps: 9_800, to_bps: 9_800 }
  t.match(setLevel(MANUAL, PERSONAL, 9_800, CAUSE), { player: MANUAL, entries: [again] })
  const auto = { change: 'auto', from_bps: 9_800, to_bps: 9_300, ...CAUSE }
  t.strictSame(returnToAuto(MANUAL, PERSONAL, CAUSE), { ok: true, player: AUTO, entries: [auto] })
  t.strictSame(returnToAuto(AUTO, PERSONAL, CAUSE), { ok: true, player: AUTO, entries: [] })
})

t.test('set binds a new player first, and both are in the journal', async t => {
  const bind = { ...CAUSE, change: 'bind', from_bps: null, to_bps: 9_500, reason: null }
  const set = { ...CAUSE, change: 'set', from_bps: 9_500, to_bps: 6_000 }
  const player = { startBps: 9_500, currentBps: 9_500, manualBps: 6_000, roundsSinceAdjust: 0 }
  t.strictSame(setLevel(null, SHARED, 6_000, CAUSE), { ok: true, player, entries: [bind, set] })
  t.match(returnToAuto(null, PERSONAL, CAUSE), { player: { manualBps: null }, entries: [bind] })
})

t.test('an invalid level can’t be set or bound', async t => {
  for (const bps of [5_999, 10_001, 9_000.5, Number.NaN]) {
    t.throws(() => setLevel(AUTO, PERSONAL, bps, CAUSE), RangeError)
    t.throws(() => bindPlayer({ ...PERSONAL, providerBps: bps }, CAUSE), RangeError)
  }
  for (const bps of [6_000, 10_000]) t.ok(setLevel(AUTO, PERSONAL, bps, CAUSE).ok)
})

t.test('a bet limit in the journal moves no level', async t => {
  const entry = { ...CAUSE, change: 'bet-limit', from_bps: null, to_bps: null }
  t.strictSame(journalBetLimit(CAUSE), entry)
})

t.test('bound and unbound players have their own form of record', async t => {
  t.strictSame(describePlayer(MANUAL, PERSONAL), {
    bound: true,
    startBps: 9_500,
    currentBps: 9_300,
    mode: 'manual',
    roundsSinceAdjust: 7,
    providerBps: 9_500,
    effective: { bps: 9_800, source: 'manual' },
  })
  const unknown = { bound: false, mode: 'auto', roundsSinceAdjust: 0 }
  const effective = { bps: 9_500, source: 'player' } as const
  const levels = { startBps: 9_500, currentBps: 9_500, providerBps: 9_500, effective }
  t.strictSame(describePlayer(null, PERSONAL), { ...unknown, ...levels })
  const none = { startBps: null, currentBps: null, providerBps: null, effective: null }
  t.strictSame(describePlayer(null, NATURAL), { ...unknown, ...none })
  t.match(describePlayer(AUTO, NATURAL), { bound: true, startBps: 9_500, effective: null })
})

t.test('a reason has up to 200 characters of any width', async t => {
  for (const reason of ['', 'VIP', 'x'.repeat(200), '🎰'.repeat(200), 'два\nрядки']) {
    t.strictSame(parseReason(reason), { ok: true, reason })
  }
  t.strictSame(parseReason(undefined), { ok: true, reason: null })
  const bad = ['x'.repeat(201), '🎰'.repeat(201), 'a\0b', '\ud83c', null, 1, [], {}]
  for (const reason of bad) t.strictSame(parseReason(reason), { ok: false, code: 'INVALID_REASON' })
})

t.test('forced, natural and manual rounds stay out of the window', async t => {
  for (const levelSource of ['player', 'provider-cap'] as const) {
    t.ok(isCounted({ isForced: false, levelSource }))
    t.notOk(isCounted({ isForced: true, levelSource }))
  }
  for (const levelSource of ['manual', null] as const) {
    t.notOk(isCounted({ isForced: false, levelSource }))
  }
})

const LUCKY: WindowSums = { rounds: 1_000, stakeMinor: 100_000n, winMinor: 200_000n }
const ADAPTIVE: RtpSettings = { ...PERSONAL, adaptive: ADAPTIVE_DEFAULTS }

t.test('a step is taken in automatic mode, with personal RTP and the rule on', async t => {
  const settled = { currency: 'EUR', window: LUCKY, at: AT } as const
  const reason = '1000 rounds in EUR returned 200.00 %, above 150.00 %'
  const entry = { at: AT, change: 'lower', from_bps: 9_300, to_bps: 9_100, reason, by: 'adaptive' }
  t.strictSame(settleCountedRound(AUTO, ADAPTIVE, settled), {
    ok: true,
    player: { ...AUTO, currentBps: 9_100, roundsSinceAdjust: 0 },
    entries: [entry],
  })
  const still: [string, PlayerLevel, RtpSettings][] = [
    ['rule off', AUTO, PERSONAL],
    ['manual', MANUAL, ADAPTIVE],
    ['personal off', AUTO, { ...ADAPTIVE, personal: false }],
    ['no provider RTP', AUTO, { ...ADAPTIVE, providerBps: null }],
  ]
  for (const [name, player, settings] of still) {
    const counted = { ...player, roundsSinceAdjust: 8 }
    const expected = { ok: true, player: counted, entries: [] }
    t.strictSame(settleCountedRound(player, settings, settled), expected, name)
  }
})
