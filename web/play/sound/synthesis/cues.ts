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
  key: { peak: -18, notes: [{ at: 0, hit: 'click' }] },
  reelsStart: { peak: -13, notes: [{ at: 0, hit: 'whooshUp' }] },
  reelsSpin: { peak: -21, room: 0, notes: [{ at: 0, hit: 'rolling' }] },
  reelStop: {
    peak: -9,
    notes: [
      { at: 0, hit: 'stop' },
      { at: 0, hit: 'kick', force: 0.5 },
      { at: 0, hit: 'click', force: 0.25 },
    ],
  },
  scatter: {
    peak: -6,
    room: 0.5,
    notes: [
      { at: 0, degree: 0, force: 1 },
      { at: 0.05, degree: 2, force: 0.7, octave: 1 },
      { at: 0.1, degree: 4, force: 0.6, octave: 1 },
      { at: 0, hit: 'boom', force: 0.5 },
      { at: 0, hit: 'triangle', force: 0.35 },
    ],
  },
  win: {
    peak: -8,
    room: 0.35,
    notes: [
      { at: 0, degree: 0, force: 0.8 },
      { at: 0.09, degree: 2, force: 0.8 },
      { at: 0.18, degree: 4, force: 0.9 },
      { at: 0.27, degree: 5, force: 1 },
    ],
  },
  count: {
    peak: -17,
    room: 0,
    notes: [
      { at: 0, hit: 'tick' },
      { at: 0.07, hit: 'tick', force: 0.75 },
    ],
  },
  countEnd: {
    peak: -10,
    room: 0.4,
    notes: [
      { at: 0, degree: 5, force: 1 },
      { at: 0, degree: 2, octave: 1, force: 0.6 },
      { at: 0, hit: 'triangle', force: 0.3 },
    ],
  },
  cascade: {
    peak: -9,
    room: 0.3,
    notes: [
      { at: 0, degree: 0, force: 0.9 },
      { at: 0.06, degree: 1, force: 0.9 },
      { at: 0.12, degree: 3, force: 1 },
      { at: 0.02, hit: 'whooshDown', force: 0.35 },
    ],
  },
  anticipation: { peak: -8, room: 0.2, notes: [{ at: 0, hit: 'rise' }] },
  grew: {
    peak: -9,
    room: 0.3,
    notes: [
      { at: 0, hit: 'swish', force: 0.5 },
      { at: 0.08, degree: 3, force: 1 },
      { at: 0.08, degree: 5, force: 0.8 },
    ],
  },
  multiplier: {
    peak: -7,
    room: 0.35,
    notes: [
      { at: 0, hit: 'whooshUp', force: 0.6 },
      { at: 0.3, hit: 'boom' },
      { at: 0.3, degree: 0, octave: 1 },
      { at: 0.36, degree: 2, octave: 1 },
      { at: 0.42, degree: 4, octave: 1 },
    ],
  },
  expand: {
    peak: -8,
    room: 0.4,
    notes: [
      { at: 0, hit: 'whooshUp', force: 0.7 },
      { at: 0.05, degree: 0 },
      { at: 0.15, degree: 2 },
      { at: 0.25, degree: 4 },
      { at: 0.35, degree: 5 },
      { at: 0.4, hit: 'boom', force: 0.8 },
    ],
  },
  special: {
    peak: -7,
    room: 0.6,
    notes: [
      { at: 0, hit: 'whooshLong', force: 0.4 },
      { at: 0.2, degree: 0 },
      { at: 0.4, degree: 2 },
      { at: 0.6, degree: 4 },
      { at: 0.8, degree: 5 },
      { at: 1, degree: 7 },
      { at: 1, degree: 0, by: 'fanfare', held: 0.9 },
      { at: 1, hit: 'boom' },
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
      { at: 0, hit: 'boom' },
      { at: 0, hit: 'crash', force: 0.5 },
      ...run([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.075, 1),
      ...chord(0.9, 1.3),
    ],
  },
  featureIntro: {
    peak: -4,
    room: 0.7,
    notes: [
      { at: 0, hit: 'whooshLong', force: 0.7 },
      { at: 1.2, hit: 'boom' },
      { at: 1.2, hit: 'gongSmall', force: 0.5 },
      ...chord(1.2, 1.6),
    ],
  },
  featureStart: {
    peak: -6,
    room: 0.4,
    notes: [
      { at: 0, hit: 'boom' },
      { at: 0.12, hit: 'boom', force: 0.7 },
      { at: 0.24, hit: 'boom' },
      { at: 0.24, hit: 'crash', force: 0.4 },
    ],
  },
  featureOutro: {
    peak: -3.5,
    room: 0.6,
    notes: [...fanfare([5, 4, 5, 7], 0.2, 2), ...run([5, 7, 9, 10], 0.1, 0.7, 0.9)],
  },
  freeGame: {
    peak: -11,
    room: 0.3,
    notes: [
      { at: 0, degree: 4, force: 0.7 },
      { at: 0.09, degree: 5, force: 0.9 },
    ],
  },
  respin: {
    peak: -10,
    room: 0.2,
    notes: [
      { at: 0, hit: 'swish', force: 0.5 },
      { at: 0.03, hit: 'stop' },
    ],
  },
  cash: {
    peak: -8,
    room: 0.3,
    notes: [
      { at: 0, hit: 'agogo', force: 0.4 },
      { at: 0, degree: 0, octave: 1 },
      { at: 0.05, degree: 2, octave: 1, force: 0.8 },
    ],
  },
  pot: { peak: -3, room: 0.6, notes: fanfare([0, 4, 5, 7, 9, 10], 0.11, 1.8) },
  card: { peak: -13, notes: [{ at: 0, hit: 'swish' }] },
  gambleWon: {
    peak: -6,
    room: 0.4,
    notes: [
      { at: 0, hit: 'swish', force: 0.3 },
      { at: 0.12, degree: 2 },
      { at: 0.22, degree: 4 },
      { at: 0.32, degree: 5 },
      { at: 0.42, degree: 7 },
      { at: 0.42, degree: 4, by: 'fanfare', held: 0.5, force: 0.7 },
    ],
  },
  gambleLost: {
    peak: -9,
    room: 0.25,
    notes: [
      { at: 0, hit: 'swish', force: 0.3 },
      { at: 0.12, hit: 'sigh' },
      { at: 0.12, degree: 2, force: 0.5, octave: -1 },
      { at: 0.32, degree: 0, force: 0.5, octave: -1 },
    ],
  },
} as const satisfies Readonly<Record<string, Written>>

export type Cue = keyof typeof CUES

export const CUE_NAMES = Object.keys(CUES) as readonly Cue[]

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
    at,
    degree,
    by: 'fanfare' as const,
    held,
    force: 0.8,
    pan: index * 0.3 - 0.45,
  }))
}

/** A run that ends in a chord, with drums and metal under it. */
function fanfare(degrees: readonly number[], apart: number, held: number): Sound[] {
  const end = degrees.length * apart
  const blown = degrees.map((degree, index) => ({
    at: index * apart,
    degree,
    by: 'fanfare' as const,
    held: apart * 0.9,
    force: 0.75,
  }))
  const beats = degrees.map((_, index) => ({
    at: index * apart,
    hit: 'boom',
    force: index % 2 === 0 ? 0.7 : 0.35,
  }))
  const metal = [
    { at: end, hit: 'crash', force: 0.55 },
    { at: end, hit: 'boom', force: 1 },
  ]
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
