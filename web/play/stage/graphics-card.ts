// Owns the question whether the device has a graphics card, asked while the code is loading. It
// must never need Pixi.

/**
 * Asks a throw-away context for its renderer. Without an answer it trusts the browser's own
 * verdict.
 */
export function hasGraphicsCard(): boolean {
  const canvas = document.createElement('canvas')
  const gl = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: true })
  if (gl === null) return false
  const names = gl.getExtension('WEBGL_debug_renderer_info')
  const name = names === null ? '' : String(gl.getParameter(names.UNMASKED_RENDERER_WEBGL))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return !/swiftshader|llvmpipe|softpipe|software|basic render/i.test(name)
}
