// Owns the music of Crystal Cluster: light falling into a cave, slow chords of glass over a soft
// pulse around E minor. Data only.

import type { Part, Score } from '../score.ts'

const tunes: readonly Part[] = [
  {
    instrument: 'crystal',
    mix: [-5, -0.2, 0.5],
    tune: `b4 - - - e5 - - - | f#5 - - - - - d5 - | e5 - - - b5 - - - | a5 - f#5 - - - . . | g5 - - - e5 - b4 - | d5 - - - f#5 - - - | b5 - - - a5 - f#5 - | g5 - - - - - . .
        | c5 - - - e5 - g5 - | f#5 - - - b5 - - - | b5 - - g5 e5 - - - | d5 - - - f#5 - - - | e5 - - - a5 - g5 - | g5 - - - b4 - - - | e5 - - - g5 - - - | f#5 - - - - - . .`,
  },
]

/** What accompanies every tune. */
const band: readonly Part[] = [
  { instrument: 'glassPad', mix: [-13, 0, 0.5], octave: 4, pattern: ['c---'], held: 1 },
  {
    instrument: 'crystal',
    mix: [-16, 0.3, 0.5],
    octave: 5,
    pattern: ['1.3.4.2.', '4.2.3.1.', '1.4.3.2.', '2.4.1.3.'],
  },
  { instrument: 'harp', mix: [-14, 0.45, 0.45], octave: 4, pattern: ['1.2.3.4.3.2.3.4.'] },
  { instrument: 'softBass', mix: [-6, 0, 0.1], octave: 2, pattern: ['1-----1-', '1-------'] },
  { beat: 'softKick', mix: [-7], pattern: ['X...x...', 'X...x..o'] },
  { beat: 'rim', mix: [-16, 0.25, 0.5], pattern: ['..x...x.', '..x..ox.'] },
  { beat: 'shaker', mix: [-9, -0.35], pattern: ['oxoXoxoX'] },
  { beat: 'triangle', mix: [-19, 0.5, 0.5], pattern: ['x...', null, '..x.', null] },
]

/** What joins the band in a feature. */
const featureBand: readonly Part[] = [
  {
    instrument: 'crystal',
    mix: [-16, -0.4, 0.4],
    octave: 5,
    pattern: ['1324132413241324', '4231423142314231'],
  },
  { instrument: 'choir', mix: [-16, 0.1, 0.6], octave: 4, pattern: ['c---'], held: 1 },
  { instrument: 'synthBass', mix: [-5, 0, 0.05], octave: 2, pattern: ['1.11.11.'], held: 0.7 },
  { beat: 'kick', mix: [-11], pattern: ['X...X...'] },
  { beat: 'clap', mix: [-14, 0, 0.4], pattern: ['..x...x.'] },
  { beat: 'hat', mix: [-8, 0.3], pattern: ['..x...x...x...xo'] },
]

const verse = 'Cmaj7 D6 Em7 Bm7 Cmaj7 D6 Gmaj7 Em9 Am7 Bm7 Cmaj7 Gmaj7 Am7 Em7 Cmaj7 D6'

export const crystalCluster: Score = {
  tempo: 88,
  beats: 4,
  room: 0.95,
  main: [
    { chords: verse, parts: [...tunes, ...band] },
    {
      chords: 'Am7 Em7 Cmaj7 Gmaj7 Am7 Em7 D6 D6 Cmaj7 Bm7 Am7 Em7 Cmaj7 D6 Em7 Em7',
      parts: [
        {
          instrument: 'flute',
          mix: [-9, -0.1, 0.5],
          tune: `e5 - - - c5 - a4 - | b4 - - - g5 - e5 - | g5 - - - e5 - c5 - | d5 - - - b4 - - . | c5 - - e5 a5 - g5 - | b5 - - - g5 - e5 - | f#5 - - - a5 - f#5 - | d5 - - - - - . .
 | e5 - - - g5 - b5 - | a5 - - - f#5 - d5 - | c5 - - - e5 - g5 - | e5 - - - b4 - - . | g5 - - - b5 - g5 - | a5 - - - f#5 - d5 - | e5 - - - g5 - b5 - | e5 - - - - - . .`,
        },
        {
          instrument: 'musicBox',
          mix: [-15, 0.35, 0.45],
          octave: 5,
          pattern: ['4...3...', '2...1...'],
        },
        ...band,
      ],
    },
  ],
  feature: [
    {
      chords: 'Em7 Cmaj7 Gmaj7 D6 Em7 Cmaj7 Am7 D6 Em7 Cmaj7 Gmaj7 D6 Em7 Cmaj7 Am7 D6',
      parts: [
        {
          instrument: 'crystal',
          mix: [-5, -0.1, 0.5],
          tune: `b5 - - - g5 - e5 - | g5 - - - e5 - c5 - | b5 - - - d5 - g5 - | a5 - - - f#5 - d5 - | e5 - g5 - b5 - - - | g5 - e5 - c5 - - - | c5 - e5 - a5 - g5 - | f#5 - - - a5 - - -`,
        },
        ...band,
        ...featureBand,
      ],
    },
    { chords: verse, parts: [...tunes, ...band, ...featureBand] },
  ],
  tension: {
    chords: 'E5 E5',
    parts: [
      { instrument: 'crystal', mix: [-8, 0.2, 0.4], octave: 5, pattern: ['1212121212121212'] },
      { instrument: 'glassPad', mix: [-13, 0, 0.5], octave: 5, pattern: ['c-------'], held: 1 },
      { beat: 'rim', mix: [-12, 0.2, 0.3], pattern: ['o.x.o.x.o.x.xxxx', 'o.x.o.x.xxxxXXXX'] },
      { beat: 'shaker', mix: [-13, -0.3], pattern: ['oxoxoxoxoxoxoxox'] },
    ],
  },
  gain: { main: -3.7, feature: -5.3, tension: -7.0, air: 8 },
  cues: {
    key: 'e5',
    steps: [0, 3, 5, 7, 10],
    chime: 'crystal',
    fanfare: 'glassPad',
    boom: 'softKick',
    press: [['glass', 0, 1, 1.2]],
    start: [
      ['glass', 0, 0.5, 0.8],
      ['glass', 0.06, 0.5, 1],
      ['glass', 0.12, 0.6, 1.3],
      ['whooshUp', 0, 0.5, 1.3],
    ],
    roll: { seconds: 1, bed: [3000, 9000, 0.12], ticks: ['glass', 10, 0.3, 1.5] },
    stop: [
      ['glass', 0, 0.9, 0.7],
      ['rim', 0, 0.7],
      ['softKick', 0, 0.2],
    ],
    count: [['glass', 0, 1, 1.6]],
    card: [
      ['whooshDown', 0, 0.2, 1.8],
      ['glass', 0.06, 0.7, 1.2],
      ['glass', 0.13, 0.6, 1.5],
    ],
  },
}
