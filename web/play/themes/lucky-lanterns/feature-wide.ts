// Owns the place of the free games of Lucky Lanterns for windows that are wider than high: a
// page loads it once it is ready.

import place from 'scenery:lucky-lanterns/feature-wide'

export const places = { place }
