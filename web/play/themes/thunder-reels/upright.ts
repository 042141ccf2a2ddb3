// Owns the background of Thunder Reels for upright windows: a page loads it when it shows it.

export { default as layers } from 'scenery:thunder-reels/background-upright'
