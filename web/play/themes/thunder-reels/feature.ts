// Owns the look of the free games of Thunder Reels: the eye of the storm, and the sign of their
// cards. Pages load it once they are ready. It must never hold rules.

import svg from 'sign:thunder-reels'
import { strike } from '../../stage/scene-change.ts'
import { createSign } from '../../stage/sign.ts'
import type { FeatureLook } from '../theme.ts'

export const look: FeatureLook = {
  openChange: strike,
  places: {
    wide: () => import('./feature-wide.ts'),
    upright: () => import('./feature-upright.ts'),
  },
  sign: createSign({
    svg,
    arrival: 'slams',
    heroes: ['helmet', 'eagle'],
    crest: 'hammer',
  }),
}
