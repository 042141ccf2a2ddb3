// The public GET endpoints, as operators read them.

import type { OperatorEndpoint } from '../capability.ts'
import { currency, provider } from '../common-schema.ts'
import {
  Capabilities,
  CatalogGame,
  GameCapability,
  GameHealth,
  GamesCatalog,
  GamesHealth,
  Health,
} from './schema.ts'

/** Parts with separate names. */
export const PUBLIC_PARTS = {
  Currency: currency,
  Provider: provider,
  GameHealth,
  GameCapability,
  CatalogGame,
}

const QUOTA = (limit: number) => ({ limit, per: 'minute' })

export const PUBLIC_ENDPOINTS: readonly OperatorEndpoint[] = [
  {
    path: '/games/health',
    operationId: 'getGamesHealth',
    summary: 'Games with their languages and features',
    description: 'Every published game. It changes only when games are published.',
    answerName: 'GamesHealth',
    answer: GamesHealth,
    errors: [],
    isCacheable: false,
    example: {
      status: 'ok',
      games: [
        {
          game_id: 'lucky-lanterns',
          languages: ['en', 'ru', 'uk', 'pt-BR'],
          free_spins: true,
          target_outcomes: true,
        },
      ],
      releaseId: 'reelhouse-0.1.0+g0f3c2a91b7de',
    },
  },
  {
    path: '/games/catalog',
    operationId: 'getGamesCatalog',
    summary: 'Everything about the games that a lobby shows',
    description:
      'Mechanics, layout, theoretical return, hit frequency, volatility, maximum win, bets, ' +
      'languages and pictures. The format is ours. It may be cached for five minutes; after ' +
      'that ask with `If-None-Match` and get 304 while nothing has changed. Compressed with ' +
      'gzip or Brotli on request.',
    answerName: 'GamesCatalog',
    answer: GamesCatalog,
    errors: [],
    isCacheable: true,
    example: {
      status: 'ok',
      mode: 'TEST_ONLY',
      games: [
        {
          id: 'crystal-cluster',
          name: 'Crystal Cluster',
          provider: 'provider_c',
          version: '1.0.0',
          mechanics: ['cluster', 'cascades', 'growing-multiplier'],
          layout: { columns: 7, rows: 7, winsBy: 'cluster', lines: 0 },
          modes: [
            {
              id: 'base',
              kind: 'base',
              priceBets: '1',
              rtpPercent: 95.4305,
              basis: 'simulation',
              simulation: { rounds: 1_000_000_000, halfWidth95Percent: 0.0353 },
              hitFrequencyPercent: 29.153,
              volatility: { deviationBets: 5.6891, index90: 9.3586 },
            },
          ],
          maxWinBets: 5000,
          bets: {
            UAH: ['1.00', '2.00'],
            USD: ['0.20', '0.40'],
            EUR: ['0.20', '0.40'],
            RUB: ['2.00', '4.00'],
          },
          features: {
            feature: false,
            featureBuy: false,
            anteBet: false,
            gamble: false,
            choice: false,
            freeSpins: true,
            targetOutcomes: true,
          },
          languages: ['en', 'ru', 'uk'],
          picture: 'https://rgs.example.com/assets/crystal-cluster-4F2A9C1B.svg',
        },
      ],
    },
  },
  {
    path: '/capabilities',
    operationId: 'getCapabilities',
    summary: 'What the platform can do',
    description:
      'Currencies, games and default quotas. It is the same for everyone and contains nothing ' +
      'about a project. `defaultCurrency` and `defaultLanguage` are ours: the first currency, ' +
      'and English.',
    answerName: 'Capabilities',
    answer: Capabilities,
    errors: [],
    isCacheable: false,
    example: {
      status: 'ok',
      mode: 'TEST_ONLY',
      currencies: [
        { code: 'UAH', precision: 2 },
        { code: 'EUR', precision: 2 },
      ],
      games: [
        {
          gameId: 'lucky-lanterns',
          name: 'Lucky Lanterns',
          provider: 'provider_a',
          currencies: ['UAH', 'USD', 'EUR', 'RUB'],
          languages: ['ru', 'en', 'uk'],
          defaultCurrency: 'UAH',
          defaultLanguage: 'en',
          promoSupported: true,
          modes: ['spin', 'gamble', 'promo'],
          configurableRtp: true,
        },
      ],
      rateLimits: { launch: QUOTA(1200), actions: QUOTA(600), reports: QUOTA(120) },
    },
  },
  {
    path: '/health',
    operationId: 'getHealth',
    summary: 'Whether the platform works',
    description: 'For uptime monitoring only, not once per player action.',
    answerName: 'Health',
    answer: Health,
    errors: ['DATABASE_UNAVAILABLE', 'REQUEST_FAILED'],
    isCacheable: false,
    example: {
      status: 'ok',
      mode: 'TEST_ONLY',
      runtime: 'node 24.15.0',
      releaseId: 'reelhouse-0.1.0+g0f3c2a91b7de',
    },
  },
]
