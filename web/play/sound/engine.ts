// Owns the sound of one game once it is wanted: rendered sounds go to the player, moments become
// effects, music starts when it is rendered. Loaded on demand; it must never delay play or fail it.

import { chanceAfter } from '../page/load-part.ts'
import type { Moment } from '../round/moments.ts'
import { Player } from './player.ts'
import type { Renderer, Stored } from './renderer.ts'
import type { Score } from './score.ts'
import { type Act, type Circumstances, Soundtrack } from './soundtrack.ts'
import type { Wanted } from './synthesis/sounds.ts'

export interface EngineOptions {
  circumstances(): Omit<Circumstances, 'steps'>
}

/** The renderer's module, which also runs in a worker. */
type Maker = typeof import('./renderer.ts')

export class Engine {
  private readonly score: Score
  private readonly maker: Maker
  private readonly soundtrack: Soundtrack
  private readonly renderer: Renderer
  private readonly made: { wanted: Wanted; sound: Stored }[] = []
  private player: Player | null = null
  private volume = 0
  private awake = true
  private musicOn = true

  constructor(score: Score, maker: Maker, options: EngineOptions) {
    this.score = score
    this.maker = maker
    const { steps } = score.cues
    this.soundtrack = new Soundtrack(() => ({ ...options.circumstances(), steps }))
    const made = (wanted: Wanted, sound: Stored) => this.take(wanted, sound)
    this.renderer = new maker.Renderer({ score, made, chance: chanceAfter })
    this.renderer.render(maker.wantedOf(score).first, false)
  }

  /** Call it in a user gesture: from the first one on there is sound, and the music is rendered. */
  wake(): void {
    if (this.player === null) {
      this.player = this.openPlayer()
      for (const { wanted, sound } of this.made.splice(0)) this.take(wanted, sound)
      this.renderer.render(this.maker.wantedOf(this.score).music, true)
      this.player.setVolume(this.volume)
      this.player.setMusic(this.musicOn)
      if (!this.awake) this.player.setAwake(false)
    }
    this.player.resume()
  }

  private openPlayer(): Player {
    const { maker, score } = this
    const lengths = { main: maker.sectionsOf(score.main), feature: maker.sectionsOf(score.feature) }
    const { RATE: rate, CURVE_REACH: reach } = maker
    const ceiling = { curve: maker.ceilingCurve(), reach }
    return new Player({ rate, ceiling, bar: maker.barSeconds(score), lengths })
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
    this.player?.setMusic(on)
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
    const { player } = this
    if (act.do === 'piece') player?.playPiece(act.piece)
    else if (act.do === 'tension') player?.setTension(act.on)
    else if (act.do === 'duck') player?.duck(act.under)
    else if (act.do === 'stop') player?.stop(act.cue)
    else player?.play(act.cue, act)
  }

  private take(wanted: Wanted, sound: Stored): void {
    const { name, section } = wanted
    if (this.player === null) this.made.push({ wanted, sound })
    else if (name === 'main' || name === 'feature' || name === 'tension') {
      this.player.addMusic(name, section, sound)
    } else this.player.add(name, sound)
  }
}
