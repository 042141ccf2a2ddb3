// Owns how Thunder Reels moves: the gestures of its winners, its background effects and its light
// in a feature. It must never hold a drawing.

import { glints, mist, rain } from '../drifts.ts'
import type { Mood } from '../mood.ts'

export const mood: Mood = {
  manner: { regular: 'strike', wild: 'strike', scatter: 'strike' },
  air: [rain(34, 1.1), mist(3, '#7a9ad0', [0.05, 0.35])],
  feature: {
    shade: ['#3a0a7a', '#0a0a3a'],
    light: '#b88aff',
    air: [rain(60, 1.7), glints(8, '#d0b8ff'), mist(3, '#9a7ae0', [0.05, 0.4])],
  },
}
