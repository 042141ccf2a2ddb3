// Owns the music of Forty Suns: a city of step pyramids at noon, in A minor for panpipes, guitar,
// marimba and hand drums. Data only.

import type { Part, Score } from '../score.ts'

const tunes: readonly Part[] = [
  {
    instrument: 'panpipe',
    mix: [-6, 0.1, 0.35],
    tune: `e5 - a5 - - g5 e5 - | d5 - g5 - - e5 d5 - | c5 - f5 - - e5 c5 - | a4 - - - e5 - - - | f5 - d5 f5 a5 - f5 - | e5 - c5 e5 a5 - - - | g#5 - e5 - b4 - d5 - | c5 - a4 - - - . .
        | a5 - - c6 - a5 f5 - | g5 - - c6 - g5 e5 - | d5 - g5 b5 - a5 g5 - | a5 - e5 - - - c5 e5 | f5 - - a5 - f5 d5 - | e5 - - a5 - e5 c5 - | b4 - d5 - g#5 - b5 - | a5 - - - - - . .`,
  },
]

/** What accompanies every tune. */
const band: readonly Part[] = [
  {
    instrument: 'nylon',
    mix: [-10, -0.4, 0.2],
    octave: 4,
    pattern: ['c..c.cc.c..c.cc.', 'c..c.cc.c.cc.ccc'],
    held: 0.9,
  },
  {
    instrument: 'marimba',
    mix: [-14, 0.4, 0.25],
    octave: 4,
    pattern: ['1.35.31.1.35.3..', '5.31.35.5.31.3..'],
  },
  { instrument: 'doubleBass', mix: [-6, 0, 0.06], octave: 2, pattern: ['1--13-1.', '1--13-3.'] },
  { beat: 'congaLow', mix: [-15, -0.2], pattern: ['X.....xx', 'X..x..xx'] },
  { beat: 'congaHigh', mix: [-12, 0.25], pattern: ['..x.x...', '..x.xx..'] },
  { beat: 'bongo', mix: [-21, 0.45], pattern: ['xoxxoxxoxoxxoxxo'] },
  { beat: 'shaker', mix: [-13, -0.45], pattern: ['xoXoxoXo'] },
  { beat: 'softKick', mix: [-8], pattern: ['X...x...'] },
]

const featureTunes: readonly Part[] = [
  {
    instrument: 'brass',
    mix: [-6, -0.2, 0.35],
    tune: `a4 . a4 . c5 - e5 - | d5 . d5 . b4 - g4 - | c5 . c5 . a4 - f4 - | a4 - - - . . . .
        | d5 . d5 . f5 - a5 - | c5 . c5 . e5 - a5 - | b4 - d5 - e5 - g#5 - | a5 - - - . . . .
        | c5 . c5 . a4 - f4 - | c5 . c5 . e5 - g5 - | d5 . d5 . b4 - g4 - | e5 - - - c5 - a4 -
        | d5 . d5 . f5 - a5 - | e5 . e5 . c5 - a4 - | b4 - d5 - g#5 - b5 - | a5 - - - . . . .`,
  },
]

/** What joins the band in a feature. */
const featureBand: readonly Part[] = [
  { instrument: 'marimba', mix: [-13, 0.4, 0.3], octave: 5, pattern: ['1353135313531353'] },
  { beat: 'warDrum', mix: [-18, 0, 0.3], pattern: ['X..X..X.', 'X..X.XX.'] },
  { beat: 'agogo', mix: [-19, 0.3], pattern: ['x.xx.x.x', 'x.x.xx.x'] },
  { beat: 'tambourine', mix: [-14, -0.3], pattern: ['..x...x.'] },
]

const verse = 'Am G F Am Dm Am E7 Am F C G Am Dm Am E7 Am'

export const fortySuns: Score = {
  tempo: 116,
  beats: 4,
  room: 0.4,
  main: [
    { chords: verse, parts: [...tunes, ...band] },
    {
      chords: 'F F C C Dm Dm E7 E7 F G C Am Dm E7 Am Am',
      parts: [
        {
          instrument: 'marimba',
          mix: [-4, -0.1, 0.3],
          tune: `a5 - c6 - a5 - f5 - | c5 - f5 - a5 - - . | g5 - e5 - c5 - e5 g5 | e5 - - - g5 - . . | f5 - a5 - d5 - f5 a5 | a5 - f5 - d5 - - . | b4 - e5 - g#5 - e5 b4 | g#5 - b5 - d5 - b4 -
 | c5 - f5 a5 - f5 c5 - | d5 - g5 b5 - g5 d5 - | e5 - g5 c6 - g5 e5 - | e5 - a5 - c6 - a5 e5 | d5 - f5 - a5 - f5 d5 | b4 - d5 - g#5 - b5 - | a5 - - - e5 - c5 - | a4 - - - - - . .`,
        },
        {
          instrument: 'panpipe',
          mix: [-15, 0.3, 0.4],
          octave: 5,
          pattern: ['3-------', '2-------'],
        },
        ...band,
      ],
    },
  ],
  feature: [
    {
      chords: 'Am Am F G Am Dm E7 Am Am Am F G Am Dm E7 Am',
      parts: [
        {
          instrument: 'brass',
          mix: [-6, -0.2, 0.35],
          tune: `a4 . a4 . e5 - c5 - | e5 - - - a5 - - - | f5 . f5 . c5 - a4 - | b4 . d5 . g5 - d5 - | c5 . e5 . a5 - e5 - | f5 . d5 . a5 - f5 - | e5 - g#5 - b4 - d5 - | a4 - - - . . . .`,
        },
        ...band,
        ...featureBand,
      ],
    },
    { chords: verse, parts: [...tunes, ...band, ...featureTunes, ...featureBand] },
  ],
  tension: {
    chords: 'A5 A5',
    parts: [
      { instrument: 'marimba', mix: [-8, 0.2, 0.3], octave: 5, pattern: ['1212121212121212'] },
      { instrument: 'panpipe', mix: [-13, -0.2, 0.4], octave: 5, pattern: ['1-------'], held: 1 },
      { beat: 'congaHigh', mix: [-10, 0.2], pattern: ['oxxoxxoxoxxoxxox', 'oxxoxxoxxxxxXXXX'] },
      { beat: 'shaker', mix: [-12, -0.4], pattern: ['oxoxoxoxoxoxoxox'] },
    ],
  },
  gain: { main: -0.4, feature: -2.0, tension: -3.8, air: 7 },
  cues: {
    key: 'a4',
    steps: [0, 3, 5, 7, 10],
    chime: 'marimba',
    fanfare: 'brass',
    boom: 'warDrum',
    press: [
      ['bongo', 0, 1, 1.6],
      ['shaker', 0, 0.3],
    ],
    start: [
      ['shaker', 0, 0.4, 0.7],
      ['bongo', 0, 0.6, 1.5],
      ['bongo', 0.09, 0.7, 1.8],
      ['bongo', 0.18, 0.8, 2.1],
    ],
    roll: { seconds: 0.84, bed: [900, 3500, 0.15], ticks: ['bongo', 10, 0.3, 1.8] },
    stop: [
      ['stone', 0, 1, 1.2],
      ['agogo', 0.004, 0.5],
      ['congaHigh', 0, 0.2, 1.5],
    ],
    count: [
      ['shaker', 0, 1, 1.2],
      ['agogo', 0, 0.6],
    ],
    card: [
      ['shaker', 0, 1, 0.5],
      ['bongo', 0.1, 0.7],
      ['agogo', 0.16, 0.5],
    ],
  },
}
