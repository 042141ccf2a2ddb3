// Owns the instruments by name. It must never make a sound itself.

import { drums, type Stroke } from './drums.ts'
import { noises } from './noises.ts'
import { strings } from './plucked.ts'
import type { Voice } from './signal.ts'
import { bars, electricPiano } from './struck.ts'
import { sustained } from './sustained.ts'

const VOICES: Readonly<Record<string, Voice>> = { ...bars, ...strings, ...sustained, electricPiano }

export function voiceOf(name: string): Voice {
  const voice = VOICES[name]
  if (voice === undefined) throw new Error(`no instrument "${name}"`)
  return voice
}

export function strokeOf(name: string): Stroke {
  const stroke = drums[name] ?? noises[name]
  if (stroke === undefined) throw new Error(`no drum "${name}"`)
  return stroke
}
