// Owns the background of Cherry Classic for windows that are wider than high: a page loads it when
// it shows it.

export { default as layers } from 'scenery:cherry-classic/background-wide'
