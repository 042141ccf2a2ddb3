// Owns the look of the respins of Cherry Classic: the arcade by night, and the sign of their
// cards. Pages load it once they are ready. It must never hold rules.

import svg from 'sign:cherry-classic'
import { fall } from '../../stage/scene-change.ts'
import { createSign } from '../../stage/sign.ts'
import type { FeatureLook } from '../theme.ts'

export const look: FeatureLook = {
  openChange: fall,
  places: {
    wide: () => import('./feature-wide.ts'),
    upright: () => import('./feature-upright.ts'),
  },
  sign: createSign({
    svg,
    arrival: 'drops',
    cord: ['#c8ccd8', '#4a4e5e'],
    heroes: ['seven', 'cherry'],
    crest: 'bell',
    repeats: true,
  }),
}
