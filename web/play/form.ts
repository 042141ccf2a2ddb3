// Owns the choice of the page's layout for a window. It must never read the device's name.

import type { Build } from './address.ts'

export type Form = 'wide' | 'portrait' | 'landscape'

/** Below this height a window has no room for a bar under the reels. */
const LOW_PX = 560

/**
 * `landscape` has its controls at the thumbs; the mobile build keeps them there in any wide window.
 */
export function formOf(build: Build, width: number, height: number): Form {
  if (height > width) return 'portrait'
  if (build === 'mobile' || height < LOW_PX) return 'landscape'
  return 'wide'
}
