// Owns how Lucky Lanterns moves: the gestures of its winners, its background effects and its light
// in a feature. It must never hold a drawing.

import { embers, glints } from '../drifts.ts'
import type { Mood } from '../mood.ts'

export const mood: Mood = {
  manner: { regular: 'swing', wild: 'swing', scatter: 'whirl' },
  air: [
    { ...embers(12, '#ff9a3a'), size: [0.014, 0.04], speed: 0.035 },
    { ...glints(8, '#fff6dc'), within: [0, 0.4] },
  ],
  feature: {
    shade: ['#2a0a6a', '#c01a3a'],
    light: '#ff7ad0',
    air: [
      { ...embers(26, '#ffc24a'), size: [0.014, 0.05], speed: 0.06 },
      { ...glints(16, '#ffd0f4'), within: [0, 0.6] },
    ],
  },
}
