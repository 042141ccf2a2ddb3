// Owns the music of Cherry Classic: boogie-woogie for organ and electric piano beside a fruit
// machine, twelve bars in F. Data only.

import type { Part, Score } from '../score.ts'

const tunes: readonly Part[] = [
  {
    instrument: 'organ',
    mix: [-6, 0.15, 0.25],
    tune: `c5 - a4 c5 - d5 c5 - | a4 - . f4 a4 - c5 - | d5 - c5 a4 - c5 - . | eb5 - - - c5 - a4 - | d5 - bb4 d5 - f5 d5 - | bb4 - . g4 bb4 - d5 - | c5 - a4 c5 - d5 c5 - | a4 - - - . . . . | e5 - c5 e5 - g5 e5 - | d5 - bb4 d5 - f5 d5 - | c5 - a4 - f4 - a4 - | g4 - - - . . c5 d5
        | f5 - - d5 - c5 - . | d5 - f5 d5 - bb4 - . | c5 - a4 c5 - f5 - c5 | eb5 - - - d5 - c5 - | f5 - - d5 - bb4 - . | g5 - f5 d5 - bb4 d5 - | c5 - f5 - a5 - f5 - | f#5 - - - a5 - . . | g5 - e5 - c5 - e5 - | f5 - d5 - bb4 - d5 - | c5 - a4 - f4 - a4 - | g4 - bb4 - c5 - . .`,
  },
]

/** What accompanies every tune. */
const band: readonly Part[] = [
  {
    instrument: 'electricPiano',
    mix: [-9, -0.3, 0.15],
    octave: 3,
    pattern: ['12345432'],
    held: 0.8,
  },
  {
    instrument: 'electricPiano',
    mix: [-6, 0.35, 0.2],
    octave: 4,
    pattern: ['..c...c.', '..c..cc.'],
    held: 0.6,
  },
  { instrument: 'synthBass', mix: [-3, 0, 0.03], octave: 2, pattern: ['1.1.3.3.'], held: 0.7 },
  { beat: 'kick', mix: [-9], pattern: ['X...X...', 'X...X..x'] },
  { beat: 'snare', mix: [-11], pattern: ['..X...X.', '..X...X.', '..X...X.', '..X..xXx'] },
  { beat: 'hat', mix: [-13, 0.3], pattern: ['xoxoxoxo'] },
  { beat: 'tambourine', mix: [-15, -0.35], pattern: ['..x...x.'] },
]

/** What joins the band in a feature. */
const featureBand: readonly Part[] = [
  {
    instrument: 'brass',
    mix: [-7, -0.2, 0.3],
    octave: 4,
    pattern: ['c..c....', '....c.c.'],
    held: 0.6,
  },
  {
    instrument: 'glockenspiel',
    mix: [-9, 0.4, 0.3],
    octave: 5,
    pattern: ['1.3.5.3.', '5.3.2.1.'],
  },
  { beat: 'clap', mix: [-13, 0.1], pattern: ['..X...X.'] },
  { beat: 'openHat', mix: [-21, -0.3], pattern: ['.x.x.x.x'] },
  { beat: 'tomHigh', mix: [-19, 0.2], pattern: [null, null, null, '....xxXX'] },
]

const verse = `F6 F6 F6 F7 Bb6 Bb6 F6 F6 C7 Bb6 F6 C7
    F6 Bb6 F6 F7 Bb6 Bb6 F6 D7 C7 Bb6 F6 C7`

export const cherryClassic: Score = {
  tempo: 140,
  beats: 4,
  swing: 0.3,
  room: 0.25,
  main: [
    { chords: verse, parts: [...tunes, ...band] },
    {
      chords: 'Bb6 Bb6 F6 F6 Bb6 Bb6 F6 D7 G7 G7 C7 C7',
      parts: [
        {
          instrument: 'electricPiano',
          mix: [-4, 0.1, 0.2],
          tune: `d5 - f5 d5 - bb4 d5 - | g5 - f5 - d5 - bb4 - | c5 - a4 c5 - d5 c5 - | f5 - - - c5 - . . | d5 - f5 g5 - f5 d5 - | bb5 - g5 - f5 - d5 - | c5 - d5 - f5 - a5 - | f#5 - - a5 - - c5 - | g5 - f5 - d5 - b4 - | d5 - - - g5 - . . | e5 - g5 - bb5 - g5 e5 | c5 - e5 - g5 - . .`,
        },
        {
          instrument: 'brass',
          mix: [-12, -0.2, 0.3],
          octave: 4,
          pattern: ['....c.c.', 'c.......'],
          held: 0.5,
        },
        ...band,
      ],
    },
  ],
  feature: [
    {
      chords: 'F6 Bb6 F6 F7 Bb6 Bb6 F6 D7 G7 C7 F6 C7',
      parts: [
        {
          instrument: 'organ',
          mix: [-6, 0.15, 0.25],
          tune: `a5 - f5 - c5 - f5 a5 | bb5 - g5 - d5 - f5 g5 | a5 - f5 - c5 - d5 f5 | eb5 - - c5 a4 - c5 - | d5 - f5 - bb5 - f5 d5 | g5 - - - d5 - . . | c5 - f5 - a5 - f5 c5 | f#5 - a5 - d5 - - - | b4 - d5 - g5 - f5 d5 | e5 - g5 - bb5 - g5 - | a5 - f5 - c5 - a4 - | g4 - c5 - e5 - . .`,
        },
        ...band,
        ...featureBand,
      ],
    },
    { chords: verse, parts: [...tunes, ...band, ...featureBand] },
  ],
  tension: {
    chords: 'F5 F5',
    parts: [
      {
        instrument: 'electricPiano',
        mix: [-8, 0.2, 0.2],
        octave: 5,
        pattern: ['1212121212121212'],
        held: 0.7,
      },
      { instrument: 'organ', mix: [-14, -0.2, 0.3], octave: 4, pattern: ['c-------'], held: 1 },
      { beat: 'snare', mix: [-13], pattern: ['oxoxoxoxoxoxxxxX', 'oxoxoxoxxxxxXXXX'] },
      { beat: 'hat', mix: [-13, 0.3], pattern: ['xxxxxxxxxxxxxxxx'] },
    ],
  },
  gain: { main: 0.1, feature: -1.8, tension: -1.5, air: 6 },
  cues: {
    key: 'f5',
    steps: [0, 2, 4, 7, 9],
    chime: 'glockenspiel',
    fanfare: 'brass',
    boom: 'kick',
    press: [
      ['lever', 0, 1, 0.7],
      ['bell', 0.01, 0.3, 1.3],
    ],
    start: [
      ['lever', 0, 1, 0.6],
      ['latch', 0.09, 0.7, 0.8],
      ['whooshUp', 0.05, 0.35, 1.5],
    ],
    roll: { seconds: 0.64, bed: [200, 1100, 0.25], ticks: ['lever', 16, 0.55, 1] },
    stop: [
      ['lever', 0, 1, 0.75],
      ['latch', 0.012, 0.5, 0.8],
      ['tomHigh', 0, 0.15],
    ],
    count: [['bell', 0, 1, 1.1]],
    card: [
      ['paper', 0, 1],
      ['bell', 0.06, 0.5],
      ['bell', 0.14, 0.4, 1.25],
    ],
  },
}
