// What is public about the games: the rows of /games/health, /capabilities and /games/catalog, made
// from the games themselves. Independent of projects and players.

import { CURRENCIES, type Currency, formatAmount, PRECISION } from '../../core/money.ts'
import { CALLS_PER_MINUTE, type RateClass } from '../../core/settings-schema.ts'
import { listBets, resolveBaseStakeMinor } from '../../games/engine/bets.ts'
import type { GameMode } from '../../games/engine/contract.ts'
import type { Figures, Game } from '../../games/engine/mathematics.ts'
import { Z_90 } from '../../games/rtp/simulate.ts'
import type {
  Capabilities,
  CatalogGame,
  CatalogMode,
  GameCapability,
  GameHealth,
  GamesCatalog,
} from './schema.ts'

export function describeHealth(games: readonly Game[]): GameHealth[] {
  return games.map(({ id, languages, freeSpins, targetOutcomes }) => ({
    game_id: id,
    languages: Object.keys(languages),
    free_spins: freeSpins,
    target_outcomes: targetOutcomes,
  }))
}

export function describeCapabilities(games: readonly Game[]): Capabilities {
  const quota = (rateClass: RateClass) => ({
    limit: CALLS_PER_MINUTE[rateClass],
    per: 'minute' as const,
  })
  return {
    status: 'ok',
    mode: 'TEST_ONLY',
    currencies: CURRENCIES.map(code => ({ code, precision: PRECISION })),
    games: games.map(describeCapability),
    rateLimits: { launch: quota('launch'), actions: quota('actions'), reports: quota('reports') },
  }
}

function describeCapability(game: Game): GameCapability {
  const languages = (['ru', 'en', 'uk'] as const).filter(code => code in game.languages)
  return {
    gameId: game.id,
    name: game.name,
    provider: game.provider,
    currencies: [...CURRENCIES],
    languages,
    defaultCurrency: CURRENCIES[0],
    defaultLanguage: 'en',
    promoSupported: game.freeSpins,
    modes: listModes(game),
    configurableRtp: true,
  }
}

function listModes(game: Game): GameCapability['modes'] {
  const { anteBet, featureBuy, gamble, freeSpins } = describeFeatures(game)
  return [
    'spin',
    ...(anteBet ? (['ante'] as const) : []),
    ...(featureBuy ? (['purchase'] as const) : []),
    ...(gamble ? (['gamble'] as const) : []),
    ...(freeSpins ? (['promo'] as const) : []),
  ]
}

/** @param pictures game id -> address; a game may be missing */
export function describeCatalog(
  games: readonly Game[],
  pictures: ReadonlyMap<string, string>,
): GamesCatalog {
  return {
    status: 'ok',
    mode: 'TEST_ONLY',
    games: games.map(game => describeGame(game, pictures.get(game.id) ?? null)),
  }
}

function describeGame(game: Game, picture: string | null): CatalogGame {
  return {
    id: game.id,
    name: game.name,
    provider: game.provider,
    version: game.version,
    mechanics: [...game.mechanics],
    layout: { ...game.layout, winsBy: game.winsBy, lines: game.lines.length },
    modes: game.modes.map(mode => describeMode(mode, game.figures[mode.id]!.natural)),
    maxWinBets: game.maxWinBets,
    bets: {
      UAH: listStakes(game, 'UAH'),
      USD: listStakes(game, 'USD'),
      EUR: listStakes(game, 'EUR'),
      RUB: listStakes(game, 'RUB'),
    },
    features: describeFeatures(game),
    languages: Object.keys(game.languages),
    picture,
  }
}

function describeMode({ id, kind, priceBets }: GameMode, figures: Figures): CatalogMode {
  const { rtp, hitFrequency, deviationBets, basis } = figures
  return {
    id,
    kind,
    priceBets,
    rtpPercent: percent(rtp),
    basis: basis === 'exact' ? 'exact' : 'simulation',
    simulation:
      basis === 'exact'
        ? null
        : { rounds: basis.rounds, halfWidth95Percent: percent(basis.halfWidth95) },
    hitFrequencyPercent: percent(hitFrequency),
    volatility: { deviationBets: round(deviationBets), index90: round(Z_90 * deviationBets) },
  }
}

function describeFeatures(game: Game): CatalogGame['features'] {
  const has = (kind: GameMode['kind']) => game.modes.some(mode => mode.kind === kind)
  return {
    feature: game.hasFeature,
    featureBuy: has('buy'),
    anteBet: has('ante'),
    gamble: game.mechanics.includes('gamble'),
    choice: game.options.length > 0,
    freeSpins: game.freeSpins,
    targetOutcomes: game.targetOutcomes,
  }
}

/** Total bets of the base mode, ascending, each once: two bets of a ladder may cost the same. */
function listStakes(game: Game, currency: Currency): string[] {
  const stakes = listBets(game, currency).map(
    bet => resolveBaseStakeMinor(game, currency, bet) as bigint,
  )
  return [...new Set(stakes)].map(formatAmount)
}

const percent = (share: number) => round(share * 100)

/** Four decimals: more than the precision of every simulated figure. */
function round(figure: number): number {
  return Number(figure.toFixed(4))
}
