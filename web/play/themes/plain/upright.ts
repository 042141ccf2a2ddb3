// Owns the background of the plain look for upright windows: a page loads it when it shows it.

export { default as layers } from 'scenery:plain/background-upright'
