// Joins the files of a page's code. esbuild makes a file of every set of modules that the same
// parts need: dozens of small ones, and a page would request each. Rollup keeps in one file what a
// page loads together. Must never join what loads later with what loads at the start.

import path from 'node:path'
import { rollup } from 'rollup'

const PACKAGE = /^node_modules\//
const COPIED = /\.(svg|woff2)$/

/**
 * File -> { sources, loads, loadsLater, inputs }: the sources whose exports it has; the files that
 * are loaded with it; whether it names files that are loaded later; all that is in it.
 * @param outputs as esbuild describes them
 */
export function describeFiles(outputs) {
  const entries = Object.entries(outputs).map(([file, { entryPoint, imports, inputs }]) => {
    const all = Object.keys(inputs)
    const loads = imports.filter(({ kind, external }) => kind === 'import-statement' && !external)
    return [
      path.basename(file),
      {
        sources: entryPoint === undefined ? all.filter(name => COPIED.test(name)) : [entryPoint],
        loads: loads.map(({ path: other }) => path.basename(other)),
        loadsLater: imports.some(({ kind }) => kind === 'dynamic-import'),
        inputs: all,
      },
    ]
  })
  return new Map(entries)
}

/** All files that are loaded with a file. */
export function loadedWith(files, name, found = new Set()) {
  for (const other of files.get(name).loads) {
    if (found.has(other)) continue
    found.add(other)
    loadedWith(files, other, found)
  }
  return found
}

/**
 * Writes the code of a page.
 * @param contents, files what esbuild has made of the sources
 * @param start `first`: the file of the page's script; `soon`: what that requests at once, the file
 *   with packages first
 * @returns the written files, described likewise
 */
export async function joinParts(contents, files, { page, first, soon, folder }) {
  const bundle = await rollup({
    input: { [page]: path.join(folder, first) },
    preserveEntrySignatures: false,
    plugins: [readFrom(contents, folder)],
    onLog: (_level, { code, message }) => {
      // What is left out of Pixi is empty.
      if (code !== 'EMPTY_BUNDLE') throw new Error(message)
    },
  })
  const { output } = await bundle.write({
    dir: folder,
    compact: true,
    hoistTransitiveImports: false,
    sourcemap: 'hidden',
    hashCharacters: 'base36',
    entryFileNames: '[name]-[hash].js',
    chunkFileNames: 'part-[hash].js',
    ...(soon.length > 0 && { manualChunks: groupFiles(files, page, [first, ...soon]) }),
  })
  return output
    .filter(({ type }) => type === 'chunk')
    .map(({ fileName, moduleIds, imports }) => {
      const sources = moduleIds.flatMap(file => files.get(path.basename(file)).sources)
      return [fileName, { sources, loads: imports }]
    })
}

function readFrom(contents, folder) {
  const read = name => Buffer.from(contents.get(name)).toString()
  return {
    name: 'made-by-esbuild',
    resolveId: name => path.join(folder, path.basename(name)),
    load: file => {
      const name = path.basename(file)
      return { code: read(name), map: read(`${name}.map`) }
    },
  }
}

/**
 * A file changes its name with its content, and every file that names it changes, too. So what two
 * of the starts need is in two files: `base` names no others, and packages and themes, which need
 * only that one, keep their names when something else changes. What only the second start needs is
 * two files as well, its packages and the rest. All else is Rollup's choice.
 */
function groupFiles(files, page, starts) {
  const withAll = name => [name, ...loadedWith(files, name)]
  const needs = starts.map(name => new Set(withAll(name)))
  const isAtStart = name => needs[0].has(name) || needs.filter(all => all.has(name)).length > 1
  const isFixed = name => withAll(name).every(each => !files.get(each).loadsLater)
  const isPackage = name => files.get(name).inputs.every(input => PACKAGE.test(input))
  return file => {
    const name = path.basename(file)
    if (isAtStart(name)) return isFixed(name) ? 'base' : page
    if (!needs[1].has(name)) return undefined
    return withAll(name).every(each => isAtStart(each) || isPackage(each)) ? 'packages' : 'second'
  }
}
