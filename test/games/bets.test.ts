// Bets: ladders to stakes, prices of modes, and no split of a minor unit.

import t from 'tap'
import { LANGUAGES } from '../../src/core/language.ts'
import { CURRENCIES, unitsToMinor } from '../../src/core/money.ts'
import { cherryClassic } from '../../src/games/catalogue/cherry-classic/game.ts'
import { findGame, GAMES } from '../../src/games/catalogue/games.ts'
import { luckyLanterns } from '../../src/games/catalogue/lucky-lanterns/game.ts'
import { sugarCascade } from '../../src/games/catalogue/sugar-cascade/game.ts'
import {
  checkBets,
  largestWinMinor,
  listBets,
  resolveBaseStakeMinor,
  smallestBet,
  stakeMinor,
} from '../../src/games/engine/bets.ts'

t.test('a game is found by its exact id only', async t => {
  for (const game of GAMES) t.equal(findGame(game.id), game)
  for (const id of ['', 'toString', 'Cherry-Classic']) t.equal(findGame(id), undefined)
})

t.test('every native bet of every currency has a stake and prices in whole units', async t => {
  for (const game of GAMES) {
    for (const currency of CURRENCIES) {
      const stakes = listBets(game, currency).map(bet => resolveBaseStakeMinor(game, currency, bet))
      const distinct = new Set(stakes).size
      t.ok(distinct >= 8 && distinct <= 12, `${game.id} ${currency} has ${distinct} stakes`)
      for (const stake of stakes) {
        t.equal(stake! % BigInt(game.unitsPerBet), 0n)
        t.doesNotThrow(() => unitsToMinor(1, stake!, game.unitsPerBet))
        for (const mode of game.modes) t.ok(stakeMinor(game, mode.id, stake!) > 0n)
      }
    }
  }
})

t.test('stakes are denomination x credits, coin x lines, level x base stake', async t => {
  const stake = (game: Parameters<typeof resolveBaseStakeMinor>[0], bet: never) =>
    resolveBaseStakeMinor(game, 'EUR', bet)
  t.equal(stake(luckyLanterns, { denominationMinor: '5', credits: 40 } as never), 200n)
  t.equal(stake(cherryClassic, { coinMinor: '25', lines: 5 } as never), 125n)
  t.equal(stake(sugarCascade, { level: 15 } as never), 300n)
})

t.test('a bet that is not on the ladder is null', async t => {
  const lanterns = [
    { denominationMinor: '3', credits: 20 },
    { denominationMinor: '05', credits: 20 },
    { denominationMinor: '5', credits: 30 },
    { coinMinor: '5', lines: 5 },
    { level: 1 },
  ]
  for (const bet of lanterns) t.equal(resolveBaseStakeMinor(luckyLanterns, 'EUR', bet), null)
  for (const game of [cherryClassic, sugarCascade]) {
    const bet = { denominationMinor: '5', credits: 20 }
    t.equal(resolveBaseStakeMinor(game, 'EUR', bet), null, `${game.id} has no denominations`)
  }
  t.equal(resolveBaseStakeMinor(cherryClassic, 'EUR', { coinMinor: '5', lines: 4 }), null)
  t.equal(resolveBaseStakeMinor(cherryClassic, 'RUB', { coinMinor: '1', lines: 5 }), null)
  for (const level of [0, 6, -1, 1.5]) {
    t.equal(resolveBaseStakeMinor(sugarCascade, 'USD', { level }), null)
  }
})

t.test('the smallest bet comes first', async t => {
  t.same(smallestBet(luckyLanterns, 'USD'), { denominationMinor: '1', credits: 20 })
  t.same(smallestBet(cherryClassic, 'UAH'), { coinMinor: '10', lines: 5 })
  t.same(smallestBet(sugarCascade, 'RUB'), { level: 1 })
})

t.test('bets are listed by what they cost', async t => {
  const game = { ...luckyLanterns, bets: { ...luckyLanterns.bets, credits: [100, 20] } }
  for (const one of [game, cherryClassic, sugarCascade, luckyLanterns]) {
    const stakes = listBets(one, 'EUR').map(bet => resolveBaseStakeMinor(one, 'EUR', bet)!)
    t.same(
      stakes,
      stakes.toSorted((a, b) => Number(a - b)),
      one.id,
    )
  }
})

t.test('the price of a mode is exact or refused', async t => {
  t.equal(stakeMinor(sugarCascade, 'base', 20n), 20n)
  t.equal(stakeMinor(sugarCascade, 'ante', 20n), 25n)
  t.equal(stakeMinor(sugarCascade, 'buy', 20n), 1_600n)
  const large = 100_000_000_000_000_000_000n
  t.equal(stakeMinor(sugarCascade, 'ante', large), (large * 5n) / 4n)
  t.throws(() => stakeMinor(sugarCascade, 'ante', 21n), RangeError)
  t.throws(() => stakeMinor(sugarCascade, 'toString', 20n), RangeError)
})

t.test('a ladder that splits a unit or a minor unit does not load', async t => {
  const level = (baseStakeMinor: number) => ({
    ...sugarCascade,
    bets: {
      kind: 'level' as const,
      levels: [1],
      baseStakeMinor: { UAH: 20, USD: 20, EUR: 20, RUB: baseStakeMinor },
    },
  })
  t.doesNotThrow(() => checkBets(level(40)))
  t.throws(() => checkBets(level(30)), RangeError)
  t.throws(() => checkBets(level(0)), RangeError)
  t.throws(() => checkBets({ ...level(10), unitsPerBet: 10 }), RangeError)
  const [base] = sugarCascade.modes
  t.throws(() => checkBets({ ...level(30), modes: [base!] }), RangeError, 'a unit alone')
})

t.test('the largest win of a round is its cap in base stakes', async t => {
  t.equal(largestWinMinor({ maxWinBets: 5_000 }, 20n), 100_000n)
})

t.test('every game offers all eight languages under codes of its client', async t => {
  for (const game of GAMES) {
    const codes = LANGUAGES.map(language => game.languages[language])
    t.equal(new Set(codes).size, LANGUAGES.length, game.id)
    t.notOk(codes.includes(undefined), game.id)
  }
})
