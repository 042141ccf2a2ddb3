// Extended bets: the steps that a higher maximum adds to each provider's ladder, and never a bet
// that splits a minor unit, exceeds the maximum or does not fit a play message.

import fc from 'fast-check'
import t from 'tap'
import { Compile } from 'typebox/compile'
import { CURRENCIES, type Currency, unitsToMinor } from '../../src/core/money.ts'
import { cherryClassic } from '../../src/games/catalogue/cherry-classic/game.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { luckyLanterns } from '../../src/games/catalogue/lucky-lanterns/game.ts'
import { sugarCascade } from '../../src/games/catalogue/sugar-cascade/game.ts'
import {
  type Bet,
  listBets,
  resolveBaseStakeMinor,
  stakeMinor,
} from '../../src/games/engine/bets.ts'
import type { GameDefinition } from '../../src/games/engine/contract.ts'
import {
  extendBets,
  extendLadder,
  MAX_EXTENDED_STEPS,
  resolveOfferedBet,
} from '../../src/games/engine/extended-bets.ts'
import { Bet as WireBet } from '../../src/wire/play-commands.ts'

/** More than any stake. */
const UNBOUNDED = 10n ** 18n

/** The base stake of a bet on offer, or null. */
function offeredStake(...asked: Parameters<typeof resolveOfferedBet>): bigint | null {
  const found = resolveOfferedBet(...asked)
  return found.kind === 'offered' ? found.baseStakeMinor : null
}
const STAKE_CAP = 10n ** 13n

const stepsOf = ({ bets }: Pick<GameDefinition, 'bets'>, currency: Currency) => {
  if (bets.kind === 'denomination') return bets.denominationsMinor[currency]
  return bets.kind === 'coin' ? bets.coinsMinor[currency] : bets.levels
}

function extraSteps(game: GameDefinition, currency: Currency, max: bigint | null) {
  const bets = extendLadder(game, currency, max)
  const native = stepsOf(game, currency)
  const extended = stepsOf({ bets }, currency)
  t.same(extended.slice(0, native.length), native, 'native steps come first, unchanged')
  return extended.slice(native.length)
}

const stakeOf = (game: GameDefinition, currency: Currency, max: bigint) => (bet: Bet) =>
  offeredStake(game, currency, bet, max)!

const largestNative = (game: GameDefinition, currency: Currency) =>
  resolveBaseStakeMinor(game, currency, listBets(game, currency).at(-1)!)!

/** Maxima of every size, and those around the points where a ladder changes. */
const maxima = fc.oneof(
  fc.bigInt({ min: 0n, max: 20_000n }),
  fc.bigInt({ min: 0n, max: UNBOUNDED }),
  fc
    .tuple(
      fc.integer({ min: 0, max: 18 }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: -1, max: 1 }),
    )
    .map(([power, digits, off]) => BigInt(digits) * 10n ** BigInt(power) + BigInt(off)),
)
const cases = fc.tuple(fc.constantFrom(...GAMES), fc.constantFrom(...CURRENCIES), maxima)

t.test('coins grow by 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5 times a power of ten', async t => {
  const coins = (currency: Currency, max: bigint) => extraSteps(cherryClassic, currency, max)
  t.same(coins('EUR', 2_500n), [], 'the largest native stake is 5 x 5.00')
  t.same(coins('EUR', 2_999n), [], 'the next coin, 6.00, costs 30.00')
  t.same(coins('EUR', 3_000n), [600])
  t.same(coins('EUR', 5_000n), [600, 750, 1_000])
  t.same(coins('EUR', 37_499n), [600, 750, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 5_000, 6_000])
  t.same(coins('RUB', 125_000n), [15_000, 20_000, 25_000])
})

t.test('of 14 possible coins 12 are offered: both ends, and an even choice', async t => {
  t.same(
    extraSteps(cherryClassic, 'USD', 100_000n),
    [600, 750, 1_000, 2_000, 2_500, 3_000, 4_000, 5_000, 6_000, 10_000, 15_000, 20_000],
  )
})

t.test('a coin is at most 1 000 000 000.00, however much the maximum allows', async t => {
  const bets = extendBets(cherryClassic, 'UAH', UNBOUNDED)
  t.same(bets.at(-1), { coinMinor: '100000000000', lines: 5 })
  t.equal(offeredStake(cherryClassic, 'UAH', bets.at(-1)!, UNBOUNDED), 5n * 10n ** 11n)
})

t.test('coins of a fraction of a minor unit are not offered', async t => {
  const bets = { kind: 'coin' as const, lines: 5, coinsMinor: forAll([1]) }
  t.same(extraSteps({ ...cherryClassic, bets }, 'EUR', 100n), [2, 3, 4, 5, 6, 10, 15, 20])
})

t.test('a coin that would split a unit or a price is left out', async t => {
  const bets = { kind: 'coin' as const, lines: 5, coinsMinor: forAll([4]) }
  const inFours = { ...cherryClassic, unitsPerBet: 20, bets }
  t.same(extraSteps(inFours, 'EUR', 500n), [20, 40, 60, 100])
  const ante = { id: 'ante', kind: 'ante' as const, priceBets: '1.25' }
  const withAnte = { ...cherryClassic, modes: [...cherryClassic.modes, ante], bets }
  t.same(extraSteps(withAnte, 'EUR', 500n), [20, 40, 60, 100])
})

t.test('levels are multiples of the largest native one', async t => {
  const levels = (max: bigint) => extraSteps(sugarCascade, 'EUR', max)
  t.same(levels(4_000n), [], 'the largest native stake is 200 x 0.20')
  t.same(levels(7_999n), [], 'the next level, 400, costs 80.00')
  t.same(levels(8_000n), [400])
  t.same(levels(40_000n), [400, 600, 800, 1_000, 1_200, 1_600, 2_000])
  const factors = [2, 3, 5, 6, 10, 15, 25, 30, 50, 60, 80, 100]
  t.same(
    levels(400_000n),
    factors.map(factor => 200 * factor),
    '12 of 17',
  )
})

t.test('denominations are multiples too, offered when their smallest stake fits', async t => {
  t.same(extraSteps(luckyLanterns, 'EUR', 5_000n), [], 'the largest native stake is 0.50 x 100')
  t.same(extraSteps(luckyLanterns, 'EUR', 5_001n), [100, 150, 200, 250], '0.50 x 2, 3, 4, 5')
  t.same(extendBets(luckyLanterns, 'EUR', 5_001n), [
    { denominationMinor: '100', credits: 20 },
    { denominationMinor: '150', credits: 20 },
    { denominationMinor: '100', credits: 40 },
    { denominationMinor: '200', credits: 20 },
    { denominationMinor: '250', credits: 20 },
  ])
  const offered = (credits: number, max: bigint) =>
    offeredStake(luckyLanterns, 'EUR', { denominationMinor: '100', credits }, max)
  t.equal(offered(40, 5_001n), 4_000n)
  t.equal(offered(100, 9_999n), null)
  t.equal(offered(100, 10_000n), 10_000n)
})

t.test('levels and denominations stop at a stake of 100 000 000 000.00', async t => {
  t.equal(extraSteps(sugarCascade, 'EUR', UNBOUNDED).at(-1), 500_000_000_000, '25 x 10^8 x 200')
  const top = { denominationMinor: '500000000000', credits: 20 }
  t.same(extendBets(luckyLanterns, 'EUR', UNBOUNDED).at(-1), top, '10^10 x 0.50')
  const stake = (bet: Bet) => offeredStake(luckyLanterns, 'EUR', bet, UNBOUNDED)
  t.equal(stake(top), STAKE_CAP)
  t.equal(stake({ ...top, credits: 40 }), null)
})

t.test('no maximum and a maximum within the native bets add nothing', async t => {
  for (const game of GAMES) {
    for (const currency of CURRENCIES) {
      for (const max of [null, 0n, 1n, largestNative(game, currency)]) {
        t.equal(extendLadder(game, currency, max), game.bets)
        t.same(extendBets(game, currency, max), [])
      }
    }
  }
})

t.test('at most 12 steps, ascending, above the native ones, in whole safe integers', async () => {
  fc.assert(
    fc.property(cases, ([game, currency, max]) => {
      const steps = [Math.max(...stepsOf(game, currency)), ...extraSteps(game, currency, max)]
      if (steps.length - 1 > MAX_EXTENDED_STEPS) return false
      return steps.every(
        (step, i) => i === 0 || (step > steps[i - 1]! && Number.isSafeInteger(step)),
      )
    }),
  )
})

t.test('every extra bet is whole, within the maximum, and fits a play message', async () => {
  const isBet = Compile(WireBet)
  fc.assert(
    fc.property(cases, ([game, currency, max]) => {
      const bets = extendBets(game, currency, max)
      const stakes = bets.map(stakeOf(game, currency, max))
      for (const [i, stake] of stakes.entries()) {
        if (stake > max || (i > 0 && stake < stakes[i - 1]!)) return false
        if (!isBet.Check(JSON.parse(JSON.stringify(bets[i])))) return false
        unitsToMinor(1, stake, game.unitsPerBet)
        for (const mode of game.modes) stakeMinor(game, mode.id, stake)
      }
      return true
    }),
  )
})

/** The steps that a ladder may have, written again from the specification. */
function mayBe(game: GameDefinition, currency: Currency, max: bigint): number[] {
  const isCoin = game.bets.kind === 'coin'
  const cap = max < STAKE_CAP || isCoin ? max : STAKE_CAP
  const largest = Math.max(...stepsOf(game, currency))
  const found: number[] = []
  for (let power = 0; power <= 13; power++) {
    const digits = isCoin ? [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5] : [1, 2, 3, 4, 5, 6, 8, 15, 25, 75]
    for (const digit of digits) found.push(digit * 10 ** power * (isCoin ? 1 : largest))
  }
  const { bets } = game
  const smallest = (step: number) => {
    if (bets.kind === 'denomination') return BigInt(step) * BigInt(Math.min(...bets.credits))
    return BigInt(step) * BigInt(bets.kind === 'coin' ? bets.lines : bets.baseStakeMinor[currency])
  }
  const fits = (step: number) =>
    Number.isSafeInteger(step) &&
    step > largest &&
    smallest(step) <= cap &&
    (!isCoin || step <= 1e11)
  return [...new Set(found.filter(fits))].sort((one, other) => one - other)
}

t.test('up to 12 possible steps are offered; of more, the ends and an even choice', async () => {
  fc.assert(
    fc.property(cases, ([game, currency, max]) => {
      const steps = extraSteps(game, currency, max)
      if (max <= largestNative(game, currency)) return steps.length === 0
      const all = mayBe(game, currency, max)
      if (all.length <= MAX_EXTENDED_STEPS) return String(steps) === String(all)
      const places = steps.map(step => all.indexOf(step))
      const gaps = places.slice(1).map((place, i) => place - places[i]!)
      const isEven = Math.max(...gaps) - Math.min(...gaps) <= 1
      return isEven && steps.length === 12 && places[0] === 0 && places.at(-1) === all.length - 1
    }),
    { numRuns: 500 },
  )
})

t.test('a bet is on offer exactly when it is native or listed', async () => {
  fc.assert(
    fc.property(cases, maxima, ([game, currency, max], other) => {
      const listed = new Set(extendBets(game, currency, max).map(bet => JSON.stringify(bet)))
      for (const bet of extendBets(game, currency, other)) {
        const isOffered = offeredStake(game, currency, bet, max) !== null
        if (isOffered !== listed.has(JSON.stringify(bet))) return false
        if (resolveBaseStakeMinor(game, currency, bet) !== null) return false
      }
      return listBets(game, currency).every(bet => {
        const native = resolveBaseStakeMinor(game, currency, bet)
        return offeredStake(game, currency, bet, max) === native
      })
    }),
  )
})

t.test(
  'an offered denomination with too many credits is above the limit, not another bet',
  async t => {
    const cause = (denominationMinor: string, credits: number, max: bigint | null) => {
      const found = resolveOfferedBet(luckyLanterns, 'EUR', { denominationMinor, credits }, max)
      return found.kind === 'refused' ? found.cause : found.kind
    }
    // The largest native denomination is 50; 100 with 20, 40 and 100 credits costs 2,000 to 10,000.
    t.equal(cause('100', 40, 6_000n), 'offered')
    t.equal(cause('100', 100, 6_000n), 'above-limit')
    t.equal(cause('100', 41, 6_000n), 'not-offered')
    t.equal(cause('400', 20, 6_000n), 'not-offered')
    t.equal(cause('100', 100, null), 'not-offered')
  },
)

t.test('one currency extends nothing in another', async t => {
  const { bets } = cherryClassic
  const extended = extendLadder(cherryClassic, 'EUR', UNBOUNDED)
  if (bets.kind !== 'coin' || extended.kind !== 'coin') return t.fail()
  t.not(extended.coinsMinor.EUR.length, bets.coinsMinor.EUR.length)
  for (const currency of ['UAH', 'USD', 'RUB'] as const) {
    t.same(extended.coinsMinor[currency], bets.coinsMinor[currency])
  }
})

t.test('a bet of another provider, or a misspelt one, is null', async t => {
  const strange: Bet[] = [
    { denominationMinor: '0600', credits: 5 },
    { coinMinor: '0600', lines: 5 },
    { coinMinor: '600', lines: 4 },
    { level: 400 },
  ]
  for (const bet of strange) {
    t.equal(offeredStake(cherryClassic, 'EUR', bet, UNBOUNDED), null)
  }
  t.equal(offeredStake(sugarCascade, 'EUR', { level: 401 }, UNBOUNDED), null)
})

function forAll<T>(value: T) {
  return { UAH: value, USD: value, EUR: value, RUB: value }
}
