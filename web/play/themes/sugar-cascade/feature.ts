// Owns the look of the free games of Sugar Cascade: the fair by night, and the sign of their
// cards. Pages load it once they are ready. It must never hold rules.

import svg from 'sign:sugar-cascade'
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
    arrival: 'pops',
    heroes: ['gummy-bear', 'cupcake'],
    crest: 'lollipop',
  }),
}
