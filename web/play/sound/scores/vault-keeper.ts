// Owns the music of Vault Keeper: a swinging quintet at the door of a bank in 1930, in C minor.
// Data only.

import type { Score } from '../score.ts'

export const vaultKeeper: Score = {
  tempo: 134,
  beats: 4,
  swing: 0.32,
  room: 0.3,
  chords: `Cm6 Cm6 Fm7 Cm6 Ab7 G7 Cm6 G7 Cm6 Cm6 Fm7 Cm6 Ab7 G7 Cm6 Cm6
    Fm7 Bb7 Eb6 Eb6 Dm7b5 G7 Cm6 G7`,
  parts: [
    {
      instrument: 'vibraphone',
      level: -5,
      pan: 0.25,
      room: 0.3,
      tune: `c5 . eb5 g5 - . a5 g5 | . eb5 - c5 - . . . | ab4 . c5 eb5 - . f5 eb5 | c5 - - - . . . . | gb5 - eb5 c5 - . ab4 - | b4 . d5 f5 - . g5 f5 | eb5 - . c5 - . a4 - | g4 - - - . . g4 b4
        | c5 . eb5 g5 - . a5 g5 | . eb5 - c5 - . eb5 g5 | ab5 . f5 eb5 - . c5 eb5 | c5 - - - . . g5 - | gb5 - eb5 c5 - . ab4 c5 | b4 . d5 f5 - . ab5 g5 | eb5 - . d5 c5 - - - | . . . . . . . .
        | ab5 - - f5 - . c5 eb5 | d5 - . f5 ab5 - . - | g5 - - eb5 - . bb4 c5 | eb5 - - - . . . . | f5 - d5 c5 ab4 . d5 - | f5 - d5 b4 g4 . b4 - | c5 - eb5 g5 a5 - g5 - | f5 - d5 - b4 - . .`,
    },
    { instrument: 'doubleBass', level: -7, octave: 2, room: 0.06, pattern: ['1234', '1321'] },
    {
      instrument: 'electricPiano',
      level: -5,
      pan: -0.35,
      room: 0.2,
      octave: 4,
      pattern: ['.c.....c', '...c..c.'],
      held: 0.7,
    },
    {
      instrument: 'brass',
      level: -9,
      pan: -0.1,
      room: 0.3,
      octave: 3,
      pattern: [null, null, null, '.....c.c', null, null, '...c..c.', 'c-c-....'],
      held: 0.6,
    },
    { beat: 'ride', level: -30, pan: 0.3, pattern: ['X.XxX.Xx'] },
    { beat: 'hat', level: -19, pan: -0.3, pattern: ['..X...X.'] },
    {
      beat: 'brush',
      level: -12,
      pan: -0.1,
      pattern: ['..x...x.', '..x...xo', '..x...x.', '..x..xxx'],
    },
    { beat: 'softKick', level: -6, pattern: ['x...x...'] },
  ],
  feature: [
    {
      instrument: 'brass',
      level: -7,
      pan: -0.3,
      room: 0.3,
      octave: 4,
      pattern: ['c..c..c.', '..c...cc', 'c..c..c.', '.c.c.c..'],
      held: 0.55,
    },
    {
      instrument: 'pizzicato',
      level: -5,
      pan: 0.4,
      room: 0.3,
      octave: 5,
      pattern: ['1.2.3.2.', '4.3.2.3.'],
    },
    { beat: 'kick', level: -11, pattern: ['X...X...'] },
    {
      beat: 'snare',
      level: -13,
      pan: 0.05,
      pattern: ['..X...X.', '..X...Xx', '..X...X.', '..X.xxXX'],
    },
    { beat: 'clap', level: -9, pan: -0.2, pattern: ['..x...x.'] },
    { beat: 'agogo', level: -18, pan: 0.35, pattern: ['x..x..x.'] },
  ],
  gain: { parts: -1.6, feature: 0.2 },
  cues: {
    key: 'c5',
    steps: [0, 3, 5, 7, 10],
    chime: 'vibraphone',
    fanfare: 'brass',
    stop: 'rim',
    boom: 'tomLow',
  },
}
