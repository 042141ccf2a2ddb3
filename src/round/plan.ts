// What a new round is drawn from and which entitlements it uses, planned from a spin that passed
// every check. Pure; open.ts adds who plays it and when.

import type { Entitlements } from '../core/entitlements.ts'
import type { Grant } from '../core/grant.ts'
import type { EffectiveLevel } from '../core/player-rtp.ts'
import type { GameDefinition, GameMode } from '../games/engine/contract.ts'
import type { FreeSpin, RoundIntent } from './round.ts'

/** A spin that passed every check that needs no store. */
export interface CheckedSpin {
  requestId: string
  game: GameDefinition
  mode: GameMode
  /** JSON text. */
  betTerms: string
  baseStakeMinor: bigint
  /** What the round costs; nominal for a free spin. */
  stakeMinor: bigint
  grant: Grant | null
  level: EffectiveLevel | null
  /** The round binds a new player to the provider's current level. */
  bindsPlayer: boolean
  /** Least time since the start of the player's previous spin; 0: no minimum. */
  paceMs: number
  /** The platform's immediate answer to an offered gamble; null: the player is asked. */
  gambleAnswer: string | null
}

export type RoundPlan = Pick<
  RoundIntent,
  | 'gameId'
  | 'gameVersion'
  | 'gameMode'
  | 'betTerms'
  | 'baseStakeMinor'
  | 'stakeMinor'
  | 'seed'
  | 'levelBps'
  | 'levelSource'
  | 'freeSpin'
  | 'appliedTarget'
>

/**
 * `target-unknown`: these entitlements do not contain the target outcome that Redis picked, so
 * Redis picked it from other ones.
 */
export function planRound(
  spin: CheckedSpin,
  { targets }: Entitlements,
  targetOutcomeId: string | null,
  newSeed: () => Uint8Array,
): { kind: 'planned'; plan: RoundPlan } | { kind: 'target-unknown' } {
  const { game, mode, level } = spin
  const target = targets.find(one => one.targetOutcomeId === targetOutcomeId)
  const found = target?.found.find(round => round.mode === mode.id)
  if (targetOutcomeId !== null && found === undefined) return { kind: 'target-unknown' }
  const plan = {
    gameId: game.id,
    gameVersion: game.version,
    gameMode: mode.id,
    betTerms: spin.betTerms,
    baseStakeMinor: spin.baseStakeMinor,
    stakeMinor: spin.stakeMinor,
    seed: found === undefined ? newSeed() : Buffer.from(found.seed, 'hex'),
    levelBps: level?.bps ?? null,
    levelSource: level?.source ?? null,
    freeSpin: freeSpinOf(spin),
    appliedTarget:
      found === undefined ? null : { targetOutcomeId: targetOutcomeId!, reelSet: found.reelSet },
  }
  return { kind: 'planned', plan }
}

export function freeSpinOf({ grant }: CheckedSpin): FreeSpin | null {
  if (grant === null) return null
  const { grantId, externalId, remaining } = grant
  return { grantId, externalId, remaining: remaining - 1 }
}
