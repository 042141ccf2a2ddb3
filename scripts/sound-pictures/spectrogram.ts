// Owns the picture of a sound: time to the right, frequency upwards, bright where there is energy.
// A PNG with 16 colours. It must never measure anything that is printed.

import { crc32, deflateSync } from 'node:zlib'
import type { Stereo } from '../../web/play/sound/synthesis/loudness.ts'
import { binOf, FRAME, powersAt } from '../../web/play/sound/synthesis/spectrum.ts'

const HEIGHT = 96
/** Pixels of one sound; between two sounds some stay dark. */
const WIDTH = 400
const GAP = 6
const LOWEST_HERTZ = 40
const HIGHEST_HERTZ = 20_000
/** Dotted: the range of a phone's loudspeaker, and where the air begins. */
const LINES_HERTZ = [500, 4000, 6000]
/** The darkest colour is so many decibels below the brightest. */
const RANGE_DB = 75
const LINE = 15
const COLOURS = [
  [8, 8, 24],
  [18, 14, 44],
  [34, 18, 66],
  [54, 20, 86],
  [78, 22, 98],
  [104, 26, 104],
  [130, 32, 102],
  [156, 40, 94],
  [182, 52, 82],
  [206, 68, 66],
  [226, 90, 48],
  [240, 118, 32],
  [248, 150, 26],
  [250, 186, 48],
  [250, 222, 110],
  [210, 230, 255],
] as const

/** All sounds side by side. */
export function drawSpectrograms(sounds: readonly Stereo[]): Buffer {
  const width = sounds.length * (WIDTH + GAP) - GAP
  const pixels = Array.from({ length: HEIGHT }, () => new Uint8Array(width))
  for (const [index, sound] of sounds.entries()) draw(sound, pixels, index * (WIDTH + GAP))
  return encode(pixels, width)
}

const hertzOf = (row: number): number =>
  LOWEST_HERTZ * (HIGHEST_HERTZ / LOWEST_HERTZ) ** ((HEIGHT - row) / HEIGHT)

function draw(sound: Stereo, pixels: readonly Uint8Array[], left: number): void {
  const columns = Array.from({ length: WIDTH }, (_, column) => {
    const at = Math.round((column * (sound.left.length - FRAME)) / WIDTH)
    return levelsOf(powersAt(sound, at))
  })
  const loudest = columns.flat().reduce((most, level) => Math.max(most, level), -Infinity)
  for (const [column, levels] of columns.entries()) {
    for (const [row, level] of levels.entries()) {
      const share = 1 + (level - loudest) / RANGE_DB
      pixels[row]![left + column] = Math.max(0, Math.min(LINE - 1, Math.floor(share * LINE)))
    }
  }
  for (const hertz of LINES_HERTZ) {
    const row = pixels.findIndex((_, index) => hertzOf(index) <= hertz)
    for (let column = 0; column < WIDTH; column += 8) pixels[row]![left + column] = LINE
  }
}

/** Decibels of each row; a row's energy is that of its octave's part, so that noise is even. */
function levelsOf(powers: Float64Array): number[] {
  return Array.from({ length: HEIGHT }, (_, row) => {
    const from = Math.max(1, binOf(hertzOf(row + 1)))
    const to = Math.max(from + 1, binOf(hertzOf(row)))
    let sum = 1e-9
    for (let bin = from; bin < to && bin < powers.length; bin++) sum += powers[bin]!
    return 10 * Math.log10(sum)
  })
}

/** Two pixels a byte, one colour table, no filter. */
function encode(pixels: readonly Uint8Array[], width: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(pixels.length, 4)
  header.set([4, 3, 0, 0, 0], 8)
  const rows = pixels.map(row => {
    const packed = Buffer.alloc(1 + Math.ceil(width / 2))
    for (const [at, colour] of row.entries()) {
      packed[1 + (at >> 1)]! |= at % 2 === 0 ? colour << 4 : colour
    }
    return packed
  })
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(COLOURS.flat())),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(name: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), body])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(body.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
