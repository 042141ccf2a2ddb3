// Owns the background of Sugar Cascade for windows that are wider than high: a page loads it when
// it shows it.

export { default as layers } from 'scenery:sugar-cascade/background-wide'
