// Owns the shade in the corners of a scene, which draws the eye to the middle. It must never depend
// on a game.

import type { Graphics } from 'pixi.js'
import type { Size } from '../themes/theme.ts'
import { spot } from './paint.ts'

/** Each corner separately: the middle of the scene keeps its full light. */
export function paintCornerShade(g: Graphics, { width, height }: Size, alpha: number): void {
  for (const x of [0, width]) {
    for (const y of [0, height]) spot(g, x, y, width * 0.52, height * 0.52, '#000000', alpha)
  }
}
