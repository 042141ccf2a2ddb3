// Owns the music of Crystal Cluster: light falling into a cave, slow chords of glass over a soft
// pulse around E minor. Data only.

import type { Score } from '../score.ts'

export const crystalCluster: Score = {
  tempo: 88,
  beats: 4,
  room: 0.95,
  chords: 'Cmaj7 D6 Em7 Bm7 Cmaj7 D6 Gmaj7 Em9 Am7 Bm7 Cmaj7 Gmaj7 Am7 Em7 Cmaj7 D6',
  parts: [
    { instrument: 'glassPad', mix: [-13, 0, 0.5], octave: 4, pattern: ['c---'], held: 1 },
    {
      instrument: 'crystal',
      mix: [-16, 0.3, 0.5],
      octave: 5,
      pattern: ['1.3.4.2.', '4.2.3.1.', '1.4.3.2.', '2.4.1.3.'],
    },
    {
      instrument: 'crystal',
      mix: [-5, -0.2, 0.5],
      tune: `b4 - - - e5 - - - | f#5 - - - - - d5 - | e5 - - - b5 - - - | a5 - f#5 - - - . . | g5 - - - e5 - b4 - | d5 - - - f#5 - - - | b5 - - - a5 - f#5 - | g5 - - - - - . .
        | c5 - - - e5 - g5 - | f#5 - - - b5 - - - | b5 - - g5 e5 - - - | d5 - - - f#5 - - - | e5 - - - a5 - g5 - | g5 - - - b4 - - - | e5 - - - g5 - - - | f#5 - - - - - . .`,
    },
    { instrument: 'harp', mix: [-14, 0.45, 0.45], octave: 4, pattern: ['1.2.3.4.3.2.3.4.'] },
    { instrument: 'softBass', mix: [-6, 0, 0.1], octave: 2, pattern: ['1-----1-', '1-------'] },
    { beat: 'softKick', mix: [-7], pattern: ['X...x...', 'X...x..o'] },
    { beat: 'rim', mix: [-16, 0.25, 0.5], pattern: ['..x...x.', '..x..ox.'] },
    { beat: 'shaker', mix: [-19, -0.35], pattern: ['oxoXoxoX'] },
    { beat: 'triangle', mix: [-29, 0.5, 0.5], pattern: ['x...', null, '..x.', null] },
  ],
  feature: [
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
    { beat: 'hat', mix: [-18, 0.3], pattern: ['..x...x...x...xo'] },
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
