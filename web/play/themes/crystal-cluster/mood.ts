// Owns how Crystal Cluster moves: the gestures of its winners, its background effects and its light
// in a feature. It must never hold a drawing.

import { embers, glints } from '../drifts.ts'
import type { Mood } from '../mood.ts'

export const mood: Mood = {
  manner: { regular: 'glint', wild: 'glint', scatter: 'whirl' },
  air: [glints(16, '#c8f4ff'), { ...embers(8, '#a88aff'), speed: 0.025 }],
  feature: { shade: ['#3a0a9a', '#0a0530'], light: '#7ae8ff', air: [glints(26, '#e0faff')] },
}
