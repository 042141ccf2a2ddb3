// Owns the start of drawing by a graphics card; loaded where there is one. It must never decide whether there is.

import '../art/base.ts'
import { type Renderer, WebGLRenderer } from 'pixi.js'
import type { RendererOptions } from './renderer-options.ts'

export async function startWebGl(options: RendererOptions): Promise<Renderer> {
  const renderer = new WebGLRenderer()
  await renderer.init(options)
  return renderer
}
