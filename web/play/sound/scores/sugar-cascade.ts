// Owns the music of Sugar Cascade: a land of sweets, skipping along in C for music box, plucked
// strings and whistle. Data only.

import type { Score } from '../score.ts'

export const sugarCascade: Score = {
  tempo: 124,
  beats: 4,
  swing: 0.12,
  room: 0.35,
  chords: 'C Am F G C Em F G Am Em F C Dm G C,F C,G',
  parts: [
    {
      instrument: 'musicBox',
      mix: [-1, 0.1, 0.3],
      tune: `e5 - g5 - c6 - g5 e5 | a5 - e5 - c5 - e5 - | f5 - a5 - c6 - a5 f5 | g5 - d5 - b4 - . . | c5 e5 g5 - c6 - b5 c6 | b5 - g5 - e5 - g5 - | a5 - f5 - c5 - f5 a5 | g5 - - - . . . .
        | c6 - - b5 a5 - e5 - | b5 - - a5 g5 - e5 - | a5 - - g5 f5 - c5 - | g5 - e5 - c5 - . . | d5 - f5 - a5 - d6 - | b5 - g5 - d5 - f5 - | e5 - c5 - f5 - a5 - | g5 - e5 - d5 - b4 -`,
    },
    { instrument: 'pizzicato', mix: [-5, -0.3, 0.2], octave: 4, pattern: ['..c...c.', '..c..cc.'] },
    {
      instrument: 'whistle',
      mix: [-11, 0.35, 0.4],
      tune: `. | . | . | . | . | . | . | . . g4 b4 | e5 - c5 - | b4 - e5 - | a4 - c5 - | g4 - - - | f4 - a4 - | g4 - b4 - | c5 - a4 - | c5 - b4 .`,
    },
    { instrument: 'softBass', mix: [-4, 0, 0.05], octave: 2, pattern: ['1.3.1.3.', '1.3.1.31'] },
    { instrument: 'pizzicato', mix: [-6, 0.2], octave: 3, pattern: ['1...3...'] },
    { beat: 'softKick', mix: [-9], pattern: ['X...X...'] },
    { beat: 'clap', mix: [-8], pattern: ['..x...x.', '..x...x.', '..x...x.', '..x..xx.'] },
    { beat: 'woodblock', mix: [-12, 0.4], pattern: ['x..x..x.', 'x..x.xx.'] },
    { beat: 'shaker', mix: [-19, -0.4], pattern: ['oxoxoxox'] },
    { beat: 'triangle', mix: [-25, 0.3], pattern: ['x...', null] },
  ],
  feature: [
    {
      instrument: 'glockenspiel',
      mix: [-13, 0.4, 0.35],
      octave: 5,
      pattern: ['1.3.5.3.1.3.5.35', '5.3.1.3.5.3.1.31'],
    },
    { instrument: 'strings', mix: [-11, -0.2, 0.4], octave: 4, pattern: ['c-------'], held: 1 },
    { beat: 'kick', mix: [-11], pattern: ['X...X...'] },
    { beat: 'clap', mix: [-13], pattern: ['..X...X.'] },
    { beat: 'openHat', mix: [-24, 0.3], pattern: ['.x.x.x.x'] },
    { beat: 'tambourine', mix: [-25, -0.3], pattern: ['xoxoxoxoxoxoxoxo'] },
  ],
  gain: { parts: -2.5, feature: 0.9 },
  cues: {
    key: 'c5',
    steps: [0, 2, 4, 7, 9],
    chime: 'musicBox',
    fanfare: 'glockenspiel',
    stop: 'woodblock',
    boom: 'softKick',
  },
}
