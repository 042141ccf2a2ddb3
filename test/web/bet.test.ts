// The client's list of bets: every stake of a game once, in order, in the provider's terms, and
// each one a bet that the platform accepts.

import t from 'tap'
import { LANGUAGES } from '../../src/core/language.ts'
import { CURRENCIES } from '../../src/core/money.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { listBets, resolveBaseStakeMinor } from '../../src/games/engine/bets.ts'
import { viewGame } from '../../src/player/views.ts'
import { BetSelection, describeTerms, priceOf } from '../../web/play/bet/bet-selection.ts'
import { socialTextsOf } from '../../web/play/profile/social-texts.ts'
import { loadTexts } from '../../web/play/texts/files.ts'

for (const game of GAMES) {
  t.test(`${game.id}: the list is every stake of the platform, once`, async t => {
    for (const currency of CURRENCIES) {
      const { choices } = new BetSelection(viewGame(game, currency).bets)
      const stakes = choices.map(({ baseStakeMinor }) => baseStakeMinor)
      const all = listBets(game, currency).map(bet => resolveBaseStakeMinor(game, currency, bet)!)
      t.same(
        stakes,
        [...new Set(all)].sort((one, other) => Number(one - other)),
        currency,
      )
      for (const { bet, baseStakeMinor, times, valueMinor } of choices) {
        t.equal(resolveBaseStakeMinor(game, currency, bet), baseStakeMinor)
        t.equal(BigInt(times) * valueMinor, baseStakeMinor)
      }
    }
  })
}

const VIEW = {
  kind: 'denomination',
  denominationsMinor: ['1', '5', '10'],
  credits: [10, 20, 50],
} as const

function selection(): BetSelection {
  return new BetSelection({
    kind: VIEW.kind,
    denominationsMinor: [...VIEW.denominationsMinor],
    credits: [...VIEW.credits],
  })
}

t.test('combinations with the same stake are one, shown with the most credits', async t => {
  const bets = selection()
  const listed = bets.choices.map(({ baseStakeMinor, times, valueMinor }) => [
    baseStakeMinor,
    times,
    valueMinor,
  ])
  t.same(listed, [
    [10n, 10, 1n],
    [20n, 20, 1n],
    [50n, 50, 1n],
    [100n, 20, 5n],
    [200n, 20, 10n],
    [250n, 50, 5n],
    [500n, 50, 10n],
  ])
})

t.test('a modest stake is the default, and the list does not wrap around', async t => {
  const bets = selection()
  t.equal(bets.baseStakeMinor, 100n)
  while (bets.move(1));
  t.equal(bets.baseStakeMinor, 500n)
  t.notOk(bets.canMove(1))
  while (bets.move(-1));
  t.equal(bets.baseStakeMinor, 10n)
  t.notOk(bets.canMove(-1))
})

t.test(
  'a bet from elsewhere is found by its stake, and one that is not offered changes nothing',
  async t => {
    const bets = selection()
    bets.select({ denominationMinor: '10', credits: 10 })
    t.equal(bets.baseStakeMinor, 100n)
    t.same(bets.bet(), { denominationMinor: '5', credits: 20 })
    bets.select({ denominationMinor: '10', credits: 50 })
    t.equal(bets.baseStakeMinor, 500n)
    bets.select({ denominationMinor: '7', credits: 11 })
    bets.select({ level: 3 })
    t.equal(bets.baseStakeMinor, 500n)
  },
)

t.test('a level is found by its number', async t => {
  const bets = new BetSelection({ kind: 'level', levels: [1, 2, 5], baseStakeMinor: '20' })
  bets.select({ level: 5 })
  t.equal(bets.baseStakeMinor, 100n)
  bets.select({ level: 1 })
  t.equal(bets.baseStakeMinor, 20n)
})

t.test('a price is never rounded down', async t => {
  t.equal(priceOf(10n, '1.25'), 13n)
  t.equal(priceOf(20n, '1.25'), 25n)
  t.equal(priceOf(7n, '80'), 560n)
})

t.test('the text of a level names the base stake, not the resulting stake', async t => {
  const view = { kind: 'level', levels: [1, 2], baseStakeMinor: '20' } as const
  for (const language of LANGUAGES) {
    const texts = await loadTexts(language)
    for (const words of [texts, socialTextsOf(language, texts)]) {
      const [level, worth, ...more] = describeTerms({ ...view, levels: [1, 2] }, words).split(' × ')
      t.strictSame(more, [])
      t.equal(level, words.level)
      t.not(worth, words.stake, `${language}: ${worth}`)
    }
  }
  t.equal(
    describeTerms({ ...view, levels: [1] }, await loadTexts('de')),
    'Einsatzstufe × Grundeinsatz',
  )
})
