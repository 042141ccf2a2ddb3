// Owns the background of Thunder Reels for windows that are wider than high: a page loads it when
// it shows it.

export { default as layers } from 'scenery:thunder-reels/background-wide'
