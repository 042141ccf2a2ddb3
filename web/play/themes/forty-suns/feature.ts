// Owns the look of the free games of Forty Suns: the red dusk, and the sign of their cards.
// Pages load it once they are ready. It must never hold rules.

import svg from 'sign:forty-suns'
import { rise } from '../../stage/scene-change.ts'
import { createSign } from '../../stage/sign.ts'
import type { FeatureLook } from '../theme.ts'

export const look: FeatureLook = {
  openChange: rise,
  places: {
    wide: () => import('./feature-wide.ts'),
    upright: () => import('./feature-upright.ts'),
  },
  sign: createSign({
    svg,
    arrival: 'rises',
    heroes: ['jaguar', 'macaw'],
    crest: 'sun',
  }),
}
