// Owns the music of River of Ways: dawn over a wild river, in three-four time for panpipe, guitar
// and marimba in G. Data only.

import type { Part, Score } from '../score.ts'

const tunes: readonly Part[] = [
  {
    instrument: 'panpipe',
    mix: [-8, 0.12, 0.45],
    tune: `b4 - d5 - g5 - | f#5 - - - e5 d5 | e5 - - - g5 - | e5 - d5 - c5 - | b4 - d5 - b5 - | a5 - - - f#5 - | g5 - e5 - c5 - | d5 - - - . .
        | b4 - d5 - g5 - | a5 - - - f#5 - | g5 - - - b5 - | a5 - g5 - e5 - | c5 - e5 - a5 - | f#5 - - - d5 - | g5 - - - - - | . . . . . .
        | b5 - - - g5 - | f#5 - - - d5 - | e5 - g5 - c6 - | b5 - - - g5 - | a5 - - - e5 - | g5 - - - b4 - | c5 - e5 - g5 - | f#5 - - - . .`,
  },
]

/** What accompanies every tune. */
const band: readonly Part[] = [
  {
    instrument: 'nylon',
    mix: [-12, -0.3, 0.25],
    octave: 3,
    pattern: ['135454', '135354'],
    held: 2,
  },
  { instrument: 'marimba', mix: [-8, 0.4, 0.25], octave: 4, pattern: ['..3.5.', '..5.3.'] },
  { instrument: 'doubleBass', mix: [-5, 0, 0.08], octave: 2, pattern: ['1-----', '1---3-'] },
  { instrument: 'strings', mix: [-17, 0, 0.5], octave: 4, pattern: ['c-----'], held: 1 },
  { beat: 'shaker', mix: [-10, 0.3], pattern: ['x.oxox'] },
  { beat: 'tomLow', mix: [-11, 0, 0.3], pattern: ['X.....', 'x...o.', 'X.....', 'x..x.x'] },
  { beat: 'rim', mix: [-10, -0.2], pattern: ['....x.'] },
]

const featureTunes: readonly Part[] = [
  {
    instrument: 'choir',
    mix: [-9, -0.1, 0.5],
    tune: `g4 - - | f#4 - - | g4 - - | e4 - g4 | d5 - - | d5 - a4 | c5 - - | a4 - -
        | b4 - - | a4 - - | b4 - - | c5 - - | c5 - - | d5 - - | b4 - - | d5 - -
        | e5 - - | d5 - - | c5 - - | b4 - - | c5 - - | b4 - - | g4 - - | a4 - -`,
  },
]

/** What joins the band in a feature. */
const featureBand: readonly Part[] = [
  { instrument: 'kalimba', mix: [-13, 0.35, 0.35], octave: 5, pattern: ['132435', '534231'] },
  { beat: 'warDrum', mix: [-16, 0, 0.3], pattern: ['X..x.x', 'X..xx.'] },
  { beat: 'congaHigh', mix: [-15, 0.3], pattern: ['.xx.xx'] },
  { beat: 'tambourine', mix: [-12, -0.3], pattern: ['..x..x'] },
]

const verse = 'G D Em C G D C D G D Em C Am D G G Em Bm C G Am Em C D'

export const riverOfWays: Score = {
  tempo: 126,
  beats: 3,
  room: 0.55,
  main: [
    { chords: verse, parts: [...tunes, ...band] },
    {
      chords: 'Em Em C G Am Em D D Em Em C G Am Em C D C C G G Am D G D',
      parts: [
        {
          instrument: 'flute',
          mix: [-7, -0.1, 0.45],
          tune: `e5 - - g5 - - | b5 - - g5 - e5 | c5 - e5 g5 - e5 | d5 - - b4 - - | c5 - e5 a5 - g5 | g5 - - e5 - b4 | d5 - - f#5 - a5 | a5 - - f#5 - d5
 | e5 - - g5 - - | b5 - - e5 - g5 | c6 - b5 g5 - e5 | d5 - - g5 - - | a5 - g5 e5 - c5 | b4 - - e5 - g5 | g5 - - e5 - c5 | d5 - - - - .
 | e5 - - g5 - c6 | c6 - - g5 - - | b5 - - g5 - d5 | d5 - - b4 - - | c5 - e5 a5 - c6 | a5 - - f#5 - d5 | g5 - - - - - | f#5 - - a4 - .`,
        },
        { instrument: 'kalimba', mix: [-14, -0.4, 0.35], octave: 5, pattern: ['1.3.5.', '5.3.2.'] },
        ...band,
      ],
    },
  ],
  feature: [
    {
      chords: 'Em C G D Em C D D Em C G D Em C D D Em C G D Em C D D',
      parts: [
        {
          instrument: 'horn',
          mix: [-7, -0.1, 0.45],
          tune: `e4 - - b4 - - | c5 - - g4 - - | d5 - - b4 - - | a4 - - d5 - - | g5 - - e5 - - | e5 - - c5 - - | f#5 - - d5 - - | a4 - - d5 - -`,
        },
        ...band,
        ...featureBand,
      ],
    },
    { chords: verse, parts: [...tunes, ...band, ...featureTunes, ...featureBand] },
  ],
  tension: {
    chords: 'G5 G5',
    parts: [
      { instrument: 'marimba', mix: [-8, 0.2, 0.25], octave: 5, pattern: ['121212121212'] },
      { instrument: 'choir', mix: [-14, 0, 0.5], octave: 5, pattern: ['c-----'], held: 1 },
      { beat: 'tomLow', mix: [-10, 0, 0.3], pattern: ['x.xx.xx.xx.x', 'x.xx.xxxXXXX'] },
      { beat: 'shaker', mix: [-12, -0.3], pattern: ['oxxoxxoxxoxx'] },
    ],
  },
  gain: { main: -1.9, feature: -2.9, tension: -5.8, air: 8 },
  cues: {
    key: 'g4',
    steps: [0, 2, 4, 7, 9],
    chime: 'kalimba',
    fanfare: 'horn',
    boom: 'warDrum',
    press: [['drip', 0, 1]],
    start: [
      ['whooshUp', 0, 1, 0.45],
      ['bubble', 0.1, 0.3, 0.7],
      ['bubble', 0.2, 0.3, 0.9],
    ],
    roll: { seconds: 0.9, bed: [250, 1000, 0.4], ticks: ['drip', 7, 0.3, 0.8] },
    stop: [
      ['bubble', 0, 1, 0.7],
      ['drip', 0.015, 0.7, 0.9],
      ['stone', 0, 0.5, 1.3],
      ['congaLow', 0, 0.12],
    ],
    count: [
      ['drip', 0, 1],
      ['bubble', 0.03, 0.4, 0.7],
    ],
    card: [
      ['whooshDown', 0, 0.6, 1.4],
      ['drip', 0.1, 0.6, 0.8],
      ['drip', 0.17, 0.5, 1.1],
    ],
  },
}
