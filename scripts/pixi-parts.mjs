// An esbuild plugin that leaves out what the client never asks of Pixi: its own choice of a renderer, which would bring
// three of them, and its systems for pages of other kinds. Must never leave out what is imported by name.

/** Each loads it with a dynamic import(), which alone is cut off. */
const NEVER_LOADED =
  /\/(WebGPURenderer|WebGLRenderer|CanvasRenderer|browserAll|webworkerAll|BitmapFont)\.mjs$/
const OF_PIXI = /\/node_modules\/pixi\.js\//

export const pixiParts = {
  name: 'pixi-parts',
  setup(build) {
    build.onResolve({ filter: NEVER_LOADED }, ({ kind, importer }) =>
      kind === 'dynamic-import' && OF_PIXI.test(importer)
        ? { path: 'left-out', namespace: 'left-out-of-pixi' }
        : undefined,
    )
    build.onLoad({ filter: /.*/, namespace: 'left-out-of-pixi' }, () => ({ contents: 'export {}' }))
  },
}
