// Owns the music of River of Ways: dawn over a wild river, in three-four time for panpipe, guitar
// and marimba in G. Data only.

import type { Score } from '../score.ts'

export const riverOfWays: Score = {
  tempo: 126,
  beats: 3,
  room: 0.55,
  chords: 'G D Em C G D C D G D Em C Am D G G Em Bm C G Am Em C D',
  parts: [
    {
      instrument: 'panpipe',
      mix: [-8, 0.12, 0.45],
      tune: `b4 - d5 - g5 - | f#5 - - - e5 d5 | e5 - - - g5 - | e5 - d5 - c5 - | b4 - d5 - b5 - | a5 - - - f#5 - | g5 - e5 - c5 - | d5 - - - . .
        | b4 - d5 - g5 - | a5 - - - f#5 - | g5 - - - b5 - | a5 - g5 - e5 - | c5 - e5 - a5 - | f#5 - - - d5 - | g5 - - - - - | . . . . . .
        | b5 - - - g5 - | f#5 - - - d5 - | e5 - g5 - c6 - | b5 - - - g5 - | a5 - - - e5 - | g5 - - - b4 - | c5 - e5 - g5 - | f#5 - - - . .`,
    },
    {
      instrument: 'nylon',
      mix: [-12, -0.3, 0.25],
      octave: 3,
      pattern: ['135454', '135354'],
      held: 2,
    },
    { instrument: 'marimba', mix: [-8, 0.4, 0.25], octave: 4, pattern: ['..3.5.', '..5.3.'] },
    { instrument: 'doubleBass', mix: [-5, 0, 0.08], octave: 2, pattern: ['1-----', '1---3-'] },
    { instrument: 'strings', mix: [-17, 0, 0.5], octave: 4, pattern: ['c-----'], held: 1 },
    { beat: 'shaker', mix: [-19, 0.3], pattern: ['x.oxox'] },
    { beat: 'tomLow', mix: [-11, 0, 0.3], pattern: ['X.....', 'x...o.', 'X.....', 'x..x.x'] },
    { beat: 'rim', mix: [-10, -0.2], pattern: ['....x.'] },
  ],
  feature: [
    { instrument: 'kalimba', mix: [-13, 0.35, 0.35], octave: 5, pattern: ['132435', '534231'] },
    {
      instrument: 'choir',
      mix: [-9, -0.1, 0.5],
      tune: `g4 - - | f#4 - - | g4 - - | e4 - g4 | d5 - - | d5 - a4 | c5 - - | a4 - -
        | b4 - - | a4 - - | b4 - - | c5 - - | c5 - - | d5 - - | b4 - - | d5 - -
        | e5 - - | d5 - - | c5 - - | b4 - - | c5 - - | b4 - - | g4 - - | a4 - -`,
    },
    { beat: 'warDrum', mix: [-16, 0, 0.3], pattern: ['X..x.x', 'X..xx.'] },
    { beat: 'congaHigh', mix: [-15, 0.3], pattern: ['.xx.xx'] },
    { beat: 'tambourine', mix: [-21, -0.3], pattern: ['..x..x'] },
  ],
  gain: { parts: -2.4, feature: -2.5 },
  cues: {
    key: 'g4',
    steps: [0, 2, 4, 7, 9],
    chime: 'kalimba',
    fanfare: 'horn',
    stop: 'congaLow',
    boom: 'warDrum',
  },
}
