// Owns the measurement of perceived loudness: integrated loudness after ITU-R BS.1770 (in LUFS),
// and peaks, also those between the samples. It must never change a sample.

import { RATE } from './signal.ts'

export interface Stereo {
  left: Float32Array
  right: Float32Array
}

const BLOCK = Math.round(RATE * 0.4)
const HOP = BLOCK >> 2

/** Loudness of the whole, silence left out; -Infinity for silence. */
export function loudnessOf({ left, right }: Stereo): number {
  const sums = [powers(left), powers(right)]
  const blocks: number[] = []
  for (let from = 0; from + BLOCK <= left.length || from === 0; from += HOP) {
    blocks.push(meanPower(sums, from, Math.min(left.length, from + BLOCK)))
  }
  const loud = blocks.filter(power => levelOf(power) > -70)
  const gate = levelOf(mean(loud)) - 10
  return levelOf(mean(loud.filter(power => levelOf(power) > gate)))
}

export function peakOf({ left, right }: Stereo): number {
  let most = 0
  for (const side of [left, right]) {
    for (let index = 0; index < side.length; index++) {
      const size = Math.abs(side[index]!)
      if (size > most) most = size
    }
  }
  return most
}

/** Each sample of four times the rate is made of so many neighbours. */
const TAPS = 12
const TIMES = 4
/** The highest peak between samples is at most so much above its neighbours. */
const NEAR = 0.7
const BETWEEN = Array.from({ length: TIMES - 1 }, (_, phase) =>
  Array.from({ length: TAPS }, (_, tap) => {
    const away = tap - TAPS / 2 + 1 - (phase + 1) / TIMES
    const window = 0.5 + 0.5 * Math.cos((2 * Math.PI * away) / TAPS)
    return (Math.sin(Math.PI * away) / (Math.PI * away)) * window
  }),
)

/** The peak of the wave that runs through the samples, at four times the rate (BS.1770, annex 2). */
export function truePeakOf(sound: Stereo): number {
  const highest = peakOf(sound)
  let most = highest
  for (const side of [sound.left, sound.right]) {
    for (let index = TAPS; index < side.length - TAPS; index++) {
      if (Math.abs(side[index]!) < highest * NEAR) continue
      for (const taps of BETWEEN) {
        for (const from of [index, index - 1]) {
          let sum = 0
          for (let tap = 0; tap < TAPS; tap++) {
            sum += side[from + tap - TAPS / 2 + 1]! * taps[tap]!
          }
          most = Math.max(most, Math.abs(sum))
        }
      }
    }
  }
  return most
}

const levelOf = (power: number): number => -0.691 + 10 * Math.log10(power)

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * Running sums of squares after the weighting filter: the energy between two positions is their
 * difference.
 */
function powers(side: Float32Array): Float64Array {
  const sums = new Float64Array(side.length + 1)
  const [shelf, pass] = [biquad(shelfOf()), biquad(passOf())]
  for (let index = 0; index < side.length; index++) {
    const heard = pass(shelf(side[index]!))
    sums[index + 1] = sums[index]! + heard * heard
  }
  return sums
}

function meanPower(sums: readonly Float64Array[], from: number, to: number): number {
  return sums.reduce((sum, side) => sum + (side[to]! - side[from]!) / (to - from), 0)
}

type Coefficients = readonly [b0: number, b1: number, b2: number, a1: number, a2: number]

function biquad([b0, b1, b2, a1, a2]: Coefficients): (x: number) => number {
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return x => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    return y
  }
}

/** The head boosts everything above 1.7 kHz by 4 dB. */
function shelfOf(): Coefficients {
  const k = Math.tan((Math.PI * 1681.974) / RATE)
  const [q, high] = [0.70717524, 10 ** (3.99984385 / 20)]
  const band = high ** 0.49966678
  const a0 = 1 + k / q + k * k
  return [
    (high + (band * k) / q + k * k) / a0,
    (2 * (k * k - high)) / a0,
    (high - (band * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
  ]
}

/** Low frequencies are perceived as quieter. */
function passOf(): Coefficients {
  const k = Math.tan((Math.PI * 38.13547) / RATE)
  const a0 = 1 + k / 0.50032704 + k * k
  return [1, -2, 1, (2 * (k * k - 1)) / a0, (1 - k / 0.50032704 + k * k) / a0]
}
