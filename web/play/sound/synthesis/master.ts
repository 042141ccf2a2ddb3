// Owns the last steps of every piece of sound: no rumble, air, the right level, no peak over the
// ceiling. It must never change the timing of anything.

import { peakOf, type Stereo } from './loudness.ts'
import { shareOfStep } from './signal.ts'

/** -1.4 dBFS: between the samples a peak is up to 0.3 dB higher, and stays below -1 dB. */
export const CEILING = 0.85
/** Above this, peaks of a piece are rounded; below, nothing changes. */
const KNEE = 0.55
/** The same of all that sounds together, at the very end: -1.1 dBFS. */
const LAST = { knee: 0.75, ceiling: 0.88 }
/** Music and an effect, both at full scale. */
export const CURVE_REACH = 2
const CURVE_POINTS = 4097
/** What loudspeakers can't play ends at 28 Hz, the air above the instruments begins at 5 kHz. */
const RUMBLE = shareOfStep(28)
const AIR = shareOfStep(5000)
/** -43 dB under the peak: the rest of an echo is not worth its memory. */
const SILENT = 0.007
const FADE_SAMPLES = 6615

/** The last steps of a piece, made in sections: it continues where the last one ended. */
export class Master {
  private readonly gain: number
  private readonly air: number
  /** Of each side what the filters hold: below the rumble twice, below the air. */
  private readonly held = [0, 1].map(() => new Float64Array(3))

  /** @param levels decibels of everything, and those added above 5 kHz */
  constructor(levels: { gain: number; air: number }) {
    this.gain = 10 ** (levels.gain / 20)
    this.air = 10 ** (levels.air / 20) - 1
  }

  pass({ left, right }: Stereo): void {
    const { gain, air } = this
    for (const [side, samples] of [left, right].entries()) {
      const held = this.held[side]!
      let [first = 0, second = 0, low = 0] = held
      // Written out, because functions for each filter take three times as long.
      for (let index = 0; index < samples.length; index++) {
        let sample = samples[index]!
        first += (sample - first) * RUMBLE
        sample -= first
        second += (sample - second) * RUMBLE
        sample -= second
        low += (sample - low) * AIR
        samples[index] = bend((sample + (sample - low) * air) * gain, KNEE, CEILING)
      }
      held.set([first, second, low])
    }
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

/** A curve without memory. */
function bend(sample: number, knee: number, ceiling: number): number {
  const size = Math.abs(sample)
  if (size <= knee) return sample
  const room = ceiling - knee
  return Math.sign(sample) * (knee + room * Math.tanh((size - knee) / room))
}

/** For samples from `-CURVE_REACH` to `CURVE_REACH`; what lies beyond gets the same as the ends. */
export function ceilingCurve(): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: CURVE_POINTS }, (_, point) => {
    const sample = ((2 * point) / (CURVE_POINTS - 1) - 1) * CURVE_REACH
    return bend(sample, LAST.knee, LAST.ceiling)
  })
}
