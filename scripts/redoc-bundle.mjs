// An esbuild plugin for the bundle that Redoc publishes: makes it importable, and removes the one
// address of another host from which it would load. Must fail when that address is no longer there.

import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'

const BUNDLE = /redoc\.standalone\.js$/
const LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg'
/** An image that cannot be decoded; Redoc then leaves the logo out. The link to Redocly is kept. */
const NO_PICTURE = 'data:,'

export const redocBundle = {
  name: 'redoc-bundle',
  setup(build) {
    // The bundle imports a module named "null", a placeholder for one that browsers do not have.
    build.onResolve({ filter: /^null$/ }, () => ({ path: 'null', namespace: 'absent' }))
    build.onLoad({ filter: /.*/, namespace: 'absent' }, () => ({ contents: 'export {}' }))
    build.onLoad({ filter: BUNDLE }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8')
      if (text.split(LOGO).length !== 2) throw new Error(`${file} names ${LOGO} not just once`)
      return { contents: text.replace(LOGO, NO_PICTURE), loader: 'js' }
    })
    build.onEnd(({ metafile }) => removeMaps(build.initialOptions.absWorkingDir, metafile.outputs))
  },
}

/** The bundle's source is minified, so its map would be 4 MB without use. */
async function removeMaps(root, outputs) {
  for (const [file, { inputs }] of Object.entries(outputs)) {
    const hasBundle = Object.keys(inputs).some(input => BUNDLE.test(input))
    if (hasBundle && file.endsWith('.js')) await rm(path.join(root, `${file}.map`), { force: true })
  }
}
