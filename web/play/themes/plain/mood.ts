// Owns how a game without a theme moves: the gestures of its winners, its background effects and
// its light in a feature. It must never hold a drawing.

import { PLAIN_MANNER } from '../../stage/gestures.ts'
import { embers, glints } from '../drifts.ts'
import type { Mood } from '../mood.ts'

export const mood: Mood = {
  manner: PLAIN_MANNER,
  air: [glints(10)],
  feature: {
    shade: ['#1a2a8a', '#0a0a3a'],
    light: '#5a8aff',
    air: [glints(18), embers(14, '#9ac0ff')],
  },
}
