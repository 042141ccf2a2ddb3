// Owns the start of drawing on the plain canvas; loaded where no graphics card stands behind WebGL. It must never
// decide whether one does.

import '../art/base.ts'
import { CanvasRenderer, type Renderer } from 'pixi.js'
import type { RendererOptions } from './renderer-options.ts'

export async function startCanvas(options: RendererOptions): Promise<Renderer> {
  const renderer = new CanvasRenderer()
  await renderer.init(options)
  return renderer as unknown as Renderer
}
