// Owns the background of Sugar Cascade for upright windows: a page loads it when it shows it.

export { default as layers } from 'scenery:sugar-cascade/background-upright'
