// Owns the frames around the reels: a rim, a bed with column strips, and what sits on the rim. It
// must never depend on a game; themes give the colours.

import { Container } from 'pixi.js'
import { across, ball, down, group, Pen, pairs, type Size, type Stops } from './paint.ts'

/** The frame around the reels, in stage pixels relative to the board's top left. */
export interface Frame {
  behind: Container
  above: Container
}

export interface FrameColors {
  rim: Stops
  rimEdge: string
  bed: Stops
  strip: Stops
  stripEdge: string
  /** Shade at the top and bottom of the reels that makes them look curved; 0 for a flat board. */
  curve: number
  bulbs: readonly string[]
}

const LARGE_BOARD = 850

/** A rim with a bed of one strip a column, sized to the board. */
export function drawFrame(board: Size, columns: number, colors: FrameColors): Frame {
  const scale = Math.min(board.width, board.height) / 100
  const rim = Math.max(7, Math.min(upTo(18, board), scale * 3.4))
  return { behind: drawBed(board, columns, rim, colors), above: drawRim(board, rim, colors) }
}

/** The drawing of a top left corner, mirrored into every corner and moved outwards by `lap`. */
export function addCorners(
  { above }: Frame,
  { width, height }: Size,
  lap: number,
  paint: (g: Pen) => void,
): void {
  for (const [x, y] of pairs('-1,-1 1,-1 -1,1 1,1')) {
    const corner = new Pen()
    paint(corner)
    corner.scale.set(-x, -y)
    corner.position.set((width * (x + 1)) / 2 + x * lap, (height * (y + 1)) / 2 + y * lap)
    above.addChild(corner)
  }
}

/** The largest size of a frame part: it grows with the board on the largest screens. */
export function upTo(px: number, { width, height }: Size): number {
  return px * Math.max(1, Math.min(width, height) / LARGE_BOARD)
}

function drawBed(board: Size, columns: number, rim: number, colors: FrameColors): Container {
  const g = new Pen()
  const { width, height } = board
  g.spot(width / 2, height / 2, width * 0.62, height * 0.66, '#000000', 0.6)
  g.roundRect(-rim, -rim, width + rim * 2, height + rim * 2, rim * 1.6).fill(down(...colors.bed))
  const strip = width / columns
  const gap = Math.max(1.5, rim * 0.14)
  for (let column = 0; column < columns; column++) {
    g.roundRect(column * strip + gap, 0, strip - gap * 2, height, rim * 0.5)
    g.fill(down(...colors.strip))
    g.roundRect(column * strip + gap, 0, strip - gap * 2, height, rim * 0.5)
    g.stroke({ width: 1.5, color: colors.stripEdge, alpha: 0.5 })
  }
  return group(g)
}

function drawRim(board: Size, rim: number, colors: FrameColors): Container {
  const above = new Container()
  const g = new Pen()
  const { width, height } = board
  if (colors.curve > 0) {
    const shade = height * 0.16
    g.rect(0, 0, width, shade).fill(down(`rgba(0,0,0,${colors.curve})`, 'rgba(0,0,0,0)'))
    g.rect(0, height - shade, width, shade)
    g.fill(down('rgba(0,0,0,0)', `rgba(0,0,0,${colors.curve})`))
  }
  const ring = (inset: number, thickness: number, stroke: object) => {
    const at = -rim / 2 + inset
    g.roundRect(at, at, width - at * 2, height - at * 2, rim * 1.2)
    g.stroke({ width: thickness, ...stroke })
  }
  ring(0, rim + 4, { color: colors.rimEdge })
  ring(0, rim, { fill: across(...colors.rim) })
  ring(-rim * 0.24, Math.max(1.5, rim * 0.16), { color: '#ffffff', alpha: 0.55 })
  ring(rim * 0.3, Math.max(1.2, rim * 0.12), { color: colors.rimEdge, alpha: 0.7 })
  if (colors.bulbs.length > 0) addBulbs(above, board, rim, colors.bulbs)
  above.addChildAt(g, 0)
  return above
}

/** Lights at even steps around the rim. */
function addBulbs(above: Container, board: Size, rim: number, bulbs: readonly string[]): void {
  const g = new Pen()
  const left = -rim / 2
  const right = board.width + rim / 2
  const bottom = board.height + rim / 2
  const step = rim * 3
  const place = (x: number, y: number, index: number) => {
    const color = bulbs[index % bulbs.length]!
    g.spot(x, y, rim * 0.95, rim * 0.95, color, 0.75)
    g.circle(x, y, rim * 0.34).fill(ball('#ffffff', color, '#a85a00'))
  }
  const across = Math.round(board.width / step)
  const along = Math.round(board.height / step)
  for (let index = 0; index <= across; index++) {
    const x = left + ((right - left) * index) / across
    place(x, left, index)
    place(x, bottom, index + along)
  }
  for (let index = 1; index < along; index++) {
    const y = left + ((bottom - left) * index) / along
    place(left, y, index)
    place(right, y, index + across)
  }
  above.addChild(g)
}
