// The bet limit in effect for a game and a currency, and for a player where one is named: the
// result, its layers, and which layer gave each bound. The rules are those of core's bet limits.

import {
  type BetLimits,
  checkStake,
  explainBounds,
  extendedMaximum,
  type LimitLayer as Layer,
  type PlayerLimit,
} from '../../core/bet-limits.ts'
import type { Currency } from '../../core/money.ts'
import { printScope } from '../../core/settings-limits.ts'
import { findGame } from '../../games/catalogue/games.ts'
import { listBets, resolveBaseStakeMinor } from '../../games/engine/bets.ts'
import type { GameDefinition } from '../../games/engine/contract.ts'
import { extendLadder } from '../../games/engine/extended-bets.ts'
import { readRtpRecord } from '../../ledger/entitlements/player-levels.ts'
import type { AdminDeps } from '../deps.ts'
import { type AdminRefused, unsupported } from '../errors.ts'
import { type Answered, answered } from '../route.ts'
import type { EffectiveLimit, LimitLayer } from './schema.ts'
import { requireProject } from './views.ts'

interface Asked {
  gameId: string
  currency: Currency
  playerId?: string
}

export async function findEffectiveLimit(
  deps: Pick<AdminDeps, 'pool' | 'pools'>,
  projectId: string,
  { gameId, currency, playerId }: Asked,
): Promise<Answered<EffectiveLimit> | AdminRefused> {
  const found = await requireProject(deps, projectId)
  if (!found.ok) return found
  const game = findGame(gameId)
  if (game === undefined) return unsupported(`has no game "${gameId}"`, 'gameId')
  const { settings } = found.record
  const player =
    playerId === undefined ? [] : await findPlayerLimits(deps, { projectId, playerId }, game)
  const limits = { project: settings.projectLimits, games: settings.gameLimits, player }
  return answered(explain(limits, game, currency))
}

/** Empty for a player who is not known yet. */
async function findPlayerLimits(
  { pools }: Pick<AdminDeps, 'pools'>,
  player: { projectId: string; playerId: string },
  { provider }: GameDefinition,
): Promise<PlayerLimit[]> {
  const asked = { ...player, provider, gameIds: [] }
  const { betLimits } = await readRtpRecord(pools.of(player), asked)
  return betLimits.map(limit => ({
    currency: limit.currency,
    provider: limit.provider,
    minMinor: BigInt(limit.min_minor),
    maxMinor: BigInt(limit.max_minor),
  }))
}

function explain(limits: BetLimits, game: GameDefinition, currency: Currency): EffectiveLimit {
  const place = { gameId: game.id, provider: game.provider, currency }
  const bounds = explainBounds(limits, place)
  const native = stakesOf(game, currency)
  const upTo = extendedMaximum(limits, place)
  // A step of the ladder may fit with few credits and not with many.
  const fitting = stakesOf({ bets: extendLadder(game, currency, upTo) }, currency).filter(
    stake => upTo !== null && stake <= upTo,
  )
  const [nativeMin, nativeMax] = [native[0]!, native.at(-1)!]
  const largest = fitting.at(-1) ?? nativeMax
  const placeOf = (layer: Layer | null) => layer && bounds.layers.indexOf(layer)
  return {
    currency,
    minMinor: bounds.minMinor?.toString() ?? null,
    maxMinor: bounds.maxMinor?.toString() ?? null,
    layers: bounds.layers.map(viewLayer),
    minFrom: placeOf(bounds.minFrom),
    maxFrom: placeOf(bounds.maxFrom),
    nativeMinMinor: nativeMin.toString(),
    nativeMaxMinor: nativeMax.toString(),
    extendedToMinor: largest > nativeMax ? largest.toString() : null,
    isPlayable: [...native, ...fitting].some(stake => checkStake(stake, bounds) === 'ok'),
  }
}

/** The stakes of the base game, smallest first. */
function stakesOf(game: Pick<GameDefinition, 'bets'>, currency: Currency): bigint[] {
  return listBets(game, currency).map(bet => resolveBaseStakeMinor(game, currency, bet)!)
}

function viewLayer(layer: Layer): LimitLayer {
  const { minMinor, maxMinor } = layer.bounds
  const bounds = { min: minMinor?.toString() ?? null, max: maxMinor.toString() }
  if (layer.kind === 'project')
    return { kind: 'project', scope: printScope(layer.scope), ...bounds }
  return { kind: layer.kind, scope: layer.kind === 'player' ? layer.provider : null, ...bounds }
}
