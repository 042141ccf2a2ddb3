// `npm run sbom`: writes dist/sbom.cdx.json, the CycloneDX list of every package that a node runs
// with, each with the SHA-512 that npm checks when it installs. Made from package-lock.json and two
// lists alone, because npm's own list would have the packages of the pages and of the build.

import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUNDLED } from './bundle-packages.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const TARGET = path.join(ROOT, 'dist', 'sbom.cdx.json')

/** What a node imports besides BUNDLED: packages with a native part, threads or data, and those
 * that few nodes load. */
export const COPIED_PACKAGES = [
  '@node-rs/argon2',
  'openid-client',
  'otpauth',
  'piscina',
  'tldts',
  'uWebSockets.js',
]

/** @param packages place -> lock entry */
export function makeSbom({ name, version, packages }) {
  const components = Object.entries(packages).map(([at, locked]) => describe(at, locked))
  const byPurl = new Map(components.map(component => [component.purl, component]))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', name, version, 'bom-ref': `${name}@${version}` },
    },
    components: [...byPurl.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1)),
  }
}

/** An alias is listed under the name of the installed package. */
function describe(at, { name: realName, version, integrity, license, optional }) {
  const name = realName ?? at.split('node_modules/').at(-1)
  const [algorithm, hash] = (integrity ?? '').split('-')
  if (algorithm !== 'sha512')
    throw new Error(`${name}@${version} has no SHA-512 in package-lock.json`)
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    scope: optional === true ? 'optional' : 'required',
    hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    purl,
  }
}

/**
 * The packages that a node runs with: place -> lock entry.
 * @param lock package-lock.json, parsed
 * @param isThere leaves out packages by their place: those for other systems, if not installed
 */
export function packagesOfNode(lock, isThere = () => true) {
  return findPackages(lock, [...Object.keys(BUNDLED), ...COPIED_PACKAGES], isThere)
}

/** The packages of these names and all their dependencies. */
export function findPackages({ packages }, names, isThere) {
  const found = {}
  const add = (from, name) => {
    const at = placeOf(packages, from, name)
    if (at === null || found[at] !== undefined || !isThere(at)) return
    found[at] = packages[at]
    const { dependencies, optionalDependencies, peerDependencies } = packages[at]
    const asked = { ...dependencies, ...optionalDependencies, ...peerDependencies }
    for (const each of Object.keys(asked)) add(at, each)
  }
  for (const name of names) add('', name)
  return found
}

/** Where Node finds `name` when the package at `from` imports it. */
function placeOf(packages, from, name) {
  const at = path.posix.join(from, 'node_modules', name)
  if (packages[at] !== undefined) return at
  return from === ''
    ? null
    : placeOf(packages, from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, ''), name)
}

if (path.resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(fs.readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'))
  const sbom = makeSbom({ ...lock, packages: packagesOfNode(lock) })
  fs.mkdirSync(path.dirname(TARGET), { recursive: true })
  fs.writeFileSync(TARGET, `${JSON.stringify(sbom, null, 2)}\n`)
  process.stdout.write(`${sbom.components.length} packages: dist/sbom.cdx.json\n`)
}
