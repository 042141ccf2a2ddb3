// Owns the drawing of a symbol that no theme has: a tile with the symbol's name, in a colour
// derived from the name. It must never fail, whatever the id.

import { canvasFamily } from '../page/fonts.ts'
import type { Pen, SymbolDrawing } from '../stage/pictures.ts'

const TILES: readonly (readonly [string, string, string])[] = [
  ['#ffb36b', '#e0641f', '#8a2f00'],
  ['#7be0ff', '#1f8fd0', '#074a80'],
  ['#b9f27c', '#4ea82a', '#1d5a0c'],
  ['#e6a1ff', '#9a3fd0', '#4d1080'],
  ['#ff9bb0', '#d8355f', '#7d0a2c'],
  ['#ffe27a', '#d9a013', '#7d5600'],
  ['#9fb4ff', '#4a5fd6', '#1c2785'],
  ['#8ff0d0', '#1fa583', '#075845'],
]

export function drawUnknown(id: string): SymbolDrawing {
  let hash = 0
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0
  const tile = TILES[hash % TILES.length]!
  return {
    drawUnder: pen => fillTile(pen, -41, 'rgba(0,0,0,0.35)'),
    drawBody: pen => {
      const fade = pen.createLinearGradient(0, -44, 0, 42)
      for (const [index, color] of tile.entries()) fade.addColorStop(index / 2, color)
      fillTile(pen, -44, fade)
      pen.strokeStyle = 'rgba(255,255,255,0.45)'
      pen.lineWidth = 2.5
      pen.beginPath()
      pen.roundRect(-39, -40, 78, 78, 15)
      pen.stroke()
      writeName(pen, id, tile[2])
    },
  }
}

function fillTile(pen: Pen, top: number, fill: string | CanvasGradient): void {
  pen.fillStyle = fill
  pen.beginPath()
  pen.roundRect(-43, top, 86, 86, 18)
  pen.fill()
}

function writeName(pen: Pen, id: string, edge: string): void {
  const lines = id.toUpperCase().split('-')
  const longest = Math.max(...lines.map(line => line.length))
  const size = Math.min(34, 104 / Math.max(2, longest), 60 / lines.length)
  pen.font = `900 ${size}px ${canvasFamily()}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.lineJoin = 'round'
  pen.lineWidth = size * 0.22
  pen.strokeStyle = edge
  pen.fillStyle = '#ffffff'
  for (const [index, line] of lines.entries()) {
    const y = (index - (lines.length - 1) / 2) * size * 1.05
    pen.strokeText(line, 0, y)
    pen.fillText(line, 0, y)
  }
}
