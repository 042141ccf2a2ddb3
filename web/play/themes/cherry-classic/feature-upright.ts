// Owns the place of the respins of Cherry Classic for upright windows: a page loads it once it
// is ready.

import place from 'scenery:cherry-classic/feature-upright'

export const places = { place }
