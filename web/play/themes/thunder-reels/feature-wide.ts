// Owns the place of the free games of Thunder Reels for windows that are wider than high: a page
// loads it once it is ready.

import place from 'scenery:thunder-reels/feature-wide'

export const places = { place }
