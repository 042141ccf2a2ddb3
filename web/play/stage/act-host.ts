// Owns the acts of a game's features: their layers, and the moment when they are loaded. It must
// never decide when one plays.

import { Container, type Texture } from 'pixi.js'
import type { Acts, ActTools, OpenActs, ReelsPlace } from './acts.ts'
import { type Area, BigWin, type Props } from './big-win.ts'
import { lightRing } from './lights.ts'
import type { Respins } from './respins.ts'

/** What the stage gives to its acts, besides their layers. */
export type HostTools = Omit<ActTools, 'within' | 'over' | 'scene' | 'lights' | 'shake'> & {
  lights: { spot: Texture; beam: Texture; glint: Texture }
  /** What a shake moves. */
  table: Container
}

const SHAKE_MS = 380

export class ActHost {
  /** Seen through the opening of the frame. */
  readonly within = new Container()
  /** Over the table. */
  readonly over = new Container()
  readonly scene: BigWin
  /** Null until they are loaded, and for a theme without them. */
  acts: Acts | null = null
  private readonly tools: HostTools
  private reels: ReelsPlace | null = null

  constructor(tools: HostTools, props: Omit<Props, 'onShown'>) {
    this.tools = tools
    this.scene = new BigWin(tools.animator, { ...props, onShown: () => {} })
  }

  open(open: OpenActs, respins: Respins): void {
    const { tools, within, over, scene } = this
    const lights = { ...tools.lights, ring: lightRing() }
    this.acts = open({ ...tools, lights, within, over, scene, shake: px => this.shake(px) })
    if (!tools.calm) respins.coins = this.acts.coins ?? null
    if (this.reels !== null) this.acts.place(this.reels)
  }

  resize(reels: ReelsPlace, area: Area, resolution: number): void {
    this.reels = reels
    this.scene.resize(area, resolution)
    this.acts?.place(reels)
  }

  /** The machine is slow. */
  spare(): void {
    this.scene.lean = true
    this.acts?.spare()
  }

  /** The table shakes for a moment. @param px how far */
  private shake(px: number): void {
    const { animator, table } = this.tools
    void animator.run(SHAKE_MS, t => {
      const left = px * (1 - t) ** 2
      table.pivot.set(left * Math.sin(t * 53), left * Math.sin(t * 41))
    })
  }
}
