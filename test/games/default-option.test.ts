// Every game with a choice names the option for a player who does not come back in time.

import t from 'tap'
import { GAMES } from '../../src/games/catalogue/games.ts'

t.test('a game with choices has a default among them, and no other game has one', async t => {
  t.ok(GAMES.some(({ options }) => options.length > 0))
  for (const { id, options, defaultOption, rules } of GAMES) {
    if (options.length === 0) t.equal(defaultOption, null, id)
    else t.ok(options.includes(defaultOption!), id)
    const shown = rules.freeGames?.options.map(option => option.id) ?? []
    if (shown.length > 0) t.ok(shown.includes(defaultOption!), `${id}: the rules can name it`)
  }
})
