// Owns the background of Cherry Classic for upright windows: a page loads it when it shows it.

export { default as layers } from 'scenery:cherry-classic/background-upright'
