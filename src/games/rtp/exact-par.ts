// Which games have an exact calculation of their return, and its result. Must never hold a figure.

import type { ReelSet } from '../../core/reel-set.ts'
import { computePar as cherryClassic } from '../catalogue/cherry-classic/par.ts'
import { computePar as fortySuns } from '../catalogue/forty-suns/par.ts'
import { computePar as luckyLanterns } from '../catalogue/lucky-lanterns/par.ts'
import { computePar as riverOfWays } from '../catalogue/river-of-ways/par.ts'
import { computePar as scarabCodex } from '../catalogue/scarab-codex/par.ts'
import { computePar as vaultKeeper } from '../catalogue/vault-keeper/par.ts'
import type { ComputePar, ExactPar } from '../engine/mathematics.ts'

const EXACT: Readonly<Record<string, ComputePar>> = {
  'lucky-lanterns': luckyLanterns,
  'river-of-ways': riverOfWays,
  'vault-keeper': vaultKeeper,
  'cherry-classic': cherryClassic,
  'scarab-codex': scarabCodex,
  'forty-suns': fortySuns,
}

/** Null for games whose return comes from simulation. */
export function computeExactPar(gameId: string, mode: string, reelSet: ReelSet): ExactPar | null {
  return EXACT[gameId]?.(mode, reelSet) ?? null
}
