// Owns the place of the free games of Lucky Lanterns for upright windows: a page loads it once
// it is ready.

import place from 'scenery:lucky-lanterns/feature-upright'

export const places = { place }
