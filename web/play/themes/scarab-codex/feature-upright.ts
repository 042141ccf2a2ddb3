// Owns the place of the free games of Scarab Codex for upright windows: a page loads it once it
// is ready.

import place from 'scenery:scarab-codex/feature-upright'

export const places = { place }
