// Owns the reverb of the music: so many echoes that they become one. It is linear, so that what
// rings past the end of a loop may be added to its beginning. It must never depend on a score.

import { RATE } from './signal.ts'

/** Loops of mutually prime lengths, in samples; the right ear's are a little longer. */
const COMBS = [811, 863, 929, 983, 1033, 1087]
const ALL_PASSES = [403, 319, 247]
const SPREAD = 17

/** @param size 0 a chamber to 1 a temple. */
export function addRoom(
  send: Float32Array,
  left: Float32Array,
  right: Float32Array,
  size: number,
): void {
  const feedback = 0.72 + 0.2 * size
  const damping = 0.45 - 0.2 * size
  addEar(send, left, 0, feedback, damping)
  addEar(send, right, SPREAD, feedback, damping)
}

/** Seconds until the reverb has fallen by 60 dB. */
export function roomSeconds(size: number): number {
  const turn = 1000 / RATE
  return (-3 * turn) / Math.log10(0.72 + 0.2 * size)
}

function addEar(
  send: Float32Array,
  out: Float32Array,
  spread: number,
  feedback: number,
  damping: number,
): void {
  const wet = new Float32Array(out.length)
  for (const length of COMBS) comb(send, wet, length + spread, feedback, damping)
  for (const length of ALL_PASSES) allPass(wet, length + spread)
  for (let index = 0; index < out.length; index++) out[index]! += wet[index]! * 0.24
}

function comb(
  send: Float32Array,
  wet: Float32Array,
  length: number,
  feedback: number,
  damping: number,
): void {
  const line = new Float32Array(length)
  let [at, held] = [0, 0]
  for (let index = 0; index < wet.length; index++) {
    const echo = line[at]!
    wet[index]! += echo
    held = echo * (1 - damping) + held * damping
    line[at] = (send[index] ?? 0) + held * feedback
    at = at + 1 === length ? 0 : at + 1
  }
}

function allPass(wet: Float32Array, length: number): void {
  const line = new Float32Array(length)
  let at = 0
  for (let index = 0; index < wet.length; index++) {
    const echo = line[at]!
    const sample = wet[index]!
    wet[index] = echo - sample
    line[at] = sample + echo * 0.5
    at = at + 1 === length ? 0 : at + 1
  }
}
