// Owns the background of Lucky Lanterns for upright windows: a page loads it when it shows it.

export { default as layers } from 'scenery:lucky-lanterns/background-upright'
