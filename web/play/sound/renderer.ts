// Owns the rendering of sound outside the page's thread: this file is both the page's side and, in
// a worker, the work itself, so that no frame waits for it. The page imports it only by `import()`,
// and nothing else of its files: a worker may load only one file under the policy of assets.

import type { Score } from './score.ts'
import type { Stereo } from './synthesis/loudness.ts'
import { renderSound } from './synthesis/sounds.ts'

export { RATE } from './synthesis/signal.ts'
export { FEATURE, LOOP, namesOf, PHRASE } from './synthesis/sounds.ts'

type Order = { score: Score; names: readonly string[] }
type Made = { name: string; sound: Stereo }

/**
 * The worker's file may fail to load; after this many starts the page continues with what it has.
 */
const MOST_STARTS = 4

const isWorker = typeof document === 'undefined' && typeof postMessage === 'function'
if (isWorker) addEventListener('message', event => work((event as MessageEvent<Order>).data))

export interface RendererParts {
  score: Score
  /** Called with each sound once it is rendered. The page continues without those that can't be. */
  made(name: string, sound: Stereo): void
  /** Resolves when another start of a lost worker is worthwhile. */
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

  /** `isLast`: the worker ends afterwards and frees its memory. */
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
