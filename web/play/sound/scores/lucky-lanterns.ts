// Owns the music of Lucky Lanterns: a festival night over the water, in D pentatonic for zither and
// two-stringed fiddle. Data only.

import type { Part, Score } from '../score.ts'

const tunes: readonly Part[] = [
  {
    instrument: 'zither',
    mix: [-1, -0.1, 0.32],
    tune: `d5 - e5 f#5 a5 - f#5 e5 | d5 - b4 - d5 - - . | e5 - e5 f#5 e5 c#5 a4 - | d5 - a4 - f#4 - - .
        | b4 - d5 e5 f#5 - e5 d5 | b4 - d5 - g5 - d5 - | e5 - - f#5 e5 - c#5 - | a4 - - - . . . .
        | f#5 - f#5 - b5 - a5 f#5 | a5 - f#5 e5 c#5 - - - | d5 - e5 - g5 - b5 - | a5 - f#5 - d5 - - -
        | b5 - a5 - g5 - d5 - | e5 - a5 - e5 - c#5 - | f#5 - e5 d5 a4 - b4 a4 | d5 - - - - - . .`,
  },
  {
    instrument: 'fiddle',
    mix: [-15, 0.3, 0.45],
    tune: `. | . | . | . | . | . | . | . . e5 a5 | b5 - a5 f#5 | c#5 - e5 - | b4 - d5 - | f#5 - - e5
        | d5 - - g5 | e5 - c#5 - | d5 - - - | d5 - . .`,
  },
]

/** What accompanies every tune. */
const band: readonly Part[] = [
  { instrument: 'harp', mix: [-11, 0.35, 0.35], octave: 4, pattern: ['1.3.5.3.', '1.3.5.32'] },
  { instrument: 'softBass', mix: [-6, 0, 0.05], octave: 2, pattern: ['1---3-1-', '1---1-3-'] },
  { instrument: 'strings', mix: [-18, 0, 0.5], octave: 4, pattern: ['c-------'], held: 1 },
  {
    beat: 'taiko',
    mix: [-10, 0, 0.3],
    pattern: ['X.....x.', 'X...x.x.', 'X.....x.', 'X..xx.xx'],
  },
  { beat: 'woodblock', mix: [-12, 0.4], pattern: ['..x...x.', '..x..xx.'] },
  { beat: 'shaker', mix: [-15, -0.4], pattern: ['x.xxx.xx'] },
  {
    beat: 'gongLarge',
    mix: [-19, 0, 0.5],
    pattern: ['x...', null, null, null, null, null, null, null],
  },
]

const featureTunes: readonly Part[] = [
  {
    instrument: 'flute',
    mix: [-10, -0.35, 0.4],
    tune: `a5 - - - | b5 - - g5 | a5 - e5 - | f#5 - - - | f#5 - b5 - | g5 - b5 - | a5 - - - | e5 - c#5 -
        | d5 - f#5 - | a5 - c#6 - | b5 - g5 - | a5 - - f#5 | d5 - g5 - | e5 - a5 - | f#5 - a5 - | d5 - - -`,
  },
]

/** What joins the band in a feature. */
const featureBand: readonly Part[] = [
  { instrument: 'zither', mix: [-11, 0.45, 0.3], octave: 5, pattern: ['1323134313231343'] },
  { beat: 'taiko', mix: [-17, 0, 0.3], pattern: ['X.xxX.xxX.xxX.xx', 'X.xxX.xxX.xxXxXX'] },
  { beat: 'gongSmall', mix: [-26, 0.3, 0.4], pattern: ['x...x...', 'x...x.x.'] },
  { beat: 'tambourine', mix: [-20, -0.3], pattern: ['..X...X.'] },
]

const verse = 'D G A D Bm G A A Bm F#m G D G A D D'

export const luckyLanterns: Score = {
  tempo: 100,
  beats: 4,
  room: 0.5,
  main: [
    { chords: verse, parts: [...tunes, ...band] },
    {
      chords: 'Bm Bm G D Em Em A A G D Bm F#m G A D D',
      parts: [
        {
          instrument: 'fiddle',
          mix: [-8, 0.2, 0.45],
          tune: `b4 - d5 e5 f#5 - e5 d5 | b4 - - - f#4 - a4 - | g4 - b4 - d5 - e5 d5 | a4 - - - f#4 - - . | e5 - - g5 b5 - a5 g5 | e5 - d5 - b4 - - . | a4 - c#5 - e5 - f#5 e5 | c#5 - - - a4 - . .
 | d5 - g5 - b5 - a5 g5 | f#5 - a5 - a5 - f#5 d5 | b4 - d5 - f#5 - e5 d5 | c#5 - - - a4 - f#4 - | b4 - d5 - g5 - d5 b4 | c#5 - e5 - a5 - e5 c#5 | d5 - - e5 f#5 - e5 d5 | d5 - - - - - . .`,
        },
        {
          instrument: 'zither',
          mix: [-9, -0.3, 0.3],
          octave: 5,
          pattern: ['1...3.5.', '5...3.2.'],
        },
        ...band,
      ],
    },
  ],
  feature: [
    {
      chords: 'D D G A Bm G A D D D G A Bm G A D',
      parts: [
        {
          instrument: 'flute',
          mix: [-8, -0.2, 0.4],
          tune: `f#5 - a5 - | d6 - a5 f#5 | b5 - g5 - | e5 - a5 c#6 | b5 - d6 - | b5 - g5 d5 | e5 - c#6 - | d6 - - -`,
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
      { instrument: 'zither', mix: [-8, 0.2, 0.3], octave: 5, pattern: ['1212121212121212'] },
      { instrument: 'fiddle', mix: [-14, -0.3, 0.4], octave: 5, pattern: ['2---2---'] },
      { beat: 'taiko', mix: [-12, 0, 0.3], pattern: ['x.xxx.xxx.xxx.xx', 'x.xxx.xxxxxxXXXX'] },
      { beat: 'shaker', mix: [-12, 0.4], pattern: ['oxoxoxoxoxoxoxox'] },
    ],
  },
  gain: { main: -1.7, feature: -3.1, tension: -4.3, air: 8 },
  cues: {
    key: 'd5',
    steps: [0, 2, 4, 7, 9],
    chime: 'zither',
    fanfare: 'fiddle',
    boom: 'taiko',
    press: [
      ['woodblock', 0, 1, 1.5],
      ['paper', 0, 0.3, 1.3],
    ],
    start: [
      ['bamboo', 0, 0.8],
      ['bamboo', 0.06, 0.6, 1.2],
      ['bamboo', 0.11, 0.5, 1.4],
      ['whooshUp', 0, 0.5],
    ],
    roll: { seconds: 0.8, bed: [1500, 7000, 0.2], ticks: ['bamboo', 14, 0.6, 1.5] },
    stop: [
      ['woodblock', 0, 1, 0.9],
      ['bamboo', 0.004, 0.8],
      ['taiko', 0, 0.25],
    ],
    count: [
      ['woodblock', 0, 1, 1.8],
      ['paper', 0, 0.5, 1.5],
    ],
    card: [
      ['paper', 0, 1, 0.6],
      ['paper', 0.05, 0.8, 0.8],
      ['woodblock', 0.09, 0.3, 0.8],
    ],
  },
}
