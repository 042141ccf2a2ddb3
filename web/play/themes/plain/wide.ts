// Owns the background of the plain look for windows that are wider than high: a page loads it when
// it shows it.

export { default as layers } from 'scenery:plain/background-wide'
