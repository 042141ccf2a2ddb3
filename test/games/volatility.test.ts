// The volatility of a game in one word: from a mode's own deviation, in prices of that mode. The
// list of games in docs has the same word as the rules.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { exactFigures } from '../../src/games/engine/mathematics.ts'
import { volatilityOf } from '../../src/games/rtp/volatility.ts'
import { describeReturns } from '../../src/player/questions/rules.ts'

t.test('docs/games.md names the volatility of every game', async t => {
  const lines = readFileSync(path.join(PROJECT_ROOT, 'docs/games.md'), 'utf8').split('\n')
  for (const game of GAMES) {
    const row = lines.find(line => line.startsWith(`| [${game.id}]`))!
    const reported = row.split('|').at(-2)!.trim().split(',')[0]
    const word = volatilityOf(game.figures.base!.natural.deviationBets)
    t.equal(reported, word.replace('-', ' '), game.id)
  }
})

t.test('the word of a mode follows from its own deviation and price', async t => {
  const mode = (id: string, priceBets: string) => ({ id, kind: 'buy' as const, priceBets })
  const figures = (deviationBets: number) => {
    const at = (rtp: number) => exactFigures(rtp, 0.3, deviationBets)
    return { natural: at(0.96), low: at(0.9), high: at(0.98) }
  }
  const words = (levelBps: number | null) =>
    describeReturns(
      {
        modes: [mode('cheap', '20'), mode('dear', '100'), mode('wild', '100')],
        figures: { cheap: figures(120), dear: figures(120), wild: figures(1_200) },
      },
      levelBps,
    ).map(({ id, volatility }) => [id, volatility])
  // 1.645 x 120 / 20 = 9.9; 1.645 x 120 / 100 = 2.0; 1.645 x 1200 / 100 = 19.7
  const reported = [
    ['cheap', 'medium'],
    ['dear', 'low'],
    ['wild', 'very-high'],
  ]
  t.strictSame(words(null), reported, 'natural')
  t.strictSame(words(9_600), reported, 'at a level')
})
