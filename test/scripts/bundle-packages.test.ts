// Played by npm run prove: it loads each package twice. What imports a missing name does not start.
//
// The bundles in dist/node_modules export what the packages themselves export, as far as compiled
// files import it.

import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'

const FOLDER = path.join(PROJECT_ROOT, 'dist', 'node_modules')

interface Bundle {
  name: string
  exports: Record<string, string>
}

const specifiers = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter(file => path.basename(file) === 'package.json')
  .map(file => JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Bundle)
  .flatMap(({ name, exports }) => Object.keys(exports).map(part => path.posix.join(name, part)))

type Kinds = Record<string, string>

/** Exported names with the kinds of their values: a bundle has its own copies of them. */
function kindsOf(module: object): Kinds {
  // Node's additions to a package written for require(): marks, and the whole of it as default.
  const whole = '__esModule' in module ? (module as { default?: object }).default : undefined
  const isWhole = whole !== undefined && !('default' in whole)
  const added = ['module.exports', '__esModule', ...(isWhole ? ['default'] : [])]
  const exported = Object.entries(module).filter(([name]) => !added.includes(name))
  return Object.fromEntries(exported.map(([name, value]) => [name, typeof value]))
}

/** Outside dist/ a name means the installed package. */
function kindsOfInstalled(): Record<string, Kinds> {
  const program = `${kindsOf}
    const found = {}
    for (const name of ${JSON.stringify(specifiers)}) found[name] = kindsOf(await import(name))
    process.stdout.write(JSON.stringify(found))
    process.exit(0)`
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  })
  return JSON.parse(printed)
}

t.test('a bundled package exports what the installed one exports', async t => {
  const installed = kindsOfInstalled()
  t.ok(specifiers.length > 10)
  for (const name of specifiers) {
    t.match(fileURLToPath(import.meta.resolve(name)), FOLDER)
    t.same(kindsOf(await import(name)), installed[name], name)
  }
})
