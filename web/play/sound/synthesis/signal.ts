// Owns the basic parts of synthesis: the sample rate, a sine by table, saws without aliasing,
// noise, filters and envelopes. Pure and repeatable; it must never use chance or browser audio.

/** Samples per second: everything that is heard, up to 20 kHz. */
export const RATE = 44_100

/**
 * One note: hertz, how long it is held, how hard it is played (0 to 1). It may ring on afterwards.
 */
export type Voice = (frequency: number, seconds: number, velocity: number) => Float32Array

const TABLE_SIZE = 4096
const SINE = Float32Array.from({ length: TABLE_SIZE + 1 }, (_, index) =>
  Math.sin((2 * Math.PI * index) / TABLE_SIZE),
)

/** @param phase in turns, 0 or more */
export function sine(phase: number): number {
  const at = (phase - Math.floor(phase)) * TABLE_SIZE
  const index = at | 0
  return SINE[index]! + (SINE[index + 1]! - SINE[index]!) * (at - index)
}

/** A falling saw with a rounded step, so that high notes do not alias. */
export function saw(phase: number, step: number): number {
  const at = phase - Math.floor(phase)
  return 1 - 2 * at + roundedStep(at, step)
}

function roundedStep(at: number, step: number): number {
  if (at < step) {
    const t = at / step
    return t + t - t * t - 1
  }
  if (at > 1 - step) {
    const t = (at - 1) / step
    return t * t + t + t + 1
  }
  return 0
}

/** The same noise for the same seed, between -1 and 1. */
export function noiseFrom(seed: number): () => number {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2_147_483_648 - 1
  }
}

export const secondsToSamples = (seconds: number): number => Math.round(seconds * RATE)

/** The factor of `exp(-t / decay)` from sample to sample. */
export const decayPerSample = (seconds: number): number => Math.exp(-1 / (seconds * RATE))

/** Prevents clicks at the start and end of a note. */
export function fadeEnds(out: Float32Array): Float32Array {
  const rise = 33
  const fall = Math.min(882, out.length >> 1)
  for (let index = 0; index < rise && index < out.length; index++) out[index]! *= index / rise
  for (let index = 0; index < fall; index++) out[out.length - 1 - index]! *= index / fall
  return out
}

export type Filter = (sample: number) => number

/** How far a filter of six decibels per octave follows each sample. */
export const shareOfStep = (cutoff: number): number => 1 - Math.exp((-2 * Math.PI * cutoff) / RATE)

/** Six decibels per octave. */
export function lowPass(cutoff: number): Filter {
  const share = shareOfStep(cutoff)
  let held = 0
  return sample => {
    held += (sample - held) * share
    return held
  }
}

export function highPass(cutoff: number): Filter {
  const low = lowPass(cutoff)
  return sample => sample - low(sample)
}

/** A band around a frequency, with unit gain at its middle; `width` is frequency over bandwidth. */
export function bandPass(frequency: number, width: number): Filter {
  const w = (2 * Math.PI * Math.min(frequency, RATE * 0.45)) / RATE
  const alpha = Math.sin(w) / (2 * width)
  const a0 = 1 + alpha
  const [b, a1, a2] = [alpha / a0, (-2 * Math.cos(w)) / a0, (1 - alpha) / a0]
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return x => {
    const y = b * (x - x2) - a1 * y1 - a2 * y2
    x2 = x1
    x1 = x
    y2 = y1
    y1 = y
    return y
  }
}

/** A low pass of 12 dB per octave whose cutoff may change with every sample. */
export function sweepingLowPass(resonance: number): (sample: number, cutoff: number) => number {
  let [low, band] = [0, 0]
  const damping = 1 / resonance
  return (sample, cutoff) => {
    const g = Math.tan((Math.PI * Math.min(cutoff, RATE * 0.42)) / RATE)
    const high = (sample - (damping + g) * band - low) / (1 + g * (g + damping))
    const rise = g * high
    const through = rise + band
    band = rise + through
    const fall = g * through
    const out = fall + low
    low = fall + out
    return out
  }
}

/** Rises within `attack`, stays, and falls within `release` after `held` seconds; cosine slopes. */
export function swell(length: number, attack: number, held: number, release: number) {
  const up = Math.max(1, secondsToSamples(attack))
  const end = secondsToSamples(held)
  const down = Math.max(1, secondsToSamples(release))
  return (index: number): number => {
    const rise = index < up ? slope(index / up) : 1
    const fall = index > end ? slope(1 - Math.min(1, (index - end) / down)) : 1
    return index >= length ? 0 : rise * fall
  }
}

const slope = (t: number): number => t * t * (3 - 2 * t)
