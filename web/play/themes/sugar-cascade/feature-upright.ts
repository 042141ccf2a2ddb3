// Owns the place of the free games of Sugar Cascade for upright windows: a page loads it once it
// is ready.

import place from 'scenery:sugar-cascade/feature-upright'

export const places = { place }
