// Owns the look of the free games of Lucky Lanterns: the night of lanterns over the water, and
// the sign of their cards. Pages load it once they are ready. It must never hold rules.

import svg from 'sign:lucky-lanterns'
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
    cord: ['#ff6a4a', '#8a1018'],
    heroes: ['dragon', 'phoenix'],
    crest: 'lucky-knot',
  }),
}
