// Owns whether there is sound: the player's stored setting, the first gesture, the hidden page, a
// mute by the casino. The rest is loaded on demand. It must never delay the page or fail it.

import { type Loudness, rememberedLoudness, rememberLoudness } from '../page/preferences.ts'
import type { Moments } from '../round/moments.ts'
import type { Engine } from './engine.ts'
import { scoreOf } from './scores/catalogue.ts'
import type { Circumstances } from './soundtrack.ts'

export interface SoundOptions {
  gameId: string
  moments: Moments
  circumstances(): Omit<Circumstances, 'steps'>
}

/** Why there is silence regardless of the player's setting. */
export type Hold = 'hidden' | 'casino' | 'mutedByCasino' | 'over'

/** Only these let a browser play audio; a mere touch does not. */
const GESTURES = ['pointerup', 'keydown', 'click'] as const
/** After the game and its first pictures are loaded. */
const IDLE_WITHIN_MS = 2_000

export class Sound {
  loudness: Loudness = rememberedLoudness()
  /** Called when the player or the casino has changed something. */
  onChange: (() => void) | null = null
  private readonly options: SoundOptions
  private readonly holds = new Set<Hold>()
  private engine: Engine | null = null
  private loading: Promise<void> | null = null
  private gestured = false

  constructor(options: SoundOptions) {
    this.options = options
    options.moments.listen(moment => this.engine?.play(moment))
  }

  /** The game is ready: from now on sound may be loaded, and the next gesture starts it. */
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

  /** The player's setting; it is stored. */
  set(change: Partial<Loudness>): void {
    this.loudness = { ...this.loudness, ...change }
    rememberLoudness(this.loudness)
    this.apply()
    if (this.wanted && this.gestured) void this.load()
    this.onChange?.()
  }

  /** Starts or ends a silence that the player did not choose. */
  hold(reason: Hold, on: boolean): void {
    if (on) this.holds.add(reason)
    else this.holds.delete(reason)
    this.apply()
    if (this.wanted && this.gestured) void this.load()
    this.onChange?.()
  }

  /** The casino has muted the game, regardless of the player's setting. */
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
      // It could not be loaded: the game continues in silence, and the next gesture tries again.
      .catch(() => {
        this.loading = null
      })
    return this.loading
  }

  /** All in parallel: in sequence would be three waits on a slow connection. */
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

/** The spin button is excluded: the reels are its sound. */
function isKey(target: EventTarget | null): boolean {
  const key = target instanceof Element ? target.closest('button, select, input') : null
  return key !== null && key.id !== 'spin'
}
