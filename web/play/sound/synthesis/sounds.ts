// Owns which sounds a game has, by their names, and the rendering of each. It must never depend on
// when one is heard.

import type { Score } from '../score.ts'
import { CUE_NAMES, type Cue, renderCue } from './cues.ts'
import type { Stereo } from './loudness.ts'
import { renderLoop, renderPhrase } from './render.ts'

/** The first bars of the loop, until the loop is rendered. */
export const PHRASE = 'phrase'
export const LOOP = 'loop'
export const FEATURE = 'feature'

/** In the order in which they are needed: `first` before anything is heard. */
export function namesOf(score: Score): { first: readonly string[]; music: readonly string[] } {
  const hasMusic = score.parts.length > 0
  const first = [...(hasMusic ? [PHRASE] : []), ...CUE_NAMES]
  const music = [...(hasMusic ? [LOOP] : []), ...(score.feature.length > 0 ? [FEATURE] : [])]
  return { first, music }
}

export function renderSound(score: Score, name: string): Stereo {
  const { parts, feature, gain } = score
  if (name === PHRASE) return renderPhrase(score, parts, gain.parts)
  if (name === LOOP) return renderLoop(score, parts, gain.parts)
  if (name === FEATURE) return renderLoop(score, feature, gain.feature)
  return renderCue(name as Cue, score.cues)
}
