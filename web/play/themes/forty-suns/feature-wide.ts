// Owns the place of the free games of Forty Suns for windows that are wider than high: a page
// loads it once it is ready.

import place from 'scenery:forty-suns/feature-wide'

export const places = { place }
