// The reel strips of Cherry Classic, one set a reel set. Must never hold pays: they are the
// same under every reel set.

import type { PerReelSet } from '../../../core/reel-set.ts'

/** Letters of the symbols in the order of their ids. */
export const ALPHABET = '7RBMGPOLC'

/**
 * Top to bottom, 32 stops a reel, low 33. Stacks of three fill a reel: lemons and oranges on all of
 * them; besides, natural and high, plums on the first two, watermelons on the outer ones.
 */
export const STRIPS: PerReelSet<readonly string[]> = {
  natural: [
    'MMMGCPBCGR7CGOPLCGPC7OOOGPPPGLLL',
    'COMCBRCLOOOCG7CLMRCLMCRPPPCLLLC7',
    'POOOLLLRBOLGOCL7CB7CGPBLCPBGMMMB',
  ],
  low: [
    'OPGCPOPCPLLLPOOOPCRGPOBPMLCPLCP7C',
    'GMCGRGCGLLLGOOOGP7GCOGCLGCGBGLGOC',
    'MGMPCMOOOMLMPMLMPRMPMLLLMBMOM7OMP',
  ],
  high: [
    'RCGPPPCB7RBCMMMCRBCLGPOR7LLLBOOO',
    'LOCLLLCGCM7CBLCOOORMCLMCL7CPPPC7',
    'GOG7LLLCG7CGLCRBGMMMGPOOOGCOPGPC',
  ],
}
