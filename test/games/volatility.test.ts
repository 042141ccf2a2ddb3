// The list of games in docs says how much each game's wins vary in the word that its rules use.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { volatilityOf } from '../../src/games/rtp/volatility.ts'

t.test('docs/games.md names the volatility of every game', async t => {
  const lines = readFileSync(path.join(PROJECT_ROOT, 'docs/games.md'), 'utf8').split('\n')
  for (const game of GAMES) {
    const row = lines.find(line => line.startsWith(`| [${game.id}]`))!
    const told = row.split('|').at(-2)!.trim().split(',')[0]
    const word = volatilityOf(game.figures.base!.natural.deviationBets)
    t.equal(told, word.replace('-', ' '), game.id)
  }
})
