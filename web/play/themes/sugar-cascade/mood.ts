// Owns how Sugar Cascade moves: the gestures of its winners, its background effects and its light
// in a feature. It must never hold a drawing.

import { glints } from '../drifts.ts'
import type { Mood } from '../mood.ts'

export const mood: Mood = {
  manner: { regular: 'jelly', wild: 'jelly', scatter: 'whirl' },
  air: [
    {
      motion: 'rise',
      shape: 'token',
      count: 7,
      size: [0.02, 0.045],
      speed: 0.03,
      color: '#ffffff',
      alpha: 0.75,
    },
    glints(10, '#ffffff'),
  ],
  feature: {
    shade: ['#7a1ac0', '#ff3a9a'],
    light: '#fff07a',
    air: [
      {
        motion: 'fall',
        shape: 'token',
        count: 14,
        size: [0.02, 0.05],
        speed: 0.07,
        color: '#ffffff',
        alpha: 0.85,
      },
      glints(18, '#fff6c0'),
    ],
  },
}
