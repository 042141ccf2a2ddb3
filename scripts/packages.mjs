// `npm run build:packages`: writes the npm packages for operators, dist/packages/operator from
// src/sdk and dist/packages/wallet-kit from src/cli/wallet-kit.ts. Reads sources, not what
// build.mjs has built; publishes nothing. Neither is a workspace with a package.json: name, exports
// and licence follow from the lists here, the version is the platform's.

import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { REQUIRE } from './bundle-packages.mjs'
import { FOR_NODE } from './bundle-threads.mjs'
import { copyLicence } from './pack.mjs'
import { separateFiles } from './separate-files.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const SDK = path.join(ROOT, 'src', 'sdk')
const LICENCE = 'Apache-2.0'

/** What an operator imports: "." and, by the names of their files, the others. */
const MAIN = 'client'
const MODULES = ['exact-json', 'game-frame', 'wallet-callback', 'wallet-signature']
/** What they import in turn: `call` has code, `api-types` only types. */
const INNER = ['call']
const TYPES = 'api-types'

const FORMATS = { esm: 'module', cjs: 'commonjs' }
/** The place of the package that a bundled file belongs to. */
const PACKAGE = /^.*node_modules\/(@[^/]+\/)?[^/]+/

const readJson = name => JSON.parse(fs.readFileSync(path.join(ROOT, name), 'utf8'))

/** @param target a folder that is replaced */
export async function writeOperatorPackage(target) {
  begin(target, {
    name: '@reelhouse/operator',
    description:
      "The operator's side of a Reelhouse platform: calls, wallet callbacks, signatures, frames.",
    type: 'module',
    sideEffects: false,
    main: `./cjs/${MAIN}.js`,
    types: `./cjs/${MAIN}.d.ts`,
    exports: {
      '.': exported(MAIN),
      ...Object.fromEntries(MODULES.map(name => [`./${name}`, exported(name)])),
      [`./${TYPES}`]: { types: `./esm/${TYPES}.d.ts` },
    },
  })
  fs.copyFileSync(path.join(SDK, 'README.md'), path.join(target, 'README.md'))
  const requests = path.join(ROOT, 'examples', 'bruno')
  fs.cpSync(requests, path.join(target, 'bruno'), { recursive: true })
  const types = printTypes()
  for (const [format, type] of Object.entries(FORMATS)) {
    const outdir = path.join(target, format)
    await build({
      ...FOR_NODE,
      entryPoints: [MAIN, ...MODULES, ...INNER].map(name => path.join(SDK, `${name}.ts`)),
      outdir,
      format,
      sourcemap: false,
      banner: { js: `// SPDX-License-Identifier: ${LICENCE}` },
      plugins: [separateFiles],
    })
    writeJson(path.join(outdir, 'package.json'), { type })
    for (const [name, text] of types) fs.writeFileSync(path.join(outdir, name), text)
  }
}

const exported = name => ({
  import: { types: `./esm/${name}.d.ts`, default: `./esm/${name}.js` },
  require: { types: `./cjs/${name}.d.ts`, default: `./cjs/${name}.js` },
})

/** File name -> declarations. They name each other by the compiled files. */
function printTypes() {
  const folder = fs.mkdtempSync(path.join(ROOT, 'dist', 'types-'))
  const options =
    '--ignoreConfig --declaration --emitDeclarationOnly --allowImportingTsExtensions --strict ' +
    '--exactOptionalPropertyTypes --target es2023 --module nodenext --types node --skipLibCheck'
  const files = [MAIN, ...MODULES, ...INNER, TYPES].map(name => path.join(SDK, `${name}.ts`))
  const tsc = path.join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  try {
    execFileSync(process.execPath, [tsc, ...options.split(' '), '--outDir', folder, ...files], {
      cwd: ROOT,
      stdio: ['ignore', 2, 2],
    })
    return fs.readdirSync(folder).map(name => {
      const text = fs.readFileSync(path.join(folder, name), 'utf8')
      return [name, text.replace(/(['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2')]
    })
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/** @param target a folder that is replaced */
export async function writeWalletKit(target) {
  begin(target, {
    name: '@reelhouse/wallet-kit',
    description:
      "Checks an operator's wallet as a Reelhouse platform calls it, and runs one that misbehaves.",
    type: 'module',
    bin: { 'wallet-kit': 'wallet-kit.mjs' },
  })
  const about = path.join(ROOT, 'src', 'wallet-kit', 'README.md')
  fs.copyFileSync(about, path.join(target, 'README.md'))
  const { metafile } = await build({
    ...FOR_NODE,
    entryPoints: [path.join(ROOT, 'src', 'cli', 'wallet-kit.ts')],
    outfile: path.join(target, 'wallet-kit.mjs'),
    absWorkingDir: ROOT,
    minify: true,
    keepNames: true,
    sourcemap: false,
    legalComments: 'none',
    metafile: true,
    banner: { js: `#!/usr/bin/env node\n// SPDX-License-Identifier: ${LICENCE}\n${REQUIRE}` },
  })
  fs.chmodSync(path.join(target, 'wallet-kit.mjs'), 0o755)
  const { packages } = readJson('package-lock.json')
  const bundled = Object.keys(metafile.inputs).flatMap(name => PACKAGE.exec(name)?.[0] ?? [])
  for (const at of new Set(bundled)) copyLicence(path.join(ROOT, at), packages[at], target)
}

/** Both as packed files, `reelhouse-<name>-<version>.tgz`. @param target an existing folder */
export async function packPackages(target) {
  const folder = fs.mkdtempSync(path.join(ROOT, 'dist', 'packages-'))
  try {
    const written = ['operator', 'wallet-kit'].map(name => path.join(folder, name))
    await writeOperatorPackage(written[0])
    await writeWalletKit(written[1])
    const args = ['pack', ...written, '--pack-destination', target, '--silent', '--offline']
    execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] })
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

/** An empty folder with the description and the licence. */
function begin(target, described) {
  fs.rmSync(target, { recursive: true, force: true })
  fs.mkdirSync(target, { recursive: true })
  const { version, engines } = readJson('package.json')
  const { name, description, ...more } = described
  const own = { name, version, description, license: LICENCE, ...more, engines }
  writeJson(path.join(target, 'package.json'), own)
  fs.copyFileSync(path.join(ROOT, 'LICENSE-APACHE'), path.join(target, 'LICENSE'))
}

function writeJson(file, value) {
  fs.writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

if (path.resolve(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  const target = path.join(ROOT, 'dist', 'packages')
  await writeOperatorPackage(path.join(target, 'operator'))
  await writeWalletKit(path.join(target, 'wallet-kit'))
  process.stderr.write('Written: npm pack ./dist/packages/operator ./dist/packages/wallet-kit\n')
}
