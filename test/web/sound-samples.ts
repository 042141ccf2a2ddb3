// Measures of samples for tests of sound: steadiness, steps, and the spread over the bands of the
// ear. It must never judge.

import { loudnessOf, type Stereo } from '../../web/play/sound/synthesis/loudness.ts'
import { bandPass, RATE } from '../../web/play/sound/synthesis/signal.ts'

const BANDS = Array.from({ length: 14 }, (_, index) => 60 * 1.5 ** index)

/** The mean of the samples: any other value than zero displaces the loudspeaker. */
export function offsetOf({ left, right }: Stereo): number {
  return Math.max(...[left, right].map(side => Math.abs(mean(side))))
}

/**
 * The largest bend between neighbouring samples at the seam of a loop, and the largest inside it.
 */
export function bendsOf({ left, right }: Stereo): { seam: number; inside: number } {
  const bends = { seam: 0, inside: 0 }
  for (const side of [left, right]) {
    const { length } = side
    const at = (index: number) => side[(index + length) % length]!
    const bend = (index: number) => Math.abs(at(index - 1) - 2 * at(index) + at(index + 1))
    for (let index = 2; index < length - 2; index++) {
      if (bend(index) > bends.inside) bends.inside = bend(index)
    }
    for (const index of [-2, -1, 0, 1]) bends.seam = Math.max(bends.seam, bend(index))
  }
  return bends
}

/** Loudness of every second, of the quietest and the loudest. */
export function rangeOf({ left, right }: Stereo): { quietest: number; loudest: number } {
  const seconds = Array.from({ length: Math.floor(left.length / RATE) }, (_, second) => {
    const [from, to] = [second * RATE, (second + 1) * RATE]
    return loudnessOf({ left: left.subarray(from, to), right: right.subarray(from, to) })
  })
  return { quietest: Math.min(...seconds), loudest: Math.max(...seconds) }
}

/** Decibels in bands half an octave apart, against their mean. */
export function spectrumOf({ left }: Stereo): number[] {
  const levels = BANDS.map(hertz => {
    const band = bandPass(hertz, 2.5)
    let power = 1e-12
    for (let index = 0; index < left.length; index++) power += band(left[index]!) ** 2
    return 10 * Math.log10(power / left.length)
  })
  const middle = mean(levels)
  return levels.map(level => level - middle)
}

/** The distance of two spectra, in decibels. */
export function apart(first: readonly number[], second: readonly number[]): number {
  return Math.sqrt(mean(first.map((level, index) => (level - second[index]!) ** 2)))
}

function mean(values: ArrayLike<number>): number {
  let sum = 0
  for (let index = 0; index < values.length; index++) sum += values[index]!
  return sum / values.length
}
