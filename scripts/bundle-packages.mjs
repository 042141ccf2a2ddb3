// Bundles the packages that take long to load, each with all its imports, into dist/node_modules,
// where the compiled files find them before the installed ones: a node loads in 0.6 s of processor
// time instead of 1.4 s, tap in 0.1 s instead of 0.35 s. Must never change what a package exports.

import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { FOR_NODE } from './bundle-threads.mjs'

// When tap is loaded for its exports, it takes this program for a test, which it would end after 30
// s.
process.env.TAP_TIMEOUT = '3600'

/**
 * What a node imports of each package. Left out: packages with a native part, threads or data
 * (COPIED_PACKAGES in sbom.mjs), and those that few programs import.
 */
export const BUNDLED = {
  '@commander-js/extra-typings': ['.'],
  '@opentelemetry/api': ['.'],
  '@opentelemetry/exporter-trace-otlp-http': ['.'],
  '@opentelemetry/resources': ['.'],
  '@opentelemetry/sdk-trace': ['.'],
  'bignumber.js': ['.'],
  'cli-progress': ['.'],
  fastify: ['.'],
  'get-port': ['.'],
  ioredis: ['.'],
  'ipaddr.js': ['.'],
  'lossless-json': ['.'],
  pg: ['.'],
  pino: ['.'],
  postgres: ['.'],
  'prom-client': ['.'],
  redlock: ['.'],
  typebox: ['.', './compile'],
  undici: ['.'],
  uuid: ['.'],
}
/** The same for tests. They are not installed where only `npm start` runs. */
const FOR_TESTS = { 'fast-check': ['.'], tap: ['.'], tcompare: ['.'] }
/** Optional parts of pg. */
const LEFT_OUT = ['pg-native', 'cloudflare:sockets']
/**
 * References to parts of Node's own fetch, all of which Node would then load (0.05 s): pg looks for
 * Cloudflare's response, and undici's unused cookie functions would touch Node's headers.
 */
const UNUSED = { Response: 'undefined', 'globalThis.Headers': 'undefined' }
/** Packages written for require() load Node's own modules with it. */
export const REQUIRE =
  "import { createRequire as createPackageRequire } from 'node:module'\n" +
  'const require = createPackageRequire(import.meta.url)'
/** tap leaves its own files out of the stacks it prints, recognising them by their folders. */
const TAP_FOLDER = "import { addIgnoredPackage } from '@tapjs/stack'\naddIgnoredPackage('tap')\n"
/**
 * Test files that share a process have their root tests one after another: what they import as `t`
 * changes.
 */
const TAP_ROOT = `
import { t as processRoot } from 'tap'
let root = processRoot
export { root as default, root as t }
globalThis[Symbol.for('replace the root of tap')] = next => {
  root = next
}
`
/**
 * tap follows every promise to find the test that an uncaught error belongs to, which takes half
 * the processor time of a simulation. Without it such an error ends the file at once, with its
 * stack.
 */
const NO_DOMAIN = `export class Domain {
  constructor(onerror) {
    this.onerror = onerror
  }
  destroy() {}
}`

/** Into dist/ with the packages of tests that are installed. */
export function bundlePackages(root) {
  const isInstalled = ([name]) => existsSync(path.join(root, 'node_modules', name))
  const all = { ...BUNDLED, ...Object.fromEntries(Object.entries(FOR_TESTS).filter(isInstalled)) }
  return bundleInto(path.join(root, 'dist', 'node_modules'), root, all)
}

/** @param packages as in BUNDLED */
export async function bundleInto(folder, root, packages) {
  const bundled = Object.entries(packages)
  rmSync(folder, { recursive: true, force: true })
  await build({
    entryPoints: bundled.flatMap(entriesOf),
    outdir: folder,
    chunkNames: 'part-[hash]',
    absWorkingDir: root,
    ...FOR_NODE,
    // Code shared by two packages exists once.
    splitting: true,
    external: LEFT_OUT,
    define: UNUSED,
    banner: { js: REQUIRE },
    plugins: [entries(root)],
    // Node would read it whenever the file is loaded, which takes longer than loading the file.
    sourcemap: false,
  })
  for (const [name, parts] of bundled) {
    const folderOfPackage = path.join(folder, name)
    mkdirSync(folderOfPackage, { recursive: true })
    writeFileSync(path.join(folderOfPackage, 'package.json'), describe(name, parts))
  }
}

const fileOf = part => (part === '.' ? 'index' : path.basename(part))

function entriesOf([name, parts]) {
  return parts.map(part => ({
    in: `entry:${path.posix.join(name, part)}`,
    out: path.join(name, fileOf(part)),
  }))
}

function describe(name, parts) {
  const exported = parts.map(part => [part, `./${fileOf(part)}.js`])
  return JSON.stringify({ name, type: 'module', exports: Object.fromEntries(exported) })
}

/**
 * Without what Node adds for a package written for require(): marks, and the whole package as
 * default.
 */
function exportsOf(module) {
  const isWhole = '__esModule' in module && !('default' in module.default)
  const added = ['module.exports', '__esModule', ...(isWhole ? ['default'] : [])]
  return Object.keys(module).filter(name => !added.includes(name))
}

/**
 * An entry names its exports: those of a package written for require() are known only after loading
 * it.
 */
const entries = root => ({
  name: 'entries',
  setup(build) {
    build.onResolve({ filter: /^entry:/ }, ({ path: entry }) => ({
      path: entry.slice('entry:'.length),
      namespace: 'entry',
    }))
    build.onResolve({ filter: /^async-hook-domain$/ }, ({ path: name }) => ({
      path: name,
      namespace: 'replaced',
    }))
    build.onLoad({ filter: /.*/, namespace: 'replaced' }, () => ({ contents: NO_DOMAIN }))
    build.onLoad({ filter: /.*/, namespace: 'entry' }, async ({ path: name }) => {
      const isTap = name === 'tap'
      const names = exportsOf(await import(name)).filter(
        each => !isTap || !/^(default|t)$/.test(each),
      )
      const text = `export { ${names.join(', ')} } from ${JSON.stringify(name)}`
      return { contents: isTap ? TAP_FOLDER + text + TAP_ROOT : text, resolveDir: root }
    })
  },
})
