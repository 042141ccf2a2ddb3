// Random text of all of Unicode for fast-check.

import fc from 'fast-check'

const SURROGATES = { first: 0xd800, count: 0x800 }

/**
 * A unit of `fc.string`: any character. fast-check's own, "binary", first builds a map of all
 * 1.1 million, which takes more than a second of a core in each process.
 */
export const anyCharacter = fc
  .nat(0x10ffff - SURROGATES.count)
  .map(at => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count))
