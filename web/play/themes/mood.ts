// Owns what a mood is: how a theme's background and winners move, and how its scene changes for a
// feature. It must never hold a drawing.

import type { Manner } from '../stage/gestures.ts'

/**
 * One kind of particle in the background. Sizes are fractions of the window's shorter side, speeds
 * of its height per second.
 */
export interface Drift {
  /** `flash`: dark for seconds, then bright for a moment. */
  motion: 'rise' | 'fall' | 'twinkle' | 'drift' | 'flash'
  /** `token`: one of the theme's tokens, small. */
  shape: 'spot' | 'streak' | 'glint' | 'token'
  count: number
  size: readonly [least: number, most: number]
  speed: number
  color: string
  alpha: number
  /** Restricted to this part of the window's height, from its top. */
  within?: readonly [top: number, bottom: number]
}

export interface Mood {
  manner: Manner
  /** Background effects while nothing is going on. */
  air: readonly Drift[]
  /** The feature's light, drawn over the scenery top to bottom, and its background effects. */
  feature: { shade: readonly [top: string, bottom: string]; light: string; air: readonly Drift[] }
}
