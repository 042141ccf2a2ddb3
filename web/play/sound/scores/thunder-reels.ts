// Owns the music of Thunder Reels: a longship under a storm, in D minor for horns, low strings,
// lyre, voices and war drums. Data only.

import type { Part, Score } from '../score.ts'

const tunes: readonly Part[] = [
  {
    instrument: 'horn',
    mix: [-6, -0.1, 0.45],
    tune: `d4 - - - a4 - - g4 | f4 - - - d4 - - - | f4 - - - bb4 - - a4 | g4 - - - e4 - - - | f4 - - g4 a4 - d5 - | c5 - - - a4 - - - | g4 - - - e4 - g4 - | d4 - - - - - . .
        | d5 - - - bb4 - d5 - | c5 - - - a4 - - - | g4 - a4 - c5 - e5 - | d5 - - - a4 - - - | bb4 - - - d5 - g4 - | f4 - - - bb4 - - - | c5 - - bb4 a4 - g4 e4 | d4 - - - - - . .`,
  },
]

/** What accompanies every tune. */
const band: readonly Part[] = [
  {
    instrument: 'lowStrings',
    mix: [-8, 0.25, 0.2],
    octave: 2,
    pattern: ['1.111.111.111.13', '1.111.111.1131.3'],
    held: 0.7,
  },
  { instrument: 'lyre', mix: [-9, 0.4, 0.35], octave: 4, pattern: ['1.3.4.3.', '1.3.5.3.'] },
  { instrument: 'choir', mix: [-20, 0, 0.5], octave: 4, pattern: ['c-------'], held: 1 },
  { instrument: 'synthBass', mix: [-6, 0, 0.05], octave: 2, pattern: ['1-------'], held: 1 },
  {
    beat: 'warDrum',
    mix: [-16, 0, 0.35],
    pattern: ['X.....x.X.......', 'X.....x.X...x.x.', 'X.....x.X.......', 'X...x.x.X.x.xxXX'],
  },
  { beat: 'tomLow', mix: [-10, -0.35, 0.3], pattern: ['....x.....x.....', '....x..x..x...x.'] },
  { beat: 'rim', mix: [-13, 0.3, 0.3], pattern: ['..x...x.'] },
  {
    beat: 'crash',
    mix: [-14, 0, 0.4],
    pattern: ['x...', null, null, null, null, null, null, null],
  },
  { beat: 'shaker', mix: [-11, -0.4, 0.3], pattern: ['xoxxxoxx'] },
  { beat: 'tambourine', mix: [-14, 0.4, 0.3], pattern: ['....x...', '....x..o'] },
]

const featureTunes: readonly Part[] = [
  {
    instrument: 'brass',
    mix: [-8, -0.25, 0.4],
    tune: `d5 - - . d5 - a4 - | f5 - - - a5 - f5 - | d5 - - . f5 - d5 - | e5 - - - c5 - - - | a5 - - - f5 - d5 - | f5 - - - c5 - - - | e5 - - - g5 - e5 - | d5 - - - . . . .
        | d5 - - . f5 - bb5 - | a5 - - - f5 - c5 - | e5 - - . g5 - e5 - | f5 - - - d5 - a4 -
        | d5 - - . g5 - bb5 - | f5 - - - d5 - bb4 - | c5 - - . e5 - g5 - | d5 - - - . . . .`,
  },
]

/** What joins the band in a feature. */
const featureBand: readonly Part[] = [
  {
    instrument: 'strings',
    mix: [-12, 0.3, 0.3],
    octave: 5,
    pattern: ['1313131313131313'],
    held: 0.9,
  },
  { beat: 'taiko', mix: [-19, 0, 0.3], pattern: ['X.xxX.xxX.xxX.xx', 'X.xxX.xxX.xxXXXX'] },
  { beat: 'snare', mix: [-17, 0, 0.3], pattern: ['x.xxx.xxx.xxx.xx'] },
  { beat: 'crash', mix: [-15, 0, 0.3], pattern: ['x...', null, null, null] },
]

const verse = 'Dm Dm Bb C Dm F C Dm Bb F C Dm Gm Bb C Dm'

export const thunderReels: Score = {
  tempo: 96,
  beats: 4,
  room: 0.7,
  main: [
    { chords: verse, parts: [...tunes, ...band] },
    {
      chords: 'Bb Bb F F Gm Gm Dm Dm Bb F C Dm Gm C Dm Dm',
      parts: [
        {
          instrument: 'fiddle',
          mix: [-8, -0.1, 0.45],
          tune: `bb4 - - - d5 - f5 - | d5 - - - bb4 - - . | c5 - - - a4 - c5 - | f5 - - - c5 - - . | g4 - bb4 - d5 - bb4 g4 | d5 - - - g5 - - - | f5 - - e5 d5 - a4 - | d5 - - - - - . .
 | f5 - - - d5 - bb4 - | a4 - c5 - f5 - - - | e5 - - - c5 - g4 - | a4 - d5 - f5 - - - | g5 - - f5 d5 - bb4 - | c5 - e5 - g5 - e5 - | a5 - - - f5 - d5 - | d5 - - - - - . .`,
        },
        { instrument: 'horn', mix: [-15, 0.2, 0.4], octave: 4, pattern: ['c-------'], held: 0.95 },
        ...band,
      ],
    },
  ],
  feature: [
    {
      chords: 'Dm Bb F C Dm Bb Gm C Dm Bb F C Dm Bb Gm C',
      parts: [
        {
          instrument: 'brass',
          mix: [-8, -0.2, 0.4],
          tune: `d5 - - . f5 - a5 - | bb5 - - - f5 - d5 - | c5 - - . a4 - c5 - | e5 - - - g5 - e5 - | d5 - - . a5 - f5 - | f5 - - - d5 - bb4 - | g4 - bb4 - d5 - g5 - | e5 - - - c5 - - -`,
        },
        ...band,
        ...featureBand,
      ],
    },
    { chords: verse, parts: [...tunes, ...band, ...featureTunes, ...featureBand] },
  ],
  tension: {
    chords: 'D5 D5',
    parts: [
      {
        instrument: 'strings',
        mix: [-8, 0.2, 0.3],
        octave: 5,
        pattern: ['1212121212121212'],
        held: 0.9,
      },
      { instrument: 'lyre', mix: [-11, -0.3, 0.3], octave: 5, pattern: ['1.2.1.2.1.2.1.2.'] },
      { beat: 'tomHigh', mix: [-12, 0, 0.3], pattern: ['o.x.o.x.oxoxxxxx', 'o.x.o.x.xxxxXXXX'] },
      { beat: 'snare', mix: [-18, 0.2, 0.3], pattern: ['oxoxoxoxoxoxoxox'] },
      { beat: 'shaker', mix: [-14, -0.3], pattern: ['oxoxoxoxoxoxoxox'] },
    ],
  },
  gain: { main: -2.8, feature: -3.6, tension: -5.2, air: 8 },
  cues: {
    key: 'd5',
    steps: [0, 3, 5, 7, 10],
    chime: 'lyre',
    fanfare: 'horn',
    boom: 'warDrum',
    press: [
      ['oar', 0, 0.6, 2],
      ['shield', 0, 0.6, 1.4],
    ],
    start: [
      ['oar', 0, 1, 1.5],
      ['oar', 0.12, 0.7, 1.9],
      ['whooshUp', 0, 0.4, 0.8],
    ],
    roll: { seconds: 0.9, bed: [500, 2400, 0.35], ticks: ['oar', 6, 0.5, 1.4] },
    stop: [
      ['shield', 0, 1, 0.9],
      ['chain', 0.01, 0.6],
      ['oar', 0, 0.4, 1.6],
      ['tomHigh', 0, 0.2],
    ],
    count: [['shield', 0, 1, 2.4]],
    card: [
      ['oar', 0, 0.6, 1.3],
      ['shield', 0.06, 0.7, 0.9],
      ['chain', 0.12, 0.5],
    ],
  },
}
