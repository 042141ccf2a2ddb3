// Owns the place of the free games of Forty Suns for upright windows: a page loads it once it is
// ready.

import place from 'scenery:forty-suns/feature-upright'

export const places = { place }
