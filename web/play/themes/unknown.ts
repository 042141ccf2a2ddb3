// Owns the drawing of a symbol that no theme has: a tile with the symbol's name, in a colour
// derived from the name. It must never fail, whatever the id.

import type { Container } from 'pixi.js'
import { down, group, letters, Pen } from '../art/paint.ts'

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

export function drawUnknown(id: string): Container {
  let hash = 0
  for (const letter of id) hash = (hash * 31 + letter.charCodeAt(0)) >>> 0
  const [light, middle, dark] = TILES[hash % TILES.length]!
  const g = new Pen()
  g.roundRect(-43, -41, 86, 86, 18).fill('rgba(0,0,0,0.35)')
  g.roundRect(-43, -44, 86, 86, 18).fill(down(light, middle, dark))
  g.roundRect(-39, -40, 78, 78, 15).stroke({ width: 2.5, color: '#ffffff', alpha: 0.45 })
  g.gloss(0, -26, 34, 14, 0.5)
  return group(g, nameOf(id, dark))
}

function nameOf(id: string, edge: string): Container {
  const words = id.split('-').join('\n')
  const longest = Math.max(...words.split('\n').map(word => word.length))
  const fontSize = Math.min(34, 104 / Math.max(2, longest), 60 / words.split('\n').length)
  return letters(words.toUpperCase(), {
    fontSize,
    lineHeight: fontSize * 1.05,
    fill: '#ffffff',
    stroke: { color: edge, width: fontSize * 0.22, join: 'round' },
  })
}
