// Owns the music of Vault Keeper: a swinging quintet at the door of a bank in 1930, in C minor.
// Data only.

import type { Part, Score } from '../score.ts'

const tunes: readonly Part[] = [
  {
    instrument: 'vibraphone',
    mix: [-5, 0.25, 0.3],
    tune: `c5 . eb5 g5 - . a5 g5 | . eb5 - c5 - . . . | ab4 . c5 eb5 - . f5 eb5 | c5 - - - . . . . | gb5 - eb5 c5 - . ab4 - | b4 . d5 f5 - . g5 f5 | eb5 - . c5 - . a4 - | g4 - - - . . g4 b4
        | c5 . eb5 g5 - . a5 g5 | . eb5 - c5 - . eb5 g5 | ab5 . f5 eb5 - . c5 eb5 | c5 - - - . . g5 - | gb5 - eb5 c5 - . ab4 c5 | b4 . d5 f5 - . ab5 g5 | eb5 - . d5 c5 - - - | . . . . . . . .
        | ab5 - - f5 - . c5 eb5 | d5 - . f5 ab5 - . - | g5 - - eb5 - . bb4 c5 | eb5 - - - . . . . | f5 - d5 c5 ab4 . d5 - | f5 - d5 b4 g4 . b4 - | c5 - eb5 g5 a5 - g5 - | f5 - d5 - b4 - . .`,
  },
]

/** What accompanies every tune. */
const band: readonly Part[] = [
  { instrument: 'doubleBass', mix: [-7, 0, 0.06], octave: 2, pattern: ['1234', '1321'] },
  {
    instrument: 'electricPiano',
    mix: [-5, -0.35, 0.2],
    octave: 4,
    pattern: ['.c.....c', '...c..c.'],
    held: 0.7,
  },
  {
    instrument: 'brass',
    mix: [-9, -0.1, 0.3],
    octave: 3,
    pattern: [null, null, null, '.....c.c', null, null, '...c..c.', 'c-c-....'],
    held: 0.6,
  },
  { beat: 'ride', mix: [-26, 0.3], pattern: ['X.XxX.Xx'] },
  { beat: 'hat', mix: [-15, -0.3], pattern: ['..X...X.'] },
  { beat: 'brush', mix: [-8, -0.1], pattern: ['..x...x.', '..x...xo', '..x...x.', '..x..xxx'] },
  { beat: 'softKick', mix: [-6], pattern: ['x...x...'] },
]

/** What joins the band in a feature. */
const featureBand: readonly Part[] = [
  {
    instrument: 'brass',
    mix: [-7, -0.3, 0.3],
    octave: 4,
    pattern: ['c..c..c.', '..c...cc', 'c..c..c.', '.c.c.c..'],
    held: 0.55,
  },
  { instrument: 'pizzicato', mix: [-5, 0.4, 0.3], octave: 5, pattern: ['1.2.3.2.', '4.3.2.3.'] },
  { beat: 'kick', mix: [-11], pattern: ['X...X...'] },
  { beat: 'snare', mix: [-13, 0.05], pattern: ['..X...X.', '..X...Xx', '..X...X.', '..X.xxXX'] },
  { beat: 'clap', mix: [-9, -0.2], pattern: ['..x...x.'] },
  { beat: 'agogo', mix: [-18, 0.35], pattern: ['x..x..x.'] },
]

const verse = `Cm6 Cm6 Fm7 Cm6 Ab7 G7 Cm6 G7 Cm6 Cm6 Fm7 Cm6 Ab7 G7 Cm6 Cm6
    Fm7 Bb7 Eb6 Eb6 Dm7b5 G7 Cm6 G7`

export const vaultKeeper: Score = {
  tempo: 134,
  beats: 4,
  swing: 0.32,
  room: 0.3,
  main: [
    { chords: verse, parts: [...tunes, ...band] },
    {
      chords: 'Ab7 Ab7 Eb6 Eb6 Fm7 Fm7 Cm6 Cm6 Ab7 Ab7 Eb6 Eb6 Dm7b5 G7 Cm6 G7',
      parts: [
        {
          instrument: 'fiddle',
          mix: [-9, 0.15, 0.3],
          tune: `c5 - eb5 - ab5 - gb5 eb5 | c5 - - - eb5 - . . | bb4 - eb5 - g5 - eb5 bb4 | c5 - - - g4 - . . | ab4 - c5 - eb5 - f5 eb5 | c5 - ab4 - f4 - ab4 - | g4 - c5 - eb5 - c5 a4 | g4 - - - . . . .
 | eb5 - gb5 - ab5 - gb5 eb5 | c5 - eb5 - c5 - ab4 - | bb4 - c5 - eb5 - g5 bb5 | g5 - - - eb5 - . . | f5 - d5 - c5 - ab4 - | b4 - d5 - f5 - d5 b4 | c5 - eb5 - g5 - eb5 - | d5 - b4 - g4 - . .`,
        },
        {
          instrument: 'vibraphone',
          mix: [-13, 0.4, 0.3],
          octave: 5,
          pattern: ['..1...3.', '....2...'],
        },
        ...band,
      ],
    },
  ],
  feature: [
    {
      chords: 'Cm6 Cm6 Fm7 G7 Cm6 Ab7 G7 Cm6 Cm6 Cm6 Fm7 G7 Cm6 Ab7 G7 Cm6',
      parts: [
        {
          instrument: 'vibraphone',
          mix: [-5, 0.2, 0.3],
          tune: `g5 . eb5 c5 - . eb5 g5 | a5 - g5 - eb5 - . . | ab5 . f5 c5 - . eb5 f5 | d5 . f5 g5 - . f5 d5 | eb5 . g5 c6 - . a5 g5 | ab5 - gb5 - eb5 - c5 - | b4 . d5 g5 - . f5 d5 | c5 - - - . . . .`,
        },
        ...band,
        ...featureBand,
      ],
    },
    { chords: verse, parts: [...tunes, ...band, ...featureBand] },
  ],
  tension: {
    chords: 'C5 C5',
    parts: [
      { instrument: 'pizzicato', mix: [-6, 0.2, 0.25], octave: 4, pattern: ['1.21.21.'] },
      { instrument: 'strings', mix: [-14, -0.2, 0.4], octave: 5, pattern: ['1212121212121212'] },
      { beat: 'brush', mix: [-10], pattern: ['oxoxoxoxoxoxoxxx'] },
      { beat: 'hat', mix: [-19, 0.3], pattern: ['xoxoxoxoxoxoxoxo'] },
    ],
  },
  gain: { main: 0.6, feature: -1.3, tension: -0.5, air: 3 },
  cues: {
    key: 'c5',
    steps: [0, 3, 5, 7, 10],
    chime: 'vibraphone',
    fanfare: 'brass',
    boom: 'tomLow',
    press: [
      ['latch', 0, 1, 0.8],
      ['latch', 0.03, 0.4, 1.1],
    ],
    start: [
      ['lever', 0, 1, 0.8],
      ['chain', 0.07, 0.6],
      ['chain', 0.13, 0.6, 1.1],
      ['chain', 0.19, 0.6, 1.2],
    ],
    roll: { seconds: 0.72, bed: [300, 1500, 0.12], ticks: ['chain', 18, 0.5, 1.2] },
    stop: [
      ['latch', 0, 0.9, 0.7],
      ['lever', 0.012, 1, 0.7],
      ['tomLow', 0, 0.25],
    ],
    count: [['coin', 0, 1, 0.8]],
    card: [
      ['paper', 0, 1, 1.4],
      ['paper', 0.035, 0.9, 1.6],
      ['latch', 0.08, 0.5],
    ],
  },
}
