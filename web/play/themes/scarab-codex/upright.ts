// Owns the background of Scarab Codex for upright windows: a page loads it when it shows it.

export { default as layers } from 'scenery:scarab-codex/background-upright'
