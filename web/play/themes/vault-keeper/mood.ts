// Owns how Vault Keeper moves: the gestures of its winners, its background effects and its light in
// a feature. It must never hold a drawing.

import { embers, glints } from '../drifts.ts'
import type { Mood } from '../mood.ts'

export const mood: Mood = {
  manner: { regular: 'levitate', wild: 'glint', scatter: 'flip' },
  air: [glints(12, '#ffe9a8'), { ...embers(8, '#ffdf9a'), size: [0.005, 0.012], speed: 0.02 }],
  feature: {
    shade: ['#04141c', '#1a0c00'],
    light: '#ffc23a',
    air: [glints(22, '#fff0b0'), { ...embers(20, '#ffd060'), size: [0.006, 0.02] }],
  },
}
