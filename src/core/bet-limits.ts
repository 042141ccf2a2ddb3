// How much a paid round may stake: the layers of limits for one player, game and currency. Whole
// minor units; never looks at a game's own bets. Source: operator API, "Bet limits".

import type { Currency } from './money.ts'

export interface StakeBounds {
  /** Null: no minimum. */
  readonly minMinor: bigint | null
  readonly maxMinor: bigint
}

/** What an entry of the project table covers. */
export type LimitScope =
  | { readonly kind: 'default' }
  | { readonly kind: 'provider'; readonly provider: string }
  | { readonly kind: 'game'; readonly gameId: string }

/** An entry of the project table: one for each scope and currency. */
export interface ProjectLimit extends StakeBounds {
  readonly scope: LimitScope
  readonly currency: Currency
}

/** The per-game limit of the RTP settings. */
export interface GameLimit extends StakeBounds {
  readonly gameId: string
  readonly currency: Currency
}

export interface PlayerLimit extends StakeBounds {
  readonly currency: Currency
  /** Null: every provider. */
  readonly provider: string | null
}

/** Everything that limits one player. */
export interface BetLimits {
  readonly project: readonly ProjectLimit[]
  readonly games: readonly GameLimit[]
  readonly player: readonly PlayerLimit[]
}

/** Where a stake is placed. */
export interface StakePlace {
  readonly gameId: string
  readonly provider: string
  readonly currency: Currency
}

/** One limit that applies to a place, and which layer it comes from. */
export type LimitLayer =
  | { readonly kind: 'project'; readonly bounds: StakeBounds; readonly scope: LimitScope }
  | { readonly kind: 'game'; readonly bounds: StakeBounds }
  | { readonly kind: 'player'; readonly bounds: StakeBounds; readonly provider: string | null }

/** The effective bounds, all layers that were considered, and the layers that gave each bound. */
export interface ExplainedBounds extends EffectiveBounds {
  readonly layers: readonly LimitLayer[]
  /** Null: there is no minimum. If two layers have the same bound, the more general one. */
  readonly minFrom: LimitLayer | null
  /** Null: there is no maximum. */
  readonly maxFrom: LimitLayer | null
}

/** All layers combined: the highest minimum and the lowest maximum, where there is one. */
export interface EffectiveBounds {
  readonly minMinor: bigint | null
  readonly maxMinor: bigint | null
}

/**
 * The entry of the project table that applies: the game's, else the provider's, else the default.
 */
export function findProjectLimit(
  table: readonly ProjectLimit[],
  place: StakePlace,
): ProjectLimit | null {
  const lines = table.filter(line => line.currency === place.currency)
  return (
    lines.find(({ scope }) => scope.kind === 'game' && scope.gameId === place.gameId) ??
    lines.find(({ scope }) => scope.kind === 'provider' && scope.provider === place.provider) ??
    lines.find(({ scope }) => scope.kind === 'default') ??
    null
  )
}

/**
 * The bounds of a stake in this place. Layers that contradict each other (a minimum above a
 * maximum) allow no stake at all. A player's limit for one provider does not loosen the limit for
 * all providers: both apply.
 */
export function effectiveBounds(limits: BetLimits, place: StakePlace): EffectiveBounds {
  return intersect([...adminLimits(limits, place), ...playerLimits(limits, place)])
}

/** The same bounds as `effectiveBounds`, each with the layer that gave it, for people to read. */
export function explainBounds(limits: BetLimits, place: StakePlace): ExplainedBounds {
  const layers = layersOf(limits, place)
  let minFrom: LimitLayer | null = null
  let maxFrom: LimitLayer | null = null
  for (const layer of layers) {
    const { minMinor, maxMinor } = layer.bounds
    const former = minFrom?.bounds.minMinor ?? null
    if (minMinor !== null && (former === null || minMinor > former)) minFrom = layer
    if (maxFrom === null || maxMinor < maxFrom.bounds.maxMinor) maxFrom = layer
  }
  return {
    minMinor: minFrom?.bounds.minMinor ?? null,
    maxMinor: maxFrom?.bounds.maxMinor ?? null,
    layers,
    minFrom,
    maxFrom,
  }
}

/** From the most general to the most specific. */
function layersOf(limits: BetLimits, place: StakePlace): LimitLayer[] {
  const line = findProjectLimit(limits.project, place)
  const project = line && ({ kind: 'project', scope: line.scope, bounds: boundsOf(line) } as const)
  return [
    ...(project === null ? [] : [project]),
    ...gameLimits(limits, place).map(limit => ({ kind: 'game', bounds: boundsOf(limit) }) as const),
    ...playerLimits(limits, place).map(
      limit => ({ kind: 'player', provider: limit.provider, bounds: boundsOf(limit) }) as const,
    ),
  ]
}

const boundsOf = ({ minMinor, maxMinor }: StakeBounds): StakeBounds => ({ minMinor, maxMinor })

/**
 * Checks the total stake of a round, including a feature's price. Both bounds are allowed stakes.
 */
export function checkStake(
  stakeMinor: bigint,
  { minMinor, maxMinor }: EffectiveBounds,
): 'ok' | 'PROJECT_BET_LIMIT' {
  if (minMinor !== null && stakeMinor < minMinor) return 'PROJECT_BET_LIMIT'
  if (maxMinor !== null && stakeMinor > maxMinor) return 'PROJECT_BET_LIMIT'
  return 'ok'
}

/**
 * The maximum up to which bets above the native ones are offered when a game is opened; null: none
 * are offered. Only the project's own maximum enables them: a player's limit can lower it but not
 * replace it.
 */
export function extendedMaximum(limits: BetLimits, place: StakePlace): bigint | null {
  if (adminLimits(limits, place).length === 0) return null
  return effectiveBounds(limits, place).maxMinor
}

/**
 * Reads an entry of the project table or a per-game limit: a maximum, and a minimum or null. Null
 * when they are not valid bounds.
 */
export function parseStakeBounds(min: unknown, max: unknown): StakeBounds | null {
  const minMinor = min === null ? null : parseMinor(min)
  const maxMinor = parseMinor(max)
  if (minMinor === undefined || maxMinor === undefined) return null
  return minMinor !== null && minMinor > maxMinor ? null : { minMinor, maxMinor }
}

/**
 * Reads `min_minor` and `max_minor` of the `bet-limit` action: two texts of digits set a limit, two
 * nulls remove it. One null alone or a missing field is an error, so that no limit is left out by
 * mistake.
 */
export function parsePlayerLimit(
  min: unknown,
  max: unknown,
): { ok: true; bounds: StakeBounds | null } | { ok: false; code: 'INVALID_BET_LIMIT' } {
  if (min === null && max === null) return { ok: true, bounds: null }
  const bounds = min === null ? null : parseStakeBounds(min, max)
  return bounds === null ? { ok: false, code: 'INVALID_BET_LIMIT' } : { ok: true, bounds }
}

/**
 * Digits without leading zeros, so at least 1; at most 15 digits, because an amount has 13 before
 * the point and two after it. Undefined when the value is not such a text.
 */
export function parseMinor(value: unknown): bigint | undefined {
  if (typeof value !== 'string' || !/^[1-9][0-9]{0,14}$/.test(value)) return undefined
  return BigInt(value)
}

/** The layers that the platform owner sets. */
function adminLimits(limits: BetLimits, place: StakePlace): StakeBounds[] {
  const line = findProjectLimit(limits.project, place)
  const ofGame = gameLimits(limits, place)
  return line === null ? ofGame : [line, ...ofGame]
}

function gameLimits(limits: BetLimits, { gameId, currency }: StakePlace): GameLimit[] {
  return limits.games.filter(game => game.gameId === gameId && game.currency === currency)
}

function playerLimits(limits: BetLimits, place: StakePlace): PlayerLimit[] {
  return limits.player.filter(
    ({ currency, provider }) =>
      currency === place.currency && (provider === null || provider === place.provider),
  )
}

function intersect(layers: readonly StakeBounds[]): EffectiveBounds {
  let minMinor: bigint | null = null
  let maxMinor: bigint | null = null
  for (const layer of layers) {
    if (layer.minMinor !== null && (minMinor === null || layer.minMinor > minMinor)) {
      minMinor = layer.minMinor
    }
    if (maxMinor === null || layer.maxMinor < maxMinor) maxMinor = layer.maxMinor
  }
  return { minMinor, maxMinor }
}
