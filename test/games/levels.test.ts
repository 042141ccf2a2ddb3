// Levels: exact mixtures of the low and the high set, drawn from one word.

import t from 'tap'
import { findGame, GAMES } from '../../src/games/catalogue/games.ts'
import { chooseReelSet, describeLevel, shareOfHigh } from '../../src/games/engine/levels.ts'
import { seedOf } from '../support/outcomes.ts'

const WORDS = 200_000
const LEVELS = [6_000, 6_001, 8_765, 9_450, 9_999, 10_000]

t.test('over all words a level returns its value, to a thousandth of a point', async t => {
  for (const game of GAMES) {
    for (const [mode, figures] of Object.entries(game.figures)) {
      for (const levelBps of LEVELS) {
        let sum = 0
        for (let i = 0; i < WORDS; i++) {
          const word = Math.floor(((i + 0.5) / WORDS) * 2 ** 32)
          sum += figures[chooseReelSet(levelBps, word, figures)].rtp
        }
        const off = Math.abs(sum / WORDS - levelBps / 10_000)
        t.ok(off < 1e-5, `${game.id} ${mode} at ${levelBps}`)
      }
    }
  }
})

t.test('the deviation of a level follows from its two sets and their distance', async t => {
  const basis = 'exact' as const
  const low = { rtp: 0.5, hitFrequency: 0.2, deviationBets: 3, basis }
  const high = { rtp: 1, hitFrequency: 0.4, deviationBets: 5, basis }
  const { hitFrequency, deviationBets } = describeLevel(7_500, { low, high }, '2')
  t.ok(Math.abs(hitFrequency - 0.3) < 1e-12)
  // Half the rounds return 1 bet of 2 with deviation 3, half return 2 with deviation 5.
  t.ok(Math.abs(deviationBets - Math.sqrt((9 + 1 + 25 + 4) / 2 - 1.5 ** 2)) < 1e-12)
  const flat = { low: { ...low, deviationBets: 0 }, high: { ...high, deviationBets: 0 } }
  t.ok(Math.abs(describeLevel(7_500, flat, '1').deviationBets - 0.25) < 1e-12)
})

t.test('the share of the high set solves the mixture', async t => {
  for (const game of GAMES) {
    for (const { id, priceBets } of game.modes) {
      const { low, high } = game.figures[id]!
      for (const levelBps of LEVELS) {
        const share = shareOfHigh(levelBps, low.rtp, high.rtp)
        t.ok(share > 0 && share < 1, `${game.id} at ${levelBps}`)
        const { rtp } = describeLevel(levelBps, { low, high }, priceBets)
        t.ok(Math.abs(rtp - levelBps / 10_000) < 1e-12)
      }
    }
  }
})

t.test('rounds played at a level have the described hit frequency and deviation', async t => {
  const game = findGame('cherry-classic')!
  const described = describeLevel(8_000, game.figures.base!, '1')
  const rounds = 40_000
  let units = 0
  let squares = 0
  let hits = 0
  for (let i = 0; i < rounds; i++) {
    const seed = seedOf(i)
    const { winUnits } = game.play({ mode: 'base', levelBps: 8_000, seed, choices: [] })
    units += winUnits / game.unitsPerBet
    squares += (winUnits / game.unitsPerBet) ** 2
    if (winUnits > 0) hits++
  }
  const mean = units / rounds
  const error = described.deviationBets / Math.sqrt(rounds)
  t.ok(Math.abs(mean - described.rtp) < 2.576 * error, `return ${mean}`)
  t.ok(Math.abs(hits / rounds - described.hitFrequency) < 0.01, `hits ${hits}`)
  const deviation = Math.sqrt(squares / rounds - mean ** 2)
  t.ok(Math.abs(deviation / described.deviationBets - 1) < 0.1, `deviation ${deviation}`)
})

t.test('without a level the natural set is used, for any word', async t => {
  for (const word of [0, 2 ** 31, 2 ** 32 - 1]) {
    t.equal(chooseReelSet(null, word, GAMES[0]!.figures.base!), 'natural')
  }
})

t.test('levels outside 60 to 100 % or between basis points throw RangeError', async t => {
  for (const level of [0, 5_999, 10_001, 9_450.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    t.throws(() => chooseReelSet(level, 0, GAMES[0]!.figures.base!), RangeError)
  }
})
