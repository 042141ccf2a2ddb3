// Owns the rendering of sound outside the page's thread: this file is both the page's side and, in
// a worker, the work itself, so that no frame waits for it. The page imports it only by `import()`,
// and nothing else of its files: a worker may load only one file under the policy of assets.

import type { Score } from './score.ts'
import type { Stereo } from './synthesis/loudness.ts'
import { Maker, type Wanted } from './synthesis/sounds.ts'

export { barSeconds } from './score.ts'
export { CURVE_REACH, ceilingCurve } from './synthesis/master.ts'
export { RATE } from './synthesis/signal.ts'
export { sectionsOf, wantedOf } from './synthesis/sounds.ts'

/** A sound as it is kept: 16 bits a sample, half of what an audio buffer takes. */
export interface Stored {
  left: Int16Array
  right: Int16Array
}

type Order = { score: Score; wanted: readonly Wanted[] }
type Made = Wanted & { sound: Stored }

/**
 * The worker's file may fail to load; after this many starts the page continues with what it has.
 */
const MOST_STARTS = 4

const isWorker = typeof document === 'undefined' && typeof postMessage === 'function'
if (isWorker) addEventListener('message', event => work((event as MessageEvent<Order>).data))

export interface RendererParts {
  score: Score
  /** Called with each sound once it is rendered. The page continues without those that can't be. */
  made(wanted: Wanted, sound: Stored): void
  /** Resolves when another start of a lost worker is worthwhile. */
  chance(starts: number): Promise<void>
}

export class Renderer {
  private readonly parts: RendererParts
  private wanted: Wanted[] = []
  private worker: Worker
  private starts = 1
  private isLast = false

  constructor(parts: RendererParts) {
    this.parts = parts
    this.worker = this.start()
  }

  /** `isLast`: the worker ends afterwards and frees its memory. */
  render(wanted: readonly Wanted[], isLast: boolean): void {
    this.wanted.push(...wanted)
    this.isLast ||= isLast
    this.worker.postMessage({ score: this.parts.score, wanted } satisfies Order)
    this.endIfDone()
  }

  private start(): Worker {
    const worker = new Worker(import.meta.url, { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Made>) => {
      const { name, section, sound } = data
      this.wanted = this.wanted.filter(each => each.name !== name || each.section !== section)
      this.parts.made({ name, section }, sound)
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
    this.worker.postMessage({ score: this.parts.score, wanted: this.wanted } satisfies Order)
  }

  private endIfDone(): void {
    if (this.isLast && this.wanted.length === 0) this.worker.terminate()
  }
}

/** Kept from order to order: a section continues the one before it. */
let maker: Maker | null = null

function work({ score, wanted }: Order): void {
  maker ??= new Maker(score)
  for (const each of wanted) {
    const { left, right } = maker.make(each)
    const sound = { left: stored(left), right: stored(right) }
    const moved = [sound.left.buffer, sound.right.buffer] as ArrayBuffer[]
    postMessage({ ...each, sound } satisfies Made, { transfer: moved })
  }
}

/** Peaks of every sound lie below full scale. */
function stored(side: Stereo['left']): Int16Array {
  const out = new Int16Array(side.length)
  for (let index = 0; index < side.length; index++) out[index] = Math.round(side[index]! * 32_767)
  return out
}
