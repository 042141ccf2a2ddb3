// Owns the sound of rolling reels, as the game describes it. It loops without a seam; it must never
// depend on how long the reels roll.

import type { Roll } from '../score.ts'
import type { Stereo } from './loudness.ts'
import { highPass, lowPass, noiseFrom, secondsToSamples } from './signal.ts'
import { strokeOf } from './strokes.ts'

/** The ends of the noise overlap so long. */
const BLEND_SECONDS = 0.03

export function rolling({ seconds, bed, ticks }: Roll): Stereo {
  const length = secondsToSamples(seconds)
  const out = noiseBed(length, bed)
  const [name, times, level, speed] = ticks
  const stroke = strokeOf(name, speed)
  for (let tick = 0; tick < times; tick++) {
    const from = Math.round((tick * length) / times)
    // Every second one is softer: a wheel is never quite round.
    const gain = level * (tick % 2 === 0 ? 1 : 0.7)
    for (let index = 0; index < stroke.length; index++) {
      out[(from + index) % length]! += stroke[index]! * gain
    }
  }
  return { left: out, right: out.slice() }
}

function noiseBed(length: number, [low, high, level]: Roll['bed']): Float32Array {
  const over = secondsToSamples(BLEND_SECONDS)
  const noise = noiseFrom(613)
  const [first, second, top] = [highPass(low), highPass(low), lowPass(high)]
  const raw = Float32Array.from(
    { length: length + over },
    () => top(second(first(noise()))) * level,
  )
  const out = raw.slice(0, length)
  for (let index = 0; index < over; index++) {
    const t = index / over
    out[index] = raw[index]! * t + raw[length + index]! * (1 - t)
  }
  return out
}
