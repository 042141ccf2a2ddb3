// Owns instruments that sound as long as they are played: flutes, reeds, strings, brass, organ,
// choir and electric bass. It must never depend on a score.

import {
  bandPass,
  lowPass,
  noiseFrom,
  RATE,
  saw,
  secondsToSamples,
  sine,
  sweepingLowPass,
  swell,
  type Voice,
} from './signal.ts'

interface Breath {
  harmonics: readonly number[]
  breath: number
  attack: number
  release: number
  vibrato: readonly [cents: number, rate: number]
}

/** Harmonics with breath; vibrato comes in once the note is steady. */
function blow({ harmonics, breath, attack, release, vibrato }: Breath): Voice {
  return (frequency, seconds, velocity) => {
    const out = new Float32Array(secondsToSamples(seconds + release))
    const shape = swell(out.length, attack, Math.max(attack, seconds), release)
    const noise = noiseFrom(4242)
    const air = bandPass(Math.min(6000, frequency * 2.2), 1.4)
    const turning = vibratoOf(vibrato)
    let phase = 0
    for (let index = 0; index < out.length; index++) {
      phase += (frequency / RATE) * turning(index)
      let sample = 0
      for (let h = 0; h < harmonics.length; h++) sample += sine(phase * (h + 1)) * harmonics[h]!
      out[index] = (sample + air(noise()) * breath) * shape(index) * velocity
    }
    return out
  }
}

function vibratoOf([cents, rate]: readonly [number, number]): (index: number) => number {
  const depth = 2 ** (cents / 1200) - 1
  const step = rate / RATE
  const comes = secondsToSamples(0.35)
  return index => 1 + depth * Math.min(1, index / comes) * sine(index * step)
}

interface Bowed {
  /** Detuning of the players, in cents. */
  players: readonly number[]
  /** Bands that colour the sound: frequency, width, level. Without them: a plain low pass. */
  formants?: readonly (readonly [frequency: number, width: number, level: number])[]
  /** Cutoff: a multiple of the note's frequency, plus hertz. */
  cutoff: readonly [times: number, above: number]
  attack: number
  release: number
  vibrato: readonly [cents: number, rate: number]
  level: number
}

function bow(bowed: Bowed): Voice {
  return (frequency, seconds, velocity) => {
    const { attack, release, level } = bowed
    const out = new Float32Array(secondsToSamples(seconds + release))
    const shape = swell(out.length, attack, Math.max(attack * 0.7, seconds), release)
    addPlayers(out, frequency, bowed)
    const colour = colourOf(bowed, frequency, velocity)
    for (let index = 0; index < out.length; index++) {
      out[index] = colour(out[index]!) * shape(index) * velocity * level
    }
    return out
  }
}

function addPlayers(out: Float32Array, frequency: number, { players, vibrato }: Bowed): void {
  for (const [player, cents] of players.entries()) {
    const pitch = (frequency * 2 ** (cents / 1200)) / RATE
    const turning = vibratoOf([vibrato[0], vibrato[1] * (1 + player * 0.07)])
    let phase = player * 0.37
    for (let index = 0; index < out.length; index++) {
      const step = pitch * turning(index)
      phase += step
      out[index]! += saw(phase, step) / players.length
    }
  }
}

function colourOf({ cutoff, formants }: Bowed, frequency: number, velocity: number) {
  const top = (cutoff[0] * frequency + cutoff[1]) * (0.6 + 0.4 * velocity)
  const [first, second] = [lowPass(top), lowPass(top)]
  const bands = (formants ?? []).map(
    ([middle, width, level]) => [bandPass(middle, width), level] as const,
  )
  return (sample: number): number => {
    const soft = second(first(sample))
    if (bands.length === 0) return soft
    let sum = soft * 0.25
    for (const [band, level] of bands) sum += band(sample) * level
    return sum
  }
}

/** A saw behind a filter that opens with the attack. */
function open(
  times: readonly [from: number, to: number],
  speed: number,
  shape: { attack: number; release: number; resonance: number; players: readonly number[] },
): Voice {
  return (frequency, seconds, velocity) => {
    const { attack, release, resonance, players } = shape
    const out = new Float32Array(secondsToSamples(seconds + release))
    const loud = swell(out.length, attack, Math.max(attack, seconds), release)
    addPlayers(out, frequency, { ...PLAIN, players })
    const filter = sweepingLowPass(resonance)
    const fade = Math.exp(-1 / (speed * RATE))
    let bright = 1
    for (let index = 0; index < out.length; index++) {
      bright *= fade
      const factor = times[1] + (times[0] - times[1]) * bright
      out[index] = filter(out[index]!, frequency * factor * (0.5 + 0.5 * velocity)) * loud(index)
      out[index]! *= velocity
    }
    return out
  }
}

const PLAIN: Bowed = {
  players: [0],
  cutoff: [4, 800],
  attack: 0.05,
  release: 0.2,
  vibrato: [0, 5],
  level: 1,
}

const VOWEL_A = [
  [650, 5, 1.1],
  [1080, 7, 0.8],
  [2650, 10, 0.28],
] as const

export const sustained: Readonly<Record<string, Voice>> = {
  flute: blow({
    harmonics: [0.8, 0.22, 0.08, 0.03],
    breath: 0.14,
    attack: 0.05,
    release: 0.12,
    vibrato: [14, 5.2],
  }),
  panpipe: blow({
    harmonics: [0.85, 0.06, 0.16, 0.03],
    breath: 0.34,
    attack: 0.035,
    release: 0.14,
    vibrato: [8, 4.6],
  }),
  whistle: blow({
    harmonics: [0.9, 0.1],
    breath: 0.07,
    attack: 0.03,
    release: 0.08,
    vibrato: [20, 6],
  }),
  organ: blow({
    harmonics: [0.6, 0.45, 0.3, 0.24, 0, 0.12, 0, 0.14],
    breath: 0,
    attack: 0.008,
    release: 0.05,
    vibrato: [10, 6.4],
  }),
  fiddle: bow({
    ...PLAIN,
    formants: [
      [500, 2, 0.7],
      [1200, 3, 0.6],
      [2800, 4, 0.35],
    ],
    cutoff: [3, 1200],
    attack: 0.07,
    release: 0.16,
    vibrato: [22, 5.6],
    level: 0.85,
  }),
  ney: bow({
    ...PLAIN,
    formants: [
      [620, 3, 0.9],
      [1500, 4, 0.5],
    ],
    cutoff: [2, 500],
    attack: 0.06,
    release: 0.18,
    vibrato: [26, 4.8],
    level: 0.85,
  }),
  strings: bow({
    ...PLAIN,
    players: [-9, 0, 8],
    cutoff: [2.5, 900],
    attack: 0.28,
    release: 0.5,
    vibrato: [7, 5],
    level: 0.8,
  }),
  lowStrings: bow({
    ...PLAIN,
    players: [-7, 6],
    cutoff: [3, 500],
    attack: 0.06,
    release: 0.18,
    vibrato: [4, 5],
    level: 0.9,
  }),
  choir: bow({
    ...PLAIN,
    players: [-11, 0, 10],
    formants: VOWEL_A,
    cutoff: [1, 300],
    attack: 0.3,
    release: 0.6,
    vibrato: [14, 4.9],
    level: 1.1,
  }),
  glassPad: blow({
    harmonics: [0.7, 0.3, 0.06, 0.1],
    breath: 0.02,
    attack: 0.7,
    release: 1.1,
    vibrato: [5, 0.9],
  }),
  brass: open([9, 2.6], 0.35, {
    attack: 0.03,
    release: 0.12,
    resonance: 0.8,
    players: [-5, 5],
  }),
  horn: open([3.4, 1.9], 0.5, { attack: 0.07, release: 0.3, resonance: 0.7, players: [-4, 4] }),
  synthBass: open([11, 2], 0.12, { attack: 0.005, release: 0.06, resonance: 1.3, players: [0] }),
  softBass: blow({
    harmonics: [0.9, 0.3, 0.1],
    breath: 0,
    attack: 0.012,
    release: 0.08,
    vibrato: [0, 5],
  }),
}
