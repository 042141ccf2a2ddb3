// Makes a checkout runnable (Node version, packages, build) and starts what was built. Runs before
// installation, so it must never import a package; it never writes to stdout.

import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { withSetupLock } from './setup-lock.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const OLDEST_NODE = [20, 18]

const NOT_PREPARED =
  'serve installs and builds nothing, and this checkout is not built: run "npm ci && npm run ' +
  'build" once, ' +
  'then "node dist/package/reelhouse.mjs serve", which needs no network and writes nothing.'

/** An error that the reader can act on: printed as one line, without a stack. */
class Stop extends Error {}

/**
 * Prepares the checkout, runs an export of a built module and ends the process with its exit code.
 * @param file below dist/
 * @param runOf picks what to run from the loaded module
 * @param options `withDevelopment`: it needs the development packages too; `mayChange`: false stops
 *   if packages or a build would be needed
 */
export async function prepareAndRun(
  file,
  args,
  runOf,
  { withDevelopment = true, mayChange = true } = {},
) {
  try {
    checkNode()
    await prepare(withDevelopment, mayChange)
    const module = await import(pathToFileURL(path.join(ROOT, 'dist', file)).href)
    process.exit(await runOf(module)(args))
  } catch (error) {
    process.stderr.write(`${error instanceof Stop ? error.message : error.stack}\n`)
    process.exitCode = 1
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const newEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])
  if (newEnough) return
  const wanted = OLDEST_NODE.join('.')
  throw new Stop(
    `Reelhouse needs Node ${wanted} or newer; this is ${process.version}. Install Node 20 and ` +
      'start again.',
  )
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(path.join(ROOT, file), 'utf8'))
  } catch {
    return null
  }
}

/**
 * npm writes node_modules/.package-lock.json as its last step, so it lists what is really
 * installed, by whatever command. Packages for other systems (optional) are not expected.
 */
function packagesAreInstalled(withDevelopment) {
  const wanted = readJson('package-lock.json')
  const installed = readJson('node_modules/.package-lock.json')
  if (wanted === null) throw new Stop('package-lock.json is missing or broken: restore it.')
  if (installed === null) return false
  return Object.entries(wanted.packages).every(([place, entry]) => {
    if (place === '' || entry.optional === true) return true
    if (!withDevelopment && (entry.dev === true || entry.devOptional === true)) return true
    const found = installed.packages[place]
    return found?.version === entry.version && found?.integrity === entry.integrity
  })
}

/** Runs a program with its output on stderr; ends it when this process is asked to end. */
function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2], ...options })
    const end = signal => {
      child.kill(signal)
      process.exit(signal === 'SIGINT' ? 130 : 143)
    }
    process.on('SIGINT', end).on('SIGTERM', end)
    child.on('error', reject)
    child.on('exit', code => {
      process.off('SIGINT', end).off('SIGTERM', end)
      resolve(code ?? 1)
    })
  })
}

async function install() {
  process.stderr.write('Installing packages (npm ci) ...\n')
  const code = await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    // NODE_ENV=production would leave out the compiler.
    env: { ...process.env, NODE_ENV: '' },
    shell: process.platform === 'win32',
  }).catch(error => {
    throw new Stop(`npm can't be run (${error.code}): install npm and start again.`)
  })
  if (code !== 0) {
    throw new Stop('npm ci failed (see above): check the network and the disk, then start again.')
  }
}

async function build() {
  const script = path.join(ROOT, 'scripts', 'build.mjs')
  if ((await run(process.execPath, [script])) !== 0) throw new Stop('The build failed (see above).')
}

/** Checks first without the lock, so that a prepared checkout starts at once. */
async function prepare(withDevelopment, mayChange) {
  const { buildIsCurrent } = await import('./build-stamp.mjs')
  if (packagesAreInstalled(withDevelopment) && buildIsCurrent(ROOT)) return
  if (!mayChange) throw new Stop(NOT_PREPARED)
  await withSetupLock(ROOT, async () => {
    // The build needs the development packages.
    if (!packagesAreInstalled(true)) await install()
    if (!buildIsCurrent(ROOT)) await build()
  })
}
