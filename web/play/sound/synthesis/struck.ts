// Owns instruments that are struck and ring: bells, bars of wood and metal, electric piano. Each
// renders one note as samples; it must never depend on a score.

import {
  decayPerSample,
  fadeEnds,
  noiseFrom,
  RATE,
  secondsToSamples,
  sine,
  type Voice,
} from './signal.ts'

interface Ring {
  /** Of each partial: frequency relative to the note's, and loudness. */
  ratios: readonly number[]
  levels: readonly number[]
  /** Until each partial has fallen to a third. */
  seconds: readonly number[]
  /** Noise of the stroke: loudness and seconds. */
  stroke?: readonly [level: number, seconds: number]
  /** Tremolo: share and times a second. */
  tremolo?: readonly [share: number, rate: number]
  /** Longest ring, in seconds. */
  longest: number
}

const BARS: Readonly<Record<string, Ring>> = {
  marimba: {
    ratios: [1, 3.93, 9.2],
    levels: [1, 0.3, 0.12],
    seconds: [0.42, 0.09, 0.03],
    stroke: [0.16, 0.006],
    longest: 1.4,
  },
  kalimba: {
    ratios: [1, 2.01, 5.43],
    levels: [1, 0.14, 0.2],
    seconds: [0.6, 0.4, 0.08],
    stroke: [0.2, 0.008],
    longest: 1.8,
  },
  vibraphone: {
    ratios: [1, 3.99, 10.1],
    levels: [1, 0.2, 0.05],
    seconds: [1.1, 0.35, 0.08],
    tremolo: [0.28, 5.2],
    longest: 2.6,
  },
  glockenspiel: {
    ratios: [1, 2.76, 5.4],
    levels: [1, 0.35, 0.16],
    seconds: [0.6, 0.22, 0.1],
    stroke: [0.05, 0.003],
    longest: 1.8,
  },
  musicBox: {
    ratios: [1, 2, 3.01, 6.2],
    levels: [1, 0.28, 0.2, 0.12],
    seconds: [0.45, 0.4, 0.2, 0.05],
    stroke: [0.12, 0.003],
    longest: 1.5,
  },
  crystal: {
    ratios: [1, 2.003, 3.01, 4.2],
    levels: [1, 0.4, 0.1, 0.18],
    seconds: [1.2, 0.8, 0.5, 0.3],
    tremolo: [0.12, 3.1],
    longest: 3,
  },
}

export const bars: Readonly<Record<string, Voice>> = Object.fromEntries(
  Object.entries(BARS).map(([name, ring]) => [name, strike(ring)]),
)

function strike({ ratios, levels, seconds, stroke, tremolo, longest }: Ring): Voice {
  return (frequency, _seconds, velocity) => {
    const out = new Float32Array(secondsToSamples(longest))
    // High notes ring shorter, and softly struck ones are duller.
    const shorter = Math.min(1.3, Math.max(0.35, Math.sqrt(440 / frequency)))
    for (const [index, ratio] of ratios.entries()) {
      const loud = levels[index]! * (index === 0 ? 1 : velocity)
      addPartial(out, frequency * ratio, loud * velocity, seconds[index]! * shorter)
    }
    if (stroke !== undefined) addStroke(out, stroke[0] * velocity, stroke[1])
    if (tremolo !== undefined) shake(out, tremolo[0], tremolo[1])
    return fadeEnds(out)
  }
}

function addPartial(out: Float32Array, frequency: number, level: number, seconds: number): void {
  if (frequency > RATE * 0.45) return
  const step = frequency / RATE
  const fade = decayPerSample(seconds)
  let loud = level
  for (let index = 0; index < out.length && loud > 0.0002; index++) {
    out[index]! += sine(index * step) * loud
    loud *= fade
  }
}

function addStroke(out: Float32Array, level: number, seconds: number): void {
  const noise = noiseFrom(9001)
  const fade = decayPerSample(seconds)
  let loud = level
  for (let index = 0; index < out.length && loud > 0.0005; index++) {
    out[index]! += noise() * loud
    loud *= fade
  }
}

function shake(out: Float32Array, share: number, rate: number): void {
  const step = rate / RATE
  for (let index = 0; index < out.length; index++) {
    out[index]! *= 1 - share * 0.5 * (1 - sine(index * step + 0.25))
  }
}

/** A tine and a bar under a pickup: warm, with a bell in its attack. */
export const electricPiano: Voice = (frequency, seconds, velocity) => {
  const length = secondsToSamples(Math.min(2.6, seconds + 0.35))
  const out = new Float32Array(length)
  const [body, bell] = [decayPerSample(0.9), decayPerSample(0.16)]
  const release = decayPerSample(0.09)
  const held = secondsToSamples(seconds)
  const step = frequency / RATE
  let [loud, tine, depth] = [velocity, velocity * 0.5, velocity * 1.1]
  const warmth = decayPerSample(0.5)
  for (let index = 0; index < length; index++) {
    const phase = index * step
    const tone = sine(phase + (depth / 6.283) * (1 + sine(phase)))
    out[index] = tone * loud + sine(phase * 7.02) * tine * 0.2
    loud *= index > held ? release : body
    tine *= bell
    depth *= warmth
  }
  return fadeEnds(out)
}
