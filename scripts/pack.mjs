// The second half of `npm run build`: puts all files that `serve` and the owner's commands need
// into dist/package, which starts without npm, network or a writable file. Reads what build.mjs has
// built; must never leave half a folder.

import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBuilt } from './build-stamp.mjs'
import { BUNDLED, bundleInto } from './bundle-packages.mjs'
import { COPIED_PACKAGES, findPackages, makeSbom, packagesOfNode } from './sbom.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

/** In the same layout as in a checkout, so that the program finds them. */
const COPIED = [
  'dist/src',
  'dist/threads',
  'dist/pages',
  'dist/admin-pages',
  'dist/release',
  'lua',
  'sql',
  'LICENSE',
  'LICENSE-APACHE',
]
/** The documentation site, where it was built. */
const SITE = path.join('dist', 'docs-site')
const CATALOGUE = path.join('src', 'games', 'catalogue')
/** The files that such a package runs; its other files are only for reading. */
const RUN = /\.(js|mjs|cjs|json|node)$/
/** Compiled files of uWebSockets.js: one for each system and Node version. */
const NATIVE = /^uws_.+\.node$/
const LICENCE = /^(licen[cs]e|copying)/i

/** @param target a folder that is replaced */
export async function pack(root, target) {
  const fresh = `${target}.${process.pid}.new`
  fs.rmSync(fresh, { recursive: true, force: true })
  try {
    const lock = readJson(root, 'package-lock.json')
    copyOwnFiles(root, fresh)
    await bundleInto(path.join(fresh, 'dist', 'node_modules'), root, BUNDLED)
    copyPackages(root, fresh, lock)
    writeDescriptions(root, fresh, lock)
    fs.rmSync(target, { recursive: true, force: true })
    fs.renameSync(fresh, target)
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true })
  }
}

/** Source maps are left out: neither Node nor browsers read them, and they are half of the size. */
function copyOwnFiles(root, target) {
  const isWanted = file => !/\.map(\.br|\.gz)?$/.test(file)
  for (const name of COPIED) copy(root, target, name, isWanted)
  if (fs.existsSync(path.join(root, SITE))) {
    // A node unpacks the compressed copy for a client that can't read it.
    copy(root, target, SITE, file => !fs.existsSync(`${file}.br`))
  }
  for (const game of fs.readdirSync(path.join(root, CATALOGUE))) {
    const index = path.join(CATALOGUE, game, 'outcomes.bin')
    if (fs.existsSync(path.join(root, index))) copy(root, target, index)
  }
  const entry = path.join(root, 'scripts', 'packed-reelhouse.mjs')
  fs.copyFileSync(entry, path.join(target, 'reelhouse.mjs'))
  fs.chmodSync(path.join(target, 'reelhouse.mjs'), 0o755)
}

function copyPackages(root, target, lock) {
  const native = nativeFile()
  const isWanted = file => {
    const name = path.basename(file)
    if (NATIVE.test(name)) return name === native
    return RUN.test(name) || fs.statSync(file).isDirectory()
  }
  const places = Object.keys(findPackages(lock, COPIED_PACKAGES, isInstalled(root)))
  for (const at of places) copy(root, target, at, isWanted)
}

/** The compiled file that this Node loads. */
function nativeFile() {
  return `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`
}

/** A package for another system, or an optional part, is not installed. */
function isInstalled(root) {
  return at => fs.existsSync(path.join(root, at))
}

function writeDescriptions(root, target, lock) {
  const { name, version, description, license, type } = readJson(root, 'package.json')
  const { platform, arch, versions } = process
  const [nodeMajor] = versions.node.split('.')
  const builtFor = { platform, arch, nodeMajor: Number(nodeMajor) }
  const bin = { reelhouse: 'reelhouse.mjs' }
  const own = { name, version, description, license, private: true, type, bin, builtFor }
  writeJson(target, 'package.json', own)
  const packages = packagesOfNode(lock, isInstalled(root))
  writeJson(target, 'sbom.cdx.json', makeSbom({ name, version, packages }))
  const inPages = readBuilt(root).pages.packages.map(at => [at, lock.packages[at]])
  for (const [at, entry] of [...Object.entries(packages), ...inPages]) {
    copyLicence(path.join(root, at), entry, target)
  }
}

/**
 * Bundles and pages lack the licence texts, which most licences require to be passed on.
 * @param folder of the package, @param entry its entry in package-lock.json
 */
export function copyLicence(folder, { name: realName, license }, target) {
  const name = realName ?? folder.split(`node_modules${path.sep}`).at(-1)
  const file = fs.readdirSync(folder).find(each => LICENCE.test(each))
  const text =
    file === undefined ? `${license}\n` : fs.readFileSync(path.join(folder, file), 'utf8')
  fs.mkdirSync(path.join(target, 'licences'), { recursive: true })
  fs.writeFileSync(path.join(target, 'licences', `${name.replace('/', '+')}.txt`), text)
}

function copy(root, target, name, filter = () => true) {
  fs.cpSync(path.join(root, name), path.join(target, name), { recursive: true, filter })
}

function readJson(root, name) {
  return JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'))
}

function writeJson(root, name, value) {
  fs.writeFileSync(path.join(root, name), `${JSON.stringify(value, null, 2)}\n`)
}

if (path.resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const target = path.resolve(process.argv[2] ?? path.join(ROOT, 'dist', 'package'))
  await pack(ROOT, target)
  process.stderr.write(
    `Packed: node ${path.relative('', path.join(target, 'reelhouse.mjs'))} serve\n`,
  )
}
