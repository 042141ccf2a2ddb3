// Answers of the public GET endpoints: health, capabilities, the games. Nothing in them belongs to
// a project or a player.

import { type Static, Type } from 'typebox'
import { currency, ok, provider } from '../common-schema.ts'

const testOnly = Type.Literal('TEST_ONLY', { description: 'The platform has no other mode.' })
const count = Type.Integer({ minimum: 1 })
const RELEASE = 'Informational: the version and the commit of the node. Do not depend on it.'

export const Health = Type.Object({
  ...ok,
  mode: testOnly,
  runtime: Type.String({ description: 'Informational; do not depend on it.' }),
  releaseId: Type.String({ description: RELEASE }),
})

export const GameHealth = Type.Object({
  game_id: Type.String({ description: 'The `symbol` of a launch.' }),
  languages: Type.Array(Type.String(), {
    description: 'Standard codes the game accepts at launch.',
  }),
  free_spins: Type.Boolean({ description: 'Operator free spins can be granted.' }),
  target_outcomes: Type.Boolean({ description: 'Target outcomes can be scheduled.' }),
})
export type GameHealth = Static<typeof GameHealth>

export const GamesHealth = Type.Object({
  ...ok,
  games: Type.Array(GameHealth),
  releaseId: Type.String({ description: RELEASE }),
})

const CAPABILITY_LANGUAGES = ['ru', 'en', 'uk'] as const

export const GameCapability = Type.Object({
  gameId: Type.String({ description: 'The `symbol` of a launch.' }),
  name: Type.String(),
  provider,
  currencies: Type.Array(currency),
  languages: Type.Array(Type.Enum([...CAPABILITY_LANGUAGES]), {
    description: 'Only `ru`, `en` and `uk`; `/games/health` has every language.',
  }),
  defaultCurrency: currency,
  defaultLanguage: Type.Enum([...CAPABILITY_LANGUAGES]),
  promoSupported: Type.Boolean({
    description:
      'Kept for compatibility; the field for free spins is `free_spins` of `/games/health`. ' +
      'Ours: the two are always equal.',
  }),
  modes: Type.Array(Type.Enum(['spin', 'ante', 'purchase', 'gamble', 'promo']), {
    description: 'Informational. `promo` means operator free spins (ours).',
  }),
  configurableRtp: Type.Boolean({
    description: 'Informational: whether the game plays at a set RTP level.',
  }),
})
export type GameCapability = Static<typeof GameCapability>

const Quota = Type.Object({ limit: count, per: Type.Literal('minute') })

export const Capabilities = Type.Object({
  ...ok,
  mode: testOnly,
  currencies: Type.Array(Type.Object({ code: currency, precision: Type.Integer({ minimum: 0 }) })),
  games: Type.Array(GameCapability),
  rateLimits: Type.Object(
    { launch: Quota, actions: Quota, reports: Quota },
    {
      description: 'Default quotas of a project: calls a minute by class. The structure is ours.',
    },
  ),
})
export type Capabilities = Static<typeof Capabilities>

const percent = (description: string) => Type.Number({ minimum: 0, description })

const CatalogMode = Type.Object({
  id: Type.String({ description: 'The id in the play protocol.' }),
  kind: Type.Enum(['base', 'ante', 'buy']),
  priceBets: Type.String({ description: 'Price of one round in base bets.' }),
  rtpPercent: percent('Theoretical return of the natural mathematics, of the price, in percent.'),
  basis: Type.Enum(['exact', 'simulation'], {
    description: 'How the figures were computed: from every combination, or from simulated rounds.',
  }),
  simulation: Type.Union(
    [
      Type.Object({
        rounds: count,
        halfWidth95Percent: percent('Half the width of the 95 % confidence interval.'),
      }),
      Type.Null(),
    ],
    { description: 'Null where the figures are exact.' },
  ),
  hitFrequencyPercent: percent('Share of rounds that win anything.'),
  volatility: Type.Object({
    deviationBets: percent('Standard deviation of the win of one round, in base bets.'),
    index90: percent('Volatility index: the deviation times the 90 % quantile, 1.645.'),
  }),
})
export type CatalogMode = Static<typeof CatalogMode>

const betList = Type.Array(Type.String({ pattern: '^[0-9]+\\.[0-9]{2}$' }))

export const CatalogGame = Type.Object({
  id: Type.String({ description: 'The `symbol` of a launch.' }),
  name: Type.String(),
  provider,
  version: Type.String({ description: 'Changes whenever the mathematics does.' }),
  mechanics: Type.Array(Type.String()),
  layout: Type.Object({
    columns: count,
    rows: count,
    winsBy: Type.Enum(['lines', 'ways', 'anywhere', 'cluster']),
    lines: Type.Integer({ minimum: 0, description: '0 where wins are not by lines.' }),
  }),
  modes: Type.Array(CatalogMode),
  maxWinBets: Type.Integer({ minimum: 1, description: 'Cap of one round, in base bets.' }),
  bets: Type.Object(
    { UAH: betList, USD: betList, EUR: betList, RUB: betList },
    {
      description:
        'Total bets of one base round by currency, ascending: the values that ' +
        '`freespins_create` takes as `bet`. A project may have separate limits.',
    },
  ),
  features: Type.Object({
    feature: Type.Boolean({ description: 'Has a feature round, such as free games.' }),
    featureBuy: Type.Boolean(),
    anteBet: Type.Boolean(),
    gamble: Type.Boolean(),
    choice: Type.Boolean({ description: 'Asks the player to choose during a round.' }),
    freeSpins: Type.Boolean({ description: 'Operator free spins.' }),
    targetOutcomes: Type.Boolean(),
  }),
  languages: Type.Array(Type.String(), {
    description: 'Standard codes the game accepts at launch.',
  }),
  picture: Type.Union([Type.String(), Type.Null()], {
    description: 'Address of an SVG picture, 4:3; it changes with its content.',
  }),
})
export type CatalogGame = Static<typeof CatalogGame>

export const GamesCatalog = Type.Object({ ...ok, mode: testOnly, games: Type.Array(CatalogGame) })
export type GamesCatalog = Static<typeof GamesCatalog>
