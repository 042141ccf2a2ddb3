// What differs between the reel sets of Vault Keeper: the strips, how likely cash lands in a
// respin, and which value it has. Must never hold pays: they are the same under every reel set.

import type { PerReelSet } from '../../../core/reel-set.ts'

/** Letters of the symbols in the order of their ids; `*` is where cash lands. */
export const ALPHABET = 'WDGBPAKQJ*'

/** A free cell lands cash with its landing weight out of this. */
export const LANDING_RANGE = 1_024

interface VaultReels {
  /** Top to bottom, 32 stops a reel: drawing from a power of two needs no rejection. */
  strips: readonly string[]
  /** Out of 1,024: cash of 1, 2, 3, 5, 10 base bets, mini, minor and major. */
  cashWeights: readonly number[]
  /** With 6, 7 … 14 cells held. */
  landingWeights: readonly number[]
}

/**
 * Cash covers the same number of cells of the strips under every reel set, in other places: the
 * feature begins equally often and with as many cash symbols.
 */
export const REELS: PerReelSet<VaultReels> = {
  natural: {
    strips: [
      'KQJBAQDJQPJQK**BJQKJA*KPJKAQJKQG',
      'QGPAQJADBJWWJ**KGPKDGJKDBQPAJ*PK',
      'APBAQKWWPQBJAQ***AQJPKQAGDAQKPQJ',
      'KWWBKGABQDJBP*JPDBJAQ**DJGKQPGJA',
      'BJGAPGKA**PAJBQWPKGQKAJD*BPABQKA',
    ],
    cashWeights: [272, 234, 186, 168, 104, 42, 14, 4],
    landingWeights: [72, 70, 67, 64, 60, 56, 51, 46, 40],
  },
  low: {
    strips: [
      '**QPKQJPAJQ*JQGAQPABDJAKJAQKJAQJ',
      'KJGAQBJDKGQAKQ**PA*KQPGQJBKQPKWQ',
      'QDJABKAJQDJBDKJPBGPJB***JAGKQWJK',
      'GJK*JAGKBPQKDABQWBKJGPADQK**PBJP',
      'BWPQAJKAQKPAQG**ABDPA*JBQJDKBPDG',
    ],
    cashWeights: [384, 264, 160, 132, 64, 15, 4, 1],
    landingWeights: [68, 66, 63, 60, 56, 52, 47, 42, 36],
  },
  high: {
    strips: [
      'BAJDQPAQGK**KAQKAPQBKJ*QKAJQPKAQ',
      'B**JQKBPJQDKJQAGKAGDJQ*AJDGWWJAP',
      'JQ***JKPJAQJKABQJPDJGQKAQWWDJQBG',
      'KGAKJGBPJQ*JGAJDKJQB**KJPKQWWBAP',
      'AQBDAWWPAJKBQAPKBGPBK**QKJPAD*KJ',
    ],
    cashWeights: [252, 228, 192, 176, 113, 44, 14, 5],
    landingWeights: [72, 70, 67, 64, 60, 56, 51, 46, 40],
  },
}
