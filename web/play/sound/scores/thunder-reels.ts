// Owns the music of Thunder Reels: a longship under a storm, in D minor for horns, low strings,
// lyre, voices and war drums. Data only.

import type { Score } from '../score.ts'

export const thunderReels: Score = {
  tempo: 96,
  beats: 4,
  room: 0.7,
  chords: 'Dm Dm Bb C Dm F C Dm Bb F C Dm Gm Bb C Dm',
  parts: [
    {
      instrument: 'horn',
      mix: [-6, -0.1, 0.45],
      tune: `d4 - - - a4 - - g4 | f4 - - - d4 - - - | f4 - - - bb4 - - a4 | g4 - - - e4 - - - | f4 - - g4 a4 - d5 - | c5 - - - a4 - - - | g4 - - - e4 - g4 - | d4 - - - - - . .
        | d5 - - - bb4 - d5 - | c5 - - - a4 - - - | g4 - a4 - c5 - e5 - | d5 - - - a4 - - - | bb4 - - - d5 - g4 - | f4 - - - bb4 - - - | c5 - - bb4 a4 - g4 e4 | d4 - - - - - . .`,
    },
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
      mix: [-20, 0, 0.4],
      pattern: ['x...', null, null, null, null, null, null, null],
    },
  ],
  feature: [
    {
      instrument: 'brass',
      mix: [-8, -0.25, 0.4],
      tune: `d5 - - . d5 - a4 - | f5 - - - a5 - f5 - | d5 - - . f5 - d5 - | e5 - - - c5 - - - | a5 - - - f5 - d5 - | f5 - - - c5 - - - | e5 - - - g5 - e5 - | d5 - - - . . . .
        | d5 - - . f5 - bb5 - | a5 - - - f5 - c5 - | e5 - - . g5 - e5 - | f5 - - - d5 - a4 -
        | d5 - - . g5 - bb5 - | f5 - - - d5 - bb4 - | c5 - - . e5 - g5 - | d5 - - - . . . .`,
    },
    {
      instrument: 'strings',
      mix: [-12, 0.3, 0.3],
      octave: 5,
      pattern: ['1313131313131313'],
      held: 0.9,
    },
    { beat: 'taiko', mix: [-19, 0, 0.3], pattern: ['X.xxX.xxX.xxX.xx', 'X.xxX.xxX.xxXXXX'] },
    { beat: 'snare', mix: [-17, 0, 0.3], pattern: ['x.xxx.xxx.xxx.xx'] },
    { beat: 'crash', mix: [-21, 0, 0.3], pattern: ['x...', null, null, null] },
  ],
  gain: { parts: -4, feature: -3.3 },
  cues: {
    key: 'd5',
    steps: [0, 3, 5, 7, 10],
    chime: 'lyre',
    fanfare: 'horn',
    stop: 'tomHigh',
    boom: 'warDrum',
  },
}
