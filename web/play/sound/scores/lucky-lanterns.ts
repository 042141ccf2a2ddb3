// Owns the music of Lucky Lanterns: a festival night over the water, in D pentatonic for zither and
// two-stringed fiddle. Data only.

import type { Score } from '../score.ts'

export const luckyLanterns: Score = {
  tempo: 100,
  beats: 4,
  room: 0.5,
  chords: 'D G A D Bm G A A Bm F#m G D G A D D',
  parts: [
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
    { instrument: 'harp', mix: [-11, 0.35, 0.35], octave: 4, pattern: ['1.3.5.3.', '1.3.5.32'] },
    { instrument: 'softBass', mix: [-6, 0, 0.05], octave: 2, pattern: ['1---3-1-', '1---1-3-'] },
    { instrument: 'strings', mix: [-18, 0, 0.5], octave: 4, pattern: ['c-------'], held: 1 },
    {
      beat: 'taiko',
      mix: [-10, 0, 0.3],
      pattern: ['X.....x.', 'X...x.x.', 'X.....x.', 'X..xx.xx'],
    },
    { beat: 'woodblock', mix: [-12, 0.4], pattern: ['..x...x.', '..x..xx.'] },
    { beat: 'shaker', mix: [-19, -0.4], pattern: ['x.xxx.xx'] },
    {
      beat: 'gongLarge',
      mix: [-19, 0, 0.5],
      pattern: ['x...', null, null, null, null, null, null, null],
    },
  ],
  feature: [
    { instrument: 'zither', mix: [-11, 0.45, 0.3], octave: 5, pattern: ['1323134313231343'] },
    {
      instrument: 'flute',
      mix: [-10, -0.35, 0.4],
      tune: `a5 - - - | b5 - - g5 | a5 - e5 - | f#5 - - - | f#5 - b5 - | g5 - b5 - | a5 - - - | e5 - c#5 -
        | d5 - f#5 - | a5 - c#6 - | b5 - g5 - | a5 - - f#5 | d5 - g5 - | e5 - a5 - | f#5 - a5 - | d5 - - -`,
    },
    { beat: 'taiko', mix: [-17, 0, 0.3], pattern: ['X.xxX.xxX.xxX.xx', 'X.xxX.xxX.xxXxXX'] },
    { beat: 'gongSmall', mix: [-26, 0.3, 0.4], pattern: ['x...x...', 'x...x.x.'] },
    { beat: 'tambourine', mix: [-24, -0.3], pattern: ['..X...X.'] },
  ],
  gain: { parts: -1.9, feature: -2.3 },
  cues: {
    key: 'd5',
    steps: [0, 2, 4, 7, 9],
    chime: 'zither',
    fanfare: 'fiddle',
    stop: 'woodblock',
    boom: 'taiko',
  },
}
