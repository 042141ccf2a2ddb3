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
      mix: [-5, 0.25, 0.3],
      tune: `c5 . eb5 g5 - . a5 g5 | . eb5 - c5 - . . . | ab4 . c5 eb5 - . f5 eb5 | c5 - - - . . . . | gb5 - eb5 c5 - . ab4 - | b4 . d5 f5 - . g5 f5 | eb5 - . c5 - . a4 - | g4 - - - . . g4 b4
        | c5 . eb5 g5 - . a5 g5 | . eb5 - c5 - . eb5 g5 | ab5 . f5 eb5 - . c5 eb5 | c5 - - - . . g5 - | gb5 - eb5 c5 - . ab4 c5 | b4 . d5 f5 - . ab5 g5 | eb5 - . d5 c5 - - - | . . . . . . . .
        | ab5 - - f5 - . c5 eb5 | d5 - . f5 ab5 - . - | g5 - - eb5 - . bb4 c5 | eb5 - - - . . . . | f5 - d5 c5 ab4 . d5 - | f5 - d5 b4 g4 . b4 - | c5 - eb5 g5 a5 - g5 - | f5 - d5 - b4 - . .`,
    },
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
    { beat: 'ride', mix: [-30, 0.3], pattern: ['X.XxX.Xx'] },
    { beat: 'hat', mix: [-19, -0.3], pattern: ['..X...X.'] },
    { beat: 'brush', mix: [-12, -0.1], pattern: ['..x...x.', '..x...xo', '..x...x.', '..x..xxx'] },
    { beat: 'softKick', mix: [-6], pattern: ['x...x...'] },
  ],
  feature: [
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
