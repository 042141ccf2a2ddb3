// Owns percussion: skins, wood, metal and shakers, each as the samples of one stroke. It must never
// depend on a score.

import {
  bandPass,
  decayPerSample,
  fadeEnds,
  highPass,
  lowPass,
  noiseFrom,
  RATE,
  secondsToSamples,
  sine,
} from './signal.ts'

/** One stroke at full force. */
export type Stroke = () => Float32Array

interface Skin {
  /** Hertz at the stroke and at rest, and the seconds between them. */
  pitch: readonly [from: number, to: number, seconds: number]
  ring: number
  /** Noise of hand or stick: level, seconds, cutoff. */
  slap: readonly [level: number, seconds: number, cutoff: number]
}

function skin({ pitch: [from, to, glide], ring, slap }: Skin): Stroke {
  return () => {
    const out = new Float32Array(secondsToSamples(ring * 4))
    const noise = noiseFrom(77)
    const dull = lowPass(slap[2])
    const [sink, fade, hand] = [glide, ring, slap[1]].map(decayPerSample) as [
      number,
      number,
      number,
    ]
    let [phase, above, loud, hit] = [0, from - to, 1, slap[0]]
    for (let index = 0; index < out.length; index++) {
      phase += (to + above) / RATE
      out[index] = sine(phase) * loud + dull(noise()) * hit
      above *= sink
      loud *= fade
      hit *= hand
    }
    return fadeEnds(out)
  }
}

/** Noise in a band, with a separate decay. */
function rattle(low: number, high: number, seconds: number, attack = 0.001, level = 1): Stroke {
  return () => {
    const out = new Float32Array(secondsToSamples(seconds * 5))
    const noise = noiseFrom(Math.round(low + high))
    const [first, second, top] = [highPass(low), highPass(low), lowPass(high)]
    const fade = decayPerSample(seconds)
    const rise = Math.max(1, secondsToSamples(attack))
    let loud = level
    for (let index = 0; index < out.length; index++) {
      out[index] = top(second(first(noise()))) * loud * Math.min(1, index / rise)
      if (index > rise) loud *= fade
    }
    return fadeEnds(out)
  }
}

/** A block of wood or metal: a few pure partials, each with its level. */
function block(hertz: readonly number[], levels: readonly number[], ring: number): Stroke {
  return () => {
    const out = new Float32Array(secondsToSamples(ring * 5))
    const fade = decayPerSample(ring)
    for (const [partial, pitch] of hertz.entries()) {
      let loud = levels[partial]!
      for (let index = 0; index < out.length; index++) {
        out[index]! += sine((index * pitch) / RATE) * loud
        loud *= fade
      }
    }
    return fadeEnds(out)
  }
}

function together(...strokes: readonly Stroke[]): Stroke {
  return () => {
    const made = strokes.map(stroke => stroke())
    const out = new Float32Array(Math.max(...made.map(({ length }) => length)))
    for (const part of made) {
      for (let index = 0; index < part.length; index++) out[index]! += part[index]!
    }
    return out
  }
}

/** Several short bursts: hands never meet at exactly the same time. */
const clap: Stroke = () => {
  const out = new Float32Array(secondsToSamples(0.3))
  const band = bandPass(1500, 1.1)
  const noise = noiseFrom(31)
  for (let index = 0; index < out.length; index++) {
    const seconds = index / RATE
    const burst =
      seconds < 0.03 ? Math.exp(-(seconds % 0.01) / 0.004) : Math.exp(-(seconds - 0.03) / 0.06)
    out[index] = band(noise()) * burst * 2.2
  }
  return fadeEnds(out)
}

/**
 * Metal that hisses: six square waves without a common harmonic, above the range where the ear
 * hears a pitch.
 */
function cymbal(ring: number, low: number): Stroke {
  return () => {
    const out = new Float32Array(secondsToSamples(ring * 4))
    const edges = [205, 304, 369, 522, 635, 811].map(hertz => (hertz * 2.7) / RATE)
    const noise = noiseFrom(59)
    const [first, second] = [highPass(low), highPass(low)]
    const fade = decayPerSample(ring)
    let loud = 0.5
    for (let index = 0; index < out.length; index++) {
      let metal = noise() * 1.6
      for (const edge of edges) metal += (index * edge) % 1 < 0.5 ? 0.35 : -0.35
      out[index] = second(first(metal)) * loud
      loud *= fade
    }
    return fadeEnds(out)
  }
}

export const drums: Readonly<Record<string, Stroke>> = {
  kick: skin({ pitch: [150, 48, 0.035], ring: 0.13, slap: [0.2, 0.004, 3000] }),
  softKick: skin({ pitch: [95, 46, 0.05], ring: 0.16, slap: [0.05, 0.005, 900] }),
  snare: together(
    skin({ pitch: [230, 178, 0.02], ring: 0.05, slap: [0, 0.01, 1000] }),
    rattle(1400, 9000, 0.075, 0.001, 0.8),
  ),
  brush: rattle(1800, 7000, 0.09, 0.02, 0.5),
  rim: block([1720, 2480, 520], [0.6, 0.3, 0.3], 0.014),
  hat: cymbal(0.028, 7000),
  openHat: cymbal(0.13, 6500),
  ride: together(cymbal(0.35, 5200), block([3950, 5320], [0.12, 0.08], 0.12)),
  crash: cymbal(0.75, 3600),
  shaker: rattle(5200, 13000, 0.03, 0.014, 0.7),
  tambourine: together(rattle(6500, 14000, 0.07, 0.002, 0.6), cymbal(0.05, 8500)),
  clap,
  tomLow: skin({ pitch: [125, 82, 0.06], ring: 0.2, slap: [0.14, 0.012, 1800] }),
  tomHigh: skin({ pitch: [210, 140, 0.05], ring: 0.14, slap: [0.14, 0.01, 2200] }),
  taiko: skin({ pitch: [104, 58, 0.06], ring: 0.32, slap: [0.35, 0.02, 700] }),
  warDrum: skin({ pitch: [120, 44, 0.07], ring: 0.38, slap: [0.5, 0.018, 500] }),
  dum: skin({ pitch: [128, 84, 0.03], ring: 0.15, slap: [0.15, 0.008, 900] }),
  tek: together(
    block([760, 1480, 2310], [0.35, 0.3, 0.2], 0.022),
    rattle(2200, 8000, 0.016, 0.001, 0.5),
  ),
  congaLow: skin({ pitch: [205, 176, 0.02], ring: 0.12, slap: [0.12, 0.006, 1600] }),
  congaHigh: skin({ pitch: [300, 268, 0.02], ring: 0.09, slap: [0.2, 0.006, 2200] }),
  bongo: skin({ pitch: [430, 392, 0.015], ring: 0.055, slap: [0.2, 0.005, 3000] }),
  woodblock: block([880, 1410], [0.8, 0.35], 0.03),
  agogo: block([980, 1463, 2630], [0.5, 0.4, 0.15], 0.09),
  triangle: block([4120, 6390, 9120], [0.4, 0.3, 0.2], 0.35),
  gongSmall: block([392, 588, 910, 1230, 2110], [0.5, 0.35, 0.25, 0.2, 0.1], 0.5),
  bamboo: block([640, 1180, 2050], [0.6, 0.4, 0.25], 0.022),
  latch: block([1850, 2790, 3460, 5210], [0.4, 0.35, 0.3, 0.2], 0.018),
  coin: block([3150, 4720, 6900], [0.4, 0.3, 0.25], 0.07),
  bell: block([1560, 2340, 3900, 5600], [0.5, 0.3, 0.2, 0.12], 0.18),
  stone: together(
    block([410, 720, 1130], [0.4, 0.5, 0.3], 0.02),
    rattle(600, 3600, 0.03, 0.001, 0.7),
  ),
  sand: rattle(2500, 11_000, 0.05, 0.02, 0.7),
  bubble: skin({ pitch: [480, 1250, 0.02], ring: 0.03, slap: [0.08, 0.002, 5000] }),
  drip: skin({ pitch: [1900, 900, 0.012], ring: 0.04, slap: [0.1, 0.003, 6000] }),
  glass: block([2093, 3520, 5274, 7900], [0.5, 0.35, 0.25, 0.15], 0.06),
  chain: together(
    block([2210, 3170, 4380], [0.3, 0.3, 0.2], 0.012),
    rattle(3000, 9000, 0.02, 0.001, 0.5),
  ),
  oar: together(
    skin({ pitch: [330, 240, 0.03], ring: 0.05, slap: [0.2, 0.01, 2500] }),
    rattle(600, 2800, 0.05, 0.004, 0.8),
  ),
  shield: block([520, 870, 1380, 2240, 3300], [0.5, 0.45, 0.4, 0.3, 0.15], 0.07),
  paper: rattle(1500, 7500, 0.025, 0.006, 0.8),
  lever: together(
    block([1180, 1760, 2950], [0.5, 0.3, 0.3], 0.014),
    rattle(900, 5000, 0.012, 0.001, 0.7),
  ),
  gongLarge: block([98, 147, 209, 288, 431, 702], [0.7, 0.5, 0.4, 0.3, 0.2, 0.12], 1.1),
}
