// Owns the making of sound beside the page: this file is both the page's side and, in a worker, the
// work itself, so that no frame waits for it. The page imports it by `import()` alone and nothing else
// of its files: a worker may load one file only under the policy of assets.

import type { Score } from './score.ts'
import type { Stereo } from './synthesis/loudness.ts'
import { renderSound } from './synthesis/sounds.ts'

export { RATE } from './synthesis/signal.ts'
export { FEATURE, LOOP, namesOf, PHRASE } from './synthesis/sounds.ts'

type Order = { score: Score; names: readonly string[] }
type Made = { name: string; sound: Stereo }

/** The worker's file may be lost on its way; after so many the page goes on with what it has. */
const MOST_STARTS = 4

const isWorker = typeof document === 'undefined' && typeof postMessage === 'function'
if (isWorker) addEventListener('message', event => work((event as MessageEvent<Order>).data))

export interface RendererParts {
  score: Score
  /** Called with each sound once it is there. The page goes on without those that can't be made. */
  made(name: string, sound: Stereo): void
  /** Resolves when a worker that was lost is worth another start. */
  chance(starts: number): Promise<void>
}

export class Renderer {
  private readonly parts: RendererParts
  private wanted: string[] = []
  private worker: Worker
  private starts = 1
  private isLast = false

  constructor(parts: RendererParts) {
    this.parts = parts
    this.worker = this.start()
  }

  /** `isLast`: the worker ends afterwards and gives its memory back. */
  render(names: readonly string[], isLast: boolean): void {
    this.wanted.push(...names)
    this.isLast ||= isLast
    this.worker.postMessage({ score: this.parts.score, names } satisfies Order)
    this.endIfDone()
  }

  private start(): Worker {
    const worker = new Worker(import.meta.url, { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Made>) => {
      this.wanted = this.wanted.filter(name => name !== data.name)
      this.parts.made(data.name, data.sound)
      this.endIfDone()
    }
    worker.onerror = () => void this.startAgain()
    return worker
  }

  private async startAgain(): Promise<void> {
    this.worker.terminate()
    if (this.starts === MOST_STARTS) return
    await this.parts.chance(this.starts)
    this.starts += 1
    this.worker = this.start()
    this.worker.postMessage({ score: this.parts.score, names: this.wanted } satisfies Order)
  }

  private endIfDone(): void {
    if (this.isLast && this.wanted.length === 0) this.worker.terminate()
  }
}

function work({ score, names }: Order): void {
  for (const name of names) {
    const sound = renderSound(score, name)
    const moved = [sound.left.buffer, sound.right.buffer] as ArrayBuffer[]
    postMessage({ name, sound } satisfies Made, { transfer: moved })
  }
}
