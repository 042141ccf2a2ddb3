// Reads which characters a WOFF2 font can draw, from its table "cmap". Must never guess: an
// unsupported form of the table is an error. Sources: W3C "WOFF File Format 2.0", 4 to 5; OpenType
// 1.9, "cmap".

import zlib from 'node:zlib'

/** "cmap" is the first of the table names that a font may refer to by number. */
const CMAP = 0
/**
 * The tables "glyf" and "loca", whose stored form differs from the original unless their version is
 * 3.
 */
const GLYF = 10
const LOCA = 11
const NAMED_IN_FULL = 63
const HEADER_BYTES = 48

/** @returns the code points, as a set */
export function readCharacters(woff2) {
  if (woff2.toString('latin1', 0, 4) !== 'wOF2') throw new Error('not a WOFF2 font')
  const { tables, end } = readDirectory(woff2)
  const stored = zlib.brotliDecompressSync(woff2.subarray(end, end + woff2.readUInt32BE(20)))
  let at = 0
  for (const { number, bytes } of tables) {
    if (number === CMAP) return readCmap(stored.subarray(at, at + bytes))
    at += bytes
  }
  throw new Error('the font has no characters')
}

/** The tables in the order in which they are stored, each with its stored size. */
function readDirectory(woff2) {
  const tables = []
  let at = HEADER_BYTES
  for (let left = woff2.readUInt16BE(12); left > 0; left--) {
    const flags = woff2[at++]
    const number = flags & 63
    if (number === NAMED_IN_FULL) at += 4
    let [bytes, next] = readNumber(woff2, at)
    const version = flags >> 6
    const isOutline = number === GLYF || number === LOCA
    if (isOutline ? version !== 3 : version !== 0) [bytes, next] = readNumber(woff2, next)
    tables.push({ number, bytes })
    at = next
  }
  return { tables, end: at }
}

/** UIntBase128: seven bits a byte; the highest bit means that more follow. */
function readNumber(bytes, from) {
  let value = 0
  for (let at = from; at < from + 5; at++) {
    value = value * 128 + (bytes[at] & 127)
    if (bytes[at] < 128) return [value, at + 1]
  }
  throw new Error('a number of more than five bytes')
}

function readCmap(cmap) {
  const found = new Set()
  for (let index = 0; index < cmap.readUInt16BE(2); index++) {
    const record = 4 + index * 8
    const platform = cmap.readUInt16BE(record)
    // Platform 0 is Unicode; encodings 1 and 10 of Windows are too. Others are older code pages.
    const isUnicode =
      platform === 0 || (platform === 3 && [1, 10].includes(cmap.readUInt16BE(record + 2)))
    if (isUnicode) readSubtable(cmap.subarray(cmap.readUInt32BE(record + 4)), found)
  }
  return found
}

function readSubtable(table, found) {
  const format = table.readUInt16BE(0)
  if (format === 4) readSegments(table, found)
  else if (format === 12) readGroups(table, found)
  // Variation sequences choose between forms of characters that other tables list.
  else if (format !== 14) throw new Error(`a cmap of format ${format}`)
}

function readSegments(table, found) {
  const segments = table.readUInt16BE(6) / 2
  const [ends, starts] = [14, 16 + segments * 2]
  const [deltas, offsets] = [starts + segments * 2, starts + segments * 4]
  for (let index = 0; index < segments; index++) {
    const at = index * 2
    const start = table.readUInt16BE(starts + at)
    const end = table.readUInt16BE(ends + at)
    const delta = table.readUInt16BE(deltas + at)
    const offset = table.readUInt16BE(offsets + at)
    for (let code = start; code <= end && code < 0xffff; code++) {
      const place = offsets + at + offset + (code - start) * 2
      const glyph = offset === 0 ? (code + delta) & 0xffff : table.readUInt16BE(place)
      if (glyph !== 0) found.add(code)
    }
  }
}

function readGroups(table, found) {
  for (let index = 0; index < table.readUInt32BE(12); index++) {
    const at = 16 + index * 12
    for (let code = table.readUInt32BE(at); code <= table.readUInt32BE(at + 4); code++)
      found.add(code)
  }
}
