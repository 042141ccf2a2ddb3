// Owns the music of Crystal Cluster: light falling into a cave, slow chords of glass over a soft
// pulse around E minor. Data only.

import type { Score } from '../score.ts'

export const crystalCluster: Score = {
  tempo: 88,
  beats: 4,
  room: 0.95,
  chords: 'Cmaj7 D6 Em7 Bm7 Cmaj7 D6 Gmaj7 Em9 Am7 Bm7 Cmaj7 Gmaj7 Am7 Em7 Cmaj7 D6',
  parts: [
    { instrument: 'glassPad', level: -13, octave: 4, room: 0.5, pattern: ['c---'], held: 1 },
    {
      instrument: 'crystal',
      level: -16,
      pan: 0.3,
      room: 0.5,
      octave: 5,
      pattern: ['1.3.4.2.', '4.2.3.1.', '1.4.3.2.', '2.4.1.3.'],
    },
    {
      instrument: 'crystal',
      level: -5,
      pan: -0.2,
      room: 0.5,
      tune: `b4 - - - e5 - - - | f#5 - - - - - d5 - | e5 - - - b5 - - - | a5 - f#5 - - - . . | g5 - - - e5 - b4 - | d5 - - - f#5 - - - | b5 - - - a5 - f#5 - | g5 - - - - - . .
        | c5 - - - e5 - g5 - | f#5 - - - b5 - - - | b5 - - g5 e5 - - - | d5 - - - f#5 - - - | e5 - - - a5 - g5 - | g5 - - - b4 - - - | e5 - - - g5 - - - | f#5 - - - - - . .`,
    },
    {
      instrument: 'harp',
      level: -14,
      pan: 0.45,
      room: 0.45,
      octave: 4,
      pattern: ['1.2.3.4.3.2.3.4.'],
    },
    { instrument: 'softBass', level: -6, octave: 2, room: 0.1, pattern: ['1-----1-', '1-------'] },
    { beat: 'softKick', level: -7, pattern: ['X...x...', 'X...x..o'] },
    { beat: 'rim', level: -16, pan: 0.25, room: 0.5, pattern: ['..x...x.', '..x..ox.'] },
    { beat: 'shaker', level: -19, pan: -0.35, pattern: ['oxoXoxoX'] },
    { beat: 'triangle', level: -29, pan: 0.5, room: 0.5, pattern: ['x...', null, '..x.', null] },
  ],
  feature: [
    {
      instrument: 'crystal',
      level: -16,
      pan: -0.4,
      room: 0.4,
      octave: 5,
      pattern: ['1324132413241324', '4231423142314231'],
    },
    {
      instrument: 'choir',
      level: -16,
      pan: 0.1,
      room: 0.6,
      octave: 4,
      pattern: ['c---'],
      held: 1,
    },
    { instrument: 'synthBass', level: -5, octave: 2, room: 0.05, pattern: ['1.11.11.'], held: 0.7 },
    { beat: 'kick', level: -11, pattern: ['X...X...'] },
    { beat: 'clap', level: -14, room: 0.4, pattern: ['..x...x.'] },
    { beat: 'hat', level: -18, pan: 0.3, pattern: ['..x...x...x...xo'] },
  ],
  gain: { parts: -4.6, feature: -1.9 },
  cues: {
    key: 'e5',
    steps: [0, 3, 5, 7, 10],
    chime: 'crystal',
    fanfare: 'glassPad',
    stop: 'rim',
    boom: 'softKick',
  },
}
