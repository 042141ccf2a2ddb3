// Owns what of the music sounds when: section after section on the clock of the audio, the change
// to a feature's piece on a bar line, and the tension that joins in. It must never make a sound
// itself, nor depend on why one is wanted.

import type { Context } from 'tone/build/esm/core/context/Context.js'
import type { Gain } from 'tone/build/esm/core/context/Gain.js'

export interface MusicParts {
  context: Context
  out: Gain
  /** Samples per second of what is added; the context has the same rate. */
  rate: number
  /** Seconds of a bar, and the number of sections of each piece. */
  bar: number
  lengths: Readonly<Record<Piece, number>>
}

export type Piece = 'main' | 'feature'

type Source = ReturnType<Context['createBufferSource']>
type Level = ReturnType<Context['createGain']>

/** A piece that plays, from its start on. */
interface Run {
  piece: Piece
  level: Level
  /** The frame of a bar line at which its last planned section begins. */
  since: number
  next: number
  nextFrame: number
  sources: Set<Source>
}

/** From now to a start time that even a busy page meets. */
const SOON_SECONDS = 0.05
/** A page that is busy for a second must not be heard; a section is at least 2.8 s long. */
const AHEAD_SECONDS = 2
const LOOK_EVERY_MS = 250
const FADE_SECONDS = { in: 0.02, out: 0.7 }
const TENSION_FADE_SECONDS = { in: 0.25, out: 0.5 }

export class Music {
  private readonly parts: MusicParts
  private readonly sections = new Map<string, () => AudioBuffer>()
  private wanted: Piece = 'main'
  private run: Run | null = null
  private tense: { source: Source; level: Level } | null = null

  constructor(parts: MusicParts) {
    this.parts = parts
  }

  /**
   * A section of a piece, or the tension. The one after the last replaces the first, because the
   * end of the piece rings in it.
   * @param make creates the buffer each time: what waits takes half the memory
   */
  add(piece: Piece | 'tension', section: number, make: () => AudioBuffer): void {
    const index = piece === 'tension' ? 0 : section % this.parts.lengths[piece]
    this.sections.set(`${piece} ${index}`, make)
    if (this.run !== null || piece !== 'main') return
    this.begin('main', this.frameOf(this.now + SOON_SECONDS))
    setInterval(() => this.fill(), LOOK_EVERY_MS)
  }

  /** Changes the piece on the next bar line, or as soon as its first section is there. */
  play(piece: Piece): void {
    this.wanted = piece
    this.fill()
  }

  /** Lets the tension in or out, in time with the bars. */
  setTension(on: boolean): void {
    const make = this.sections.get('tension 0')
    if (on && this.tense === null && make !== undefined && this.run !== null) {
      this.tense = this.startTension(make(), this.run)
    } else if (!on && this.tense !== null) {
      const { source, level } = this.tense
      this.tense = null
      this.fade(level, 0, this.now, TENSION_FADE_SECONDS.out)
      source.stop(this.now + TENSION_FADE_SECONDS.out)
    }
  }

  private startTension(buffer: AudioBuffer, run: Run) {
    const { context, rate, out } = this.parts
    const at = this.frameOf(this.now + SOON_SECONDS)
    const level = context.createGain()
    level.gain.setValueAtTime(0, this.now)
    const source = this.sourceOf(buffer, level)
    source.loop = true
    level.connect(out.input)
    source.onended = () => level.disconnect()
    // The bar lines before `since` lie in steps of whole bars, too.
    const { length } = buffer
    const place = (((at - run.since) % length) + length) % length
    source.start(at / rate, place / rate)
    this.fade(level, 1, at / rate, TENSION_FADE_SECONDS.in)
    return { source, level }
  }

  private get now(): number {
    return this.parts.context.currentTime
  }

  private frameOf(seconds: number): number {
    return Math.ceil(seconds * this.parts.rate)
  }

  private begin(piece: Piece, since: number): void {
    const { context, out, rate } = this.parts
    const level = context.createGain()
    level.connect(out.input)
    level.gain.setValueAtTime(0, this.now)
    this.fade(level, 1, since / rate, FADE_SECONDS.in)
    this.run = { piece, level, since, next: 0, nextFrame: since, sources: new Set() }
    this.fill()
  }

  /** Plans what is heard soon. */
  private fill(): void {
    const { run, wanted } = this
    if (run === null) return
    if (run.piece !== wanted && this.sections.has(`${wanted} 0`)) this.change(run, wanted)
    else while (run.nextFrame < this.frameOf(this.now + AHEAD_SECONDS)) this.planNext(run)
  }

  private planNext(run: Run): void {
    const { rate, lengths } = this.parts
    // A section that is not there yet: what is there plays again.
    if (!this.sections.has(`${run.piece} ${run.next}`)) run.next = 0
    const buffer = this.sections.get(`${run.piece} ${run.next}`)!()
    // The page was busy for longer than was planned.
    run.nextFrame = Math.max(run.nextFrame, this.frameOf(this.now + SOON_SECONDS))
    const source = this.sourceOf(buffer, run.level)
    run.since = run.nextFrame
    run.sources.add(source)
    source.onended = () => {
      run.sources.delete(source)
      if (run !== this.run && run.sources.size === 0) run.level.disconnect()
    }
    source.start(run.nextFrame / rate)
    run.nextFrame += buffer.length
    run.next = (run.next + 1) % lengths[run.piece]
  }

  private change(run: Run, piece: Piece): void {
    const { bar, rate } = this.parts
    const frames = bar * rate
    const soon = this.frameOf(this.now + SOON_SECONDS) - run.since
    const at = run.since + Math.round(Math.ceil(soon / frames) * frames)
    this.fade(run.level, 0, at / rate, FADE_SECONDS.out)
    for (const source of run.sources) source.stop(at / rate + FADE_SECONDS.out)
    this.begin(piece, at)
  }

  private sourceOf(buffer: AudioBuffer, level: Level): Source {
    const source = this.parts.context.createBufferSource()
    source.buffer = buffer
    source.connect(level)
    return source
  }

  /** From its level at the moment, so that a change of mind makes no step. */
  private fade({ gain }: Level, to: number, at: number, seconds: number): void {
    gain.cancelScheduledValues(at)
    gain.setTargetAtTime(to, at, seconds / 4)
  }
}
