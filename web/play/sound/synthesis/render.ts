// Owns the way from notes to sound: every note at its time and position, the reverb around them,
// and pieces that are made section after section. It must never choose a note.

import { barSeconds, barsOf, type Note, notesOf, type Passage, type Score } from '../score.ts'
import type { Stereo } from './loudness.ts'
import { Master } from './master.ts'
import { strings } from './plucked.ts'
import { Room, roomSeconds } from './room.ts'
import { RATE, secondsToSamples, type Voice } from './signal.ts'
import { strokeOf } from './strokes.ts'
import { bars, electricPiano } from './struck.ts'
import { sustained } from './sustained.ts'

const NOTE_LEVEL = 0.16
const MOMENT = Math.round(RATE * 0.06)
/** 3 to 6 s: short enough to be heard soon, long enough for a page that is busy for a second. */
export const BARS_OF_SECTION = 2
/** The longest note of an instrument, a low zither, rings for 5 s. */
const LONGEST_RING = secondsToSamples(6)

/** Notes that are synthesised already. */
export type Made = Map<string, Float32Array>

/**
 * A piece that repeats, made section after section. What rings past the end of a section goes into
 * the next one, and from the last one into the first, so that no seam exists.
 */
export class Piece {
  /** How many sections it has. */
  readonly length: number
  private readonly score: Score
  private readonly notes: readonly Note[]
  private readonly made: Made = new Map()
  private readonly levels: { gain: number; air: number }
  private room: Room
  private master: Master
  private ring: { left: Float32Array; right: Float32Array; send: Float32Array }
  private next = 0

  constructor(score: Score, passages: readonly Passage[], gain: number) {
    this.score = score
    this.length = barsOf(passages) / BARS_OF_SECTION
    if (!Number.isInteger(this.length)) throw new Error('a piece has an even number of bars')
    this.notes = notesOf(score, passages).sort((a, b) => a.seconds - b.seconds)
    this.levels = { gain, air: score.gain.air }
    const longest = this.startOf(1) + 1 + LONGEST_RING
    const silence = () => new Float32Array(longest)
    this.ring = { left: silence(), right: silence(), send: silence() }
    this.room = new Room(score.room)
    this.master = new Master(this.levels)
  }

  /**
   * The section at an index; the one at `length` is the first one again, in which the last one
   * rings. Any other than the next costs twice as much, because the one before it rings in it.
   */
  section(index: number): Stereo {
    if (index === this.next) return this.makeNext()
    this.room = new Room(this.score.room)
    this.master = new Master(this.levels)
    for (const side of Object.values(this.ring)) side.fill(0)
    this.next = Math.max(0, index - 1)
    if (index > 0) this.makeNext()
    return this.makeNext()
  }

  /** In samples from the start of the piece. */
  private startOf(section: number): number {
    return secondsToSamples(section * BARS_OF_SECTION * barSeconds(this.score))
  }

  private makeNext(): Stereo {
    const at = this.next % this.length
    this.next += 1
    const [from, to] = [this.startOf(at), this.startOf(at + 1)]
    const { left, right, send } = this.ring
    for (const note of this.notes) {
      const start = secondsToSamples(note.seconds)
      if (start >= to) break
      if (start < from) continue
      place(note, soundOf(note, this.made), start - from, this.ring)
    }
    const length = to - from
    const [echoLeft, echoRight] = [left.slice(0, length), right.slice(0, length)]
    this.room.add(send, echoLeft, echoRight, length)
    for (const side of [left, right, send]) {
      side.copyWithin(0, length)
      side.fill(0, side.length - length)
    }
    const section = { left: echoLeft, right: echoRight }
    this.master.pass(section)
    return section
  }
}

/** Notes with reverb, from the first to the last echo; `length` excludes the ringing at the end. */
export function mix(notes: readonly Note[], length: number, room: number, made: Made): Stereo {
  const sounds = notes.map(note => soundOf(note, made))
  const ends = notes.map(({ seconds }, index) => secondsToSamples(seconds) + sounds[index]!.length)
  const isDry = notes.every(note => note.room === 0)
  const echo = isDry ? 0 : secondsToSamples(roomSeconds(room))
  const whole = Math.max(length, ...ends) + echo
  const [left, right, send] = [0, 1, 2].map(() => new Float32Array(whole)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  for (const [index, note] of notes.entries()) {
    place(note, sounds[index]!, secondsToSamples(note.seconds), { left, right, send })
  }
  if (!isDry) new Room(room).add(send, left, right, whole)
  return { left, right }
}

/** Each note is synthesised once. */
function soundOf(note: Note, made: Made): Float32Array {
  const { instrument, frequency, heldSeconds } = note
  // Loudness is gain; the timbre that comes with it has four steps.
  const force = note.isBeat ? 1 : Math.ceil(note.velocity * 4) / 4
  const key = `${instrument} ${frequency.toFixed(2)} ${heldSeconds.toFixed(3)} ${force}`
  const known = made.get(key)
  if (known !== undefined) return known
  const sound = note.isBeat
    ? strokeOf(instrument, frequency)
    : levelNote(voiceOf(instrument)(frequency, heldSeconds, force))
  made.set(key, sound)
  return sound
}

/** A beat as a note, without its gain and place. */
export function strokeAt(instrument: string, seconds: number, speed: number) {
  return { instrument, isBeat: true, frequency: speed, seconds, heldSeconds: 0, velocity: 1 }
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
  for (let index = 0; index < sound.length; index++) sound[index]! *= gain
  return sound
}

/** @param at in samples */
function place(
  note: Note,
  sound: Float32Array,
  at: number,
  { left, right, send }: { left: Float32Array; right: Float32Array; send: Float32Array },
): void {
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
