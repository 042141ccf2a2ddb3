// Owns sounds of moving things: air, rising tension, a card, a button. Each is
// rendered as one stroke; it must never depend on when it sounds.

import type { Stroke } from './drums.ts'
import {
  fadeEnds,
  lowPass,
  noiseFrom,
  RATE,
  saw,
  secondsToSamples,
  sine,
  sweepingLowPass,
} from './signal.ts'

/** Air past the ear: noise with a rising or falling filter. */
function air(seconds: number, from: number, to: number, peakAt: number): Stroke {
  return () => {
    const out = new Float32Array(secondsToSamples(seconds))
    const noise = noiseFrom(271)
    const filter = sweepingLowPass(1.6)
    const body = lowPass(160)
    for (let index = 0; index < out.length; index++) {
      const t = index / out.length
      const loud = t < peakAt ? (t / peakAt) ** 1.5 : ((1 - t) / (1 - peakAt)) ** 2
      const sample = filter(noise(), from * (to / from) ** t)
      out[index] = (sample - body(sample)) * loud
    }
    return fadeEnds(out)
  }
}

/** Tension: a trembling fifth that climbs an octave, with air above. */
function rise(seconds: number): Stroke {
  return () => {
    const out = new Float32Array(secondsToSamples(seconds))
    const noise = noiseFrom(919)
    const [filter, hiss] = [sweepingLowPass(1.2), sweepingLowPass(1.5)]
    let [phase, fifth] = [0, 0]
    for (let index = 0; index < out.length; index++) {
      const t = index / out.length
      const step = (147 * 2 ** t) / RATE
      phase += step
      fifth += step * 1.498
      const tremble = 0.62 + 0.38 * sine(index * ((7 + 9 * t) / RATE))
      const tone = filter(saw(phase, step) + saw(fifth, step * 1.498), 500 + 2600 * t)
      const wind = hiss(noise(), 800 + 5200 * t) * 0.35
      const loud = Math.min(1, t * 12) * (0.35 + 0.65 * t) * Math.min(1, (1 - t) * 16)
      out[index] = (tone * 0.4 + wind) * tremble * loud
    }
    return fadeEnds(out)
  }
}

/** A short pure click of a button: wood and a little metal. */
function click(hertz: number): Stroke {
  return () => {
    const out = new Float32Array(secondsToSamples(0.07))
    const noise = noiseFrom(17)
    for (let index = 0; index < out.length; index++) {
      const seconds = index / RATE
      const tone = sine(seconds * hertz) * Math.exp(-seconds / 0.012)
      out[index] = tone + noise() * Math.exp(-seconds / 0.0015) * 0.35
    }
    return fadeEnds(out)
  }
}

/** Down and out: the stake of a gamble is lost. */
const sigh: Stroke = () => {
  const out = new Float32Array(secondsToSamples(0.7))
  const filter = sweepingLowPass(0.9)
  let phase = 0
  for (let index = 0; index < out.length; index++) {
    const t = index / out.length
    const step = (220 * 2 ** (-0.9 * t)) / RATE
    phase += step
    out[index] = filter(saw(phase, step), 1400 - 1000 * t) * (1 - t) ** 1.5 * Math.min(1, t * 60)
  }
  return fadeEnds(out)
}

export const noises: Readonly<Record<string, Stroke>> = {
  whooshUp: air(0.42, 500, 4200, 0.7),
  whooshDown: air(0.5, 4600, 380, 0.22),
  whooshLong: air(1.5, 260, 6500, 0.82),
  swish: air(0.2, 1800, 6000, 0.5),
  rise: rise(2.6),
  click: click(1250),
  tick: click(2100),
  sigh,
}
