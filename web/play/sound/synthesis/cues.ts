// Owns the effects of play, written as notes in the key and with the instruments of the game's own
// music. It must never depend on when one is heard.

import { type CueColours, frequencyOf, type Note, pitchOf, type Strokes } from '../score.ts'
import type { Stereo } from './loudness.ts'
import { Master, peakAt, takeSilence } from './master.ts'
import { type Made, mix, strokeAt } from './render.ts'
import { rolling } from './roll.ts'
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
  /** A drum or a noise, or strokes of the game: see `CueColours`. */
  hit: string
  force?: number
  pan?: number
}

/** Decibels above 5 kHz, as in most music. */
const AIR = 3

/** What the player's hand moves: strokes that each game has. */
const HANDS = { press: 0, start: 0, stop: 0, count: 0, card: 0 } as const
type Hand = keyof typeof HANDS

/** In the order of rendering: what is heard first is rendered first. */
const CUES = {
  key: { peak: -12, notes: [hit(0, 'press')] },
  reelsStart: { peak: -9, notes: [hit(0, 'start')] },
  reelsSpin: { peak: -17, room: 0, notes: [] },
  reelStop: { peak: -5, notes: [hit(0, 'stop')] },
  scatter: {
    peak: -4,
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
    peak: -5,
    room: 0.35,
    notes: [tone(0, 0, 0.8), tone(0.09, 2, 0.8), tone(0.18, 4, 0.9), tone(0.27, 5, 1)],
  },
  count: { peak: -12, room: 0, notes: [hit(0, 'count'), hit(0.07, 'count', 0.75)] },
  countEnd: {
    peak: -7,
    room: 0.4,
    notes: [tone(0, 5, 1), tone(0, 2, 0.6, 1), hit(0, 'triangle', 0.3)],
  },
  cascade: {
    peak: -6,
    room: 0.3,
    notes: [tone(0, 0, 0.9), tone(0.06, 1, 0.9), tone(0.12, 3, 1), hit(0.02, 'whooshDown', 0.35)],
  },
  anticipation: { peak: -9, room: 0.2, notes: [hit(0, 'rise')] },
  grew: {
    peak: -6,
    room: 0.3,
    notes: [hit(0, 'swish', 0.5), tone(0.08, 3, 1), tone(0.08, 5, 0.8)],
  },
  multiplier: {
    peak: -5,
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
    peak: -6,
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
    peak: -5,
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
  tierBig: { peak: -3.5, room: 0.5, notes: fanfare([0, 2, 4, 5], 0.14, 1) },
  tierMega: { peak: -3, room: 0.55, notes: fanfare([0, 2, 4, 5, 4, 5, 7], 0.13, 1.5) },
  tierEpic: { peak: -2.5, room: 0.6, notes: fanfare([0, 2, 4, 5, 2, 4, 5, 7, 9, 10], 0.12, 2.2) },
  maxWin: {
    peak: -2,
    room: 0.7,
    notes: fanfare([0, 2, 4, 5, 7, 5, 7, 9, 10, 12, 10, 12], 0.12, 3),
  },
  featureWon: {
    peak: -3,
    room: 0.6,
    notes: [
      hit(0, 'boom'),
      hit(0, 'crash', 0.5),
      ...run([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.075, 1),
      ...chord(0.9, 1.3),
    ],
  },
  featureIntro: {
    peak: -3,
    room: 0.7,
    notes: [
      hit(0, 'card'),
      hit(0.05, 'whooshLong', 0.6),
      hit(1.2, 'boom'),
      hit(1.2, 'gongSmall', 0.5),
      ...chord(1.2, 1.6),
    ],
  },
  featureStart: {
    peak: -4,
    room: 0.4,
    notes: [hit(0, 'boom'), hit(0.12, 'boom', 0.7), hit(0.24, 'boom'), hit(0.24, 'crash', 0.4)],
  },
  featureOutro: {
    peak: -3.5,
    room: 0.6,
    notes: [hit(0, 'card'), ...fanfare([5, 4, 5, 7], 0.2, 2), ...run([5, 7, 9, 10], 0.1, 0.7, 0.9)],
  },
  freeGame: { peak: -8, room: 0.3, notes: [tone(0, 4, 0.7), tone(0.09, 5, 0.9)] },
  respin: { peak: -7, room: 0.2, notes: [hit(0, 'card', 0.5), hit(0.03, 'stop')] },
  cash: {
    peak: -6,
    room: 0.3,
    notes: [hit(0, 'agogo', 0.4), tone(0, 0, 1, 1), tone(0.05, 2, 0.8, 1)],
  },
  pot: { peak: -3, room: 0.6, notes: fanfare([0, 4, 5, 7, 9, 10], 0.11, 1.8) },
  gambleWon: {
    peak: -5,
    room: 0.4,
    notes: [
      hit(0, 'card', 0.7),
      tone(0.12, 2),
      tone(0.22, 4),
      tone(0.32, 5),
      tone(0.42, 7),
      blow(0.42, 4, 0.5, 0.7),
    ],
  },
  gambleLost: {
    peak: -8,
    room: 0.25,
    notes: [hit(0, 'card', 0.7), hit(0.12, 'sigh'), tone(0.12, 2, 0.5, -1), tone(0.32, 0, 0.5, -1)],
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

/** @param made notes of the same game that are synthesised already; it grows */
export function renderCue(cue: Cue, colours: CueColours, made: Made = new Map()): Stereo {
  const { peak, notes, room = 0 }: Written = CUES[cue]
  const piece = cue === 'reelsSpin' ? rolling(colours.roll) : playNotes(notes, colours, room, made)
  const kept = cue === 'reelsSpin' ? piece : cue === 'count' ? cutCount(piece) : finish(piece)
  peakAt(kept, 10 ** (peak / 20))
  return kept
}

function playNotes(
  sounds: readonly Sound[],
  colours: CueColours,
  room: number,
  made: Made,
): Stereo {
  const notes = sounds.flatMap(sound => notesOf(sound, colours, room))
  const last = Math.max(...notes.map(({ seconds, heldSeconds }) => seconds + heldSeconds))
  return mix(notes, secondsToSamples(last), room, made)
}

/** Peaks stay below the level from which the master rounds them. */
function finish(piece: Stereo): Stereo {
  peakAt(piece, 0.5)
  new Master({ gain: 0, air: AIR }).pass(piece)
  return takeSilence(piece)
}

/** It loops by its two ticks. */
function cutCount({ left, right }: Stereo): Stereo {
  const length = secondsToSamples(0.14)
  const [first, second] = [left, right].map(side => {
    const loop = side.slice(0, length)
    for (let index = length; index < side.length; index++) loop[index % length]! += side[index]!
    return loop
  }) as [Float32Array, Float32Array]
  return { left: first, right: second }
}

function notesOf(sound: Sound, colours: CueColours, room: number): Note[] {
  const { at, pan = 0, force = 1 } = sound
  if ('hit' in sound) {
    return strokesOf(sound.hit, colours).map(([name, later = 0, share = 1, speed = 1]) => ({
      ...strokeAt(name, at + later, speed),
      gain: force * share,
      pan,
      room,
    }))
  }
  const { degree, by = 'chime', held = 0.35, octave = 0 } = sound
  const frequency = frequencyOf(degreeOf(degree, colours) + 12 * octave)
  const played = { instrument: colours[by], isBeat: false, frequency, heldSeconds: held }
  return [{ ...played, seconds: at, pan, room, velocity: 1, gain: force }]
}

function strokesOf(name: string, colours: CueColours): Strokes {
  if (name === 'boom') return [[colours.boom]]
  return name in HANDS ? colours[name as Hand] : [[name]]
}

/** The nth note of the game's steps; negative ones are below the tonic. */
function degreeOf(degree: number, { key, steps }: CueColours): number {
  const octave = Math.floor(degree / steps.length)
  return pitchOf(key) + steps[degree - octave * steps.length]! + 12 * octave
}
