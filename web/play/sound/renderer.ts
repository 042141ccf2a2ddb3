// Owns the making of sound beside the page: this file is both the page's side and, in a worker, the
// work itself, so that no frame waits for it. The page imports it by `import()` alone and nothing else
// of its files: a worker may load one file only under the policy of assets.

import type { Part, Score } from './score.ts'
import { CUE_NAMES, type Cue, renderCue } from './synthesis/cues.ts'
import type { Stereo } from './synthesis/loudness.ts'
import { renderLoop } from './synthesis/render.ts'

export { RATE } from './synthesis/signal.ts'

/** Of music as it is delivered; its place under the effects is the player's. */
const LOOP_LOUDNESS = -18
const FEATURE_LOUDNESS = -20

export const LOOP = 'loop'
export const FEATURE = 'feature'

type Order = { score: Score; names: readonly string[] }
type Made = { name: string; sound: Stereo | null }

const isWorker = typeof document === 'undefined' && typeof postMessage === 'function'
if (isWorker) addEventListener('message', event => work((event as MessageEvent<Order>).data))

/** What a piece consists of, in the order in which it is wanted. */
export function namesOf(score: Score): { cues: readonly Cue[]; music: readonly string[] } {
  const music = [score.parts.length > 0 ? LOOP : '', score.feature.length > 0 ? FEATURE : '']
  return { cues: CUE_NAMES, music: music.filter(name => name !== '') }
}

/** Calls `made` with each sound once it is there. The page goes on without those that can't be made. */
export class Renderer {
  private readonly worker: Worker

  constructor(made: (name: string, sound: Stereo) => void) {
    this.worker = new Worker(import.meta.url, { type: 'module' })
    this.worker.onmessage = ({ data }: MessageEvent<Made>) => {
      if (data.sound === null) this.worker.terminate()
      else made(data.name, data.sound)
    }
  }

  /** `isLast`: the worker ends afterwards and gives its memory back. */
  render(score: Score, names: readonly string[], isLast: boolean): void {
    this.worker.postMessage({ score, names: isLast ? [...names, ''] : names } satisfies Order)
  }
}

function work({ score, names }: Order): void {
  for (const name of names) {
    const sound = name === '' ? null : renderSound(score, name)
    const made: Made = { name, sound }
    const moved = sound === null ? [] : [sound.left.buffer, sound.right.buffer]
    postMessage(made, { transfer: moved as ArrayBuffer[] })
  }
}

/** A sound of a game by its name. */
export function renderSound(score: Score, name: string): Stereo {
  if (name === LOOP) return renderMusic(score, score.parts, LOOP_LOUDNESS)
  if (name === FEATURE) return renderMusic(score, score.feature, FEATURE_LOUDNESS)
  return renderCue(name as Cue, score.cues)
}

function renderMusic(score: Score, parts: readonly Part[], loudness: number): Stereo {
  return renderLoop(score, parts, loudness)
}
