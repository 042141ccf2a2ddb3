// Owns how River of Ways moves: the gestures of its winners, its background effects and its light
// in a feature. It must never hold a drawing.

import { embers, glints, mist } from '../drifts.ts'
import type { Mood } from '../mood.ts'

export const mood: Mood = {
  manner: { regular: 'float', wild: 'float', scatter: 'levitate' },
  air: [
    mist(5, '#ffe8d0', [0.3, 0.75]),
    { ...glints(12, '#ffffff'), within: [0.62, 1], size: [0.02, 0.05] },
  ],
  feature: {
    shade: ['#0a2a7a', '#0a6a8a'],
    light: '#7ae8ff',
    air: [
      { ...embers(22, '#b8ff9a'), speed: 0.03 },
      { ...glints(18, '#dffcff'), within: [0.5, 1] },
    ],
  },
}
