// The music of every game, made as a browser makes it: right notes, right loudness, no clicks where
// the loop repeats, and nine pieces that are easy to distinguish.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { soundRow } from '../../scripts/sound-pictures/figures.ts'
import { PROJECT_ROOT } from '../../src/environment.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import {
  barSeconds,
  barsOf,
  chordsOf,
  notesOfPart,
  type Part,
  type Passage,
  type Score,
} from '../../web/play/sound/score.ts'
import { GAMES_WITH_MUSIC, scoreOf } from '../../web/play/sound/scores/catalogue.ts'
import {
  loudnessOf,
  peakOf,
  type Stereo,
  truePeakOf,
} from '../../web/play/sound/synthesis/loudness.ts'
import { Piece } from '../../web/play/sound/synthesis/render.ts'
import { RATE } from '../../web/play/sound/synthesis/signal.ts'
import {
  type PieceName,
  sectionsOf,
  wantedOf,
  wholeOf,
} from '../../web/play/sound/synthesis/sounds.ts'
import { shareOf } from '../../web/play/sound/synthesis/spectrum.ts'
import { isFullSize, sized } from '../support/size.ts'
import { apart, bendsOf, offsetOf, rangeOf, spectrumOf } from './sound-samples.ts'

/** Share of notes on the first and the middle beat that may lie outside the chord. */
const MOST_PASSING = 0.25
const LONGEST_CLASH_SECONDS = 0.7
const LOOP_SECONDS = [60, 90] as const
const LONGEST_SECTION_SECONDS = 6
/** The tension is a layer: it joins a piece. */
const LOUDNESS = { main: -16, feature: -16, tension: -20 } as const
const HIGHEST_PEAK = 10 ** (-1 / 20)
/** Share of the energy above 6 kHz. */
const LEAST_AIR = 0.02

t.test('every game has its own music', async t => {
  t.strictSame([...GAMES_WITH_MUSIC].sort(), GAMES.map(({ id }) => id).sort())
})

const page = readFileSync(path.join(PROJECT_ROOT, 'docs', 'client.md'), 'utf8')
/** A sine of so many seconds, with its peak in decibels of full scale, on both sides. */
function sineOf(seconds: number, hertz: number, decibels: number, phase = 0): Stereo {
  const size = 10 ** (decibels / 20)
  const left = Float32Array.from(
    { length: Math.round(seconds * RATE) },
    (_, index) => size * Math.sin(2 * Math.PI * ((index * hertz) / RATE + phase)),
  )
  return { left, right: left }
}

t.test('the meter reads what the test signals of EBU Tech 3341 have', async t => {
  t.ok(Math.abs(loudnessOf(sineOf(2, 1000, -23)) + 23) < 0.1)
  const [soft, loud] = [sineOf(1, 1000, -36), sineOf(6, 1000, -23)]
  const left = new Float32Array([...soft.left, ...loud.left, ...soft.left])
  t.ok(Math.abs(loudnessOf({ left, right: left }) + 23) < 0.3, 'soft passages do not count')
  const peak = 20 * Math.log10(truePeakOf(sineOf(0.1, RATE / 4, -6, 1 / 8)))
  t.ok(peak < -5.8 && peak > -6.4, `a peak between the samples: ${peak.toFixed(2)} dB`)
})

/** A piece takes two to three seconds of a core. */
const RENDERED = sized(['sugar-cascade'], GAMES_WITH_MUSIC)
const PIECES: readonly PieceName[] = sized(['tension'], ['main', 'feature', 'tension'])
const spectra = new Map<string, number[]>()
for (const id of GAMES_WITH_MUSIC) {
  const score = await scoreOf(id)
  t.test(`${id}: tunes agree with the chords`, async t => {
    const passages = [...score.main, ...score.feature, score.tension]
    for (const [index, passage] of passages.entries()) {
      for (const part of passage.parts) {
        if (!('tune' in part)) continue
        const { strong, passing, clashes } = readTune(score, passage, part)
        const name = `passage ${index + 1}, ${part.instrument}`
        t.ok(passing <= strong * MOST_PASSING, `${name}: ${passing} of ${strong} beside`)
        t.same(clashes, [], `${name}: no long note a semitone beside the chord`)
      }
    }
  })

  t.test(`${id}: play and features have loops of 60 to 90 s, each with two passages`, async t => {
    for (const name of ['main', 'feature'] as const) {
      const seconds = barsOf(score[name]) * barSeconds(score)
      t.ok(seconds >= LOOP_SECONDS[0] && seconds <= LOOP_SECONDS[1], `${name}: ${seconds} s`)
      t.equal(new Set(score[name].map(({ chords }) => chords)).size, 2)
      const section = seconds / sectionsOf(score[name])
      t.ok(section <= LONGEST_SECTION_SECONDS, `sections of ${section.toFixed(1)} s`)
    }
    t.not(score.main[1]!.chords, score.feature[0]!.chords)
    const { first, music } = wantedOf(score)
    t.equal(first[0]!.name, 'main', 'the music begins with its first section')
    t.same(music.at(-1), { name: 'feature', section: sectionsOf(score.feature) })
  })

  if (!RENDERED.includes(id)) continue
  t.test(`${id}: its loudness, peaks and air, without a seam`, async t => {
    const rendered = new Map<PieceName, Stereo>()
    for (const name of PIECES) {
      const sound = wholeOf(score, name)
      const measured = loudnessOf(sound)
      t.ok(Math.abs(measured - LOUDNESS[name]) < 0.5, `${name}: ${measured.toFixed(2)} LUFS`)
      const peak = truePeakOf(sound)
      t.ok(peak <= HIGHEST_PEAK, `${name}: peak ${(20 * Math.log10(peak)).toFixed(2)} dB`)
      const air = shareOf(sound, 6000, RATE / 2)
      t.ok(air >= LEAST_AIR, `${name}: ${(air * 100).toFixed(2)} % above 6 kHz`)
      t.ok(offsetOf(sound) < 0.001, `${name}: its mean is zero`)
      const { seam, inside } = bendsOf(sound)
      t.ok(
        seam <= inside,
        `${name}: bends ${seam.toFixed(4)} at the seam, ${inside.toFixed(4)} inside`,
      )
      const { quietest, loudest } = rangeOf(sound)
      t.ok(quietest > measured - 16, `${name}: never silent: ${quietest.toFixed(1)} LUFS`)
      t.ok(loudest < measured + 9, `${name}: never sudden: ${loudest.toFixed(1)} LUFS`)
      if (name === 'main' && isFullSize) spectra.set(id, spectrumOf(sound))
      rendered.set(name, sound)
    }
    const [main, feature] = [rendered.get('main'), rendered.get('feature')]
    if (main === undefined || feature === undefined) return
    const row = `| ${soundRow(id, score, { main, feature }).join(' | ')} |`
    t.ok(page.includes(row), `${row}: written with npm run write:sound`)
  })
}

// A pad and an arpeggio that ring on for longer than a bar, in bars of a whole number of samples.
const crystal = await scoreOf('crystal-cluster')
const ringing = {
  chords: 'Cmaj7 Cmaj7',
  parts: crystal.main[0]!.parts.filter(part => 'pattern' in part)
    .slice(0, 2)
    .map(firstBar),
}
const plain: Score = { ...crystal, tempo: 120 }

t.test('a loop sounds as if the piece were written twice', async t => {
  const [once, double] = [1, 2].map(times => {
    const passages = Array.from({ length: times }, () => ringing)
    return new Piece(plain, passages, -12)
  }) as [Piece, Piece]
  for (const index of [0, 1, 2]) {
    const far = farthest(once.section(index), double.section(index))
    t.ok(far < 0.0001, `section ${index}: ${far.toFixed(6)} apart`)
  }
})

t.test('what rings at the end of a section goes on in the next one', async t => {
  const struck: Part = {
    instrument: 'crystal',
    mix: [-10],
    octave: 5,
    pattern: [null, '.......1', null, null],
  }
  const piece = new Piece(plain, [{ chords: 'C C C C', parts: [struck] }], 0)
  const [before, after] = [0, 1].map(index => piece.section(index).left) as [
    Float32Array,
    Float32Array,
  ]
  const moment = RATE / 20
  const [end, start] = [before.slice(-moment), after.slice(0, moment)]
  t.ok(peakOf({ left: start, right: start }) > peakOf({ left: end, right: end }) / 2)
  t.ok(Math.abs(end.at(-1)! - start[0]!) < 0.03, 'without a step')
})

t.test('a section that is made again alone is the same as in its place', async t => {
  const [inOrder, alone] = [0, 1].map(() => new Piece(plain, [ringing, ringing, ringing], -12)) as [
    Piece,
    Piece,
  ]
  const sections = [0, 1, 2].map(index => inOrder.section(index))
  const far = farthest(sections[2]!, alone.section(2))
  t.ok(far < 0.01, `${far.toFixed(4)} apart`)
})

function farthest(first: Stereo, second: Stereo): number {
  let most = 0
  for (let index = 0; index < first.left.length; index++) {
    most = Math.max(most, Math.abs(first.left[index]! - second.left[index]!))
  }
  return most
}

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
function readTune(score: Score, passage: Passage, part: Part) {
  const bars = chordsOf(passage)
  const bar = barSeconds(score)
  const read = { strong: 0, passing: 0, clashes: [] as string[] }
  for (const note of notesOfPart(score, part, bars)) {
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
