// Owns the background of River of Ways for windows that are wider than high: a page loads it when
// it shows it.

export { default as layers } from 'scenery:river-of-ways/background-wide'
