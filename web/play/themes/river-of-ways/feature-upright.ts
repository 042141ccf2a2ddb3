// Owns the places of River of Ways' free games, by the option that leads to each, for upright
// windows: a page loads it once it is ready.

import dawn from 'scenery:river-of-ways/feature-dawn-upright'
import dusk from 'scenery:river-of-ways/feature-dusk-upright'
import rain from 'scenery:river-of-ways/feature-rain-upright'

export const places = { '8x6': dawn, '16x3': rain, '24x2': dusk }
