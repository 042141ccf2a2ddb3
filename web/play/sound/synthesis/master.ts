// Owns the last steps of every piece of sound: no rumble, the right level, no peak over the
// ceiling. It must never change the timing of anything.

import { peakOf, type Stereo } from './loudness.ts'
import { highPass } from './signal.ts'

/** -1.1 dBFS: what resampling and mixing add stays below full scale. */
export const CEILING = 0.88
/** Above this, peaks are rounded; below, nothing changes. */
const KNEE = 0.55
/** -43 dB under the peak: the rest of an echo is not worth its memory. */
const SILENT = 0.007
const FADE_SAMPLES = 4800

/** Louder by so many decibels; a peak that would exceed the ceiling is rounded. */
export function amplify(piece: Stereo, decibels: number): void {
  const gain = 10 ** (decibels / 20)
  for (const side of [piece.left, piece.right]) {
    for (let index = 0; index < side.length; index++) side[index] = bend(side[index]! * gain)
  }
}

/** Brings the highest peak to a level. */
export function peakAt(piece: Stereo, level: number): void {
  const gain = level / Math.max(1e-6, peakOf(piece))
  for (const side of [piece.left, piece.right]) {
    for (let index = 0; index < side.length; index++) side[index]! *= gain
  }
}

/** Cuts the nearly inaudible end. */
export function takeSilence({ left, right }: Stereo): Stereo {
  const least = peakOf({ left, right }) * SILENT
  let end = left.length
  while (end > 1 && Math.abs(left[end - 1]!) < least && Math.abs(right[end - 1]!) < least) end--
  const sides = { left: left.slice(0, end), right: right.slice(0, end) }
  const fall = Math.min(end, FADE_SAMPLES)
  for (const side of [sides.left, sides.right]) {
    for (let index = 0; index < fall; index++) side[end - 1 - index]! *= index / fall
  }
  return sides
}

export function takeRumble(side: Float32Array): void {
  const [first, second] = [highPass(28), highPass(28)]
  for (let index = 0; index < side.length; index++) side[index] = second(first(side[index]!))
}

/** A memoryless curve: a loop stays seamless. */
function bend(sample: number): number {
  const size = Math.abs(sample)
  if (size <= KNEE) return sample
  const room = CEILING - KNEE
  return Math.sign(sample) * (KNEE + room * Math.tanh((size - KNEE) / room))
}
