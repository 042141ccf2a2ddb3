// Builds dist/: the TypeScript of the server and its tests, then the browser pages. Must never leave
// a stamp that says "built" after a failed build, nor a compiled file whose source is gone.

import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { sourcesStamp, writeStamp } from './build-stamp.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const COMPILED = ['src', 'workers', 'scripts', 'bench', 'examples', 'test', 'web']

function compile() {
  const tsc = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [tsc, '-p', 'tsconfig.json'], {
      cwd: ROOT,
      stdio: ['ignore', 2, 2],
    })
    child.on('error', reject)
    child.on('exit', code => resolve(code === 0))
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

async function buildPages() {
  const script = path.join(ROOT, 'scripts', 'build-web.mjs')
  if (!fs.existsSync(path.join(ROOT, 'web')) || !fs.existsSync(script)) return
  const { buildWeb } = await import(pathToFileURL(script).href)
  await buildWeb({ root: ROOT, outDir: path.join(ROOT, 'dist') })
}

/** With `keepGoing` (tests during development) what can be built is built, and nothing is stamped. */
async function build(keepGoing) {
  process.stderr.write('Building ...\n')
  // Taken first: a file edited during the build makes the next start build again.
  const stamp = sourcesStamp(ROOT)
  const typesAreRight = await compile()
  if (!typesAreRight && !keepGoing) return false
  for (const folder of COMPILED) removeOrphans(folder)
  const pagesAreRight = await buildPages().then(
    () => true,
    error => {
      process.stderr.write(`The pages can't be built: ${error.message}\n`)
      return false
    },
  )
  if (typesAreRight && pagesAreRight) writeStamp(ROOT, stamp)
  return keepGoing || pagesAreRight
}

process.exitCode = (await build(process.argv.includes('--keep-going'))) ? 0 : 1
