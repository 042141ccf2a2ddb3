// Owns the background of Vault Keeper for upright windows: a page loads it when it shows it.

export { default as layers } from 'scenery:vault-keeper/background-upright'
