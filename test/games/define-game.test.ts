// What follows from the parts of a game: modes, options and features, and what most games share.

import t from 'tap'
import { defineGame } from '../../src/games/engine/define-game.ts'
import { PLAIN_FREE_GAMES, PLAIN_RULES, stepsOf } from '../../src/games/engine/game-rules.ts'
import { CLIENT_LANGUAGES } from '../../src/games/engine/providers.ts'

type Parts = Parameters<typeof defineGame>[0]

const gameOf = (parts: object) =>
  defineGame({ id: 'g', provider: 'provider_b', ...parts } as unknown as Parts)

t.test('a game has what it states, and otherwise what most games have', async t => {
  t.match(gameOf({}), {
    id: 'g',
    rules: PLAIN_RULES,
    freeSpins: true,
    targetOutcomes: true,
    hasFeature: false,
    languages: CLIENT_LANGUAGES.provider_b,
  })
  const { lines, options, defaultOption } = gameOf({})
  t.strictSame([lines, options, defaultOption], [[], [], null])
  const own = { lines: [[0, 0]], freeSpins: false, targetOutcomes: false, defaultOption: 'a' }
  t.match(gameOf(own), own)
})

t.test('a game has the base mode at one bet, and a mode for each further price', async t => {
  const base = { id: 'base', kind: 'base', priceBets: '1' }
  t.strictSame(gameOf({}).modes, [base])
  const { modes, spinEngines } = gameOf({ prices: { ante: '1.25', buy: '80' } })
  t.strictSame(modes, [
    base,
    { id: 'ante', kind: 'ante', priceBets: '1.25' },
    { id: 'buy', kind: 'buy', priceBets: '80' },
  ])
  t.strictSame(Object.keys(spinEngines), ['base', 'ante', 'buy'])
})

t.test('free games, hold and win, and held reels are features; a gamble is not', async t => {
  const rule = { options: [{ id: 'many' }, { id: 'few' }] }
  for (const name of ['freeGames', 'holdAndWin', 'heldReels']) {
    t.equal(gameOf({ rules: { [name]: rule } }).hasFeature, true, name)
  }
  t.equal(gameOf({ rules: { gamble: rule } }).hasFeature, false)
  t.strictSame(gameOf({ rules: { freeGames: rule } }).options, ['many', 'few'])
})

t.test('a plain game has no feature, and plain free games nothing special', async t => {
  t.strictSame(PLAIN_RULES, {
    ways: null,
    cascadeMultipliers: [],
    boardMultipliers: [],
    freeGames: null,
    holdAndWin: null,
    heldReels: null,
    gamble: null,
    boughtWith: [],
  })
  t.strictSame(PLAIN_FREE_GAMES, {
    moreForEach: 0,
    multiplier: 1,
    multiplierGrowth: 0,
    options: [],
    special: [],
  })
})

t.test('an award has a step at each number of scatters where it changes', async t => {
  t.strictSame(stepsOf([0, 0, 0, 8, 8, 12, 12]), [
    [3, 8],
    [5, 12],
  ])
  t.strictSame(stepsOf([5, 5, 0, 5]), [
    [0, 5],
    [3, 5],
  ])
  t.strictSame(stepsOf([0, 0]), [])
})
