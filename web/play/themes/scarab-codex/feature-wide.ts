// Owns the place of the free games of Scarab Codex for windows that are wider than high: a page
// loads it once it is ready.

import place from 'scenery:scarab-codex/feature-wide'

export const places = { place }
