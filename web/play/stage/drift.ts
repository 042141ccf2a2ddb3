// Owns the type of a theme's background effects. Nothing else.

/**
 * One kind of particle in the background. Sizes are fractions of the window's shorter side, speeds
 * of its height per second.
 */
export interface Drift {
  motion: 'rise' | 'fall' | 'twinkle' | 'drift'
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
