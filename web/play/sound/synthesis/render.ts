// Owns the way from notes to sound: every note at its time and position, the reverb around them,
// and a loop whose end runs into its beginning. It must never choose a note.

import { barSeconds, type Note, notesOf, type Part, type Score, secondsOf } from '../score.ts'
import { drums, type Stroke } from './drums.ts'
import type { Stereo } from './loudness.ts'
import { amplify, takeRumble } from './master.ts'
import { noises } from './noises.ts'
import { strings } from './plucked.ts'
import { addRoom, roomSeconds } from './room.ts'
import { RATE, secondsToSamples, type Voice } from './signal.ts'
import { bars, electricPiano } from './struck.ts'
import { sustained } from './sustained.ts'

const STROKE_PEAK = 0.8
const NOTE_LEVEL = 0.16
const MOMENT = Math.round(RATE * 0.06)
/**
 * The whole bars within this limit, one or two, are heard while the rest is rendered: two take 80
 * to 230 ms of processor time, and are long enough not to sound like a hiccup.
 */
const MOST_PHRASE_SECONDS = 4

/** Parts of a piece as a loop, louder by so many decibels than written. */
export function renderLoop(score: Score, parts: readonly Part[], gain: number): Stereo {
  return loopOf(score, notesOf(score, parts), secondsOf(score), gain)
}

/** The first bars of the same, as a loop: at its end the whole piece can take over. */
export function renderPhrase(score: Score, parts: readonly Part[], gain: number): Stereo {
  const seconds = phraseSeconds(score)
  // A note of the next bar is not later than its first step, and rounding errors are far smaller
  // than this.
  const notes = notesOf(score, parts).filter(note => note.seconds < seconds - 0.001)
  return loopOf(score, notes, seconds, gain)
}

export function phraseSeconds(score: Score): number {
  const bar = barSeconds(score)
  return Math.max(1, Math.floor(MOST_PHRASE_SECONDS / bar)) * bar
}

function loopOf(score: Score, notes: readonly Note[], seconds: number, gain: number): Stereo {
  const length = secondsToSamples(seconds)
  const whole = mix(notes, length, score.room)
  const loop = { left: fold(whole.left, length), right: fold(whole.right, length) }
  amplify(loop, gain)
  return loop
}

/** Notes with reverb, from the first to the last echo; `length` excludes the ringing at the end. */
export function mix(notes: readonly Note[], length: number, room: number): Stereo {
  const made = new Map<string, Float32Array>()
  const sounds = notes.map(note => soundOf(note, made))
  const ends = notes.map(({ seconds }, index) => secondsToSamples(seconds) + sounds[index]!.length)
  const isDry = notes.every(note => note.room === 0)
  const echo = isDry ? 0 : secondsToSamples(roomSeconds(room))
  const whole = Math.max(length, ...ends) + echo
  const left = new Float32Array(whole)
  const right = new Float32Array(whole)
  const send = new Float32Array(whole)
  for (const [index, note] of notes.entries()) place(note, sounds[index]!, left, right, send)
  if (!isDry) addRoom(send, left, right, room)
  for (const side of [left, right]) takeRumble(side)
  return { left, right }
}

/** What rings past the end is added to the beginning, as when the loop repeats. */
function fold(side: Float32Array, length: number): Float32Array {
  const loop = side.slice(0, length)
  for (let index = length; index < side.length; index++) loop[index % length]! += side[index]!
  return loop
}

/** Each note is synthesized once. */
function soundOf(note: Note, made: Map<string, Float32Array>): Float32Array {
  const { instrument, frequency, heldSeconds } = note
  // Loudness is gain; the timbre that comes with it has four steps.
  const force = note.isBeat ? 1 : Math.ceil(note.velocity * 4) / 4
  const key = `${instrument} ${frequency.toFixed(2)} ${heldSeconds.toFixed(3)} ${force}`
  const known = made.get(key)
  if (known !== undefined) return known
  const sound = note.isBeat
    ? levelPeak(strokeOf(instrument)())
    : levelNote(voiceOf(instrument)(frequency, heldSeconds, force))
  made.set(key, sound)
  return sound
}

/** All strokes have the same peak: a part's level alone sets how loud it is. */
function levelPeak(sound: Float32Array): Float32Array {
  let most = 1e-6
  for (const sample of sound) most = Math.max(most, Math.abs(sample))
  return sound.map(sample => (sample * STROKE_PEAK) / most)
}

/** All instruments are equally loud over their whole range, measured at their loudest moment. */
function levelNote(sound: Float32Array): Float32Array {
  let most = 1e-9
  for (let from = 0; from === 0 || from + MOMENT <= sound.length; from += MOMENT >> 1) {
    let power = 0
    const end = Math.min(sound.length, from + MOMENT)
    for (let index = from; index < end; index++) power += sound[index]! ** 2
    most = Math.max(most, power / MOMENT)
  }
  const gain = NOTE_LEVEL / Math.sqrt(most)
  return sound.map(sample => sample * gain)
}

function place(
  note: Note,
  sound: Float32Array,
  left: Float32Array,
  right: Float32Array,
  send: Float32Array,
): void {
  const at = secondsToSamples(note.seconds)
  const gain = note.gain * (note.isBeat ? note.velocity : 0.6 + 0.4 * note.velocity)
  const angle = ((note.pan + 1) * Math.PI) / 4
  const [toLeft, toRight] = [Math.cos(angle) * gain, Math.sin(angle) * gain]
  const toRoom = note.room * gain
  const end = Math.min(sound.length, left.length - at)
  for (let index = 0; index < end; index++) {
    const sample = sound[index]!
    left[at + index]! += sample * toLeft
    right[at + index]! += sample * toRight
    send[at + index]! += sample * toRoom
  }
}

const VOICES: Readonly<Record<string, Voice>> = { ...bars, ...strings, ...sustained, electricPiano }

function voiceOf(name: string): Voice {
  const voice = VOICES[name]
  if (voice === undefined) throw new Error(`no instrument "${name}"`)
  return voice
}

function strokeOf(name: string): Stroke {
  const stroke = drums[name] ?? noises[name]
  if (stroke === undefined) throw new Error(`no drum "${name}"`)
  return stroke
}
