// Owns the look of the free games of Scarab Codex: the chamber of the book, and the sign of
// their cards. Pages load it once they are ready. It must never hold rules.

import svg from 'sign:scarab-codex'
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
    arrival: 'unrolls',
    heroes: ['pharaoh', 'falcon'],
    crest: 'scarab',
    ink: { top: '#a8341a', bottom: '#6a1a08', edge: '#fff6d8', lines: '#5a2a08' },
  }),
}
