// Owns the reverb of the music: so many echoes that they become one. It is linear, so that what
// rings past the end of a loop may be added to its beginning. It must never depend on a score.

import { RATE } from './signal.ts'

/** Loops of mutually prime lengths, in samples; the right ear's are a little longer. */
const COMBS = [1117, 1187, 1279, 1361, 1423, 1499]
const ALL_PASSES = [557, 439, 337]
const SPREAD = 23
const LEVEL = 0.24

/** Seconds until the reverb has fallen by 60 dB. */
export function roomSeconds(size: number): number {
  const turn = 1378 / RATE
  return (-3 * turn) / Math.log10(feedbackOf(size))
}

const feedbackOf = (size: number): number => 0.72 + 0.2 * size

/** Keeps what still echoes, so that a piece may be made in parts, one after the other. */
export class Room {
  private readonly ears: readonly Ear[]

  /** @param size 0 a chamber to 1 a temple */
  constructor(size: number) {
    this.ears = [0, SPREAD].map(spread => openEar(spread, size))
  }

  /** Adds the echo of the first `length` samples of `send`. */
  add(send: Float32Array, left: Float32Array, right: Float32Array, length: number): void {
    for (const [index, out] of [left, right].entries()) {
      const wet = new Float32Array(length)
      const { combs, allPasses } = this.ears[index]!
      for (const each of combs) comb(send, wet, each)
      for (const each of allPasses) allPass(wet, each)
      for (let at = 0; at < length; at++) out[at]! += wet[at]! * LEVEL
    }
  }
}

interface Delay {
  line: Float32Array
  at: number
}

interface Comb extends Delay {
  held: number
  feedback: number
  damping: number
}

interface Ear {
  combs: readonly Comb[]
  allPasses: readonly Delay[]
}

function openEar(spread: number, size: number): Ear {
  const delay = (length: number): Delay => ({ line: new Float32Array(length + spread), at: 0 })
  const echo = { held: 0, feedback: feedbackOf(size), damping: 0.45 - 0.2 * size }
  return {
    combs: COMBS.map(length => ({ ...delay(length), ...echo })),
    allPasses: ALL_PASSES.map(delay),
  }
}

function comb(send: Float32Array, wet: Float32Array, state: Comb): void {
  const { line, feedback, damping } = state
  const { length } = line
  let { at, held } = state
  for (let index = 0; index < wet.length; index++) {
    const echo = line[at]!
    wet[index]! += echo
    held = echo * (1 - damping) + held * damping
    line[at] = send[index]! + held * feedback
    at = at + 1 === length ? 0 : at + 1
  }
  state.at = at
  state.held = held
}

function allPass(wet: Float32Array, state: Delay): void {
  const { line } = state
  const { length } = line
  let { at } = state
  for (let index = 0; index < wet.length; index++) {
    const echo = line[at]!
    const sample = wet[index]!
    wet[index] = echo - sample
    line[at] = sample + echo * 0.5
    at = at + 1 === length ? 0 : at + 1
  }
  state.at = at
}
