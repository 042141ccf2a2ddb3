// Lets the client load parts of its code later and reliably: an esbuild plugin that puts `loadPart`
// around every `import()` of its sources, and the list of the files of each part, which is in the
// page. The list can't be in the code, because names of files are known only once the code is
// bundled. Another plugin leaves out parts of Pixi that the client never uses. Must never touch
// other pages, nor leave out what is imported by name.

import { readFile } from 'node:fs/promises'
import path from 'node:path'

const CLIENT = path.join('web', 'play')
/** Does not match a type's `typeof import('./renderer.ts')`. */
const IMPORT = /(?<!typeof )\bimport\('(\.\.?\/[^']+)'\)/g

export function laterParts(root) {
  const loader = path.join(root, CLIENT, 'page', 'load-part.ts')
  return {
    name: 'later-parts',
    setup(build) {
      build.onLoad({ filter: /[\\/]web[\\/]play[\\/].*\.ts$/ }, async ({ path: file }) => {
        const source = await readFile(file, 'utf8')
        const contents = source.replace(IMPORT, (whole, at) => {
          const name = nameOf(root, path.join(path.dirname(file), at))
          return `loadPart(${JSON.stringify(name)}, () => ${whole})`
        })
        if (contents === source) return undefined
        // On the first line, so that source maps keep the line numbers.
        return {
          contents: `import { loadPart } from ${JSON.stringify(loader)};${contents}`,
          loader: 'ts',
        }
      })
    },
  }
}

/**
 * The list for a page.
 * @param bundle source -> { url, preloads }, the files that it needs
 * @param known addresses that the page loads at its start
 * @param isWanted whether the page can load a part, by its name; if absent, all parts
 */
export function listLaterParts({ root, bundle, known, isWanted = () => true }) {
  const folder = path.join(root, CLIENT) + path.sep
  const parts = [...bundle].flatMap(([source, { url, preloads }]) => {
    const name = nameOf(root, source)
    if (!source.startsWith(folder) || !source.endsWith('.ts') || !isWanted(name)) return []
    const later = [url, ...preloads].filter(each => !known.has(each))
    return later.length === 0 ? [] : [[name, later.map(each => path.basename(each))]]
  })
  const text = JSON.stringify(Object.fromEntries(parts))
  return `<script type="application/json" id="later-parts">${text}</script>`
}

function nameOf(root, source) {
  return path.relative(path.join(root, CLIENT), source).replaceAll('\\', '/').replace(/\.ts$/, '')
}

/** Each loads it with a dynamic import(), and only that import is cut off. */
const NEVER_LOADED =
  /\/(WebGPURenderer|WebGLRenderer|CanvasRenderer|browserAll|webworkerAll|BitmapFont)\.mjs$/
const OF_PIXI = /\/node_modules\/pixi\.js\//

/**
 * Leaves out Pixi's choice of a renderer, which would include three of them, and its systems for
 * other kinds of pages.
 */
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
