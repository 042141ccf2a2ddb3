// Owns the music of Sugar Cascade: a land of sweets, skipping along in C for music box, plucked
// strings and whistle. Data only.

import type { Part, Score } from '../score.ts'

const tunes: readonly Part[] = [
  {
    instrument: 'musicBox',
    mix: [-1, 0.1, 0.3],
    tune: `e5 - g5 - c6 - g5 e5 | a5 - e5 - c5 - e5 - | f5 - a5 - c6 - a5 f5 | g5 - d5 - b4 - . . | c5 e5 g5 - c6 - b5 c6 | b5 - g5 - e5 - g5 - | a5 - f5 - c5 - f5 a5 | g5 - - - . . . .
        | c6 - - b5 a5 - e5 - | b5 - - a5 g5 - e5 - | a5 - - g5 f5 - c5 - | g5 - e5 - c5 - . . | d5 - f5 - a5 - d6 - | b5 - g5 - d5 - f5 - | e5 - c5 - f5 - a5 - | g5 - e5 - d5 - b4 -`,
  },
  {
    instrument: 'whistle',
    mix: [-11, 0.35, 0.4],
    tune: `. | . | . | . | . | . | . | . . g4 b4 | e5 - c5 - | b4 - e5 - | a4 - c5 - | g4 - - - | f4 - a4 - | g4 - b4 - | c5 - a4 - | c5 - b4 .`,
  },
]

/** What accompanies every tune. */
const band: readonly Part[] = [
  { instrument: 'pizzicato', mix: [-5, -0.3, 0.2], octave: 4, pattern: ['..c...c.', '..c..cc.'] },
  { instrument: 'softBass', mix: [-4, 0, 0.05], octave: 2, pattern: ['1.3.1.3.', '1.3.1.31'] },
  { instrument: 'pizzicato', mix: [-6, 0.2], octave: 3, pattern: ['1...3...'] },
  { beat: 'softKick', mix: [-9], pattern: ['X...X...'] },
  { beat: 'clap', mix: [-8], pattern: ['..x...x.', '..x...x.', '..x...x.', '..x..xx.'] },
  { beat: 'woodblock', mix: [-12, 0.4], pattern: ['x..x..x.', 'x..x.xx.'] },
  { beat: 'shaker', mix: [-13, -0.4], pattern: ['oxoxoxox'] },
  { beat: 'triangle', mix: [-19, 0.3], pattern: ['x...', null] },
]

/** What joins the band in a feature. */
const featureBand: readonly Part[] = [
  {
    instrument: 'glockenspiel',
    mix: [-13, 0.4, 0.35],
    octave: 5,
    pattern: ['1.3.5.3.1.3.5.35', '5.3.1.3.5.3.1.31'],
  },
  { instrument: 'strings', mix: [-11, -0.2, 0.4], octave: 4, pattern: ['c-------'], held: 1 },
  { beat: 'kick', mix: [-11], pattern: ['X...X...'] },
  { beat: 'clap', mix: [-13], pattern: ['..X...X.'] },
  { beat: 'openHat', mix: [-18, 0.3], pattern: ['.x.x.x.x'] },
  { beat: 'tambourine', mix: [-19, -0.3], pattern: ['xoxoxoxoxoxoxoxo'] },
]

const verse = 'C Am F G C Em F G Am Em F C Dm G C,F C,G'

export const sugarCascade: Score = {
  tempo: 124,
  beats: 4,
  swing: 0.12,
  room: 0.35,
  main: [
    { chords: verse, parts: [...tunes, ...band] },
    {
      chords: 'F F C C Dm G C C F Em Dm C F G C G',
      parts: [
        {
          instrument: 'whistle',
          mix: [-7, 0, 0.35],
          tune: `a5 - c6 - a5 - f5 - | c5 - f5 - a5 - . . | g5 - e5 - c5 - e5 g5 | c6 - - - g5 - . . | a5 - f5 - d5 - f5 a5 | g5 - d5 - b4 - d5 g5 | e5 - g5 - c6 - g5 e5 | c5 - - - . . . .
 | f5 - a5 - c6 - a5 f5 | e5 - g5 - b5 - g5 e5 | d5 - f5 - a5 - f5 d5 | c5 - e5 - g5 - - . | a5 - - c6 a5 - f5 - | b5 - - d6 b5 - g5 - | c6 - g5 - e5 - g5 - | d5 - b4 - g4 - . .`,
        },
        {
          instrument: 'glockenspiel',
          mix: [-13, 0.4, 0.35],
          octave: 5,
          pattern: ['5...3...', '3...1...'],
        },
        ...band,
      ],
    },
  ],
  feature: [
    {
      chords: 'C G Am F C G F G C G Am F C G F G',
      parts: [
        {
          instrument: 'musicBox',
          mix: [-1, 0.1, 0.3],
          tune: `c6 - g5 e5 c5 - e5 g5 | b5 - g5 d5 b4 - d5 g5 | a5 - e5 c5 a4 - c5 e5 | f5 - a5 - c6 - a5 - | e5 - g5 - c6 - e6 - | d6 - b5 - g5 - b5 - | c6 - a5 - f5 - a5 - | g5 - b5 - d6 - - -`,
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
      { instrument: 'pizzicato', mix: [-5, 0.2, 0.25], octave: 5, pattern: ['1212121212121212'] },
      {
        instrument: 'glockenspiel',
        mix: [-12, -0.3, 0.35],
        octave: 6,
        pattern: ['1...2...1...2.1.'],
      },
      { beat: 'clap', mix: [-12], pattern: ['o.x.o.x.o.x.xxxx', 'o.x.o.x.xxxxXXXX'] },
      { beat: 'shaker', mix: [-12, -0.3], pattern: ['oxoxoxoxoxoxoxox'] },
    ],
  },
  gain: { main: -0.7, feature: -2.8, tension: -2.9, air: 7 },
  cues: {
    key: 'c5',
    steps: [0, 2, 4, 7, 9],
    chime: 'musicBox',
    fanfare: 'glockenspiel',
    boom: 'softKick',
    press: [['bubble', 0, 1, 1.3]],
    start: [
      ['bubble', 0, 0.8, 0.8],
      ['bubble', 0.07, 0.8, 1],
      ['bubble', 0.14, 0.9, 1.3],
      ['whooshUp', 0, 0.3, 1.2],
    ],
    roll: { seconds: 0.7, bed: [1500, 6000, 0.1], ticks: ['bubble', 14, 0.5, 0.9] },
    stop: [
      ['bubble', 0, 1, 0.8],
      ['woodblock', 0, 0.8, 1.1],
      ['softKick', 0, 0.25],
    ],
    count: [['bubble', 0, 1, 1.9]],
    card: [
      ['paper', 0, 0.8, 0.9],
      ['paper', 0.06, 0.6, 1.3],
      ['bubble', 0.1, 0.7],
    ],
  },
}
