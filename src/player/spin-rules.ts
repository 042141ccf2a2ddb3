// Everything that is checked before a store is asked to open a spin: the game, the project's
// switches, the player's grants, the bet, the limits, the level. Pure; opens nothing.

import { checkStake, effectiveBounds, extendedMaximum } from '../core/bet-limits.ts'
import type { Entitlements } from '../core/entitlements.ts'
import type { Grant } from '../core/grant.ts'
import { MAX_MONEY_MINOR } from '../core/money.ts'
import { isGambleAllowed, isModeAllowed, minRoundMsOf } from '../core/play-rules.ts'
import { isBoundByRound, resolveLevel } from '../core/player-rtp.ts'
import { type ProjectSettings, rtpSettingsOf } from '../core/project-settings.ts'
import { largestWinMinor, resolveBaseStakeMinor, stakeMinor } from '../games/engine/bets.ts'
import { COLLECT, type GameDefinition } from '../games/engine/contract.ts'
import { extendLadder, resolveOfferedBet } from '../games/engine/extended-bets.ts'
import type { CheckedSpin } from '../round/plan.ts'
import type { PlaySession } from '../wire/lane.ts'
import type { PlayErrorCode } from '../wire/play-answers.ts'
import type { Bet, ClientMessage } from '../wire/play-commands.ts'
import { dueGrant } from './entitlements.ts'

export type SpinMessage = Extract<ClientMessage, { type: 'spin' | 'free-spin' }>

/** The current facts about a player's session that a spin is checked against. */
export interface SpinGround {
  game: GameDefinition
  session: PlaySession
  settings: ProjectSettings
  entitlements: Entitlements
  /** The maximum up to which bets above the native ones were offered when the game was opened. */
  offeredMaxMinor: bigint | null
  nowMs: number
}

export type SpinCheck =
  | { kind: 'passed'; spin: CheckedSpin }
  | { kind: 'refused'; code: PlayErrorCode }

const refused = (code: PlayErrorCode) => ({ kind: 'refused', code }) as const

export function checkSpin(ground: SpinGround, message: SpinMessage): SpinCheck {
  const { game, session, settings, entitlements, nowMs } = ground
  if (isDisabled(game, settings)) return refused('PROJECT_GAME_DISABLED')
  if (entitlements.isBlocked === true) return refused('PLAYER_BLOCKED')
  const grant = dueGrant(entitlements, session, nowMs)
  const wanted =
    message.type === 'free-spin'
      ? checkFreeSpin(game, session, grant, message.grantId)
      : checkPaidSpin(ground, grant, message)
  if (wanted.kind === 'refused') return wanted
  if (!isPayable(game, wanted.spin)) return refused('PROJECT_BET_LIMIT')
  const rtp = rtpSettingsOf(settings, game.provider)
  const player = entitlements.levels.get(game.provider) ?? null
  const { mode, betTerms, baseStakeMinor, stakeMinor } = wanted.spin
  const spin = {
    requestId: message.requestId,
    game,
    mode,
    betTerms,
    baseStakeMinor,
    stakeMinor,
    grant: wanted.spin.grant,
    level: resolveLevel(player, rtp),
    bindsPlayer: isBoundByRound(player, rtp),
    paceMs: minRoundMsOf(settings),
    gambleAnswer: isGambleAllowed(settings) ? null : COLLECT,
  }
  return { kind: 'passed', spin }
}

/** A round is opened only if its bet and its largest win can be sent and stored. */
function isPayable(
  game: GameDefinition,
  { baseStakeMinor, stakeMinor }: Pick<CheckedSpin, 'baseStakeMinor' | 'stakeMinor'>,
): boolean {
  return stakeMinor <= MAX_MONEY_MINOR && largestWinMinor(game, baseStakeMinor) <= MAX_MONEY_MINOR
}

type Wanted =
  | {
      kind: 'passed'
      spin: Pick<CheckedSpin, 'mode' | 'betTerms' | 'baseStakeMinor' | 'stakeMinor' | 'grant'>
    }
  | { kind: 'refused'; code: PlayErrorCode }

/** The grant's bet was checked against the limits when the grant was created. */
function checkFreeSpin(
  game: GameDefinition,
  { currency }: PlaySession,
  grant: Grant | null,
  grantId: string,
): Wanted {
  if (grant === null || grant.grantId !== grantId) return refused('FREE_SPINS_OVER')
  const bet = JSON.parse(grant.betTerms) as Bet
  const baseStakeMinor = resolveBaseStakeMinor(game, currency, bet)
  const mode = game.modes.find(({ kind }) => kind === 'base')
  if (baseStakeMinor === null || mode === undefined) return refused('PROJECT_GAME_DISABLED')
  const betTerms = JSON.stringify(bet)
  return {
    kind: 'passed',
    spin: { mode, betTerms, baseStakeMinor, stakeMinor: baseStakeMinor, grant },
  }
}

function checkPaidSpin(
  { game, session, settings, entitlements, offeredMaxMinor }: SpinGround,
  grant: Grant | null,
  { mode: modeId, bet }: Extract<SpinMessage, { type: 'spin' }>,
): Wanted {
  const { currency } = session
  const mode = game.modes.find(({ id }) => id === modeId)
  if (mode === undefined) return refused('INVALID_MODE')
  if (!isModeAllowed(settings, mode.kind)) return refused('GAME_MODE_DISABLED')
  if (grant !== null) return refused('FREE_SPINS_ACTIVE')
  const offered = resolveOfferedBet(game, currency, bet, offeredMaxMinor)
  if (offered.kind === 'refused') return refused(REFUSED_BETS[offered.cause])
  const { baseStakeMinor } = offered
  const price = stakeMinor(game, modeId, baseStakeMinor)
  const bounds = effectiveBounds(limitsOf(settings, entitlements), placeOf(game, session))
  if (checkStake(price, bounds) !== 'ok') return refused('PROJECT_BET_LIMIT')
  const betTerms = JSON.stringify(bet)
  return {
    kind: 'passed',
    spin: { mode, betTerms, baseStakeMinor, stakeMinor: price, grant: null },
  }
}

const REFUSED_BETS = {
  'not-offered': 'INVALID_BET',
  'above-limit': 'PROJECT_BET_LIMIT',
} as const satisfies Record<string, PlayErrorCode>

/** The maximum up to which bets above the native ones are offered if the game is opened now. */
export function offeredMaximum(
  game: GameDefinition,
  session: PlaySession,
  settings: ProjectSettings,
  entitlements: Entitlements,
): bigint | null {
  return extendedMaximum(limitsOf(settings, entitlements), placeOf(game, session))
}

/** The game as it is offered: its ladder with the extended bets, without what is switched off. */
export function offerGame(
  game: GameDefinition,
  { currency }: PlaySession,
  settings: ProjectSettings,
  offeredMaxMinor: bigint | null,
): GameDefinition {
  const modes = game.modes.filter(({ kind }) => isModeAllowed(settings, kind))
  const offersGamble = isGambleAllowed(settings)
  const mechanics = game.mechanics.filter(name => name !== 'gamble' || offersGamble)
  return { ...game, modes, mechanics, bets: extendLadder(game, currency, offeredMaxMinor) }
}

export function isDisabled(
  { id, provider }: GameDefinition,
  { enabled, disabledGames, disabledProviders }: ProjectSettings,
): boolean {
  return !enabled || disabledGames.includes(id) || disabledProviders.includes(provider)
}

function limitsOf(settings: ProjectSettings, entitlements: Entitlements) {
  return {
    project: settings.projectLimits,
    games: settings.gameLimits,
    player: entitlements.limits,
  }
}

function placeOf({ id, provider }: GameDefinition, { currency }: PlaySession) {
  return { gameId: id, provider, currency }
}
