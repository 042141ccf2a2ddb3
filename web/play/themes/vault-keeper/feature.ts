// Owns the look of the respins of Vault Keeper: the inside of the open vault, and the sign of
// their cards. Pages load it once they are ready. It must never hold rules.

import svg from 'sign:vault-keeper'
import { widen } from '../../stage/scene-change.ts'
import { createSign } from '../../stage/sign.ts'
import type { FeatureLook } from '../theme.ts'

export const look: FeatureLook = {
  openChange: widen,
  places: {
    wide: () => import('./feature-wide.ts'),
    upright: () => import('./feature-upright.ts'),
  },
  sign: createSign({
    svg,
    arrival: 'slams',
    heroes: ['gold-bars', 'diamond'],
    crest: 'wheel',
  }),
}
