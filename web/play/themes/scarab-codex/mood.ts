// Owns how Scarab Codex moves: the gestures of its winners, its background effects and its light in
// a feature. It must never hold a drawing.

import { embers, glints } from '../drifts.ts'
import type { Mood } from '../mood.ts'

export const mood: Mood = {
  manner: { regular: 'levitate', wild: 'levitate', scatter: 'levitate' },
  air: [embers(18, '#ff8a2a')],
  feature: {
    shade: ['#0a3a4a', '#04202a'],
    light: '#3ae8c8',
    air: [embers(20, '#4affd0'), glints(14, '#d0fff0')],
  },
}
