// The reel strips of Thunder Reels and the heights of its reels. Must never hold pays.

import type { PerReelSet } from '../../../core/reel-set.ts'

/** Letters of the symbols in the order of their ids. */
export const ALPHABET = 'LHESWDMUION'

/** Which spin is played: a bought feature begins on the strips of the base game. */
export type SpinKind = 'base' | 'free'

/**
 * Top to bottom, refilled upwards. No window shows two hammers or two bolts of lightning; the first
 * and the last reel have no lightning.
 */
export const STRIPS: Readonly<Record<SpinKind, readonly string[]>> = {
  base: [
    'NOWNMMINUNNDDWWEWNSSMIINNDDIOOUUIINOUMMISSUSNMIMEHNNWNOMMNNIIDUUIMMEWWI',
    'NNWWNNDOOSSEOOUUDDMNUHIDUUOSUUIIOOSNSSMMOOHOOILEDDUIDMUUNELDDOUUMMUWWO',
    'SWSINOLNMMDDONWEESNNUIDDWHINNIDNWWMOIIUUOIINUUMWNMINUSOELMMIMMIIWHOMMSN',
    'EEIUUIIOOMMWLMMOOWNNDNNOOSLIUUODUDMNOHWUIINUUISUDUMDWWDMMSIENINNDDSNHSOS',
    'DEOOIILWUUWDIOWWDWWOOSUUDDOMNNIIOMHNNUUIIDDUSSOONOIIMMINNLNSSUMMEEHMMUUN',
    'NNUUSSHNOOWNDDINNDUUOOIMMSSUWOEOOHIISUNOMMNOWWMMIUNUDIIEEMMNNIWNWDDIUUDD',
  ],
  free: [
    'UUWSSNIIHDDOIMMIINSUUDWMIMMNNUIWWNNMUDNOINWWNNMIISMEEWENNOOINSOIDMM',
    'NDDNDOUSSUIUUDOUUSHOMIUOONDUOWWLUUMOOEOONUNLMMUSNSSDDIWEEUOOIIWMDD',
    'NMMSSDDNWUWUMMEEDNDDMNNUNLOHSSWWUUNNWWINIILOOMNIEUIIWIMIINOIMMOOMII',
    'OMDMMELENINIWWONSSMUODDUUEUUDMUHNOLIWNOOIDIOUUSSIISDMMNWUUNNIODOWDSN',
    'NONNSWONWSLDDMOWUUIWIMSIIDIUUIIMEEMMOMDDNMMIDLOOSSIUONNEUWWUHNNOOUU',
    'INUDUUNNIMMIUWNNHNMMIUUNODWINIIWMMDWUSSOODDMNINEISSEEOOUOOUOOMDDSWW',
  ],
}

export const SHORTEST = 2

/**
 * The three reel sets share the strips: they differ only in how often a reel is 2, 3, 4, 5, 6
 * or 7 symbols tall.
 */
export const HEIGHT_WEIGHTS: PerReelSet<Record<SpinKind, readonly number[]>> = {
  natural: {
    base: [152, 228, 235, 178, 124, 83],
    free: [100, 180, 225, 220, 160, 115],
  },
  low: {
    base: [210, 253, 230, 152, 97, 58],
    free: [158, 228, 239, 193, 117, 65],
  },
  high: {
    base: [147, 223, 236, 182, 127, 85],
    free: [95, 173, 229, 221, 164, 118],
  },
}
