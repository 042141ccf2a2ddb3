// Owns the measurement of how the energy of a sound is spread over frequencies. Only tests and
// documents use it; it must never change a sample.

import type { Stereo } from './loudness.ts'
import { RATE } from './signal.ts'

/** A bin is 21.5 Hz wide, a frame 46 ms long. */
export const FRAME = 2048
export const binOf = (hertz: number): number => Math.round((hertz * FRAME) / RATE)

const WINDOW = Float64Array.from(
  { length: FRAME },
  (_, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / FRAME),
)
const COSINES = Float64Array.from({ length: FRAME }, (_, index) =>
  Math.cos((2 * Math.PI * index) / FRAME),
)
const SINES = Float64Array.from(
  { length: FRAME },
  (_, index) => -Math.sin((2 * Math.PI * index) / FRAME),
)

/** The power of both sides in each bin of one frame. Past its end the sound is silent. */
export function powersAt({ left, right }: Stereo, from: number): Float64Array {
  // Two real sides are one complex signal: their sum of powers is that of both halves.
  const real = new Float64Array(FRAME)
  const imaginary = new Float64Array(FRAME)
  const end = Math.min(FRAME, left.length - from)
  for (let index = Math.max(0, -from); index < end; index++) {
    real[index] = left[from + index]! * WINDOW[index]!
    imaginary[index] = right[from + index]! * WINDOW[index]!
  }
  transform(real, imaginary)
  const powers = new Float64Array(FRAME / 2)
  for (let bin = 0; bin < powers.length; bin++) {
    const other = (FRAME - bin) % FRAME
    powers[bin] =
      real[bin]! ** 2 + imaginary[bin]! ** 2 + real[other]! ** 2 + imaginary[other]! ** 2
  }
  return powers
}

/** A longer sound is measured in one frame of five. */
const LONG = 5 * RATE

/** The share of the energy that lies in a range of hertz, 0 to 1. */
export function shareOf(sound: Stereo, low: number, high: number): number {
  const step = sound.left.length > LONG ? FRAME * 5 : FRAME / 2
  const [first, end] = [binOf(low), binOf(high)]
  let [inside, all] = [0, 1e-12]
  // Starts before the sound, so that its first strokes are not under the edge of the window.
  for (let from = -FRAME / 2; from < sound.left.length; from += step) {
    const powers = powersAt(sound, from)
    for (let bin = 1; bin < powers.length; bin++) {
      all += powers[bin]!
      if (bin >= first && bin < end) inside += powers[bin]!
    }
  }
  return inside / all
}

/** A Fourier transform in place, of length `FRAME`. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  reorder(real, imaginary)
  for (let size = 2; size <= FRAME; size *= 2) {
    const half = size / 2
    const step = FRAME / size
    for (let index = 0; index < half; index++) {
      const cosine = COSINES[index * step]!
      const sine = SINES[index * step]!
      for (let at = index; at < FRAME; at += size) {
        const other = at + half
        const turned = real[other]! * cosine - imaginary[other]! * sine
        const turnedToo = real[other]! * sine + imaginary[other]! * cosine
        real[other] = real[at]! - turned
        imaginary[other] = imaginary[at]! - turnedToo
        real[at]! += turned
        imaginary[at]! += turnedToo
      }
    }
  }
}

/** Into the order of reversed bits. */
function reorder(real: Float64Array, imaginary: Float64Array): void {
  let reversed = 0
  for (let index = 1; index < FRAME; index++) {
    let bit = FRAME >> 1
    while ((reversed & bit) !== 0) {
      reversed ^= bit
      bit >>= 1
    }
    reversed |= bit
    if (index >= reversed) continue
    for (const side of [real, imaginary]) {
      const kept = side[index]!
      side[index] = side[reversed]!
      side[reversed] = kept
    }
  }
}
