// Owns the audio graph: effects and music with their volumes, music lowered under large moments,
// one limiter at the end. It must never depend on why something sounds. Imports single files of
// Tone: all of it takes 71 kB compressed, these 40 kB.

import { Limiter } from 'tone/build/esm/component/dynamics/Limiter.js'
import { Context } from 'tone/build/esm/core/context/Context.js'
import { Gain } from 'tone/build/esm/core/context/Gain.js'
import { setContext } from 'tone/build/esm/core/context/GlobalContext.js'
import { ToneBufferSource } from 'tone/build/esm/source/buffer/ToneBufferSource.js'
import type { Stereo } from './synthesis/loudness.ts'

export interface PlayOptions {
  /** 2 is an octave higher and half as long. */
  rate?: number
  gain?: number
  loop?: boolean
  fadeInSeconds?: number
  fadeOutSeconds?: number
  /** Faded out after this long. */
  longestSeconds?: number
}

interface Phrase {
  loop: string
  source: ToneBufferSource
  seconds: number
}

/** From now to a start time that even a busy page meets. */
const SOON_SECONDS = 0.05
/** The first bars start as the music does; later layers fade in. */
const PHRASE_FADE_SECONDS = 0.1
const LOOP_FADE_SECONDS = 1.5
/** Music is quieter than the effects. */
const MUSIC_GAIN = 0.62
const DUCKED_GAIN = 0.16
const DUCK_SECONDS = 0.35
const UNDUCK_SECONDS = 1.6
/** More at once is a blur, and costly on a phone. */
const MOST_AT_ONCE = 14

export class Player {
  private readonly context: Context
  private readonly master: Gain
  private readonly effects: Gain
  private readonly music: Gain
  private readonly layers = new Map<string, Gain>()
  private readonly buffers = new Map<string, AudioBuffer>()
  private readonly playing = new Map<string, Set<ToneBufferSource>>()
  private awake = true
  private musicSince: number | null = null
  /** Played in a loop in place of a loop that is not rendered yet. */
  private phrase: Phrase | null = null

  constructor() {
    // The clock only frees finished sources; the default one is a worker made from text, which the
    // page's policy forbids.
    const clock = { clockSource: 'timeout', updateInterval: 0.5, lookAhead: 0.01 } as const
    const context = new Context({ ...clock, latencyHint: 'interactive' })
    // Single Tone modules look up the global context.
    setContext(context)
    const limiter = new Limiter({ context, threshold: -1 })
    limiter.connect(context.rawContext.destination)
    this.context = context
    this.master = new Gain({ context, gain: 0 }).connect(limiter)
    this.effects = new Gain({ context, gain: 1 }).connect(this.master)
    this.music = new Gain({ context, gain: MUSIC_GAIN }).connect(this.master)
  }

  get running(): boolean {
    return this.context.state === 'running'
  }

  /** Call it in a user gesture: browsers are silent before one. */
  resume(): void {
    if (this.awake && !this.running) this.ask('resume')
  }

  /** Suspends audio time and with it all work. */
  setAwake(awake: boolean): void {
    this.awake = awake
    this.ask(awake ? 'resume' : 'suspend')
  }

  /**
   * Failures are ignored: the page stays silent, and the context's state shows that it can't
   * resume.
   */
  private ask(what: 'resume' | 'suspend'): void {
    const raw = this.context.rawContext as unknown as AudioContext
    raw[what]().catch(() => {})
  }

  setVolume(volume: number): void {
    // Squared: the ear perceives it as even steps.
    this.master.gain.rampTo(volume ** 2, 0.08)
  }

  /** @param rate samples per second; the browser resamples */
  add(name: string, { left, right }: Stereo, rate: number): void {
    const buffer = this.context.createBuffer(2, left.length, rate)
    buffer.copyToChannel(left as Float32Array<ArrayBuffer>, 0)
    buffer.copyToChannel(right as Float32Array<ArrayBuffer>, 1)
    this.buffers.set(name, buffer)
  }

  has(name: string): boolean {
    return this.buffers.has(name)
  }

  /** Plays an effect; one that is not rendered yet is skipped. */
  play(name: string, options: PlayOptions = {}): void {
    const buffer = this.buffers.get(name)
    if (buffer === undefined || !this.awake || this.count() >= MOST_AT_ONCE) return
    const { rate = 1, gain = 1, loop = false, fadeInSeconds = 0, longestSeconds } = options
    const source = new ToneBufferSource({
      context: this.context,
      url: buffer,
      playbackRate: rate,
      loop,
      fadeIn: fadeInSeconds,
      fadeOut: options.fadeOutSeconds ?? 0.04,
    }).connect(this.effects)
    const kept = this.playing.get(name) ?? new Set()
    this.playing.set(name, kept.add(source))
    source.onended = () => kept.delete(source)
    source.start(this.context.currentTime, 0, longestSeconds, gain)
  }

  stop(name: string): void {
    for (const source of this.playing.get(name) ?? []) source.stop(this.context.currentTime)
    this.playing.delete(name)
  }

  /** Loops the first bars until the loop itself begins. */
  startPhrase(name: string, loop: string, gain: number): void {
    const buffer = this.buffers.get(name)
    if (buffer === undefined || this.layers.has(loop)) return
    const at = this.context.currentTime + SOON_SECONDS
    this.musicSince = at
    const source = this.goRound(buffer, this.addLayer(loop, gain, PHRASE_FADE_SECONDS), at, 0)
    this.phrase = { loop, source, seconds: buffer.duration }
    this.buffers.delete(name)
  }

  /** Starts a loop in sync with those already playing. Each has its own volume. */
  startLoop(name: string, gain: number): void {
    const buffer = this.buffers.get(name)
    if (buffer === undefined) return
    if (this.phrase?.loop === name) this.joinPhrase(buffer, this.phrase)
    else if (!this.layers.has(name)) this.joinIn(name, buffer, gain)
  }

  private joinIn(name: string, buffer: AudioBuffer, gain: number): void {
    const at = this.context.currentTime + SOON_SECONDS
    this.musicSince ??= at
    const offset = (at - this.musicSince) % buffer.duration
    this.goRound(buffer, this.addLayer(name, gain, LOOP_FADE_SECONDS), at, offset)
  }

  /**
   * The loop takes over where the phrase ends, on its bar line: both hold the same sound there,
   * reverb included, so that the change is inaudible.
   */
  private joinPhrase(buffer: AudioBuffer, { loop, source, seconds }: Phrase): void {
    this.phrase = null
    const since = this.musicSince ?? 0
    const soon = this.context.currentTime + SOON_SECONDS
    const at = since + Math.max(1, Math.ceil((soon - since) / seconds)) * seconds
    source.stop(at)
    this.goRound(buffer, this.layers.get(loop)!, at, seconds)
    this.musicSince = at - seconds
  }

  private addLayer(name: string, gain: number, fadeSeconds: number): Gain {
    const layer = new Gain({ context: this.context, gain: 0 }).connect(this.music)
    this.layers.set(name, layer)
    layer.gain.rampTo(gain, fadeSeconds)
    return layer
  }

  private goRound(buffer: AudioBuffer, layer: Gain, at: number, offset: number): ToneBufferSource {
    const source = new ToneBufferSource({ context: this.context, url: buffer, loop: true })
    return source.connect(layer).start(at, offset)
  }

  setLayer(name: string, gain: number, seconds: number): void {
    this.layers.get(name)?.gain.rampTo(gain, seconds)
  }

  /** Lowers the music for a large moment. */
  duck(on: boolean): void {
    this.music.gain.rampTo(on ? DUCKED_GAIN : MUSIC_GAIN, on ? DUCK_SECONDS : UNDUCK_SECONDS)
  }

  private count(): number {
    let sum = 0
    for (const sources of this.playing.values()) sum += sources.size
    return sum
  }
}
