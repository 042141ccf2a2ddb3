// Owns the background of Vault Keeper for windows that are wider than high: a page loads it when it
// shows it.

export { default as layers } from 'scenery:vault-keeper/background-wide'
