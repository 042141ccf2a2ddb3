// Owns the audio graph: effects and music with their volumes, music lowered under wins, a ceiling at
// the end. It must never depend on why something sounds. Imports single files of Tone: all of it
// takes 71 kB compressed, these 38 kB.

import { Context } from 'tone/build/esm/core/context/Context.js'
import { Gain } from 'tone/build/esm/core/context/Gain.js'
import { setContext } from 'tone/build/esm/core/context/GlobalContext.js'
import { ToneBufferSource } from 'tone/build/esm/source/buffer/ToneBufferSource.js'
import { Music, type Piece } from './music.ts'
import type { Stored } from './renderer.ts'

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

export interface PlayerParts {
  /** Samples per second of all that is added. */
  rate: number
  /** The last curve, from `-reach` to `reach`. */
  ceiling: { curve: Float32Array<ArrayBuffer>; reach: number }
  bar: number
  lengths: Readonly<Record<Piece, number>>
}

/** Of the music: under nothing, a win (-8 dB), a large moment (-14 dB). */
const LEVELS = { none: 1, win: 0.4, moment: 0.2 } as const
export type Ducking = keyof typeof LEVELS
const DUCK_SECONDS = 0.2
const UNDUCK_SECONDS = 1.6
const SWITCH_SECONDS = 0.5
/** Samples of a full scale of 16 bits. */
const FULL_SCALE = 32_768
/** More at once is a blur, and costly on a phone. */
const MOST_AT_ONCE = 14

export class Player {
  private readonly context: Context
  private readonly master: Gain
  private readonly effects: Gain
  private readonly ducking: Gain
  private readonly musicSwitch: Gain
  private readonly music: Music
  private readonly effectsMade = new Map<string, Stored>()
  private readonly playing = new Map<string, Set<ToneBufferSource>>()
  private readonly rate: number
  private awake = true

  constructor({ rate, ceiling, bar, lengths }: PlayerParts) {
    // The clock only frees finished sources; the default one is a worker made from text, which the
    // page's policy forbids. At the rate of the sounds each section ends exactly where the next
    // one begins.
    const clock = { clockSource: 'timeout', updateInterval: 0.5, lookAhead: 0.01 } as const
    const context = new Context({ ...clock, latencyHint: 'interactive', sampleRate: rate })
    // Single Tone modules look up the global context.
    setContext(context)
    this.context = context
    this.rate = rate
    this.master = new Gain({ context, gain: 0 })
    closeWith(ceiling, context, this.master)
    this.effects = new Gain({ context, gain: 1 }).connect(this.master)
    this.ducking = new Gain({ context, gain: 1 }).connect(this.master)
    this.musicSwitch = new Gain({ context, gain: 1 }).connect(this.ducking)
    this.music = new Music({ context, out: this.musicSwitch, rate, bar, lengths })
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

  add(name: string, sound: Stored): void {
    this.effectsMade.set(name, sound)
  }

  addMusic(piece: Piece | 'tension', section: number, sound: Stored): void {
    this.music.add(piece, section, () => this.bufferOf(sound))
  }

  /** Made for each use: what waits takes half the memory. 1 s of sound takes less than 1 ms. */
  private bufferOf({ left, right }: Stored): AudioBuffer {
    const buffer = this.context.createBuffer(2, left.length, this.rate)
    for (const [side, samples] of [left, right].entries()) {
      const out = buffer.getChannelData(side)
      for (let index = 0; index < samples.length; index++) out[index] = samples[index]! / FULL_SCALE
    }
    return buffer
  }

  /** Plays an effect; one that is not rendered yet is skipped. */
  play(name: string, options: PlayOptions = {}): void {
    const sound = this.effectsMade.get(name)
    if (sound === undefined || !this.awake || this.count() >= MOST_AT_ONCE) return
    const { rate = 1, gain = 1, loop = false, fadeInSeconds = 0, longestSeconds } = options
    const source = new ToneBufferSource({
      context: this.context,
      url: this.bufferOf(sound),
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

  setMusic(on: boolean): void {
    this.musicSwitch.gain.rampTo(on ? 1 : 0, SWITCH_SECONDS)
  }

  playPiece(piece: Piece): void {
    this.music.play(piece)
  }

  setTension(on: boolean): void {
    this.music.setTension(on)
  }

  /** Lowers the music under a win. */
  duck(under: Ducking): void {
    this.ducking.gain.rampTo(LEVELS[under], under === 'none' ? UNDUCK_SECONDS : DUCK_SECONDS)
  }

  private count(): number {
    let sum = 0
    for (const sources of this.playing.values()) sum += sources.size
    return sum
  }
}

/** What leaves the page stays below full scale, whatever sounds together. */
function closeWith({ curve, reach }: PlayerParts['ceiling'], context: Context, master: Gain): void {
  const scaled = new Gain({ context, gain: 1 / reach })
  const ceiling = context.createWaveShaper()
  ceiling.curve = curve
  master.connect(scaled)
  scaled.connect(ceiling)
  ceiling.connect(context.rawContext.destination)
}
