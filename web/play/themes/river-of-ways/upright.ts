// Owns the background of River of Ways for upright windows: a page loads it when it shows it.

export { default as layers } from 'scenery:river-of-ways/background-upright'
