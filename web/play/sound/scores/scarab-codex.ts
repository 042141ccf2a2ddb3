// Owns the music of Scarab Codex: a temple by torchlight, in the scale of D with a minor second and
// a major third, for reed flute, oud and goblet drum. Data only.

import type { Part, Score } from '../score.ts'

const tunes: readonly Part[] = [
  {
    instrument: 'ney',
    mix: [-11, 0.1, 0.5],
    tune: `a4 - - - bb4 a4 g4 - | f#4 - g4 f#4 d4 - - - | g4 - bb4 - eb5 - - d5 | d5 - - c5 bb4 c5 a4 - | bb4 - - - d5 - c5 bb4 | a4 - bb4 a4 f#4 - - - | g4 - - f#4 eb4 - f#4 g4 | d4 - - - . . . .
        | d5 - - - bb4 - g4 - | eb5 - d5 c5 g4 - c5 - | d5 - - - f#5 - eb5 d5 | a4 - - - d5 - - - | g5 - eb5 - bb4 - eb5 - | eb5 - d5 c5 g4 - eb4 - | f#4 - g4 a4 bb4 a4 g4 f#4 | d4 - - - - - . .`,
  },
]

/** What accompanies every tune. */
const band: readonly Part[] = [
  {
    instrument: 'oud',
    mix: [-10, -0.35, 0.22],
    octave: 3,
    pattern: ['1.3.4.3.1.3.4.33', '1.1.3.4.1.1.4.3.'],
  },
  {
    instrument: 'harp',
    mix: [-12, 0.4, 0.45],
    octave: 4,
    pattern: [null, null, null, '1.2.3.5.', null, null, null, '5.3.2.1.'],
  },
  { instrument: 'lowStrings', mix: [-7, 0, 0.3], octave: 2, pattern: ['1-------'], held: 1 },
  { instrument: 'choir', mix: [-22, 0, 0.5], octave: 4, pattern: ['c-------'], held: 1 },
  {
    beat: 'dum',
    mix: [-11, 0, 0.2],
    pattern: ['X.......X.......', 'X.......X.....x.', 'X.......X.......', 'X.....x.X...x.x.'],
  },
  { beat: 'tek', mix: [-7, 0.2, 0.2], pattern: ['..X...X.....X...', '..X..oX...o.X.oo'] },
  { beat: 'tambourine', mix: [-10, -0.4], pattern: ['x.o.x.o.'] },
]

const featureTunes: readonly Part[] = [
  {
    instrument: 'strings',
    mix: [-9, -0.1, 0.45],
    tune: `d5 - - - | a4 - - bb4 | bb4 - g4 - | a4 - d4 - | g4 - bb4 - | f#4 - a4 - | bb4 - eb5 - | d5 - - -
        | d5 - bb4 - | c5 - eb5 - | d5 - f#5 - | a5 - f#5 - | g5 - eb5 - | c5 - eb5 - | d5 - a4 - | d5 - - -`,
  },
]

/** What joins the band in a feature. */
const featureBand: readonly Part[] = [
  { instrument: 'oud', mix: [-10, 0.4, 0.25], octave: 4, pattern: ['1113111411131143'] },
  { beat: 'warDrum', mix: [-16, 0, 0.3], pattern: ['X.....x.X...x...'] },
  { beat: 'tek', mix: [-11, -0.3], pattern: ['xoXoxoXoxoXoxXXo'] },
  { beat: 'shaker', mix: [-16, 0.4], pattern: ['xoxoxoxoxoxoxoxo'] },
]

const verse = 'D5 D5 Eb D5 Gm D Eb D5 Gm Cm D D Eb Cm D5 D5'

export const scarabCodex: Score = {
  tempo: 92,
  beats: 4,
  room: 0.8,
  main: [
    { chords: verse, parts: [...tunes, ...band] },
    {
      chords: 'Gm Gm Cm Gm Eb Eb D D Gm Gm Cm Eb Cm Eb D5 D5',
      parts: [
        {
          instrument: 'oud',
          mix: [-4, -0.1, 0.3],
          tune: `d5 - - - bb4 - c5 d5 | g4 - - a4 bb4 - - . | c5 - eb5 - g5 - eb5 c5 | d5 - - c5 bb4 - g4 - | eb5 - - d5 bb4 - g4 - | g5 - eb5 - bb4 - - . | a4 - bb4 a4 f#4 - g4 a4 | d5 - - - a4 - . .
 | bb4 - d5 - g5 - d5 bb4 | d5 - - - bb4 - a4 g4 | g4 - c5 - eb5 - d5 c5 | bb4 - eb5 - g5 - - - | eb5 - d5 c5 g4 - c5 - | bb4 - g4 - eb5 - d5 c5 | d5 - - - a4 - bb4 a4 | d4 - - - - - . .`,
        },
        { instrument: 'strings', mix: [-16, 0.2, 0.5], octave: 4, pattern: ['c-------'], held: 1 },
        ...band,
      ],
    },
  ],
  feature: [
    {
      chords: 'D5 D5 Eb D5 Cm Gm Eb D5 D5 D5 Eb D5 Cm Gm Eb D5',
      parts: [
        {
          instrument: 'strings',
          mix: [-7, -0.1, 0.45],
          tune: `d5 - a5 - | f#5 - d5 - | g5 - bb5 g5 | a5 - - - | g5 - eb5 c5 | d5 - bb4 - | eb5 - g5 - | d5 - - -`,
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
      { instrument: 'oud', mix: [-8, 0.2, 0.25], octave: 4, pattern: ['1121112111211121'] },
      { instrument: 'strings', mix: [-13, -0.2, 0.4], octave: 5, pattern: ['2-------'], held: 1 },
      { beat: 'tek', mix: [-10, 0.2], pattern: ['oxoxoxoxoxoxoxox', 'oxoxoxoxxxxxXXXX'] },
      { beat: 'tambourine', mix: [-13, -0.4], pattern: ['xoxoxoxoxoxoxoxo'] },
    ],
  },
  gain: { main: -0.8, feature: -3.7, tension: -3.1, air: 8 },
  cues: {
    key: 'd5',
    steps: [0, 1, 4, 5, 7, 8],
    chime: 'harp',
    fanfare: 'ney',
    boom: 'warDrum',
    press: [['stone', 0, 1, 1.4]],
    start: [
      ['stone', 0, 0.8, 0.7],
      ['sand', 0.04, 0.9, 0.6],
      ['whooshUp', 0, 0.4, 0.7],
    ],
    roll: { seconds: 0.96, bed: [700, 3800, 0.3], ticks: ['stone', 8, 0.5, 0.8] },
    stop: [
      ['stone', 0, 0.9, 0.8],
      ['tek', 0, 1],
      ['dum', 0, 0.1],
      ['sand', 0.02, 0.25],
    ],
    count: [['tek', 0, 1, 1.1]],
    card: [
      ['sand', 0, 1, 0.8],
      ['stone', 0.12, 0.7, 0.9],
    ],
  },
}
