// Owns the place of the free games of Sugar Cascade for windows that are wider than high: a page
// loads it once it is ready.

import place from 'scenery:sugar-cascade/feature-wide'

export const places = { place }
