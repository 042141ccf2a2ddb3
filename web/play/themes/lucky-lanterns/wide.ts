// Owns the background of Lucky Lanterns for windows that are wider than high: a page loads it when
// it shows it.

export { default as layers } from 'scenery:lucky-lanterns/background-wide'
