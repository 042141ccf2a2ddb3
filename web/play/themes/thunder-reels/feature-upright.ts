// Owns the place of the free games of Thunder Reels for upright windows: a page loads it once it
// is ready.

import place from 'scenery:thunder-reels/feature-upright'

export const places = { place }
