// Owns the background of Scarab Codex for windows that are wider than high: a page loads it when it
// shows it.

export { default as layers } from 'scenery:scarab-codex/background-wide'
