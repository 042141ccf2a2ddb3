// Owns the sound of one game once it is wanted: rendered sounds go to the player, moments become
// effects, music starts when it is rendered. Loaded on demand; it must never delay play or fail it.

import { chanceAfter } from '../page/load-part.ts'
import type { Moment } from '../round/moments.ts'
import { Player } from './player.ts'
import type { Renderer } from './renderer.ts'
import type { Score } from './score.ts'
import { type Act, type Circumstances, Soundtrack } from './soundtrack.ts'
import type { Stereo } from './synthesis/loudness.ts'

export interface EngineOptions {
  circumstances(): Omit<Circumstances, 'steps'>
}

/** The renderer's module, which also runs in a worker. */
type Maker = typeof import('./renderer.ts')

const LAYER_SECONDS = 1.2

export class Engine {
  private readonly score: Score
  private readonly maker: Maker
  private readonly soundtrack: Soundtrack
  private readonly renderer: Renderer
  private readonly made = new Map<string, Stereo>()
  private player: Player | null = null
  private volume = 0
  private awake = true
  private musicOn = true
  private inFeature = false

  constructor(score: Score, maker: Maker, options: EngineOptions) {
    this.score = score
    this.maker = maker
    const { steps } = score.cues
    this.soundtrack = new Soundtrack(() => ({ ...options.circumstances(), steps }))
    const made = (name: string, sound: Stereo) => this.take(name, sound)
    this.renderer = new maker.Renderer({ score, made, chance: chanceAfter })
    this.renderer.render(maker.namesOf(score).first, false)
  }

  /** Call it in a user gesture: from the first one on there is sound, and the music is rendered. */
  wake(): void {
    if (this.player === null) {
      this.player = new Player()
      for (const [name, sound] of this.made) this.deliver(this.player, name, sound)
      this.made.clear()
      this.renderer.render(this.maker.namesOf(this.score).music, true)
      this.player.setVolume(this.volume)
      if (!this.awake) this.player.setAwake(false)
    }
    this.player.resume()
  }

  get running(): boolean {
    return this.player?.running ?? false
  }

  setVolume(volume: number): void {
    this.volume = volume
    this.player?.setVolume(volume)
  }

  setMusic(on: boolean): void {
    this.musicOn = on
    this.setLayers(0.5)
  }

  setAwake(awake: boolean): void {
    this.awake = awake
    this.player?.setAwake(awake)
  }

  play(moment: Moment): void {
    for (const act of this.soundtrack.actsOf(moment)) this.perform(act)
  }

  /** A button of the page was pressed. */
  pressKey(): void {
    this.player?.play('key')
  }

  private perform(act: Act): void {
    if (act.do === 'feature') {
      this.inFeature = act.on
      this.setLayers(LAYER_SECONDS)
    } else if (act.do === 'duck') this.player?.duck(act.on)
    else if (act.do === 'stop') this.player?.stop(act.cue)
    else this.player?.play(act.cue, act)
  }

  private take(name: string, sound: Stereo): void {
    if (this.player === null) this.made.set(name, sound)
    else this.deliver(this.player, name, sound)
  }

  private deliver(player: Player, name: string, sound: Stereo): void {
    const { LOOP, PHRASE, RATE } = this.maker
    player.add(name, sound, RATE)
    const gains = this.gains()
    if (name === PHRASE) player.startPhrase(name, LOOP, gains[LOOP] ?? 0)
    else if (gains[name] !== undefined) player.startLoop(name, gains[name])
  }

  private gains(): Record<string, number> {
    const on = this.musicOn ? 1 : 0
    const { LOOP, FEATURE } = this.maker
    return { [LOOP]: on, [FEATURE]: this.inFeature ? on : 0 }
  }

  private setLayers(seconds: number): void {
    for (const [name, gain] of Object.entries(this.gains())) {
      this.player?.setLayer(name, gain, seconds)
    }
  }
}
