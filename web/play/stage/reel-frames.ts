// Owns what is over the reels while some of them are held: a neon frame with bolts around each held
// one, and bulbs that run around the others. It must never move a reel.

import { Container, Sprite, type Texture } from 'pixi.js'
import { easeIn, easeOut } from './animator.ts'
import { paintCanvas, textureOf, translucent } from './canvas.ts'
import type { Pen } from './pictures.ts'
import type { Stage } from './stage.ts'

const BOLT_MS = 360
/** Between the bolts of a frame, and between two frames. */
const NEXT_BOLT_MS = 70
const NEXT_FRAME_MS = 260
/** Room between two bulbs, as a share of a column's width, and on machines that draw less. */
const BULB_GAP = 0.16
const LEAN_GAP = 0.3
/** Every third bulb is lit; the lights move by this many bulbs a second. */
const RUN_PER_S = { resting: 4, running: 16 }
const NEON = '#ff3b6b'
const GOLD = '#e8b040'
const BULB = { lit: 0xfff3b0, dark: 0x8a5a2a }

interface Frame {
  neon: Sprite
  bolts: readonly Sprite[]
}

export class ReelFrames {
  private readonly stage: Stage
  private readonly view = new Container()
  private readonly bulbs: Sprite[] = []
  private readonly textures: Texture[] = []
  private columns: readonly number[] = []
  private stop: (() => void) | null = null
  private isRunning = false
  private at = 0

  constructor(stage: Stage) {
    this.stage = stage
    stage.over.addChild(this.view)
    stage.onResize = () => this.layOut()
  }

  /** Frames slam onto these columns one after another; bulbs light up around the others. */
  lock(columns: readonly number[]): void {
    this.columns = columns
    const frames = this.build()
    this.stop?.()
    this.stage.animator.requestDraw()
    if (this.stage.calm) return
    for (const [index, frame] of frames.entries()) void this.slam(frame, index * NEXT_FRAME_MS)
    this.stop = this.stage.animator.loop(frameMs => this.step(frameMs / 1000))
  }

  /** Faster while the free reels spin. */
  run(isRunning: boolean): void {
    this.isRunning = isRunning
  }

  release(): void {
    this.columns = []
    this.stop?.()
    this.stop = null
    this.empty()
    this.stage.animator.requestDraw()
  }

  /** The reels have another size. */
  private layOut(): void {
    if (this.columns.length > 0) this.build()
  }

  private build(): Frame[] {
    this.empty()
    const { board } = this.stage
    const frames: Frame[] = []
    board.columns.forEach((_, column) => {
      if (this.columns.includes(column)) frames.push(this.addFrame(column))
      else this.addBulbs(column)
    })
    this.light()
    return frames
  }

  private empty(): void {
    for (const child of this.view.removeChildren()) child.destroy({ children: true })
    for (const texture of this.textures.splice(0)) texture.destroy(true)
    this.bulbs.length = 0
  }

  private addFrame(column: number): Frame {
    const { columnWidth: width, height } = this.stage.board
    const neon = this.paintOver(column, pen => paintNeon(pen, width, height))
    const px = Math.min(width * 0.2, 44)
    const bolt = this.stage.figureTexture('bolt', px)
    if (bolt !== null) this.keep(bolt)
    const inset = width * 0.06
    const bolts = corners(column * width, width, height, inset).map(([x, y]) => {
      const sprite = new Sprite({ texture: bolt ?? neon.texture, anchor: 0.5, x, y })
      sprite.setSize(px)
      sprite.visible = bolt !== null
      return this.view.addChild(sprite)
    })
    return { neon, bolts }
  }

  /** Painted once for this column, with room for light around it. */
  private paintOver(column: number, paint: (pen: Pen) => void): Sprite {
    const { columnWidth: width, height } = this.stage.board
    const room = width * 0.12
    const scale = this.stage.pixels
    const size = { width: (width + room * 2) * scale, height: (height + room * 2) * scale }
    const canvas = paintCanvas(size, pen => {
      pen.scale(scale, scale)
      pen.translate(room, room)
      paint(pen)
    })
    const sprite = new Sprite({ texture: this.keep(textureOf(canvas)), anchor: 0.5 })
    sprite.position.set((column + 0.5) * width, height / 2)
    sprite.scale.set(1 / scale)
    return this.view.addChild(sprite)
  }

  private addBulbs(column: number): void {
    const { board, sparks } = this.stage
    const { columnWidth: width, height } = board
    const px = Math.max(6, width * 0.06)
    this.paintOver(column, pen => paintBand(pen, width, height, px * 1.5))
    const texture = this.keep(textureOf(paintBulb(px * this.stage.pixels)))
    const gap = width * (sparks.abundance < 1 ? LEAN_GAP : BULB_GAP)
    const inset = px * 0.75
    const [w, h] = [width - inset * 2, height - inset * 2]
    const [across, down] = [Math.round(w / gap), Math.round(h / gap)]
    const count = Math.ceil((2 * (across + down)) / 3) * 3
    for (let index = 0; index < count; index++) {
      const [x, y] = along(index / count, w, h)
      const sprite = new Sprite({ texture, anchor: 0.5 })
      sprite.position.set(column * width + inset + x, inset + y)
      sprite.setSize(px * 2)
      this.bulbs.push(this.view.addChild(sprite))
    }
  }

  private step(seconds: number): void {
    this.at += seconds * (this.isRunning ? RUN_PER_S.running : RUN_PER_S.resting)
    this.light()
  }

  private light(): void {
    for (const [index, bulb] of this.bulbs.entries()) {
      const phase = (((index - this.at) % 3) + 3) % 3
      const lit = Math.max(0, 1 - Math.min(phase, 3 - phase))
      bulb.tint = lit > 0.45 ? BULB.lit : BULB.dark
      bulb.alpha = 0.75 + 0.25 * lit
    }
  }

  /** The frame falls onto its reel, and its bolts are driven in. */
  private async slam({ neon, bolts }: Frame, delayMs: number): Promise<void> {
    const { animator } = this.stage
    const full = neon.scale.x
    neon.alpha = 0
    for (const bolt of bolts) bolt.alpha = 0
    await animator.wait(delayMs)
    await animator.run(BOLT_MS, t => {
      if (neon.destroyed) return
      const s = easeIn(t)
      neon.scale.set(full * (1.22 - 0.22 * s))
      neon.alpha = s
    })
    await Promise.all(
      bolts.map(async (bolt, index) => {
        if (bolt.destroyed) return
        const size = bolt.scale.x
        await animator.wait(index * NEXT_BOLT_MS)
        await animator.run(BOLT_MS, t => {
          if (bolt.destroyed) return
          bolt.alpha = Math.min(1, t * 3)
          bolt.scale.set(size * (2.4 - 1.4 * easeOut(t)))
          bolt.rotation = (1 - easeOut(t)) * -7
        })
      }),
    )
    // The tube flickers once, as neon does when it is switched on.
    await animator.run(420, t => {
      if (!neon.destroyed) neon.alpha = t > 0.3 && t < 0.42 ? 0.35 : t > 0.55 && t < 0.6 ? 0.6 : 1
    })
  }

  private keep(texture: Texture): Texture {
    this.textures.push(texture)
    return texture
  }
}

function corners(
  left: number,
  width: number,
  height: number,
  inset: number,
): [x: number, y: number][] {
  const [right, bottom] = [left + width - inset, height - inset]
  return [
    [left + inset, inset],
    [right, inset],
    [right, bottom],
    [left + inset, bottom],
  ]
}

/** A point on the edge of a box, `share` of its way around, clockwise from the top left. */
function along(share: number, width: number, height: number): [x: number, y: number] {
  let way = share * 2 * (width + height)
  if (way < width) return [way, 0]
  way -= width
  if (way < height) return [width, way]
  way -= height
  if (way < width) return [width - way, height]
  return [0, height - (way - width)]
}

/** A dark case with golden edges; in it a tube in colour with its light, and a white one within. */
function paintNeon(pen: Pen, width: number, height: number): void {
  const band = width * 0.12
  const tube = Math.max(2.5, width * 0.03)
  const line = (inset: number, color: string, thick: number, blur = 0) => {
    pen.beginPath()
    pen.roundRect(inset, inset, width - inset * 2, height - inset * 2, width * 0.07)
    pen.strokeStyle = color
    pen.lineWidth = thick
    pen.shadowColor = blur > 0 ? NEON : 'transparent'
    pen.shadowBlur = blur * pen.getTransform().a
    pen.stroke()
  }
  pen.fillStyle = translucent(NEON, 0.12)
  pen.fillRect(0, 0, width, height)
  line(band / 2, '#2a0410', band)
  line(1, GOLD, 2)
  line(band - 1, GOLD, 2)
  line(band / 2, NEON, tube * 1.6, width * 0.2)
  line(band / 2, NEON, tube, width * 0.1)
  line(band / 2, '#fff0f4', tube * 0.45)
}

/** The case of the bulbs. */
function paintBand(pen: Pen, width: number, height: number, band: number): void {
  const line = (inset: number, color: string, thick: number) => {
    pen.strokeStyle = color
    pen.lineWidth = thick
    pen.strokeRect(inset, inset, width - inset * 2, height - inset * 2)
  }
  line(band / 2, '#5a0a14', band)
  line(1, GOLD, 2)
  line(band, GOLD, 2)
}

/** A bulb of white glass with its light: the tint colours it. */
function paintBulb(radius: number): HTMLCanvasElement {
  const side = radius * 2
  return paintCanvas({ width: side, height: side }, pen => {
    pen.translate(radius, radius)
    const light = pen.createRadialGradient(0, 0, 0, 0, 0, radius)
    light.addColorStop(0, 'rgba(255,255,255,0.9)')
    light.addColorStop(0.42, 'rgba(255,255,255,0.55)')
    light.addColorStop(1, 'rgba(255,255,255,0)')
    pen.fillStyle = light
    pen.fillRect(-radius, -radius, side, side)
    pen.fillStyle = '#ffffff'
    pen.beginPath()
    pen.arc(0, 0, radius * 0.42, 0, Math.PI * 2)
    pen.fill()
    pen.fillStyle = 'rgba(0,0,0,0.12)'
    pen.beginPath()
    pen.arc(radius * 0.06, radius * 0.08, radius * 0.34, 0, Math.PI * 2)
    pen.fill()
    pen.fillStyle = '#ffffff'
    pen.beginPath()
    pen.arc(-radius * 0.12, -radius * 0.14, radius * 0.14, 0, Math.PI * 2)
    pen.fill()
  })
}
