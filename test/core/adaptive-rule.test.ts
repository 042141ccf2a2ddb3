// The adaptive rule: the exact sums of a sliding window and the step that a window
// requires.

import fc from 'fast-check'
import t from 'tap'
import {
  ADAPTIVE_DEFAULTS,
  countLeaving,
  EMPTY_WINDOW,
  judgeWindow,
  slideWindow,
  sumRounds,
  type WindowRound,
  type WindowSums,
} from '../../src/core/adaptive-rule.ts'
import { isLevel } from '../../src/core/rtp-level.ts'

const RULE = ADAPTIVE_DEFAULTS
const HALFWAY = { startBps: 9_500, currentBps: 9_300 }
/** A thousand rounds over the largest stake of an extended bet, 100,000,000,000.00. */
const LARGEST_STAKES = 1_000n * 10n ** 13n

/**
 * A full window of the default rule that returned this many basis points, and `more` minor units.
 */
function fullWindow(returnedBps: number, more = 0n, stakeMinor = 1_000_000n): WindowSums {
  return {
    rounds: 1_000,
    stakeMinor,
    winMinor: (stakeMinor * BigInt(returnedBps)) / 10_000n + more,
  }
}

t.test('the defaults of the rule are those of the specification', async t => {
  t.strictSame(ADAPTIVE_DEFAULTS, {
    windowRounds: 1_000,
    lowerAboveBps: 15_000,
    restoreBelowBps: 9_000,
    stepBps: 200,
    floorBelowStartBps: 600,
    minTurnoverMinor: {},
  })
})

t.test(
  'a return above the upper threshold lowers, below the lower one restores, and on them does ' +
    'nothing',
  async t => {
    const returns: [WindowSums, string | undefined, number | undefined][] = [
      [fullWindow(15_000), undefined, undefined],
      [fullWindow(15_000, 1n), 'lower', 9_100],
      [fullWindow(15_000, -1n), undefined, undefined],
      [fullWindow(9_000), undefined, undefined],
      [fullWindow(9_000, -1n), 'restore', 9_500],
      [fullWindow(9_000, 1n), undefined, undefined],
      [fullWindow(0), 'restore', 9_500],
    ]
    for (const [window, change, toBps] of returns) {
      const step = judgeWindow(HALFWAY, RULE, 'EUR', window)
      t.strictSame([step?.change, step?.toBps], [change, toBps], `${window.winMinor}`)
    }
  },
)

t.test('one minor unit decides in sums far past 2^53', async t => {
  const changeAt = (window: WindowSums) => judgeWindow(HALFWAY, RULE, 'RUB', window)?.change
  t.equal(changeAt(fullWindow(15_000, 0n, LARGEST_STAKES)), undefined)
  t.equal(changeAt(fullWindow(15_000, 1n, LARGEST_STAKES)), 'lower')
  t.equal(changeAt(fullWindow(9_000, 0n, LARGEST_STAKES)), undefined)
  t.equal(changeAt(fullWindow(9_000, -1n, LARGEST_STAKES)), 'restore')
})

t.test('a window is judged only when it is full', async t => {
  const lucky = fullWindow(20_000)
  t.equal(judgeWindow(HALFWAY, RULE, 'EUR', { ...lucky, rounds: 999 }), null)
  t.equal(judgeWindow(HALFWAY, RULE, 'EUR', lucky)?.change, 'lower')
  t.equal(judgeWindow(HALFWAY, RULE, 'EUR', { ...lucky, rounds: 1_001 })?.change, 'lower')
})

t.test('a window under its currency’s minimum turnover is ignored', async t => {
  const rule = { ...RULE, minTurnoverMinor: { EUR: 1_000_000n } }
  const short = fullWindow(20_000, 0n, 999_999n)
  t.equal(judgeWindow(HALFWAY, rule, 'EUR', short), null)
  t.equal(judgeWindow(HALFWAY, rule, 'EUR', fullWindow(0, 0n, 999_999n)), null)
  t.equal(judgeWindow(HALFWAY, rule, 'EUR', fullWindow(20_000))?.change, 'lower')
  t.equal(judgeWindow(HALFWAY, rule, 'USD', short)?.change, 'lower', 'EUR does not affect USD')
})

t.test('a step stops at the floor, at 60 % and at the start', async t => {
  const lucky = fullWindow(20_000)
  const unlucky = fullWindow(5_000)
  const wide = { ...RULE, floorBelowStartBps: 4_000, stepBps: 2_000 }
  const steps: [number, number, typeof RULE, WindowSums, number | undefined][] = [
    [9_500, 9_500, RULE, lucky, 9_300],
    [9_500, 9_101, RULE, lucky, 8_901],
    [9_500, 9_100, RULE, lucky, 8_900],
    [9_500, 9_099, RULE, lucky, 8_900],
    [9_500, 8_900, RULE, lucky, undefined],
    [9_500, 8_800, RULE, lucky, undefined],
    [9_500, 9_500, { ...RULE, floorBelowStartBps: 0 }, lucky, undefined],
    [6_300, 6_100, RULE, lucky, 6_000],
    [6_300, 6_000, RULE, lucky, undefined],
    [10_000, 8_001, wide, lucky, 6_001],
    [10_000, 7_999, wide, lucky, 6_000],
    [9_999, 7_000, wide, lucky, 6_000],
    [9_500, 9_299, RULE, unlucky, 9_499],
    [9_500, 9_300, RULE, unlucky, 9_500],
    [9_500, 9_301, RULE, unlucky, 9_500],
    [9_500, 9_500, RULE, unlucky, undefined],
    [9_500, 8_000, RULE, unlucky, 8_200],
  ]
  for (const [startBps, currentBps, rule, window, toBps] of steps) {
    const step = judgeWindow({ startBps, currentBps }, rule, 'EUR', window)
    t.equal(step?.toBps, toBps, `${startBps} ${currentBps} ${window.winMinor}`)
  }
})

t.test('the reason has the observed return and its threshold', async t => {
  const lowered = judgeWindow(HALFWAY, RULE, 'EUR', fullWindow(16_342, 99n))
  t.equal(lowered?.reason, '1000 rounds in EUR returned 163.42 %, above 150.00 %')
  const restored = judgeWindow(HALFWAY, RULE, 'USD', fullWindow(905, -1n))
  t.equal(restored?.reason, '1000 rounds in USD returned 9.04 %, below 90.00 %')
})

t.test('a round without a stake, or with a negative win, is not a settled round', async t => {
  for (const [stakeMinor, winMinor] of [
    [0n, 0n],
    [-1n, 0n],
    [1n, -1n],
  ] as const) {
    t.throws(() => slideWindow(EMPTY_WINDOW, { stakeMinor, winMinor }, []), RangeError)
  }
  t.strictSame(slideWindow(EMPTY_WINDOW, { stakeMinor: 1n, winMinor: 0n }, []), {
    rounds: 1,
    stakeMinor: 1n,
    winMinor: 0n,
  })
})

const round: fc.Arbitrary<WindowRound> = fc.record({
  stakeMinor: fc.bigInt({ min: 1n, max: 10n ** 13n }),
  winMinor: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })),
})

t.test('property: sliding equals summing the last rounds again, for any window length', async t => {
  const lengths = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(round, { maxLength: 40 }), lengths, (rounds, windowLengths) => {
      const queue: WindowRound[] = []
      let window = EMPTY_WINDOW
      for (const [i, entering] of rounds.entries()) {
        const windowRounds = windowLengths[Math.floor(i / 10)] ?? windowLengths[0]!
        const leaving = queue.splice(0, countLeaving(window, windowRounds))
        queue.push(entering)
        window = slideWindow(window, entering, leaving)
        if (window.rounds > windowRounds) return false
        t.strictSame(window, sumRounds(queue))
      }
      return true
    }),
  )
})

t.test('a full window holds exactly the last rounds', async t => {
  const rounds = Array.from({ length: 10 }, (_, i) => ({
    stakeMinor: 1n,
    winMinor: 2n ** 53n + 10n ** BigInt(i),
  }))
  let window = EMPTY_WINDOW
  for (const [i, entering] of rounds.entries()) {
    window = slideWindow(window, entering, countLeaving(window, 3) === 0 ? [] : [rounds[i - 3]!])
  }
  t.strictSame(window, { rounds: 3, stakeMinor: 3n, winMinor: 3n * 2n ** 53n + 1_110_000_000n })
})

const level = fc
  .tuple(fc.integer({ min: 6_000, max: 10_000 }), fc.integer({ min: 6_000, max: 10_000 }))
  .map(([a, b]) => ({ startBps: Math.max(a, b), currentBps: Math.min(a, b) }))
const rule = fc.record({
  windowRounds: fc.constant(50),
  restoreBelowBps: fc.integer({ min: 0, max: 10_000 }),
  lowerAboveBps: fc.integer({ min: 10_000, max: 30_000 }),
  stepBps: fc.integer({ min: 10, max: 2_000 }),
  floorBelowStartBps: fc.integer({ min: 0, max: 4_000 }),
  minTurnoverMinor: fc.constant({}),
})

t.test('property: a step goes the right way, by the step at most, and stays in bounds', async t => {
  const sums = fc.record({
    rounds: fc.constant(50),
    stakeMinor: fc.bigInt({ min: 1n, max: 10n ** 18n }),
    winMinor: fc.bigInt({ min: 0n, max: 2n * 10n ** 18n }),
  })
  fc.assert(
    fc.property(level, rule, sums, (of, by, window) => {
      const step = judgeWindow(of, by, 'UAH', window)
      if (step === null) return true
      const isLower = step.change === 'lower'
      const moved = isLower ? of.currentBps - step.toBps : step.toBps - of.currentBps
      return (
        moved > 0 &&
        moved <= by.stepBps &&
        isLevel(step.toBps) &&
        step.toBps <= of.startBps &&
        (!isLower || step.toBps >= of.startBps - by.floorBelowStartBps)
      )
    }),
  )
  t.pass()
})
