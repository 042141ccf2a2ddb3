// Owns the place of the respins of Vault Keeper for upright windows: a page loads it once it is
// ready.

import place from 'scenery:vault-keeper/feature-upright'

export const places = { place }
