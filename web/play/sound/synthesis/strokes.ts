// Owns the strokes of drums and noises by their names, all equally loud, at any speed. It must never
// depend on when one sounds.

import { drums } from './drums.ts'
import { peakOf } from './loudness.ts'
import { noises } from './noises.ts'

const PEAK = 0.8

/**
 * All strokes have the same peak: a part's level alone sets how loud it is.
 * @param speed as of a tape: 2 is an octave higher and half as long
 */
export function strokeOf(name: string, speed: number): Float32Array {
  const stroke = drums[name] ?? noises[name]
  if (stroke === undefined) throw new Error(`no drum "${name}"`)
  const sound = faster(stroke(), speed)
  const gain = PEAK / Math.max(1e-6, peakOf({ left: sound, right: sound }))
  for (let index = 0; index < sound.length; index++) sound[index]! *= gain
  return sound
}

function faster(sound: Float32Array, speed: number): Float32Array {
  if (speed === 1) return sound
  const out = new Float32Array(Math.floor((sound.length - 1) / speed))
  for (let index = 0; index < out.length; index++) {
    const at = index * speed
    const whole = at | 0
    out[index] = sound[whole]! + (sound[whole + 1]! - sound[whole]!) * (at - whole)
  }
  return out
}
