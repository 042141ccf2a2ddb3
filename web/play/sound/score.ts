// Owns the notation of a piece of music, and its reading: chords, patterns over them, tunes and
// beats become timed notes. Pure; it must never make a sound.

/**
 * A bar's steps are the characters of its text; they divide the bar evenly. Patterns repeat over
 * the bars of the piece; `null` is a bar of rest.
 */
type Bars = readonly (string | null)[]

/**
 * How a part is mixed: decibels relative to the other parts, -1 left to 1 right, and the share that
 * goes into the reverb.
 */
type Mix = readonly [level: number, pan?: number, room?: number]

interface Played {
  instrument: string
  mix: Mix
}

/**
 * Digits are tones of the bar's chord (1 is its root; 5 the root above in a triad); `c` is the
 * whole chord.
 */
export interface PatternPart extends Played {
  pattern: Bars
  octave: number
  /** Share of a step that a note is held; more than 1 overlaps. */
  held?: number
}

/** Note names with octave, `-` holds, `.` rests; separated by blanks, bars by `|`. */
export interface TunePart extends Played {
  tune: string
  /** Transposes the tune by this many octaves. */
  octaves?: number
  held?: number
}

/** `X` is struck hard, `x` softly, `o` very softly; anything else is a rest. */
export interface BeatPart {
  beat: string
  pattern: Bars
  mix: Mix
}

export type Part = PatternPart | TunePart | BeatPart

/** Some bars with their chords and parts. */
export interface Passage {
  /**
   * One chord per bar, or several that share it, joined by commas. Their number is the length of
   * the passage.
   */
  chords: string
  parts: readonly Part[]
}

export interface Score {
  /** Beats per minute, and beats per bar. */
  tempo: number
  beats: number
  /** Delay of every second sixteenth, as a share of a step. */
  swing?: number
  /** Size of the room for the reverb, 0 to 1. */
  room: number
  /** Played one after the other, again and again. */
  main: readonly Passage[]
  /** The same while a feature plays. */
  feature: readonly Passage[]
  /** Joins either of them while the reels wait for a symbol that wins a feature. */
  tension: Passage
  /**
   * Decibels that bring each of them to the target loudness, and those that are added above 5 kHz.
   * Constants, so that the first bars can be heard before the loudness of the whole is measured;
   * the test of the music measures them.
   */
  gain: { main: number; feature: number; tension: number; air: number }
  /** What effects are built from, so that they match the music. */
  cues: CueColours
}

/** Some strokes: a drum or a noise each, seconds from the first, force, and speed (2 is higher). */
export type Strokes = readonly (readonly [
  name: string,
  at?: number,
  force?: number,
  speed?: number,
])[]

/** Reels that roll: a bed of noise, and strokes at even intervals. */
export interface Roll {
  /** How long it takes until it repeats. */
  seconds: number
  /** The noise between two frequencies in hertz, and its level. */
  bed: readonly [low: number, high: number, level: number]
  /** What strikes, how often in that time, how loud, and how fast it is played. */
  ticks: readonly [name: string, times: number, level: number, speed: number]
}

export interface CueColours {
  /** Tonic with octave, and the steps that sound well together, in semitones. */
  key: string
  steps: readonly number[]
  /** Instrument of scatters, cascades and wins. */
  chime: string
  /** Instrument of fanfares. */
  fanfare: string
  /** The drum of large moments. */
  boom: string
  /** What the player's hand moves: a button, the reels as they start, roll and stop. */
  press: Strokes
  start: Strokes
  roll: Roll
  stop: Strokes
  /** One tick of a running amount. */
  count: Strokes
  /** A card is laid: of a feature, or of the gamble. */
  card: Strokes
}

export interface Note {
  instrument: string
  isBeat: boolean
  seconds: number
  heldSeconds: number
  /** Hertz; of a beat its speed, 1 as written. */
  frequency: number
  velocity: number
  gain: number
  pan: number
  room: number
}

const NAMES: Readonly<Record<string, number>> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 }
const NOTE = /^([a-g])([#b]?)(-?\d)$/
const CHORD = /^([A-G])([#b]?)(m7b5|maj7|sus4|sus2|dim|add9|m7|m6|m9|m|7|6|9|5)?$/
const QUALITIES: Readonly<Record<string, readonly number[]>> = {
  '': [0, 4, 7],
  m: [0, 3, 7],
  '5': [0, 7, 12],
  '6': [0, 4, 7, 9],
  m6: [0, 3, 7, 9],
  '7': [0, 4, 7, 10],
  m7: [0, 3, 7, 10],
  maj7: [0, 4, 7, 11],
  '9': [0, 4, 7, 10, 14],
  m9: [0, 3, 7, 10, 14],
  m7b5: [0, 3, 6, 10],
  dim: [0, 3, 6],
  sus2: [0, 2, 7],
  sus4: [0, 5, 7],
  add9: [0, 4, 7, 14],
}

/** "c#4" as a MIDI note number, 60 for c4. */
export function pitchOf(name: string): number {
  const [, letter, sign, octave] = NOTE.exec(name) ?? []
  if (letter === undefined) throw new Error(`"${name}" is no note`)
  return NAMES[letter]! + signOf(sign) + 12 * (Number(octave) + 1)
}

export function frequencyOf(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12)
}

const signOf = (sign: string | undefined): number => (sign === '#' ? 1 : sign === 'b' ? -1 : 0)

export interface Chord {
  root: number
  tones: readonly number[]
}

function chordOf(name: string): Chord {
  const [, letter, sign, quality] = CHORD.exec(name) ?? []
  if (letter === undefined) throw new Error(`"${name}" is no chord`)
  const root = NAMES[letter.toLowerCase()]! + signOf(sign)
  return { root: (root + 12) % 12, tones: QUALITIES[quality ?? '']! }
}

/** The chords of every bar. */
export function chordsOf({ chords }: Passage): Chord[][] {
  return chords
    .trim()
    .split(/\s+/)
    .map(bar => bar.split(',').map(chordOf))
}

export const barsOf = (passages: readonly Passage[]): number =>
  passages.reduce((sum, passage) => sum + chordsOf(passage).length, 0)

export const barSeconds = ({ tempo, beats }: Score): number => (60 / tempo) * beats

/** All notes of passages that follow each other, unordered. */
export function notesOf(score: Score, passages: readonly Passage[]): Note[] {
  let from = 0
  return passages.flatMap(passage => {
    const bars = chordsOf(passage)
    const notes = passage.parts.flatMap(part => notesOfPart(score, part, bars))
    const seconds = from * barSeconds(score)
    from += bars.length
    return notes.map(note => ({ ...note, seconds: note.seconds + seconds }))
  })
}

/** @param bars the chords of the passage */
export function notesOfPart(score: Score, part: Part, bars: readonly Chord[][]): Note[] {
  if ('beat' in part) return beatNotes(score, part, bars.length)
  if ('tune' in part) return tuneNotes(score, part, bars.length)
  return patternNotes(score, part, bars)
}

function played({ instrument, mix: [level, pan = 0, room = 0.25] }: Played) {
  return { instrument, isBeat: false, gain: 10 ** (level / 20), pan, room }
}

/** When a step sounds; off-beat steps are late in a piece with swing. */
function timeOf(score: Score, bar: number, step: number, steps: number): number {
  const length = barSeconds(score) / steps
  const isFine = steps >= score.beats * 2
  const late = isFine && step % 2 === 1 ? (score.swing ?? 0) * length : 0
  return bar * barSeconds(score) + step * length + late
}

/** The first step of a bar is the loudest, those between the beats the softest. */
function accent(step: number, steps: number, beats: number): number {
  if (step === 0) return 1
  return (step * beats) % steps === 0 ? 0.9 : 0.78
}

function beatNotes(score: Score, part: BeatPart, bars: number): Note[] {
  const { beat, pattern } = part
  const [level, pan = 0, room = 0.12] = part.mix
  const force: Readonly<Record<string, number>> = { X: 1, x: 0.68, o: 0.36 }
  const notes: Note[] = []
  for (let bar = 0; bar < bars; bar++) {
    const text = pattern[bar % pattern.length] ?? ''
    for (const [step, mark] of [...text].entries()) {
      const velocity = force[mark]
      if (velocity === undefined) continue
      const seconds = timeOf(score, bar, step, text.length)
      const gain = 10 ** (level / 20)
      const stroke = { instrument: beat, isBeat: true, frequency: 1, heldSeconds: 0 }
      notes.push({ ...stroke, seconds, velocity, gain, pan, room })
    }
  }
  return notes
}

function tuneNotes(score: Score, part: TunePart, bars: number): Note[] {
  const written = part.tune.split('|').map(bar => bar.trim().split(/\s+/))
  const steps = written.flatMap((bar, index) =>
    bar.map((name, step) => ({ name, bar: index, step, of: bar.length })),
  )
  if (bars % written.length !== 0) throw new Error(`a tune of ${written.length} bars does not fit`)
  const notes: Note[] = []
  for (let round = 0; round < bars; round += written.length) {
    for (const [index, { name, bar, step, of }] of steps.entries()) {
      if (name === '-' || name === '.') continue
      const seconds = timeOf(score, round + bar, step, of)
      let heldSeconds = barSeconds(score) / of
      for (let next = index + 1; steps[next]?.name === '-'; next++) {
        heldSeconds += barSeconds(score) / steps[next]!.of
      }
      const frequency = frequencyOf(pitchOf(name) + 12 * (part.octaves ?? 0))
      const velocity = accent(step, of, score.beats)
      heldSeconds *= part.held ?? 0.94
      notes.push({ ...played(part), seconds, heldSeconds, frequency, velocity })
    }
  }
  return notes
}

function patternNotes(score: Score, part: PatternPart, bars: readonly Chord[][]): Note[] {
  return bars.flatMap((chords, bar) => {
    const text = part.pattern[bar % part.pattern.length] ?? ''
    return [...text].flatMap((mark, step) => {
      const chord = chords[Math.floor((step / text.length) * chords.length)]!
      const frequencies = tonesOf(mark, chord, part.octave)
      let held = 1
      while (text[step + held] === '-') held++
      const heldSeconds = (held * barSeconds(score) * (part.held ?? 0.92)) / text.length
      const seconds = timeOf(score, bar, step, text.length)
      const velocity = accent(step, text.length, score.beats)
      const gain = played(part).gain / Math.sqrt(Math.max(1, frequencies.length))
      return frequencies.map(frequency => ({
        ...played(part),
        seconds,
        heldSeconds,
        frequency,
        velocity,
        gain,
      }))
    })
  })
}

/** Chords are voiced closely: roots from g on are taken an octave lower. */
function tonesOf(mark: string, { root, tones }: Chord, octave: number): number[] {
  const low = 12 * (octave + 1) + root - (root >= 7 ? 12 : 0)
  if (mark === 'c') return tones.map(tone => frequencyOf(low + tone))
  if (!/[1-9]/.test(mark)) return []
  const index = Number(mark) - 1
  const triad = tones.slice(0, 4)
  const above = Math.floor(index / triad.length) * 12
  return [frequencyOf(low + triad[index % triad.length]! + above)]
}
