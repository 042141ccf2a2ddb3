// What any history of rounds, settings and manual levels can do to a player's level.

import fc from 'fast-check'
import t from 'tap'
import {
  countLeaving,
  EMPTY_WINDOW,
  slideWindow,
  type WindowRound,
  type WindowSums,
} from '../../src/core/adaptive-rule.ts'
import {
  type ChangeCause,
  isCounted,
  type JournalEntry,
  type PlayerLevel,
  type RtpSettings,
  resolveLevel,
  returnToAuto,
  setLevel,
  settleCountedRound,
} from '../../src/core/player-rtp.ts'

const AT = '2026-01-02T03:04:05.678Z'
const CAUSE: ChangeCause = { at: AT, by: 'operator', reason: null }

type Move =
  | { kind: 'round'; round: WindowRound; currency: 'EUR' | 'USD' }
  | { kind: 'set'; bps: number }
  | { kind: 'auto' }
  | { kind: 'provider'; bps: number | null; personal: boolean }

const bps = fc.integer({ min: 6_000, max: 10_000 })
const round = fc.record({
  stakeMinor: fc.bigInt({ min: 1n, max: 3n }),
  winMinor: fc.constantFrom(0n, 0n, 3n, 9n),
})
const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 300,
    arbitrary: fc.record({
      kind: fc.constant('round' as const),
      round,
      currency: fc.constantFrom('EUR' as const, 'EUR' as const, 'USD' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('set' as const), bps }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('auto' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('provider' as const),
      bps: fc.oneof({ weight: 9, arbitrary: bps }, { weight: 1, arbitrary: fc.constant(null) }),
      personal: fc.boolean(),
    }),
  },
)

/** Plays a history from a player bound at `startBps`; `see` is called after every move. */
function play(
  startBps: number,
  rule: NonNullable<RtpSettings['adaptive']>,
  moves: readonly Move[],
  see: (before: PlayerLevel, after: PlayerLevel, entries: readonly JournalEntry[]) => void,
) {
  let settings: RtpSettings = { providerBps: startBps, personal: true, adaptive: rule }
  let player: PlayerLevel = {
    startBps,
    currentBps: startBps,
    manualBps: null,
    roundsSinceAdjust: 0,
  }
  let queues: Partial<Record<'EUR' | 'USD', WindowRound[]>> = {}
  let windows: Partial<Record<'EUR' | 'USD', WindowSums>> = {}

  function settle(round: WindowRound, currency: 'EUR' | 'USD') {
    const source = resolveLevel(player, settings)?.source ?? null
    if (!isCounted({ isForced: false, levelSource: source })) return null
    const window = windows[currency] ?? EMPTY_WINDOW
    const queue = queues[currency] ?? []
    const leaving = queue.splice(0, countLeaving(window, rule.windowRounds))
    queue.push(round)
    queues[currency] = queue
    windows[currency] = slideWindow(window, round, leaving)
    return settleCountedRound(player, settings, { currency, window: windows[currency], at: AT })
  }

  for (const move of moves) {
    if (move.kind === 'provider') {
      settings = { ...settings, providerBps: move.bps, personal: move.personal }
      continue
    }
    const change =
      move.kind === 'round'
        ? settle(move.round, move.currency)
        : move.kind === 'set'
          ? setLevel(player, settings, move.bps, CAUSE)
          : returnToAuto(player, settings, CAUSE)
    if (change === null) continue
    if (!change.ok) throw new Error('a bound player is never refused')
    see(player, change.player, change.entries)
    player = change.player
    if (move.kind === 'round' && change.entries.length > 0) {
      queues = {}
      windows = {}
    }
  }
}

const history = fc.tuple(
  bps,
  fc.record({
    windowRounds: fc.constant(50),
    lowerAboveBps: fc.integer({ min: 11_000, max: 16_000 }),
    restoreBelowBps: fc.integer({ min: 9_000, max: 11_000 }),
    stepBps: fc.integer({ min: 10, max: 2_000 }),
    floorBelowStartBps: fc.integer({ min: 0, max: 4_000 }),
    minTurnoverMinor: fc.constantFrom({}, { EUR: 95n }),
  }),
  fc.array(move, { minLength: 200, maxLength: 600, size: 'max' }),
)

t.test(
  'property: no history takes the level above its start, below its floor or below 60 %',
  async t => {
    const seen = { lower: 0, restore: 0, set: 0, auto: 0 }
    fc.assert(
      fc.property(history, ([startBps, rule, moves]) => {
        const floorBps = Math.max(6_000, startBps - rule.floorBelowStartBps)
        play(startBps, rule, moves, (_, after, entries) => {
          if (after.currentBps > startBps || after.currentBps < floorBps) throw new Error('bounds')
          if (after.startBps !== startBps) throw new Error('the start moved')
          for (const { change } of entries) seen[change as keyof typeof seen] += 1
        })
      }),
      { numRuns: 60 },
    )
    for (const [change, times] of Object.entries(seen)) t.ok(times > 0, `histories with ${change}`)
  },
)

t.test('property: between two steps there are at least as many rounds as a window has', async t => {
  fc.assert(
    fc.property(history, ([startBps, rule, moves]) => {
      play(startBps, rule, moves, (before, after, entries) => {
        const isStep = entries.some(({ by }) => by === 'adaptive')
        if (isStep && before.roundsSinceAdjust + 1 < rule.windowRounds) throw new Error('too soon')
        if (isStep !== (after.currentBps !== before.currentBps)) throw new Error('unjournalled')
        if (isStep && before.manualBps !== null) throw new Error('a manual level was touched')
      })
    }),
    { numRuns: 60 },
  )
  t.pass()
})

t.test('property: the journal’s levels are continuous, from entry to entry', async t => {
  fc.assert(
    fc.property(history, ([startBps, rule, moves]) => {
      let last = startBps
      play(startBps, rule, moves, (_, after, entries) => {
        for (const entry of entries) {
          if (entry.from_bps !== last) throw new Error(`${entry.from_bps} after ${last}`)
          last = entry.to_bps!
        }
        if (last !== (after.manualBps ?? after.currentBps))
          throw new Error('not the record’s level')
      })
    }),
    { numRuns: 60 },
  )
  t.pass()
})
