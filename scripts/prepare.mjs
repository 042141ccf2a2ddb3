// Makes a checkout runnable (Node version, packages, build) and starts what was built. Runs before
// installation, so it must never import a package; it never writes to stdout.

import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { showProgress } from './progress.mjs'
import { withSetupLock } from './setup-lock.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const OLDEST_NODE = [20, 18]

const NOT_PREPARED =
  'serve installs and builds nothing, and this checkout is not built: run "npm ci --omit=dev && ' +
  'npm run build" once, then "node dist/package/reelhouse.mjs serve", which needs no network and ' +
  'writes nothing.'
/** Compiled files of uWebSockets.js, 196 MB of them for other systems. */
const NATIVE = /^uws_(\w+)_\d+\.node$/

/** An error that the reader can act on: printed as one line, without a stack. */
class Stop extends Error {}

/**
 * Prepares the checkout, runs an export of a built module and ends the process with its exit code.
 * @param file below dist/
 * @param runOf picks what to run from the loaded module
 * @param options `withDevelopment`: it needs the packages of tests and checks too; `mayChange`:
 *   false stops if packages or a build would be needed
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
    `Reelhouse needs Node ${wanted} or newer; this is ${process.version}. Install Node 24 (on ` +
      'systems with a glibc older than 2.38, like Debian 12, Node 20) and start again.',
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
 * What npm is asked to do; null when all is installed. npm writes node_modules/.package-lock.json
 * as its last step, so it lists what is really installed, by whatever command.
 * @param wanted package-lock.json, @param installed that list; null: there is none
 */
export function planInstall(wanted, installed, withDevelopment) {
  const places = wantedPlaces(wanted, withDevelopment)
  const isInstalled = place => {
    const [entry, found] = [wanted, installed].map(lock => lock?.packages[place])
    return found?.version === entry.version && found?.integrity === entry.integrity
  }
  if (places.every(isInstalled)) return null
  // `npm ci` deletes all packages first, those of a running node too.
  const onlyAdds = wantedPlaces(wanted, false).every(isInstalled)
  const hasDevelopment = Object.values(installed?.packages ?? {}).some(({ dev }) => dev === true)
  return [
    ...(onlyAdds ? ['install', '--no-save'] : ['ci']),
    withDevelopment || hasDevelopment ? '--include=dev' : '--omit=dev',
  ]
}

/** Packages for other systems (optional) are not expected. */
function wantedPlaces({ packages }, withDevelopment) {
  return Object.entries(packages).flatMap(([place, { optional, dev, devOptional }]) => {
    const isDevelopment = dev === true || devOptional === true
    const isWanted = place !== '' && optional !== true && (withDevelopment || !isDevelopment)
    return isWanted ? [place] : []
  })
}

function readWanted() {
  const wanted = readJson('package-lock.json')
  if (wanted === null) throw new Stop('package-lock.json is missing or broken: restore it.')
  return wanted
}

function planMissing(withDevelopment) {
  return planInstall(readWanted(), readJson('node_modules/.package-lock.json'), withDevelopment)
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

async function install(plan) {
  const places = wantedPlaces(readWanted(), plan.includes('--include=dev'))
  const progress = showProgress('Installing packages', () => countPackages(places))
  // npm's own progress would write over the bar.
  const options = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error']
  const code = await run('npm', [...plan, ...options], {
    // NODE_ENV=production would leave out what tests need.
    env: { ...process.env, NODE_ENV: '' },
    shell: process.platform === 'win32',
  })
    .catch(error => {
      throw new Stop(`npm can't be run (${error.code}): install npm and start again.`)
    })
    .finally(progress.end)
  if (code !== 0) {
    throw new Stop(
      `npm ${plan[0]} failed (see above): check the network and the disk, then start again.`,
    )
  }
  removeForeignCode()
}

function countPackages(places) {
  const isThere = place => fs.existsSync(path.join(ROOT, place, 'package.json'))
  const done = places.filter(isThere).length
  return { done, total: places.length, note: done < places.length ? '' : 'unpacking the last' }
}

function removeForeignCode() {
  const folder = path.join(ROOT, 'node_modules', 'uWebSockets.js')
  for (const name of fs.readdirSync(folder)) {
    const [, system] = NATIVE.exec(name) ?? []
    const isForeign = system !== undefined && system !== `${process.platform}_${process.arch}`
    if (isForeign) fs.rmSync(path.join(folder, name))
  }
}

async function build() {
  const script = path.join(ROOT, 'scripts', 'build.mjs')
  if ((await run(process.execPath, [script])) !== 0) throw new Stop('The build failed (see above).')
}

/** Checks first without the lock, so that a prepared checkout starts at once. */
async function prepare(withDevelopment, mayChange) {
  const { buildIsCurrent } = await import('./build-stamp.mjs')
  if (planMissing(withDevelopment) === null && buildIsCurrent(ROOT)) return
  if (!mayChange) throw new Stop(NOT_PREPARED)
  await withSetupLock(ROOT, async () => {
    const plan = planMissing(withDevelopment)
    if (plan !== null) await install(plan)
    if (!buildIsCurrent(ROOT)) await build()
  })
}
