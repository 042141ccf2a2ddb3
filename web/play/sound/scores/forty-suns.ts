// Owns the music of Forty Suns: a city of step pyramids at noon, in A minor for panpipes, guitar,
// marimba and hand drums. Data only.

import type { Score } from '../score.ts'

export const fortySuns: Score = {
  tempo: 116,
  beats: 4,
  room: 0.4,
  chords: 'Am G F Am Dm Am E7 Am F C G Am Dm Am E7 Am',
  parts: [
    {
      instrument: 'panpipe',
      mix: [-6, 0.1, 0.35],
      tune: `e5 - a5 - - g5 e5 - | d5 - g5 - - e5 d5 - | c5 - f5 - - e5 c5 - | a4 - - - e5 - - - | f5 - d5 f5 a5 - f5 - | e5 - c5 e5 a5 - - - | g#5 - e5 - b4 - d5 - | c5 - a4 - - - . .
        | a5 - - c6 - a5 f5 - | g5 - - c6 - g5 e5 - | d5 - g5 b5 - a5 g5 - | a5 - e5 - - - c5 e5 | f5 - - a5 - f5 d5 - | e5 - - a5 - e5 c5 - | b4 - d5 - g#5 - b5 - | a5 - - - - - . .`,
    },
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
    { beat: 'shaker', mix: [-20, -0.45], pattern: ['xoXoxoXo'] },
    { beat: 'softKick', mix: [-8], pattern: ['X...x...'] },
  ],
  feature: [
    {
      instrument: 'brass',
      mix: [-6, -0.2, 0.35],
      tune: `a4 . a4 . c5 - e5 - | d5 . d5 . b4 - g4 - | c5 . c5 . a4 - f4 - | a4 - - - . . . .
        | d5 . d5 . f5 - a5 - | c5 . c5 . e5 - a5 - | b4 - d5 - e5 - g#5 - | a5 - - - . . . .
        | c5 . c5 . a4 - f4 - | c5 . c5 . e5 - g5 - | d5 . d5 . b4 - g4 - | e5 - - - c5 - a4 -
        | d5 . d5 . f5 - a5 - | e5 . e5 . c5 - a4 - | b4 - d5 - g#5 - b5 - | a5 - - - . . . .`,
    },
    { instrument: 'marimba', mix: [-13, 0.4, 0.3], octave: 5, pattern: ['1353135313531353'] },
    { beat: 'warDrum', mix: [-18, 0, 0.3], pattern: ['X..X..X.', 'X..X.XX.'] },
    { beat: 'agogo', mix: [-19, 0.3], pattern: ['x.xx.x.x', 'x.x.xx.x'] },
    { beat: 'tambourine', mix: [-21, -0.3], pattern: ['..x...x.'] },
  ],
  gain: { parts: -2.3, feature: -1.9 },
  cues: {
    key: 'a4',
    steps: [0, 3, 5, 7, 10],
    chime: 'marimba',
    fanfare: 'brass',
    stop: 'congaHigh',
    boom: 'warDrum',
  },
}
