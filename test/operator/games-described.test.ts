// The public lists' description of a game: one with every feature and one without any, field by
// field.

import t from 'tap'
import type { GameMode } from '../../src/games/engine/contract.ts'
import type { Figures, Game } from '../../src/games/engine/mathematics.ts'
import {
  describeCapabilities,
  describeCatalog,
  describeHealth,
} from '../../src/operator/catalog/describe.ts'

const EXACT: Figures = { rtp: 0.9512345678, hitFrequency: 0.25, deviationBets: 10, basis: 'exact' }
const SIMULATED: Figures = {
  rtp: 0.96,
  hitFrequency: 0.123456789,
  deviationBets: 2.00006,
  basis: { rounds: 1_000_000, halfWidth95: 0.00123456 },
}
const mode = (id: string, kind: GameMode['kind'], priceBets: string) => ({ id, kind, priceBets })
const coins = { UAH: [100, 50], USD: [1, 2], EUR: [2, 1, 2], RUB: [5] }

function gameWith(fields: object, modes: readonly GameMode[], figures: Figures): Game {
  const game = {
    id: 'full',
    name: 'Full',
    provider: 'provider_b',
    version: '3',
    winsBy: 'lines',
    layout: { columns: 5, rows: 3 },
    symbols: [],
    lines: [[0], [1]],
    unitsPerBet: 10,
    maxWinBets: 5_000,
    bets: { kind: 'coin', coinsMinor: coins, lines: 10 },
    modes,
    figures: Object.fromEntries(modes.map(({ id }) => [id, { natural: figures }])),
    ...fields,
  }
  return game as unknown as Game
}

const FULL = gameWith(
  {
    hasFeature: true,
    freeSpins: true,
    targetOutcomes: false,
    options: ['left', 'right'],
    mechanics: ['wild', 'gamble'],
    languages: { en: 'EN', tr: 'TR', ru: 'RU' },
  },
  [mode('base', 'base', '1'), mode('ante', 'ante', '1.25'), mode('buy', 'buy', '80')],
  EXACT,
)
const BARE = gameWith(
  {
    hasFeature: false,
    freeSpins: false,
    targetOutcomes: true,
    options: [],
    lines: [],
    id: 'bare',
    name: 'Bare',
    winsBy: 'ways',
    mechanics: [],
    languages: { en: 'EN' },
  },
  [mode('base', 'base', '1')],
  SIMULATED,
)
const GAMES = [FULL, BARE]
/** Ten lines at 0.01 and 0.02, the smaller first and without duplicates. */
const BETS = {
  UAH: ['5.00', '10.00'],
  USD: ['0.10', '0.20'],
  EUR: ['0.10', '0.20'],
  RUB: ['0.50'],
}

t.test('health names every language and what can be granted', async t => {
  t.strictSame(describeHealth(GAMES), [
    { game_id: 'full', languages: ['en', 'tr', 'ru'], free_spins: true, target_outcomes: false },
    { game_id: 'bare', languages: ['en'], free_spins: false, target_outcomes: true },
  ])
})

t.test('capabilities name the quotas, the currencies and the modes of each game', async t => {
  const always = {
    provider: 'provider_b',
    currencies: ['UAH', 'USD', 'EUR', 'RUB'],
    defaultCurrency: 'UAH',
    defaultLanguage: 'en',
    configurableRtp: true,
  }
  t.strictSame(describeCapabilities(GAMES), {
    status: 'ok',
    mode: 'TEST_ONLY',
    currencies: ['UAH', 'USD', 'EUR', 'RUB'].map(code => ({ code, precision: 2 })),
    games: [
      {
        gameId: 'full',
        name: 'Full',
        ...always,
        languages: ['ru', 'en'],
        promoSupported: true,
        modes: ['spin', 'ante', 'purchase', 'gamble', 'promo'],
      },
      {
        gameId: 'bare',
        name: 'Bare',
        ...always,
        languages: ['en'],
        promoSupported: false,
        modes: ['spin'],
      },
    ],
    rateLimits: {
      launch: { limit: 1_200, per: 'minute' },
      actions: { limit: 600, per: 'minute' },
      reports: { limit: 120, per: 'minute' },
    },
  })
  const ukrainian = { ...BARE, languages: { uk: 'UK', de: 'DE' } } as Game
  t.match(describeCapabilities([ukrainian]), { games: [{ languages: ['uk'] }] })
})

t.test('the catalogue has figures in percent, rounded to four decimals', async t => {
  const pictures = new Map([['full', '/full.svg']])
  const catalog = describeCatalog(GAMES, pictures)
  t.match(catalog, { status: 'ok', mode: 'TEST_ONLY' })
  const exact = {
    rtpPercent: 95.1235,
    basis: 'exact',
    simulation: null,
    hitFrequencyPercent: 25,
    volatility: { deviationBets: 10, index90: 16.45 },
  }
  const shown = {
    provider: 'provider_b',
    version: '3',
    maxWinBets: 5_000,
    bets: BETS,
  }
  const features = { featureBuy: true, anteBet: true, gamble: true, choice: true }
  t.strictSame(catalog.games[0], {
    id: 'full',
    name: 'Full',
    ...shown,
    mechanics: ['wild', 'gamble'],
    layout: { columns: 5, rows: 3, winsBy: 'lines', lines: 2 },
    modes: [
      { ...mode('base', 'base', '1'), ...exact },
      { ...mode('ante', 'ante', '1.25'), ...exact },
      { ...mode('buy', 'buy', '80'), ...exact },
    ],
    features: { feature: true, ...features, freeSpins: true, targetOutcomes: false },
    languages: ['en', 'tr', 'ru'],
    picture: '/full.svg',
  })
  const none = { featureBuy: false, anteBet: false, gamble: false, choice: false }
  t.strictSame(catalog.games[1], {
    id: 'bare',
    name: 'Bare',
    ...shown,
    mechanics: [],
    layout: { columns: 5, rows: 3, winsBy: 'ways', lines: 0 },
    modes: [
      {
        ...mode('base', 'base', '1'),
        rtpPercent: 96,
        basis: 'simulation',
        hitFrequencyPercent: 12.3457,
        simulation: { rounds: 1_000_000, halfWidth95Percent: 0.1235 },
        volatility: { deviationBets: 2.0001, index90: 3.2901 },
      },
    ],
    features: { feature: false, ...none, freeSpins: false, targetOutcomes: true },
    languages: ['en'],
    picture: null,
  })
})
