// Owns what a theme may ask for in the air of its background. Nothing else.

/** One kind of thing in the air. Sizes are parts of the window's shorter side, speeds of its height a second. */
export interface Drift {
  motion: 'rise' | 'fall' | 'twinkle' | 'drift'
  /** `token`: one of the theme's own, small. */
  shape: 'spot' | 'streak' | 'glint' | 'token'
  count: number
  size: readonly [least: number, most: number]
  speed: number
  color: string
  alpha: number
  /** Kept to this part of the window's height, from its top. */
  within?: readonly [top: number, bottom: number]
}
