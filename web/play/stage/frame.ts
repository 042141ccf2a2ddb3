// Owns the frame around the reels at the board's size: the bed below the symbols, the rim above
// them. It must never depend on a game.

import { type Container, Sprite } from 'pixi.js'
import { paintCanvas, textureOf } from './canvas.ts'
import type { Frame, Pen, Picture, Size } from './pictures.ts'

/** Side of a frame's corner in the units of its file, from its outer edge: never stretched. */
const CORNER = 200

interface Span {
  /** In the file. */
  from: number
  to: number
  /** In pixels. */
  start: number
  end: number
}

/**
 * Fills both layers with the frame whose shape is nearest to the board's; what was in them is
 * destroyed.
 */
export function dressBoard(
  frames: readonly Frame[],
  layers: { behind: Container; above: Container },
  board: Size,
  resolution: number,
): void {
  const { bed, rim } = nearest(frames, board)
  for (const layer of [layers.behind, layers.above]) {
    for (const child of layer.removeChildren()) {
      child.destroy({ children: true, texture: true, textureSource: true })
    }
  }
  layers.behind.addChild(drawPart(bed, board, resolution, false))
  layers.above.addChild(drawPart(rim, board, resolution, true))
}

function nearest(frames: readonly Frame[], board: Size): Frame {
  const misfit = ({ rim }: Frame) => {
    const { width, height } = boardOf(rim)
    return Math.abs(Math.log((board.width / board.height) * (height / width)))
  }
  return frames.reduce((best, each) => (misfit(each) < misfit(best) ? each : best))
}

/** The board for which a part was drawn, in units. */
export function boardOf({ x, y, width, height }: Picture): Size {
  return { width: width + 2 * x, height: height + 2 * y }
}

/**
 * A frame's file has the board's top left at (0, 0), and the same margin around the board on all
 * sides. With `keepsCorners` only the sides between the corners are stretched.
 */
function drawPart(
  picture: Picture,
  board: Size,
  resolution: number,
  keepsCorners: boolean,
): Sprite {
  const margin = -picture.x
  const drawn = boardOf(picture)
  const scale = Math.min(board.width / drawn.width, board.height / drawn.height)
  const outside = Math.ceil(margin * scale)
  const size = { width: board.width + outside * 2, height: board.height + outside * 2 }
  const pixels = { width: size.width * resolution, height: size.height * resolution }
  const corner = keepsCorners ? CORNER : margin
  const outer = keepsCorners ? Math.round(CORNER * scale * resolution) : outside * resolution
  const canvas = paintCanvas(pixels, pen => {
    for (const across of spansOf(picture.width, pixels.width, corner, outer)) {
      for (const down of spansOf(picture.height, pixels.height, corner, outer)) {
        paintPiece(pen, picture, across, down)
      }
    }
  })
  const sprite = new Sprite(textureOf(canvas))
  sprite.position.set(-outside, -outside)
  sprite.setSize(size.width, size.height)
  return sprite
}

/** An end, the middle and the other end: the ends keep their scale. */
function spansOf(units: number, px: number, endUnits: number, endPx: number): Span[] {
  const all = Math.round(px)
  const end = Math.round(endPx)
  return [
    { from: 0, to: endUnits, start: 0, end },
    { from: endUnits, to: units - endUnits, start: end, end: all - end },
    { from: units - endUnits, to: units, start: all - end, end: all },
  ]
}

function paintPiece(pen: Pen, { image, width, height }: Picture, across: Span, down: Span): void {
  const [x, y] = [across.start, down.start]
  const scaleX = (across.end - x) / (across.to - across.from)
  const scaleY = (down.end - y) / (down.to - down.from)
  pen.save()
  pen.beginPath()
  pen.rect(x, y, across.end - x, down.end - y)
  pen.clip()
  const [left, top] = [x - across.from * scaleX, y - down.from * scaleY]
  pen.drawImage(image, left, top, width * scaleX, height * scaleY)
  pen.restore()
}
