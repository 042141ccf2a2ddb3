// Levels: exact mixtures of the low and the high set, drawn from one word.

import t from 'tap'
import { GAMES } from '../../src/games/catalogue.ts'
import { chooseWeighting, shareOfHigh } from '../../src/games/levels.ts'

const WORDS = 200_000
const LEVELS = [6_000, 6_001, 8_765, 9_450, 9_999, 10_000]

t.test('over all words a level returns what it says, to a thousandth of a point', async t => {
  for (const game of GAMES) {
    for (const [mode, figures] of Object.entries(game.figures)) {
      for (const levelBps of LEVELS) {
        let sum = 0
        for (let i = 0; i < WORDS; i++) {
          const word = Math.floor(((i + 0.5) / WORDS) * 2 ** 32)
          sum += figures[chooseWeighting(levelBps, word, figures)].rtp
        }
        const off = Math.abs(sum / WORDS - levelBps / 10_000)
        t.ok(off < 1e-5, `${game.id} ${mode} at ${levelBps}`)
      }
    }
  }
})

t.test('the share of the high set solves the mixture', async t => {
  for (const game of GAMES) {
    for (const { low, high } of Object.values(game.figures)) {
      for (const levelBps of LEVELS) {
        const share = shareOfHigh(levelBps, low.rtp, high.rtp)
        t.ok(share > 0 && share < 1, `${game.id} at ${levelBps}`)
        const mixture = share * high.rtp + (1 - share) * low.rtp
        t.ok(Math.abs(mixture - levelBps / 10_000) < 1e-12)
      }
    }
  }
})

t.test('no level is natural, whatever the word', async t => {
  for (const word of [0, 2 ** 31, 2 ** 32 - 1]) {
    t.equal(chooseWeighting(null, word, GAMES[0]!.figures.base!), 'natural')
  }
})

t.test('levels outside 60 to 100 % or between basis points throw RangeError', async t => {
  for (const level of [0, 5_999, 10_001, 9_450.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    t.throws(() => chooseWeighting(level, 0, GAMES[0]!.figures.base!), RangeError)
  }
})
