// Owns the background of Forty Suns for windows that are wider than high: a page loads it when it
// shows it.

export { default as layers } from 'scenery:forty-suns/background-wide'
