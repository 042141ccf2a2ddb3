// An esbuild plugin that leaves out parts of Pixi that the client never uses: Pixi's choice of a
// renderer, which would include three of them, and its systems for other kinds of pages. Must never
// leave out what is imported by name.

/** Each loads it with a dynamic import(), and only that import is cut off. */
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
