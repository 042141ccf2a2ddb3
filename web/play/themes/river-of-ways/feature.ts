// Owns the look of the free games of River of Ways: dawn, rain and dusk over the river, and the
// sign of their cards. Pages load it once they are ready. It must never hold rules.

import svg from 'sign:river-of-ways'
import { come } from '../../stage/scene-change.ts'
import { createSign } from '../../stage/sign.ts'
import { embers, glints, mist, rain } from '../drifts.ts'
import type { FeatureLook } from '../theme.ts'

export const look: FeatureLook = {
  openChange: come,
  places: {
    wide: () => import('./feature-wide.ts'),
    upright: () => import('./feature-upright.ts'),
  },
  air: {
    '8x6': [mist(4, '#ffe0b0', [0.3, 0.75]), { ...glints(22, '#fff6c8'), within: [0.5, 1] }],
    '16x3': [rain(70, 1.2), mist(4, '#d8f0ec', [0.35, 0.75])],
    '24x2': [{ ...embers(26, '#d8ff7a'), speed: 0.025 }, glints(12, '#ffe8ff')],
  },
  sign: createSign({
    svg,
    arrival: 'drops',
    cord: ['#f0d9a0', '#8a6a34'],
    heroes: ['otter', 'turtle'],
    crest: 'dragonfly',
  }),
}
