// Owns how Forty Suns moves: the gestures of its winners, its background effects and its light in a
// feature. It must never hold a drawing.

import { embers, glints, mist } from '../drifts.ts'
import type { Mood } from '../mood.ts'

export const mood: Mood = {
  manner: { regular: 'beat', wild: 'glint', scatter: 'levitate' },
  air: [embers(12, '#ffe08a'), mist(3, '#ffd08a', [0.5, 0.9])],
  feature: {
    shade: ['#8a1a3a', '#3a0620'],
    light: '#ff8a2a',
    air: [embers(28, '#ffb04a'), glints(12, '#ffe8a0')],
  },
}
