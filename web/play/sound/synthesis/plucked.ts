// Owns plucked strings: a burst of noise in a feedback loop as long as the note's wave, which gets
// duller with each turn. It must never depend on a score.

import {
  fadeEnds,
  highPass,
  lowPass,
  noiseFrom,
  RATE,
  secondsToSamples,
  type Voice,
} from './signal.ts'

interface String {
  /** Cutoff of the pluck in hertz: nail or thumb. */
  pluck: number
  /** 0 dull to 1 bright, per turn. */
  bright: number
  /** Seconds until the note has fallen by 60 dB, at 220 Hz. */
  ring: number
  /** Position along the string where it is plucked; near the bridge is thin. */
  place: number
  /** Seconds of damping after the note's own duration; unset: it rings on. */
  damp?: number
}

const STRINGS: Readonly<Record<string, String>> = {
  zither: { pluck: 5600, bright: 0.7, ring: 3.2, place: 0.11 },
  oud: { pluck: 3600, bright: 0.4, ring: 1.6, place: 0.16 },
  nylon: { pluck: 4200, bright: 0.5, ring: 2.2, place: 0.2, damp: 0.12 },
  harp: { pluck: 3000, bright: 0.55, ring: 3.4, place: 0.4 },
  lyre: { pluck: 5200, bright: 0.5, ring: 2.4, place: 0.24 },
  pizzicato: { pluck: 2600, bright: 0.22, ring: 0.7, place: 0.3 },
  doubleBass: { pluck: 1500, bright: 0.22, ring: 3, place: 0.25, damp: 0.07 },
}

export const strings: Readonly<Record<string, Voice>> = Object.fromEntries(
  Object.entries(STRINGS).map(([name, string]) => [name, pluck(string)]),
)

function pluck({ pluck: nail, bright, ring, place, damp }: String): Voice {
  return (frequency, seconds, velocity) => {
    const rings = ring * Math.min(1.6, Math.sqrt(220 / frequency))
    const held = damp === undefined ? rings : Math.min(rings, seconds + damp)
    const out = new Float32Array(secondsToSamples(held))
    const loop = excite(frequency, nail * (0.5 + 0.5 * velocity), place)
    run(out, loop, frequency, bright, rings)
    const levelOf = highPass(35)
    for (let index = 0; index < out.length; index++) out[index] = levelOf(out[index]!) * velocity
    if (damp !== undefined) dampEnd(out, damp)
    return fadeEnds(out)
  }
}

/**
 * One wave of noise below the pluck's cutoff, without the harmonics suppressed at the plucked
 * position.
 */
function excite(frequency: number, cutoff: number, place: number): Float32Array {
  const length = Math.max(4, Math.floor(RATE / frequency - 0.5))
  const noise = noiseFrom(Math.round(frequency * 7919))
  const [first, second] = [lowPass(cutoff), lowPass(cutoff)]
  const raw = Float32Array.from({ length }, () => second(first(noise())))
  const apart = Math.max(1, Math.round(length * place))
  const loop = raw.map((sample, index) => sample - raw[(index + length - apart) % length]!)
  const mean = loop.reduce((sum, sample) => sum + sample, 0) / length
  const even = loop.map(sample => sample - mean)
  const loudest = even.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1e-6)
  return even.map(sample => (sample / loudest) * 0.8)
}

function run(
  out: Float32Array,
  loop: Float32Array,
  frequency: number,
  bright: number,
  rings: number,
): void {
  const length = loop.length
  const turn = 0.001 ** (1 / (rings * frequency))
  // The averaging below delays a wave by `1 - near` of a sample; an all-pass does the rest.
  const near = 0.5 + bright * 0.5
  const rest = RATE / frequency - length - (1 - near)
  const tune = (1 - rest) / (1 + rest)
  let [at, before, allIn, allOut] = [0, 0, 0, 0]
  for (let index = 0; index < out.length; index++) {
    const sample = loop[at]!
    out[index] = sample
    const duller = (near * sample + (1 - near) * before) * turn
    before = sample
    allOut = tune * (duller - allOut) + allIn
    allIn = duller
    loop[at] = allOut
    at = at + 1 === length ? 0 : at + 1
  }
}

function dampEnd(out: Float32Array, damp: number): void {
  const fall = Math.min(out.length, secondsToSamples(damp))
  for (let index = 0; index < fall; index++) {
    out[out.length - 1 - index]! *= (index / fall) ** 1.5
  }
}
