// Owns the scenery behind the reels: that of the base game, and that of a feature, drawn once per
// size and cached as textures. It must never draw a feature's scenery before the feature starts.

import { Container, Sprite, Texture } from 'pixi.js'
import type { Mood } from '../themes/mood.ts'
import { type Animator, easeInOut } from './animator.ts'
import { paintCanvas, paintSpot, replaceTexture, textureOf, translucent } from './canvas.ts'
import { paintWedge } from './lights.ts'
import {
  type Art,
  formOf,
  type Layers,
  openPlaces,
  type Pen,
  type PlaceFiles,
  type Places,
  type Size,
} from './pictures.ts'
import type { OpenChange, SceneChange } from './scene-change.ts'

/** From one picture to another; then between the base game and a shade of it. */
const ENTER_MS = 1300
const FADE_MS = 900

export class Backdrop {
  readonly view = new Container()
  private readonly animator: Animator
  private readonly art: Art
  private readonly mood: Mood
  private readonly base = new Sprite(Texture.EMPTY)
  private readonly feature = new Sprite(Texture.EMPTY)
  private size: Size = { width: 1, height: 1 }
  private resolution = 1
  /** Those of the other form of window until its own are opened. */
  private layers: Layers = []
  private files: PlaceFiles | null = null
  private openChange: OpenChange | null = null
  private places: { form: string; of: Places } | null = null
  private place = ''
  private shown: 'base' | 'feature' = 'base'
  private changing: SceneChange | null = null
  private changes = 0

  constructor(animator: Animator, art: Art, mood: Mood) {
    this.animator = animator
    this.art = art
    this.mood = mood
    this.feature.visible = false
    this.view.addChild(this.base, this.feature)
  }

  /** Whether a feature has a separate picture by now, instead of a shade of the base game's. */
  get hasPlaces(): boolean {
    return this.places !== null
  }

  /** Opens the pictures of features for this form of window, and later for the other one. */
  prepare(files: PlaceFiles, openChange: OpenChange): Promise<void> {
    this.files = files
    this.openChange = openChange
    return this.openPlaces()
  }

  resize(size: Size, resolution: number): void {
    this.size = size
    this.resolution = resolution
    const layers = this.art.background(size)
    if (layers === null) this.openLater(size)
    else this.layers = layers
    if (this.places !== null) this.openPlaces().catch(error => console.error(error))
    this.paintAll()
  }

  /** @param place the one that was chosen; a feature without a choice has one */
  show(mood: 'base' | 'feature', place: string, calm: boolean): void {
    if (mood === this.shown) return
    this.shown = mood
    this.place = place
    this.changes += 1
    this.endChange()
    if (mood === 'base') {
      this.fade(0, calm)
      return
    }
    const isHidden = !this.feature.visible
    this.paint(this.feature, true)
    this.feature.visible = true
    if (isHidden) this.feature.alpha = 0
    if (calm || !isHidden || !this.hasPlaces || this.openChange === null) this.fade(1, calm)
    else this.enter(this.openChange)
  }

  private fade(to: 0 | 1, calm: boolean): void {
    const mine = this.changes
    const from = this.feature.alpha
    this.base.visible = true
    void this.animator
      .run(
        calm ? 0 : FADE_MS,
        t => {
          if (mine === this.changes) this.feature.alpha = from + (to - from) * t
        },
        easeInOut,
      )
      .then(() => mine === this.changes && this.arrive())
  }

  private enter(openChange: OpenChange): void {
    const mine = this.changes
    const { texture } = this.feature
    const changing = openChange(texture, this.size, this.mood.feature.light)
    this.changing = changing
    changing.step(0)
    this.view.addChild(changing.view)
    void this.animator
      .run(ENTER_MS, t => mine === this.changes && this.changing?.step(t))
      .then(() => mine === this.changes && this.arrive())
  }

  /** Only what is seen is drawn and kept. */
  private arrive(): void {
    const isFeature = this.shown === 'feature'
    this.endChange()
    this.feature.alpha = isFeature ? 1 : 0
    this.feature.visible = isFeature
    this.base.visible = !isFeature
    if (!isFeature) replaceTexture(this.feature, Texture.EMPTY)
    this.animator.requestDraw()
  }

  private endChange(): void {
    if (this.changing === null) return
    this.changing.end()
    this.changing = null
    this.feature.alpha = 1
  }

  private async openPlaces(): Promise<void> {
    const form = formOf(this.size)
    if (this.files === null || this.places?.form === form) return
    const of = await openPlaces(this.files, form)
    if (formOf(this.size) !== form) return
    this.places = { form, of }
    if (this.shown === 'feature') this.paintAll()
    this.animator.requestDraw()
  }

  /** The page was turned: the pictures of this form are opened once. */
  private openLater(size: Size): void {
    this.art.openBackground(size).then(
      () => {
        if (this.size !== size) return
        this.layers = this.art.background(size) ?? this.layers
        this.paintAll()
        this.animator.requestDraw()
      },
      error => console.error(error),
    )
  }

  private paintAll(): void {
    this.endChange()
    this.paint(this.base, false)
    if (this.feature.visible) this.paint(this.feature, true)
    else replaceTexture(this.feature, Texture.EMPTY)
  }

  private paint(sprite: Sprite, isFeature: boolean): void {
    const { width, height } = this.size
    const pixels = { width: width * this.resolution, height: height * this.resolution }
    const canvas = paintCanvas(pixels, pen => {
      pen.scale(this.resolution, this.resolution)
      const layers = isFeature ? this.layersOf(this.place) : null
      paintLayers(pen, this.size, layers ?? this.layers)
      if (isFeature && layers === null) this.light(pen)
    })
    replaceTexture(sprite, textureOf(canvas))
    sprite.setSize(width, height)
  }

  /** Null until the pictures of features are opened. */
  private layersOf(place: string): Layers | null {
    if (this.places === null) return null
    const { of } = this.places
    return of.get(place) ?? [...of.values()][0] ?? null
  }

  /** The base game in the feature's light: for games without pictures of features. */
  private light(pen: Pen): void {
    const { width, height } = this.size
    const { shade, light } = this.mood.feature
    const dark = pen.createLinearGradient(0, 0, 0, height)
    dark.addColorStop(0, translucent(shade[0], 0.82))
    dark.addColorStop(1, translucent(shade[1], 0.74))
    pen.fillStyle = dark
    pen.fillRect(0, 0, width, height)
    pen.fillStyle = translucent(light, 0.11)
    const middle = [width / 2, height * 0.42] as const
    const beams = 20
    for (let beam = 0; beam < beams; beam++) {
      const from = (beam / beams) * Math.PI * 2
      paintWedge(pen, middle, Math.hypot(width, height), from, from + Math.PI / beams)
    }
    paintSpot(pen, middle, [width * 0.62, height * 0.6], light, 0.6)
    paintSpot(pen, [width / 2, height * 1.02], [width * 0.7, height * 0.3], light, 0.35)
  }
}

/**
 * Each layer covers the window at one scale. What does not fit is cut off: at the top, except of
 * the layer that holds on to it; at both sides, except where a layer holds on to one.
 */
export function paintLayers(pen: Pen, { width, height }: Size, layers: Layers): void {
  for (const { hold, picture } of layers) {
    const scale = Math.max(width / picture.width, height / picture.height)
    const [w, h] = [picture.width * scale, picture.height * scale]
    const x = hold === 'left' ? 0 : hold === 'right' ? width - w : (width - w) / 2
    pen.drawImage(picture.image, x, hold === 'top' ? 0 : height - h, w, h)
  }
}
