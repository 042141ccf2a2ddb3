// Owns the place of the respins of Vault Keeper for windows that are wider than high: a page
// loads it once it is ready.

import place from 'scenery:vault-keeper/feature-wide'

export const places = { place }
