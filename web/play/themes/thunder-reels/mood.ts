// Owns how Thunder Reels moves: the gestures of its winners, its background effects and its light
// in a feature. It must never hold a drawing.

import { glints, mist, rain } from '../drifts.ts'
import type { Drift, Mood } from '../mood.ts'

/** Behind the clouds, every ten seconds or so. */
const lightning: Drift = {
  motion: 'flash',
  shape: 'spot',
  count: 3,
  size: [0.9, 1.5],
  speed: 0.5,
  color: '#c8b8ff',
  alpha: 0.55,
  within: [0, 0.3],
}

export const mood: Mood = {
  manner: { regular: 'strike', wild: 'strike', scatter: 'strike' },
  air: [rain(34, 1.1), mist(3, '#7a9ad0', [0.05, 0.35])],
  feature: {
    shade: ['#3a0a7a', '#0a0a3a'],
    light: '#b88aff',
    air: [rain(60, 1.7), glints(8, '#d0b8ff'), mist(3, '#9a7ae0', [0.05, 0.4]), lightning],
  },
}
