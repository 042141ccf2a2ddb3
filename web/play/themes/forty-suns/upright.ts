// Owns the background of Forty Suns for upright windows: a page loads it when it shows it.

export { default as layers } from 'scenery:forty-suns/background-upright'
