// Owns the places of River of Ways' free games, by the option that leads to each, for windows
// that are wider than high: a page loads it once it is ready.

import dawn from 'scenery:river-of-ways/feature-dawn-wide'
import dusk from 'scenery:river-of-ways/feature-dusk-wide'
import rain from 'scenery:river-of-ways/feature-rain-wide'

export const places = { '8x6': dawn, '16x3': rain, '24x2': dusk }
