// Owns the effects of play, written as notes in the key and with the instruments of the game's own
// music. It must never depend on when one is heard.

import { type CueColours, frequencyOf, type Note, pitchOf } from '../score.ts'
import type { Stereo } from './loudness.ts'
import { peakAt, takeSilence } from './master.ts'
import { mix } from './render.ts'
import { secondsToSamples } from './signal.ts'

/** Cues that loop until they are stopped. */
export const LOOPED_CUES = ['reelsSpin', 'count'] as const

/** Degrees count from the tonic along the steps of the game; beats are given by name. */
interface Written {
  /** Peak in decibels below full scale: more important effects are louder. */
  peak: number
  room?: number
  notes: readonly Sound[]
}

type Sound = Tone | Hit

interface Tone {
  at: number
  degree: number
  by?: 'chime' | 'fanfare'
  held?: number
  /** 0 to 1. */
  force?: number
  pan?: number
  octave?: number
}

interface Hit {
  at: number
  /** A drum or a noise; `stop` and `boom` are those of the game. */
  hit: string
  force?: number
  pan?: number
}

/** In the order of rendering: what is heard first is rendered first. */
const CUES = {
  key: { peak: -18, notes: [hit(0, 'click')] },
  reelsStart: { peak: -13, notes: [hit(0, 'whooshUp')] },
  reelsSpin: { peak: -21, room: 0, notes: [hit(0, 'rolling')] },
  reelStop: { peak: -9, notes: [hit(0, 'stop'), hit(0, 'kick', 0.5), hit(0, 'click', 0.25)] },
  scatter: {
    peak: -6,
    room: 0.5,
    notes: [
      tone(0, 0, 1),
      tone(0.05, 2, 0.7, 1),
      tone(0.1, 4, 0.6, 1),
      hit(0, 'boom', 0.5),
      hit(0, 'triangle', 0.35),
    ],
  },
  win: {
    peak: -8,
    room: 0.35,
    notes: [tone(0, 0, 0.8), tone(0.09, 2, 0.8), tone(0.18, 4, 0.9), tone(0.27, 5, 1)],
  },
  count: { peak: -17, room: 0, notes: [hit(0, 'tick'), hit(0.07, 'tick', 0.75)] },
  countEnd: {
    peak: -10,
    room: 0.4,
    notes: [tone(0, 5, 1), tone(0, 2, 0.6, 1), hit(0, 'triangle', 0.3)],
  },
  cascade: {
    peak: -9,
    room: 0.3,
    notes: [tone(0, 0, 0.9), tone(0.06, 1, 0.9), tone(0.12, 3, 1), hit(0.02, 'whooshDown', 0.35)],
  },
  anticipation: { peak: -8, room: 0.2, notes: [hit(0, 'rise')] },
  grew: {
    peak: -9,
    room: 0.3,
    notes: [hit(0, 'swish', 0.5), tone(0.08, 3, 1), tone(0.08, 5, 0.8)],
  },
  multiplier: {
    peak: -7,
    room: 0.35,
    notes: [
      hit(0, 'whooshUp', 0.6),
      hit(0.3, 'boom'),
      tone(0.3, 0, 1, 1),
      tone(0.36, 2, 1, 1),
      tone(0.42, 4, 1, 1),
    ],
  },
  expand: {
    peak: -8,
    room: 0.4,
    notes: [
      hit(0, 'whooshUp', 0.7),
      tone(0.05, 0),
      tone(0.15, 2),
      tone(0.25, 4),
      tone(0.35, 5),
      hit(0.4, 'boom', 0.8),
    ],
  },
  special: {
    peak: -7,
    room: 0.6,
    notes: [
      hit(0, 'whooshLong', 0.4),
      tone(0.2, 0),
      tone(0.4, 2),
      tone(0.6, 4),
      tone(0.8, 5),
      tone(1, 7),
      blow(1, 0, 0.9),
      hit(1, 'boom'),
    ],
  },
  tierBig: { peak: -4, room: 0.5, notes: fanfare([0, 2, 4, 5], 0.14, 1) },
  tierMega: { peak: -3, room: 0.55, notes: fanfare([0, 2, 4, 5, 4, 5, 7], 0.13, 1.5) },
  tierEpic: { peak: -2.5, room: 0.6, notes: fanfare([0, 2, 4, 5, 2, 4, 5, 7, 9, 10], 0.12, 2.2) },
  maxWin: {
    peak: -2,
    room: 0.7,
    notes: fanfare([0, 2, 4, 5, 7, 5, 7, 9, 10, 12, 10, 12], 0.12, 3),
  },
  featureWon: {
    peak: -4,
    room: 0.6,
    notes: [
      hit(0, 'boom'),
      hit(0, 'crash', 0.5),
      ...run([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.075, 1),
      ...chord(0.9, 1.3),
    ],
  },
  featureIntro: {
    peak: -4,
    room: 0.7,
    notes: [
      hit(0, 'whooshLong', 0.7),
      hit(1.2, 'boom'),
      hit(1.2, 'gongSmall', 0.5),
      ...chord(1.2, 1.6),
    ],
  },
  featureStart: {
    peak: -6,
    room: 0.4,
    notes: [hit(0, 'boom'), hit(0.12, 'boom', 0.7), hit(0.24, 'boom'), hit(0.24, 'crash', 0.4)],
  },
  featureOutro: {
    peak: -3.5,
    room: 0.6,
    notes: [...fanfare([5, 4, 5, 7], 0.2, 2), ...run([5, 7, 9, 10], 0.1, 0.7, 0.9)],
  },
  freeGame: { peak: -11, room: 0.3, notes: [tone(0, 4, 0.7), tone(0.09, 5, 0.9)] },
  respin: { peak: -10, room: 0.2, notes: [hit(0, 'swish', 0.5), hit(0.03, 'stop')] },
  cash: {
    peak: -8,
    room: 0.3,
    notes: [hit(0, 'agogo', 0.4), tone(0, 0, 1, 1), tone(0.05, 2, 0.8, 1)],
  },
  pot: { peak: -3, room: 0.6, notes: fanfare([0, 4, 5, 7, 9, 10], 0.11, 1.8) },
  gambleWon: {
    peak: -6,
    room: 0.4,
    notes: [
      hit(0, 'swish', 0.3),
      tone(0.12, 2),
      tone(0.22, 4),
      tone(0.32, 5),
      tone(0.42, 7),
      blow(0.42, 4, 0.5, 0.7),
    ],
  },
  gambleLost: {
    peak: -9,
    room: 0.25,
    notes: [
      hit(0, 'swish', 0.3),
      hit(0.12, 'sigh'),
      tone(0.12, 2, 0.5, -1),
      tone(0.32, 0, 0.5, -1),
    ],
  },
} as const satisfies Readonly<Record<string, Written>>

export type Cue = keyof typeof CUES

export const CUE_NAMES = Object.keys(CUES) as readonly Cue[]

/** @param at seconds from the cue's start */
function hit(at: number, name: string, force = 1): Hit {
  return { at, hit: name, force }
}

/** A note of the game's chime. */
function tone(at: number, degree: number, force = 1, octave = 0): Tone {
  return { at, degree, force, octave }
}

/** A note of the game's fanfare instrument. */
function blow(at: number, degree: number, held: number, force = 1): Tone {
  return { at, degree, by: 'fanfare', held, force }
}

/** Notes one after the other. */
function run(degrees: readonly number[], apart: number, force: number, from = 0): Tone[] {
  return degrees.map((degree, index) => ({
    at: from + index * apart,
    degree,
    force: force * (0.6 + (0.4 * index) / degrees.length),
    pan: (index % 2) * 0.5 - 0.25,
  }))
}

/** First, third and fifth with an octave below, on the fanfare instrument. */
function chord(at: number, held: number): Sound[] {
  return [-5, 0, 2, 4].map((degree, index) => ({
    ...blow(at, degree, held, 0.8),
    pan: index * 0.3 - 0.45,
  }))
}

/** A run that ends in a chord, with drums and metal under it. */
function fanfare(degrees: readonly number[], apart: number, held: number): Sound[] {
  const end = degrees.length * apart
  const blown = degrees.map((degree, index) => blow(index * apart, degree, apart * 0.9, 0.75))
  const beats = degrees.map((_, index) => hit(index * apart, 'boom', index % 2 === 0 ? 0.7 : 0.35))
  const metal = [hit(end, 'crash', 0.55), hit(end, 'boom')]
  return [...run(degrees, apart, 0.8), ...blown, ...beats, ...chord(end, held), ...metal]
}

export function renderCue(cue: Cue, colours: CueColours): Stereo {
  const { peak, notes, room = 0 }: Written = CUES[cue]
  const isLoop = (LOOPED_CUES as readonly Cue[]).includes(cue)
  const made = notes.map(note => noteOf(note, colours, isLoop ? 0 : room))
  const last = Math.max(...made.map(({ seconds, heldSeconds }) => seconds + heldSeconds))
  const piece = mix(made, secondsToSamples(last), isLoop ? 0 : room)
  const kept = isLoop ? cutLoop(cue, piece) : takeSilence(piece)
  peakAt(kept, 10 ** (peak / 20))
  return kept
}

/** The noise of the reels loops by its own length; the count by two ticks. */
function cutLoop(cue: Cue, { left, right }: Stereo): Stereo {
  const length = secondsToSamples(cue === 'count' ? 0.14 : 0.77)
  return { left: left.slice(0, length), right: right.slice(0, length) }
}

function noteOf(sound: Sound, colours: CueColours, room: number): Note {
  const { at, pan = 0, force = 1 } = sound
  const plain = { seconds: at, pan, room, velocity: 1, heldSeconds: 0, gain: force }
  if ('hit' in sound) {
    const { stop, boom } = colours
    const instrument = sound.hit === 'stop' ? stop : sound.hit === 'boom' ? boom : sound.hit
    return { ...plain, instrument, isBeat: true, frequency: 0 }
  }
  const { degree, by = 'chime', held = 0.35, octave = 0 } = sound
  const heldSeconds = held
  const frequency = frequencyOf(degreeOf(degree, colours) + 12 * octave)
  return { ...plain, instrument: colours[by], isBeat: false, frequency, heldSeconds }
}

/** The nth note of the game's steps; negative ones are below the tonic. */
function degreeOf(degree: number, { key, steps }: CueColours): number {
  const octave = Math.floor(degree / steps.length)
  return pitchOf(key) + steps[degree - octave * steps.length]! + 12 * octave
}
