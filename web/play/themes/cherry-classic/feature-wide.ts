// Owns the place of the respins of Cherry Classic for windows that are wider than high: a page
// loads it once it is ready.

import place from 'scenery:cherry-classic/feature-wide'

export const places = { place }
