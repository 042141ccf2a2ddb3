// Owns how Cherry Classic moves: the gestures of its winners, its background effects and its light
// in a feature. It must never hold a drawing.

import { embers, glints } from '../drifts.ts'
import type { Mood } from '../mood.ts'

export const mood: Mood = {
  manner: { regular: 'jelly', wild: 'jelly', scatter: 'whirl' },
  air: [glints(10, '#fff3c0'), { ...embers(6, '#ffd27a'), size: [0.006, 0.014], speed: 0.025 }],
  feature: { shade: ['#6a0a3a', '#2a0410'], light: '#ffcf4a', air: [glints(20, '#fff3c0')] },
}
