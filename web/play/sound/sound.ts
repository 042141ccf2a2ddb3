// Owns whether there is sound: what the player set and the browser remembers, the first gesture, the
// hidden page, a casino's wish. The rest comes on demand. It must never hold up the page or fail it.

import type { Moments } from '../moments.ts'
import { type Loudness, rememberedLoudness, rememberLoudness } from '../preferences.ts'
import type { Engine } from './engine.ts'
import { scoreOf } from './scores/catalogue.ts'
import type { Circumstances } from './soundtrack.ts'

export interface SoundOptions {
  gameId: string
  moments: Moments
  circumstances(): Omit<Circumstances, 'steps'>
}

/** Why there is silence whatever the player has set. */
export type Hold = 'hidden' | 'casino' | 'mutedByCasino' | 'over'

/** Only these let a browser play; a finger that only touches does not. */
const GESTURES = ['pointerup', 'keydown', 'click'] as const
/** After the game is there, and its first pictures. */
const IDLE_WITHIN_MS = 2_000

export class Sound {
  loudness: Loudness = rememberedLoudness()
  /** Called when the player, or the casino, has changed something. */
  onChange: (() => void) | null = null
  private readonly options: SoundOptions
  private readonly holds = new Set<Hold>()
  private engine: Engine | null = null
  private loading: Promise<void> | null = null
  private gestured = false

  constructor(options: SoundOptions) {
    this.options = options
    options.moments.listen(moment => this.engine?.tell(moment))
  }

  /** The game is ready: from now on sound may be loaded, and the next gesture begins it. */
  begin(): void {
    if (!isSupported()) return
    document.addEventListener('visibilitychange', () => this.hold('hidden', document.hidden))
    for (const gesture of GESTURES) addEventListener(gesture, event => this.touched(event), true)
    addEventListener('online', () => this.wanted && void this.load())
    this.hold('hidden', document.hidden)
    const load = () => this.wanted && void this.load()
    if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: IDLE_WITHIN_MS })
    else setTimeout(load, IDLE_WITHIN_MS)
  }

  /** The player's wish; it is remembered. */
  set(change: Partial<Loudness>): void {
    this.loudness = { ...this.loudness, ...change }
    rememberLoudness(this.loudness)
    this.apply()
    if (this.wanted && this.gestured) void this.load()
    this.onChange?.()
  }

  /** Silence for a reason that is not the player's, or its end. */
  hold(reason: Hold, on: boolean): void {
    if (on) this.holds.add(reason)
    else this.holds.delete(reason)
    this.apply()
    if (this.wanted && this.gestured) void this.load()
    this.onChange?.()
  }

  /** The casino wants silence, whatever the player has set. */
  get mutedByCasino(): boolean {
    return this.holds.has('mutedByCasino')
  }

  private get wanted(): boolean {
    return !this.loudness.muted && this.holds.size === 0
  }

  private touched(event: Event): void {
    if (!event.isTrusted) return
    this.gestured = true
    if (!this.wanted) return
    if (this.engine === null) void this.load()
    else if (!this.engine.running) this.engine.wake()
    if (event.type === 'click' && isKey(event.target)) this.engine?.pressKey()
  }

  private load(): Promise<void> {
    // Tone would write its version to the console.
    Object.assign(window, { TONE_SILENCE_LOGGING: true })
    this.loading ??= this.loadEngine()
      // The line does not bring it: the game goes on in silence, and the next gesture asks again.
      .catch(() => {
        this.loading = null
      })
    return this.loading
  }

  /** All of it at once: one after the other would be three waits on a slow line. */
  private async loadEngine(): Promise<void> {
    const [{ Engine }, maker, score] = await Promise.all([
      import('./engine.ts'),
      import('./renderer.ts'),
      scoreOf(this.options.gameId),
    ])
    this.engine = new Engine(score, maker, this.options)
    this.apply()
  }

  private apply(): void {
    const { muted, volume, music } = this.loudness
    this.engine?.setVolume(muted ? 0 : volume)
    this.engine?.setMusic(music)
    this.engine?.setAwake(this.wanted)
    if (this.engine !== null && this.wanted && this.gestured) this.engine.wake()
  }
}

function isSupported(): boolean {
  return 'AudioContext' in window && 'Worker' in window
}

/** The spin key has the reels for a sound. */
function isKey(target: EventTarget | null): boolean {
  const key = target instanceof Element ? target.closest('button, select, input') : null
  return key !== null && key.id !== 'spin'
}
