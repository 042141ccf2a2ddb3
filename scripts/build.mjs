// Builds dist/: the TypeScript of the server and its tests, then the browser pages. Must never
// leave a stamp that says "built" after a failed build, nor a compiled file whose source was
// deleted. Unchanged files are kept. Types are checked by `npm run check`: esbuild takes 2 s for
// all files, tsc 50 s.

import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build as bundle } from 'esbuild'
import { forgetBuilt, readBuilt, readSources, TEST_PACKAGES, writeBuilt } from './build-stamp.mjs'
import { buildWeb } from './build-web.mjs'
import { bundlePackages } from './bundle-packages.mjs'
import { bundleThreads, FOR_NODE } from './bundle-threads.mjs'
import { showProgress } from './progress.mjs'
import { nameRelease } from './release.mjs'
import { separateFiles } from './separate-files.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const COMPILED = ['src', 'workers']
/** What runs only with the packages of tests. Of `web` tests read some files outside a browser. */
const COMPILED_FOR_TESTS = ['scripts', 'bench', 'examples', 'test', 'web']

const TYPESCRIPT = /(?<!\.d)\.ts$/
/** A change of one of these affects every file; so does one of the programs of the build. */
const FOR_ALL = ['tsconfig.json', 'package-lock.json', TEST_PACKAGES]
const PROGRAM = /^scripts[\\/][^\\/]+\.mjs$/

async function compile(files) {
  await bundle({
    entryPoints: files,
    absWorkingDir: ROOT,
    outbase: ROOT,
    outdir: path.join(ROOT, 'dist'),
    plugins: [separateFiles],
    treeShaking: false,
    ...FOR_NODE,
  })
}

/** A test whose source was deleted would otherwise keep running. */
function removeOrphans(folder) {
  const compiled = path.join(ROOT, 'dist', folder)
  if (!fs.existsSync(compiled)) return
  for (const name of fs.readdirSync(compiled, { recursive: true })) {
    if (!/\.js(\.map)?$/.test(name)) continue
    const source = path.join(ROOT, folder, name.replace(/\.js(\.map)?$/, '.ts'))
    if (!fs.existsSync(source)) fs.rmSync(path.join(compiled, name))
  }
}

/** Sources that differ from those of the last build: new, edited or deleted. */
function findChanges(sources, built) {
  const names = Object.keys({ ...sources, ...built.sources })
  return new Set(names.filter(name => sources[name] !== built.sources[name]))
}

/** The pages are made of web/ and its imports. */
function pagesChanged(changes, built) {
  const made = new Set(built.pages.madeOf)
  return [...changes].some(name => name.startsWith(`web${path.sep}`) || made.has(name))
}

/** In order; a part that has not changed takes no time. */
const PARTS = ['server', 'its packages', 'its threads', 'pages']

/** @param onDone called after each of the parts */
async function build(sources, built, onDone) {
  const changes = built === null ? null : findChanges(sources, built)
  const isForAll = name => FOR_ALL.includes(name) || PROGRAM.test(name)
  const isAll = changes === null || [...changes].some(isForAll)
  const folders = [...COMPILED, ...(sources[TEST_PACKAGES] ? COMPILED_FOR_TESTS : [])]
  const isPart = name => TYPESCRIPT.test(name) && folders.includes(name.split(path.sep)[0])
  const compiled = Object.keys(sources).filter(isPart)
  await compile(isAll ? compiled : compiled.filter(name => changes.has(name)))
  for (const folder of folders) removeOrphans(folder)
  onDone()
  if (isAll) await bundlePackages(ROOT)
  onDone()
  await bundleThreads(ROOT)
  onDone()
  const isSame = !isAll && !pagesChanged(changes, built)
  const pages = isSame
    ? built.pages
    : await buildWeb({ root: ROOT, outDir: path.join(ROOT, 'dist') })
  onDone()
  return pages
}

let done = 0
const progress = showProgress('Building', () => ({
  done,
  total: PARTS.length,
  note: PARTS[done] ?? '',
}))
try {
  // Read first, so that a file edited during the build makes the next start build again.
  const sources = readSources(ROOT)
  const built = readBuilt(ROOT)
  forgetBuilt(ROOT)
  const pages = await build(sources, built, () => {
    done += 1
  })
  const files = Object.keys(sources).filter(name => name !== TEST_PACKAGES)
  fs.writeFileSync(path.join(ROOT, 'dist', 'release'), `${nameRelease(ROOT, files)}\n`)
  writeBuilt(ROOT, { sources, pages })
  progress.end()
} catch (error) {
  progress.end()
  process.stderr.write(`It can't be built: ${error.message}\n`)
  process.exitCode = 1
}
