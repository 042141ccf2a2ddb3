// Owns the music of Cherry Classic: boogie-woogie for organ and electric piano beside a fruit
// machine, twelve bars in F. Data only.

import type { Score } from '../score.ts'

export const cherryClassic: Score = {
  tempo: 140,
  beats: 4,
  swing: 0.3,
  room: 0.25,
  chords: `F6 F6 F6 F7 Bb6 Bb6 F6 F6 C7 Bb6 F6 C7
    F6 Bb6 F6 F7 Bb6 Bb6 F6 D7 C7 Bb6 F6 C7`,
  parts: [
    {
      instrument: 'organ',
      mix: [-6, 0.15, 0.25],
      tune: `c5 - a4 c5 - d5 c5 - | a4 - . f4 a4 - c5 - | d5 - c5 a4 - c5 - . | eb5 - - - c5 - a4 - | d5 - bb4 d5 - f5 d5 - | bb4 - . g4 bb4 - d5 - | c5 - a4 c5 - d5 c5 - | a4 - - - . . . . | e5 - c5 e5 - g5 e5 - | d5 - bb4 d5 - f5 d5 - | c5 - a4 - f4 - a4 - | g4 - - - . . c5 d5
        | f5 - - d5 - c5 - . | d5 - f5 d5 - bb4 - . | c5 - a4 c5 - f5 - c5 | eb5 - - - d5 - c5 - | f5 - - d5 - bb4 - . | g5 - f5 d5 - bb4 d5 - | c5 - f5 - a5 - f5 - | f#5 - - - a5 - . . | g5 - e5 - c5 - e5 - | f5 - d5 - bb4 - d5 - | c5 - a4 - f4 - a4 - | g4 - bb4 - c5 - . .`,
    },
    {
      instrument: 'electricPiano',
      mix: [-9, -0.3, 0.15],
      octave: 3,
      pattern: ['12345432'],
      held: 0.8,
    },
    {
      instrument: 'electricPiano',
      mix: [-6, 0.35, 0.2],
      octave: 4,
      pattern: ['..c...c.', '..c..cc.'],
      held: 0.6,
    },
    { instrument: 'synthBass', mix: [-3, 0, 0.03], octave: 2, pattern: ['1.1.3.3.'], held: 0.7 },
    { beat: 'kick', mix: [-9], pattern: ['X...X...', 'X...X..x'] },
    { beat: 'snare', mix: [-11], pattern: ['..X...X.', '..X...X.', '..X...X.', '..X..xXx'] },
    { beat: 'hat', mix: [-17, 0.3], pattern: ['xoxoxoxo'] },
    { beat: 'tambourine', mix: [-19, -0.35], pattern: ['..x...x.'] },
  ],
  feature: [
    {
      instrument: 'brass',
      mix: [-7, -0.2, 0.3],
      octave: 4,
      pattern: ['c..c....', '....c.c.'],
      held: 0.6,
    },
    {
      instrument: 'glockenspiel',
      mix: [-9, 0.4, 0.3],
      octave: 5,
      pattern: ['1.3.5.3.', '5.3.2.1.'],
    },
    { beat: 'clap', mix: [-13, 0.1], pattern: ['..X...X.'] },
    { beat: 'openHat', mix: [-25, -0.3], pattern: ['.x.x.x.x'] },
    { beat: 'tomHigh', mix: [-19, 0.2], pattern: [null, null, null, '....xxXX'] },
  ],
  gain: { parts: -1.9, feature: 1.3 },
  cues: {
    key: 'f5',
    steps: [0, 2, 4, 7, 9],
    chime: 'glockenspiel',
    fanfare: 'brass',
    stop: 'tomHigh',
    boom: 'kick',
  },
}
