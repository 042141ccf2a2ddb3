// Owns what an exact calculation of a game's return says, and which games have one. Must never hold
// a figure.

import { computePar as cherryClassic } from './cherry-classic/par.ts'
import type { Weighting } from './contract.ts'
import { computePar as fortySuns } from './forty-suns/par.ts'
import { computePar as luckyLanterns } from './lucky-lanterns/par.ts'
import type { ComputePar, ExactPar } from './mathematics.ts'
import { computePar as riverOfWays } from './river-of-ways/par.ts'
import { computePar as scarabCodex } from './scarab-codex/par.ts'
import { computePar as vaultKeeper } from './vault-keeper/par.ts'

const EXACT: Readonly<Record<string, ComputePar>> = {
  'lucky-lanterns': luckyLanterns,
  'river-of-ways': riverOfWays,
  'vault-keeper': vaultKeeper,
  'cherry-classic': cherryClassic,
  'scarab-codex': scarabCodex,
  'forty-suns': fortySuns,
}

/** Null for games whose return comes from simulation. */
export function computeExactPar(
  gameId: string,
  mode: string,
  weighting: Weighting,
): ExactPar | null {
  return EXACT[gameId]?.(mode, weighting) ?? null
}
