// The music of every game, made as a browser makes it: right notes, right loudness, no clicks where
// the loop repeats, and nine pieces that are easy to distinguish.

import t, { type Test } from 'tap'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { chordsOf, notesOf, type Part, type Score, secondsOf } from '../../web/play/sound/score.ts'
import { GAMES_WITH_MUSIC, scoreOf } from '../../web/play/sound/scores/catalogue.ts'
import { loudnessOf, peakOf, type Stereo } from '../../web/play/sound/synthesis/loudness.ts'
import { CEILING } from '../../web/play/sound/synthesis/master.ts'
import { renderLoop } from '../../web/play/sound/synthesis/render.ts'
import { RATE } from '../../web/play/sound/synthesis/signal.ts'
import { FEATURE, LOOP, PHRASE, renderSound } from '../../web/play/sound/synthesis/sounds.ts'
import { isFullSize, sized } from '../support/size.ts'
import { apart, bendsOf, offsetOf, rangeOf, spectrumOf } from './sound-samples.ts'

/** Share of notes on the first and the middle beat that may lie outside the chord. */
const MOST_PASSING = 0.25
const LONGEST_CLASH_SECONDS = 0.7
const MOST_PHRASE_SECONDS = 4
const HEARD = RATE / 2

t.test('every game has its own music', async t => {
  t.strictSame([...GAMES_WITH_MUSIC].sort(), GAMES.map(({ id }) => id).sort())
})

/** A minute of music takes three seconds of a core. */
const RENDERED = sized(GAMES_WITH_MUSIC.slice(0, 2), GAMES_WITH_MUSIC)
const spectra = new Map<string, number[]>()
for (const id of GAMES_WITH_MUSIC) {
  const score = await scoreOf(id)
  t.test(`${id}: tunes agree with the chords`, async t => {
    for (const part of [...score.parts, ...score.feature]) {
      if (!('tune' in part)) continue
      const { strong, passing, clashes } = readTune(score, part)
      t.ok(passing <= strong * MOST_PASSING, `${part.instrument}: ${passing} of ${strong} beside`)
      t.same(clashes, [], `${part.instrument}: no long note a semitone beside the chord`)
    }
  })

  if (!RENDERED.includes(id)) continue
  t.test(`${id}: a loop of its length and loudness, without a seam`, async t => {
    const bars = chordsOf(score).length
    const seconds = secondsOf(score)
    t.ok(bars >= 16 && bars <= 32, `${bars} bars`)
    t.ok(seconds >= 28 && seconds <= 60, `${seconds} s`)
    const loops = [{ name: LOOP, loudness: -18 }]
    if (isFullSize) loops.push({ name: FEATURE, loudness: -20 })
    for (const { name, loudness } of loops) {
      const sound = renderSound(score, name)
      if (name === LOOP) checkPhrase(t, score, sound)
      t.equal(sound.left.length, Math.round(seconds * RATE), `${name}: loops with its last bar`)
      const measured = loudnessOf(sound)
      t.ok(Math.abs(measured - loudness) < 0.7, `${name}: ${measured.toFixed(2)} LUFS`)
      t.ok(peakOf(sound) <= CEILING, `${name}: peak ${peakOf(sound).toFixed(3)}`)
      t.ok(offsetOf(sound) < 0.001, `${name}: its mean is zero`)
      const { seam, inside } = bendsOf(sound)
      t.ok(
        seam <= inside,
        `${name}: bends ${seam.toFixed(4)} at the seam, ${inside.toFixed(4)} inside`,
      )
      const { quietest, loudest } = rangeOf(sound)
      t.ok(quietest > loudness - 16, `${name}: never silent: ${quietest.toFixed(1)} LUFS`)
      t.ok(loudest < loudness + 9, `${name}: never sudden: ${loudest.toFixed(1)} LUFS`)
      if (name === LOOP) spectra.set(id, spectrumOf(sound))
    }
  })
}

/** One bar or two, made of nothing but themselves, after which the loop continues. */
function checkPhrase(t: Pick<Test, 'ok' | 'equal'>, score: Score, loop: Stereo): void {
  const phrase = renderSound(score, PHRASE)
  const bar = secondsOf(score) / chordsOf(score).length
  const { length } = phrase.left
  const bars = length / (bar * RATE)
  t.ok(
    [1, 2].some(whole => length === Math.round(whole * bar * RATE)),
    `a phrase of ${bars} bars`,
  )
  t.ok(length <= MOST_PHRASE_SECONDS * RATE, `${(length / RATE).toFixed(1)} s of audio`)
  const opening = { left: phrase.left.slice(0, HEARD), right: phrase.right.slice(0, HEARD) }
  t.ok(loudnessOf(opening) > -40, 'it is audible from its first half second on')
  const joined = { left: join(phrase.left, loop.left), right: join(phrase.right, loop.right) }
  // Rotated so that the change lies where the measure looks for the seam.
  const { seam, inside } = bendsOf({
    left: turn(joined.left, length),
    right: turn(joined.right, length),
  })
  t.ok(seam <= inside, `bends ${seam.toFixed(4)} at the change, ${inside.toFixed(4)} inside`)
  const last = [...phrase.left.slice(-RATE / 10)]
  const apart = last.map((sample, at) => Math.abs(sample - loop.left[length - last.length + at]!))
  t.ok(Math.max(...apart) < 0.02, `${Math.max(...apart).toFixed(4)} apart before it`)
}

function join(phrase: Float32Array, loop: Float32Array): Float32Array {
  return new Float32Array([...phrase, ...loop.subarray(phrase.length, 2 * phrase.length)])
}

function turn(side: Float32Array, by: number): Float32Array {
  return new Float32Array([...side.subarray(by), ...side.subarray(0, by)])
}

t.test('a loop sounds as if the piece were written twice', async t => {
  const score = await scoreOf('crystal-cluster')
  // A pad and an arpeggio that ring on for longer than a bar.
  const parts = score.parts.slice(0, 2).map(firstBar)
  // Bars of a whole number of samples.
  const plain = { ...score, tempo: 120 }
  const once = renderLoop({ ...plain, chords: 'Cmaj7' }, parts, 0)
  const double = renderLoop({ ...plain, chords: 'Cmaj7 Cmaj7' }, parts, 0)
  const { length } = once.left
  let most = 0
  for (let index = 0; index < double.left.length; index++) {
    most = Math.max(most, Math.abs(double.left[index]! - once.left[index % length]!))
  }
  t.ok(most < 0.01, `${most.toFixed(4)} apart`)
})

function firstBar(part: Part): Part {
  return 'pattern' in part ? { ...part, pattern: part.pattern.slice(0, 1) } : part
}

t.test('the pieces differ in tempo or beat, and in sound', async t => {
  const entries = [...spectra]
  for (const [index, [id, spectrum]] of entries.entries()) {
    for (const [other, otherSpectrum] of entries.slice(index + 1)) {
      const decibels = apart(spectrum, otherSpectrum)
      t.ok(decibels > 1.5, `${id} and ${other}: ${decibels.toFixed(1)} dB apart`)
    }
  }
})

/** The relation of a tune's notes to the chord under them. */
function readTune(score: Score, part: Parameters<typeof notesOf>[1][number]) {
  const bars = chordsOf(score)
  const bar = secondsOf(score) / bars.length
  const read = { strong: 0, passing: 0, clashes: [] as string[] }
  for (const note of notesOf(score, [part])) {
    const index = Math.floor(note.seconds / bar + 1e-6)
    const place = note.seconds / bar - index
    const chords = bars[index]!
    const chord = chords[Math.min(chords.length - 1, Math.floor(place * chords.length + 1e-6))]!
    // Root and fifth alone leave the scale open.
    if (chord.tones.length === 3 && chord.tones[2] === 12) continue
    const pitch = Math.round(69 + 12 * Math.log2(note.frequency / 440))
    const above = (((pitch - chord.root) % 12) + 12) % 12
    const steps = chord.tones.map(tone =>
      Math.min((above - tone + 24) % 12, (tone - above + 24) % 12),
    )
    const nearest = Math.min(...steps)
    const isStrong = place < 0.01 || Math.abs(place - 0.5) < 0.01
    if (isStrong) read.strong += 1
    if (isStrong && nearest > 0) read.passing += 1
    if (nearest === 1 && note.heldSeconds > LONGEST_CLASH_SECONDS) {
      read.clashes.push(`bar ${index + 1}: ${above} over the root`)
    }
  }
  return read
}
